import { type ContactFollowRow, queryContactFollows } from '#contract/service/contact-follows.ts'
import { queryFollowUps } from '#contract/service/follow-ups.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { type Filter, filtersOf, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { Status } from '#web/kit/table/status.tsx'
import { useOpenPage } from '#web/lib/open-page.ts'
import { FOLLOW_UPS, Mood, NextDay } from './follow-up-labels.tsx'
import { silentFilter } from './silent-filter.ts'

/** Only those never contacted, or all: whoever was contacted is found by days. */
const neverFilter: Filter<{ isNever: boolean }> = {
  ...selectFilter('isNever', '联系情况', [{ value: '1', label: '从未联系' }]),
  read: (text) => (text === '1' ? { isNever: true } : undefined),
}

const filters = [...filtersOf(queryContactFollows, ['name', 'enterpriseName', 'role']), silentFilter('未联系')]
const advanced = [...filtersOf(queryContactFollows, ['way']), neverFilter]

/** What of the contact a colleague should know before calling. */
function State({ isMain, leftOn }: Pick<ContactFollowRow, 'isMain' | 'leftOn'>) {
  if (leftOn !== null) return <Status tone="idle">{`${leftOn} 离职`}</Status>
  return isMain ? <Status tone="good">主要联系人</Status> : '—'
}

const columns = columnsOf(queryContactFollows, {
  name: { width: 110, opens: true },
  leftOn: { width: 150, render: State },
  role: { width: 70, empty: '—' },
  enterpriseName: { width: 220 },
  mobile: { width: 130, empty: '—' },
  count: { width: 90 },
  lastAt: { width: 140, empty: '从未联系' },
  silentDays: { width: 110, empty: '—' },
  lastWay: { width: 90, empty: '—' },
  lastResult: { width: 90, empty: '—' },
  lastMood: { width: 80, render: ({ lastMood }) => <Mood mood={lastMood} /> },
  nextOn: { width: 170, render: ({ nextOn }) => <NextDay nextOn={nextOn} isOpen /> },
  position: { width: 110, empty: '—' },
  wechat: { width: 120, empty: '—' },
  email: { width: 180, empty: '—' },
  ownerName: { width: 90, empty: '公海' },
})

export default function ContactFollows() {
  const openPage = useOpenPage()
  const open = ({ id }: ContactFollowRow) => openPage(FOLLOW_UPS, { contactId: id })
  const actionsOf = (row: ContactFollowRow): RowAction[] => [
    { label: '跟进记录', call: queryFollowUps, run: () => open(row) },
  ]
  return (
    <ListPage
      endpoint={queryContactFollows}
      emptyHint="给客户添加联系人后，会列在这里。"
      settings="followUp-contact"
      filters={filters}
      advanced={advanced}
      columns={columns}
      rowName={({ name, enterpriseName }) => `${name} ${enterpriseName}`}
      rowActions={actionsOf}
      onOpen={open}
    />
  )
}
