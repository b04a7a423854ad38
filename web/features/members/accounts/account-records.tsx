// Service records of an account's customer, newest first: grants, owners, registrations, changes of its data.
import { Empty, Segmented, Timeline } from 'antd'
import { useState } from 'react'
import { queryAccountRecords } from '#contract/members/account-views.ts'
import type { AccountRow } from '#contract/members/accounts.ts'
import type { ServiceRecord } from '#contract/members/customers.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import '../customers/customer.css'

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

type AccountProps = { account: Pick<AccountRow, 'id' | 'enterpriseName'>; onClosed: () => void }

/** Records of the account's customer; needs the right of the list of accounts. */
export function AccountRecords({ account: { id, enterpriseName }, onClosed }: AccountProps) {
  const [kind, setKind] = useState<Kind>('all')
  const read = useCall(queryAccountRecords, { id, ...(kind !== 'all' && { kind }) })
  return (
    <DetailsDrawer title={`服务记录：${enterpriseName}`} size={520} onClosed={onClosed}>
      <Segmented<Kind>
        aria-label="类型"
        className="customer-record-kinds"
        options={[...kinds]}
        value={kind}
        onChange={setKind}
      />
      <Loaded read={read} rows={8}>
        {(records) => <Records records={records} />}
      </Loaded>
    </DetailsDrawer>
  )
}
