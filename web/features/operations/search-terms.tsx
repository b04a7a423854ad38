// The terms of search marketing as filters: days, source, account, level, device and how registrations are put down.
import { Segmented, Select } from 'antd'
import { addDays } from '../../../contract/days.ts'
import {
  searchDeviceLabels,
  searchDevices,
  searchLevelLabels,
  searchSourceLabels,
  searchSources,
  type TouchKind,
  totalLevels,
  touches,
  touchLabels,
} from '../../../contract/operations/search-labels.ts'
import { NAME_MAX, querySearchAccounts, SEARCH_USUAL_DAYS } from '../../../contract/operations/search-marketing.ts'
import { printRange, readRange } from '../../kit/form/date-range.rules.ts'
import { DateRangePicker } from '../../kit/form/date-range.tsx'
import { type Filter, type FilterControl, idFilter, selectFilter, textFilter } from '../../kit/list/filters.tsx'
import { formatDay } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'

type Days = { from: string; to: string }

function readDays(text: string): Days | undefined {
  const { start, end } = readRange(text) ?? {}
  return start && end ? { from: start, to: end } : undefined
}

/** Without a value the last days until yesterday, as on the server. */
export function daysOf(text: string | undefined): Days {
  const to = addDays(formatDay(Date.now()), -1)
  return readDays(text ?? '') ?? { from: addDays(to, 1 - SEARCH_USUAL_DAYS), to }
}

export const daysFilter: Filter<Days> = {
  key: 'days',
  label: '日期',
  control: ({ id, value, onChange }) => {
    const { from, to } = daysOf(value)
    return (
      <DateRangePicker
        id={id}
        value={{ start: from, end: to }}
        onChange={({ start, end }) => onChange(printRange({ start: start ?? end, end: end ?? start }))}
      />
    )
  },
  read: readDays,
}

const sourceOptions = searchSources.map((value) => ({ value, label: searchSourceLabels[value] }))
export const sourceFilter = selectFilter('source', '来源', sourceOptions)
export const levelFilter = selectFilter(
  'level',
  '数据层级',
  totalLevels.map((value) => ({ value, label: searchLevelLabels[value] })),
)
export const deviceFilter = selectFilter(
  'device',
  '设备',
  searchDevices.map((value) => ({ value, label: searchDeviceLabels[value] })),
)
export const campaignFilter = textFilter('campaign', '计划', NAME_MAX)

export const useAccountOptions = () => {
  const { data, isFetching } = useCall(querySearchAccounts, {})
  const options = (data ?? []).map(({ id, source, name }) => ({
    value: id,
    label: `${searchSourceLabels[source]} ${name}`,
  }))
  return { options, isFetching }
}

function AccountSelect({ id, value, onChange }: FilterControl) {
  const { options, isFetching } = useAccountOptions()
  return (
    <Select
      id={id}
      value={value || null}
      options={options}
      loading={isFetching}
      allowClear
      placeholder="全部"
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}
export const accountFilter = idFilter('accountId', '账号', (props) => <AccountSelect {...props} />)

export const touchFilter = selectFilter(
  'touch',
  '归因',
  touches.map((value) => ({ value, label: touchLabels[value] })),
)

type TouchSwitchProps = { value: string | undefined; onChange: (touch: TouchKind) => void }

export function TouchSwitch({ value, onChange }: TouchSwitchProps) {
  return (
    <Segmented<TouchKind>
      aria-label="注册按哪次来源归因"
      value={value === 'first' ? 'first' : 'last'}
      options={touches.map((touch) => ({ value: touch, label: touchLabels[touch] }))}
      onChange={onChange}
    />
  )
}
