// What the list of follow-ups is searched by.
import { Select } from 'antd'
import { dueStates, queryFollowUps } from '#contract/service/follow-ups.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { type Filter, type FilterControl, filtersOf, idFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { useCall } from '#web/lib/query.ts'
import { userFilter } from '#web/pickers/user-picker.tsx'

const dueLabels = { now: '今天和逾期', overdue: '已逾期', today: '今天', later: '今天以后' } as const
const dueOptions = optionsOf(dueLabels, dueStates)

/** Mine or everybody's: there is no list of what is only others'. */
const mineFilter: Filter<{ mine: boolean }> = {
  ...selectFilter('mine', '由谁跟进', [{ value: '1', label: '由我跟进' }]),
  read: (text) => (text === '1' ? { mine: true } : undefined),
}

/** Chosen on the page of contacts: namesakes and renamed ones are told apart. */
function ChosenContact({ id, value, onChange }: FilterControl) {
  const { data } = useCall(queryFollowUps, { contactId: value, size: 1 }, { enabled: value !== '' })
  const label = data?.records[0]?.contactName || '所选联系人'
  return (
    <Select
      id={id}
      value={value || null}
      options={value === '' ? [] : [{ value, label }]}
      allowClear
      placeholder="在“按联系人”中选定"
      notFoundContent="请在“按联系人”中打开"
      onChange={(next) => onChange(next ?? '')}
    />
  )
}

export const filters = [
  ...filtersOf(queryFollowUps, ['enterpriseName', 'way', 'result']),
  dayRangeFilter('days', '跟进日期', 'from', 'to'),
]

export const advanced = [
  ...filtersOf(queryFollowUps, ['contactName']),
  idFilter('contactId', '指定联系人', (props) => <ChosenContact {...props} />),
  ...filtersOf(queryFollowUps, ['content', 'mood', 'level']),
  userFilter('authorId', '跟进人'),
  selectFilter('due', '待跟进', dueOptions),
  mineFilter,
  dayRangeFilter('nextDays', '下次跟进', 'nextFrom', 'nextTo'),
]
