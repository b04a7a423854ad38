// Service records of one customer, newest first: grants, owners, registrations, changes of its data.
import { Empty, Segmented, Timeline } from 'antd'
import { useState } from 'react'
import { queryAccountRecords } from '../../../../contract/members/account-views.ts'
import type { AccountRow } from '../../../../contract/members/accounts.ts'
import { type EnterpriseRow, queryServiceRecords, type ServiceRecord } from '../../../../contract/members/customers.ts'
import { DetailsDrawer } from '../../../kit/dialog/details-drawer.tsx'
import { Loaded } from '../../../kit/dialog/loaded.tsx'
import { formatMoment } from '../../../lib/format.ts'
import { useCall } from '../../../lib/query.ts'
import './customer.css'

const kinds = [
  { value: 'all', label: '全部' },
  { value: 'grant', label: '授权' },
  { value: 'owner', label: '归属' },
  { value: 'registration', label: '注册' },
  { value: 'edit', label: '资料' },
] as const

type Kind = (typeof kinds)[number]['value']

const colours: Readonly<Record<ServiceRecord['kind'], string>> = {
  grant: 'var(--ink)',
  owner: 'var(--violet)',
  registration: 'var(--success)',
  edit: 'var(--text-faint)',
}

function Records({ records }: { records: readonly ServiceRecord[] }) {
  if (records.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有记录" />
  return (
    <Timeline
      items={records.map(({ id, at, kind, title, text, reason, actorName }) => ({
        key: id,
        color: colours[kind],
        content: (
          <>
            <div className="customer-record-head">
              <strong>{title}</strong>
              <span>{formatMoment(at)}</span>
            </div>
            {text && <div>{text}</div>}
            {(reason || actorName) && (
              <div className="customer-record-foot">{[reason, actorName].filter(Boolean).join(' · ')}</div>
            )}
          </>
        ),
      }))}
    />
  )
}

type DrawerProps = {
  name: string
  kind: Kind
  onKind: (kind: Kind) => void
  read: { data: ServiceRecord[] | undefined; error: Error | null; refetch: () => Promise<unknown> }
  onClosed: () => void
}

function RecordsDrawer({ name, kind, onKind, read, onClosed }: DrawerProps) {
  return (
    <DetailsDrawer title={`服务记录：${name}`} size={520} onClosed={onClosed}>
      <Segmented<Kind>
        aria-label="类型"
        className="customer-record-kinds"
        options={[...kinds]}
        value={kind}
        onChange={onKind}
      />
      <Loaded read={read} rows={8}>
        {(records) => <Records records={records} />}
      </Loaded>
    </DetailsDrawer>
  )
}

const kindFilter = (kind: Kind) => (kind === 'all' ? {} : { kind })

type CustomerProps = { customer: Pick<EnterpriseRow, 'id' | 'name'>; onClosed: () => void }

export function CustomerRecords({ customer: { id, name }, onClosed }: CustomerProps) {
  const [kind, setKind] = useState<Kind>('all')
  const read = useCall(queryServiceRecords, { enterpriseId: id, ...kindFilter(kind) })
  return <RecordsDrawer name={name} kind={kind} onKind={setKind} read={read} onClosed={onClosed} />
}

type AccountProps = { account: Pick<AccountRow, 'id' | 'enterpriseName'>; onClosed: () => void }

/** Records opened from an account; needs the right of the list of accounts. */
export function AccountRecords({ account: { id, enterpriseName }, onClosed }: AccountProps) {
  const [kind, setKind] = useState<Kind>('all')
  const read = useCall(queryAccountRecords, { id, ...kindFilter(kind) })
  return <RecordsDrawer name={enterpriseName} kind={kind} onKind={setKind} read={read} onClosed={onClosed} />
}
