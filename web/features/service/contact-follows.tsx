// followConcatDetails: contacts by their follow-ups.
import { contactRoleLabels } from '#contract/members/members.ts'
import { type ContactFollowRow, queryContactFollows } from '#contract/service/contact-follows.ts'
import { followResultLabels, followWayLabels } from '#contract/service/follow-up-labels.ts'
import { queryFollowUps } from '#contract/service/follow-ups.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { type Filter, selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import type { RowAction } from '#web/kit/list/row-use.ts'
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { FOLLOW_UPS, Mood, NextDay, wayOptions } from './follow-up-labels.tsx'
import { silentFilter } from './silent-filter.ts'

const roleOptions = optionsOf(contactRoleLabels)

/** Only those never contacted, or all: whoever was contacted is found by days. */
const neverFilter: Filter<{ isNever: boolean }> = {
  ...selectFilter('isNever', '联系情况', [{ value: '1', label: '从未联系' }]),
  read: (text) => (text === '1' ? { isNever: true } : undefined),
}

const filters = [
  textFilter('name', '联系人', 32),
  textFilter('enterpriseName', '客户', 64),
  selectFilter('role', '角色', roleOptions),
  silentFilter('未联系'),
]
const advanced = [selectFilter('way', '最近方式', wayOptions), neverFilter]

/** What of the contact a colleague should know before calling. */
function State({ isMain, leftOn }: Pick<ContactFollowRow, 'isMain' | 'leftOn'>) {
  if (leftOn !== null) return <Status tone="idle">{`${leftOn} 离职`}</Status>
  return isMain ? <Status tone="good">主要联系人</Status> : '—'
}

const columns: readonly Column<ContactFollowRow>[] = [
  { key: 'name', label: '联系人', width: 110, opens: true },
  { key: 'leftOn', label: '状态', width: 150, render: State },
  { key: 'role', label: '角色', width: 70, render: ({ role }) => (role === null ? '—' : contactRoleLabels[role]) },
  { key: 'enterpriseName', label: '客户', width: 220 },
  { key: 'mobile', label: '联系电话', width: 130, render: ({ mobile }) => mobile || '—' },
  { key: 'count', label: '跟进次数', width: 90, align: 'right' },
  {
    key: 'lastAt',
    label: '最近跟进',
    width: 140,
    render: ({ lastAt }) => (lastAt ? formatMoment(lastAt) : '从未联系'),
  },
  {
    key: 'silentDays',
    label: '未联系（天）',
    width: 110,
    align: 'right',
    render: ({ silentDays }) => silentDays ?? '—',
  },
  {
    key: 'lastWay',
    label: '方式',
    width: 90,
    render: ({ lastWay }) => (lastWay === null ? '—' : followWayLabels[lastWay]),
  },
  {
    key: 'lastResult',
    label: '结果',
    width: 90,
    render: ({ lastResult }) => (lastResult === null ? '—' : followResultLabels[lastResult]),
  },
  { key: 'lastMood', label: '态度', width: 80, render: ({ lastMood }) => <Mood mood={lastMood} /> },
  { key: 'nextOn', label: '下次跟进', width: 170, render: ({ nextOn }) => <NextDay nextOn={nextOn} isOpen /> },
  { key: 'position', label: '职务', width: 110, render: ({ position }) => position || '—' },
  { key: 'wechat', label: '微信', width: 120, render: ({ wechat }) => wechat || '—' },
  { key: 'email', label: '邮箱', width: 180, render: ({ email }) => email || '—' },
  { key: 'ownerName', label: '归属人', width: 90, render: ({ ownerName }) => ownerName || '公海' },
]

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
