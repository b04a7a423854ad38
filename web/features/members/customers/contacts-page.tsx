// The people of one customer: roles, channels, who is the main one, who left, who stands there twice.
import { Tag } from 'antd'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type ContactRow, doubleLabels, queryContacts, saveContact } from '#contract/members/contacts.ts'
import { type EnterpriseDetail, getEnterprise } from '#contract/members/customers.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, flagFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { OverflowText } from '#web/kit/table/overflow-text.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { useCall } from '#web/lib/query.ts'
import { useContactActs } from './contact-acts.tsx'

const filters = [
  ...filtersOf(queryContacts, ['name', 'mobile', 'role']),
  flagFilter('hasLeft', '状态', { yes: '已离职', no: '在职' }),
]
const advanced = [flagFilter('hasDoubles', '疑似重复', { yes: '疑似重复', no: '不重复' })]

const Name = ({ name, isMain }: ContactRow) => (
  <>
    {name} {isMain && <Tag>主要</Tag>}
  </>
)

const Working = ({ leftOn }: ContactRow) =>
  leftOn === null ? <Status tone="good">在职</Status> : <Status tone="idle">{`${leftOn} 离职`}</Status>

const Doubles = ({ doubles }: ContactRow) =>
  doubles.length === 0 ? (
    '—'
  ) : (
    <OverflowText>{doubles.map(({ name, by }) => `与${name}${doubleLabels[by]}`).join('；')}</OverflowText>
  )

const columns = columnsOf(queryContacts, {
  name: { width: 140, render: Name },
  leftOn: { width: 140, render: Working },
  doubles: { label: '疑似重复', width: 140, render: Doubles },
  role: { width: 80 },
  position: { width: 110 },
  mobile: { width: 130 },
  wechat: { width: 130 },
  email: { width: 190 },
  lastAt: { width: 150 },
  lastWay: { width: 90 },
  lastResult: { width: 90 },
  followUps: { width: 90 },
  remark: { width: 180 },
})

function Contacts({ enterprise: { id, name, ownerName, contacts } }: { enterprise: EnterpriseDetail }) {
  const { actionsOf, add, dialogs } = useContactActs(id, contacts)
  const fixedFilters = useMemo(() => ({ enterpriseId: id }), [id])
  return (
    <>
      <ListPage
        endpoint={queryContacts}
        emptyHint="新增这个客户的联系人后，会列在这里。"
        filters={filters}
        advanced={advanced}
        columns={columns}
        fixedFilters={fixedFilters}
        rowName={(contact) => contact.name}
        rowActions={actionsOf}
        toolbar={
          <>
            <AddButton call={saveContact} onClick={add} />
            <span>
              {name} · {ownerName || '公海'}
            </span>
          </>
        }
      />
      {dialogs}
    </>
  )
}

export default function ContactsPage() {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  const read = useCall(getEnterprise, { id }, { staleTime: 0 })
  return (
    <Loaded read={read} rows={10}>
      {(enterprise) => <Contacts key={id} enterprise={enterprise} />}
    </Loaded>
  )
}
