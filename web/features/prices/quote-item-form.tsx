// A new quote item, or a stored one: one form with an edit flag.
import { Select } from 'antd'
import {
  isSameDefinition,
  listItemCalendars,
  type QuoteItemForm,
  quoteItemCalls,
} from '#contract/prices/quote-items.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { RowFormPage } from '#web/kit/form/row-form-page.tsx'
import { useCall } from '#web/lib/query.ts'
import { ProductPicker } from '#web/pickers/product-picker.tsx'
import { RegionPicker } from '#web/pickers/region-picker.tsx'
import { UserPicker } from '#web/pickers/user-picker.tsx'
import { currencyOptions, frequencyOptions, kindOptions, sourceOptions, weekdayOptions } from './price-labels.tsx'

const empty: QuoteItemForm = {
  productId: '',
  name: '',
  englishName: '',
  market: '',
  specification: '',
  definedFrom: null,
  brand: '',
  regionId: null,
  unit: '元/吨',
  currency: 'CNY',
  isTaxIncluded: true,
  delivery: '',
  kind: 'range',
  decimals: 0,
  allowsNegative: false,
  frequency: 'workday',
  weekdays: [],
  calendarId: null,
  dueTime: '17:00',
  usualMove: null,
  lowest: null,
  highest: null,
  source: 'inquiry',
  method: '',
  analystId: null,
  deputyId: null,
}

const limits = ['usualMove', 'lowest', 'highest'] as const

/** Empty limits are sent as null, weekdays only if the frequency uses them. */
const withoutEmpty = (typed: QuoteItemForm): QuoteItemForm => ({
  ...typed,
  calendarId: typed.calendarId ?? null,
  weekdays: typed.frequency === 'weekdays' ? typed.weekdays : [],
  ...Object.fromEntries(limits.map((name) => [name, typed[name]?.trim() || null])),
})

const labelIn = (options: readonly { value: string | number; label: string }[]) => (value: string | number) =>
  options.find((option) => option.value === value)?.label ?? String(value)

export default function QuoteItemFormPage({ edit }: { edit: boolean }) {
  const { data: calendars } = useCall(listItemCalendars, {})
  return (
    <RowFormPage
      calls={quoteItemCalls}
      edit={edit}
      list="/data/priceService/quoteItem"
      draft="quote-item"
      empty={empty}
      input={withoutEmpty}
      sections={(typed, stored) => [
        {
          title: '报价项',
          names: ['productId', 'name', 'englishName', 'market', 'specification', 'brand', 'regionId', 'delivery'],
        },
        {
          title: '价格',
          names: [
            'kind',
            'unit',
            'currency',
            'isTaxIncluded',
            'decimals',
            'allowsNegative',
            ...(stored && !isSameDefinition(typed, stored) ? (['definedFrom'] as const) : []),
          ],
        },
        {
          title: '更新',
          names: [
            'frequency',
            ...(typed.frequency === 'weekdays' ? (['weekdays'] as const) : []),
            'calendarId',
            'dueTime',
            'analystId',
            'deputyId',
          ],
        },
        { title: '采集与核对', names: ['source', 'method', ...limits] },
      ]}
      inputs={{
        productId: {
          input: <ProductPicker />,
          ...(edit && { hint: '保存后换产品请用列表中的“移动”。' }),
        },
        definedFrom: {
          input: <DayInput allowClear={false} />,
          hint: '此前的日期仍按原定义显示。改正已发布日期的定义，请用详情中的“更正定义”。',
        },
        regionId: <RegionPicker level={2} />,
        kind: <Select options={kindOptions} />,
        currency: <Select options={currencyOptions} />,
        frequency: <Select options={frequencyOptions} />,
        weekdays: { input: <Select mode="multiple" options={weekdayOptions} />, isRequired: true },
        calendarId: {
          input: (
            <Select
              allowClear
              placeholder="默认：中国工作日"
              options={(calendars ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
          ),
          hint: '录入、导入、接口和推送都按这个日历；监控规则另选日历的，按规则。',
        },
        analystId: <UserPicker placeholder="请选择分析师" />,
        deputyId: <UserPicker placeholder="请选择替补分析师" />,
        source: <Select options={sourceOptions} />,
        usualMove: { hint: '超出时录入人须说明原因。留空则按历史波动判断。' },
      }}
      say={{
        calendarId: ['日历', (id) => calendars?.find((each) => each.id === id)?.name ?? '中国工作日'],
        weekdays: ['更新星期', (days) => days.map(labelIn(weekdayOptions)).join('、') || '—'],
      }}
    />
  )
}
