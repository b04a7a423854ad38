// The terms of search marketing as filters: days, source, account, level, device and how registrations are put down.
import { Segmented, Select } from 'antd'
import { addDays } from '#contract/days.ts'
import {
  type AttributionModel,
  attributionBases,
  attributionBasisLabels,
  attributionModelLabels,
  attributionModels,
  attributionWindows,
  usualAttribution,
} from '#contract/operations/attribution.ts'
import {
  searchDeviceLabels,
  searchLevelLabels,
  searchSourceLabels,
  totalLevels,
} from '#contract/operations/search-labels.ts'
import { NAME_MAX, querySearchAccounts, SEARCH_USUAL_DAYS } from '#contract/operations/search-marketing.ts'
import { printRange, readRange } from '#web/kit/form/date-range.rules.ts'
import { DateRangePicker } from '#web/kit/form/date-range.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { type Filter, type FilterControl, idFilter, selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'

type Days = { from: string; to: string }

function readDays(text: string): Days | undefined {
  const { start, end } = readRange(text) ?? {}
  return start && end ? { from: start, to: end } : undefined
}

/** Without a value the last days until yesterday, as on the server. */
export function daysOf(text: string | undefined): Days {
  const to = addDays(serverToday(), -1)
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

const sourceOptions = optionsOf(searchSourceLabels)
export const sourceFilter = selectFilter('source', '来源', sourceOptions)
export const levelFilter = selectFilter('level', '数据层级', optionsOf(searchLevelLabels, totalLevels))
export const deviceFilter = selectFilter('device', '设备', optionsOf(searchDeviceLabels))
/** Amounts of different currencies are never added up. */
export const currencyFilter: Filter<{ currency: string }> = {
  ...textFilter('currency', '币种', 3),
  read: (text) => (/^[A-Za-z]{3}$/.test(text.trim()) ? { currency: text.trim().toUpperCase() } : undefined),
}
export const regionFilter = textFilter('region', '地域', 32)
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
      showSearch={byLabel}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}
export const accountFilter = idFilter('accountId', '账号', (props) => <AccountSelect {...props} />)

export const touchFilter = selectFilter('touch', '归因', optionsOf(attributionModelLabels, attributionModels))
export const windowFilter = selectFilter(
  'window',
  '归因窗口',
  attributionWindows.map((value) => ({ value, label: `注册前 ${value} 天` })),
)
export const basisFilter = selectFilter('basis', '归因基准', optionsOf(attributionBasisLabels, attributionBases))

type TouchSwitchProps = { value: string | undefined; onChange: (touch: AttributionModel) => void }

export function TouchSwitch({ value, onChange }: TouchSwitchProps) {
  return (
    <Segmented<AttributionModel>
      aria-label="注册按哪次访问归因"
      value={attributionModels.find((model) => model === value) ?? usualAttribution.touch}
      options={attributionModels.map((touch) => ({ value: touch, label: attributionModelLabels[touch] }))}
      onChange={onChange}
    />
  )
}
