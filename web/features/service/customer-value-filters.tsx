// What the customers by value are searched by.
import { queryCustomerValues, riskBandFrom, riskBandLabels, riskBands } from '#contract/service/customer-values.ts'
import { type Filter, filtersOf, flagFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { followSpans } from './follow-up-figures.rules.ts'
import { levelOptions } from './follow-up-labels.tsx'
import { silentFilter } from './silent-filter.ts'

const riskOptions = riskBands.map((value) => ({
  value,
  label: `${riskBandLabels[value]}（${riskBandFrom[value]} 分起）`,
}))

const spans = followSpans.map((days) => ({ value: String(days), label: `近 ${days} 天跟进过` }))
const followedFilter: Filter<{ followedWithin: number }> = {
  ...selectFilter('followedWithin', '最近跟进', spans),
  read: (text) => (spans.some(({ value }) => value === text) ? { followedWithin: Number(text) } : undefined),
}

export const filters = [
  ...filtersOf(queryCustomerValues, ['name']),
  selectFilter('level', '级别', levelOptions),
  selectFilter('risk', '流失风险', riskOptions),
  silentFilter('未跟进'),
]

export const advanced = [
  userFilter('ownerId', '归属人'),
  followedFilter,
  flagFilter('hasReminder', '待跟进', { yes: '已安排', no: '未安排' }),
  ...filtersOf(queryCustomerValues, ['task']),
]
