// What the list of customers is searched by.
import { Select } from 'antd'
import { queryEnterprises } from '#contract/members/customers.ts'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { type Filter, filtersOf, flagFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { regionFilter } from '#web/pickers/region-filter.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { subProductOptions } from '../form-labels.ts'
import { sourceOptions } from './customer-labels.tsx'

const ends = [7, 15, 30, 90].map((days) => ({ value: String(days), label: `${days} 天内到期` }))

function endFilter<K extends string>(key: K, label: string): Filter<Record<K, number>> {
  return {
    key,
    label,
    control: ({ id, value, onChange }) => (
      <Select
        id={id}
        value={value || null}
        options={ends}
        allowClear
        placeholder="全部"
        onChange={(next) => onChange(next ?? '')}
      />
    ),
    read: (text) =>
      ends.some(({ value }) => value === text) ? ({ [key]: Number(text) } as Record<K, number>) : undefined,
  }
}

export const filters = [...filtersOf(queryEnterprises, ['name', 'level']), endFilter('endsWithin', '截止日期')]
export const advanced = [
  ...filtersOf(queryEnterprises, ['creditCode', 'contact', 'industry']),
  regionFilter('regionId', '地区'),
  userFilter('ownerId', '归属人'),
  flagFilter('isPooled', '公海', { yes: '公海客户', no: '有归属人' }),
  flagFilter('isDouble', '重名', { yes: '与其他客户重名', no: '不重名' }),
  flagFilter('isInUse', '使用', { yes: '有使用中的子产品', no: '没有使用中的子产品' }),
  selectFilter('subProduct', '使用中的子产品', subProductOptions),
  flagFilter('hasMembers', '会员', { yes: '有会员', no: '没有会员' }),
  selectFilter('source', '来源', sourceOptions),
  dayRangeFilter('created', '创建日期', 'createdFrom', 'createdTo'),
]
