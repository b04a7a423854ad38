// The period and filters of the registration statistics, which the page and the list behind a figure have in common.
import { Segmented, Select } from 'antd'
import { useSearchParams } from 'react-router'
import { addDays, daysBetween } from '#contract/days.ts'
import { registrationSourceLabels } from '#contract/members/members.ts'
import { provinces } from '#contract/members/registrations.ts'
import {
  getRegistrationBreakdown,
  NO_PROVINCE,
  STATISTICS_DAYS,
  type StatisticsQuery,
  USUAL_DAYS,
} from '#contract/operations/registration-statistics.ts'
import { subProducts } from '#contract/sub-products.ts'
import { printRange, readRange } from '#web/kit/form/date-range.rules.ts'
import { DateRangePicker } from '#web/kit/form/date-range.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { type Filter, type FilterControl, idFilter, selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import type { FilterTexts } from '#web/kit/table/table-source.ts'
import { monthOf, type Period } from '#web/lib/periods.ts'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { deptFilter } from '#web/pickers/dept-picker.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'

export const STATISTICS_DETAIL = '/operate/RegistrationServiceStatistics/detail'

const lastDays = (count: number, to: string): Period => ({ from: addDays(to, 1 - count), to })

function readDays(text: string): Period | undefined {
  const { start, end } = readRange(text) ?? {}
  return start && end && daysBetween(start, end) < STATISTICS_DAYS ? { from: start, to: end } : undefined
}

/** Without a value the usual days, as on the server. */
export const daysOf = (text: string | undefined): Period => readDays(text ?? '') ?? lastDays(USUAL_DAYS, serverToday())

export const printDays = ({ from, to }: Period) => printRange({ start: from, end: to })

const daysFilter: Filter<Period> = {
  key: 'days',
  label: '注册日期',
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

const sourceOptions = optionsOf(registrationSourceLabels)
const subProductOptions = subProducts.map(({ key, title }) => ({ value: key, label: title }))
const provinceOptions = ([NO_PROVINCE, ...provinces] as const).map((value) => ({
  value,
  label: value === NO_PROVINCE ? '未填写' : value,
}))

/** Products that registrations of the period got: pickers of products offer only those that a person works on. */
function GrantedProduct({ id, value, onChange }: FilterControl) {
  const [address] = useSearchParams()
  const { data = [], isPending } = useCall(getRegistrationBreakdown, {
    ...daysOf(address.get('days') ?? undefined),
    by: 'product',
  })
  const granted = data.flatMap(({ key, name }) => (key === '' ? [] : [{ value: key, label: name }]))
  const isKnown = value === '' || granted.some((option) => option.value === value)
  return (
    <Select
      id={id}
      value={value || null}
      options={isKnown ? granted : [...granted, { value, label: isPending ? '…' : '所选产品（本期没有）' }]}
      loading={isPending}
      allowClear
      showSearch={byLabel}
      placeholder="全部"
      notFoundContent="这段时间没有授权产品"
      onChange={(next) => onChange(next ?? '')}
    />
  )
}

export const filters = [
  daysFilter,
  selectFilter('subProduct', '试用产品', subProductOptions),
  selectFilter('source', '来源', sourceOptions),
]

export const advanced = [
  selectFilter('province', '所在省份', provinceOptions),
  userFilter('ownerId', '负责人'),
  deptFilter('deptId', '团队'),
  textFilter('campaign', '推广计划', 200),
  idFilter('productId', '授权产品', (props) => <GrantedProduct {...props} />),
]

export const allFilters = [...filters, ...advanced]

/** What the calls take, with the days. */
export const queryOf = (texts: FilterTexts): StatisticsQuery & Period =>
  Object.assign(
    {},
    ...allFilters.map(({ key, read }) => (texts[key] === undefined ? {} : read(texts[key]))),
    daysOf(texts.days),
  )

function quickOf(to: string): { label: string; days: Period }[] {
  const month = { from: monthOf(to)?.from ?? to, to }
  const last = monthOf(addDays(month.from, -1)) ?? month
  return [
    { label: '今日', days: { from: to, to } },
    { label: '近 7 天', days: lastDays(7, to) },
    { label: '近 30 天', days: lastDays(USUAL_DAYS, to) },
    { label: '近 90 天', days: lastDays(90, to) },
    { label: '本月', days: month },
    { label: '上月', days: last },
  ]
}

type QuickDaysProps = { value: string | undefined; onChange: (text: string) => void }

export function QuickDays({ value, onChange }: QuickDaysProps) {
  const { from, to } = daysOf(value)
  const choices = quickOf(serverToday())
  const chosen = choices.find(({ days }) => days.from === from && days.to === to)
  return (
    <Segmented
      aria-label="时间范围"
      value={chosen?.label ?? ''}
      options={choices.map(({ label }) => label)}
      onChange={(label) => {
        const next = choices.find((choice) => choice.label === label)
        if (next) onChange(printDays(next.days))
      }}
    />
  )
}
