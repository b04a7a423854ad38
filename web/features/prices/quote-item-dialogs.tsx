// The dialogs of a quote item: stop, copy, move to another product, change the code.
import { Input, Select } from 'antd'
import { addDays } from '#contract/days.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { correctDefinition, type DatedDefinition, listDefinitions } from '#contract/prices/definitions.ts'
import {
  moveQuoteItems,
  type QuoteItemRow,
  quoteItemCalls,
  setQuoteItemCode,
  stopQuoteItems,
} from '#contract/prices/quote-items.ts'
import { DayField } from '#web/kit/form/day-field.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { RowFields } from '#web/kit/form/row-fields.tsx'
import { serverToday } from '#web/lib/server-clock.ts'
import { ProductPicker } from '#web/pickers/product-picker.tsx'
import { currencyOptions, kindOptions } from './price-labels.tsx'

const shownIn = [quoteItemCalls.list, quoteItemCalls.get]

type StopProps = { ids: string[]; name: string; invalidates: readonly Endpoint[]; onClosed: () => void }

export function StopItems({ ids, name, invalidates, onClosed }: StopProps) {
  return (
    <FormDialog<typeof stopQuoteItems, { reason: string; stoppedOn: string }>
      title={`停止更新“${name}”`}
      endpoint={stopQuoteItems}
      initial={{ reason: '', stoppedOn: serverToday() }}
      input={(values) => ({ ids, ...values })}
      success="停止更新成功"
      invalidates={invalidates}
      verb="停止更新"
      onClosed={onClosed}
    >
      <Field of={stopQuoteItems} name="reason" rows={2} />
      <DayField
        of={stopQuoteItems}
        name="stoppedOn"
        isRequired
        hint="从这一天起不再需要录入；已有的价格不变，仍可查询。"
        allowClear={false}
      />
    </FormDialog>
  )
}

type ItemProps = { item: QuoteItemRow; onClosed: () => void }

const NAME_MAX = 100

export function CopyItem({ item, onClosed }: ItemProps) {
  return (
    <FormDialog<typeof quoteItemCalls.copy, { name: string; specification: string }>
      title={`复制报价项“${item.name}”`}
      endpoint={quoteItemCalls.copy}
      initial={{ name: `${item.name} 副本`.slice(0, NAME_MAX), specification: item.specification }}
      input={(values) => ({ id: item.id, ...values })}
      success="复制成功"
      invalidates={shownIn}
      verb="复制"
      onClosed={onClosed}
    >
      <Field of={quoteItemCalls.copy} name="name" />
      <Field of={quoteItemCalls.copy} name="specification" isRequired={false} />
    </FormDialog>
  )
}

export function MoveItem({ item, onClosed }: ItemProps) {
  return (
    <FormDialog<typeof moveQuoteItems, { productId: string }>
      title={`移动“${item.name}”到其他产品`}
      endpoint={moveQuoteItems}
      initial={{ productId: '' }}
      input={({ productId }) => ({ ids: [item.id], productId })}
      success="移动成功"
      invalidates={shownIn}
      verb="移动"
      onClosed={onClosed}
    >
      <Field
        of={moveQuoteItems}
        name="productId"
        hint="全部历史价格随报价项一起移动；移动后按目标产品的授权决定谁可以查看。"
      >
        <ProductPicker />
      </Field>
    </FormDialog>
  )
}

export function ChangeItemCode({ item, onClosed }: ItemProps) {
  return (
    <FormDialog<typeof setQuoteItemCode, { code: string }>
      title={`修改“${item.name}”的编码`}
      endpoint={setQuoteItemCode}
      initial={{ code: item.code }}
      input={({ code }) => ({ id: item.id, version: item.version, code })}
      success="编码修改成功"
      invalidates={shownIn}
      verb="修改"
      onClosed={onClosed}
    >
      <Field of={setQuoteItemCode} name="code" hint="公式、接口和导入表按编码识别报价项，修改后需要同步调整。">
        <Input maxLength={32} />
      </Field>
    </FormDialog>
  )
}

type CorrectProps = ItemProps & { definition: DatedDefinition }

/** Corrects what the figures of past days mean; 600 shows the days and the readers. */
export function CorrectDefinition({ item, definition, onClosed }: CorrectProps) {
  const { until, prices: _, ...own } = definition
  return (
    <FormDialog
      title={`更正“${item.name}”的定义`}
      endpoint={correctDefinition}
      initial={{ ...own, to: until === null ? null : addDays(until, -1), reason: '' }}
      input={(values) => ({ id: item.id, version: item.version, ...values })}
      success="更正定义成功"
      invalidates={[...shownIn, listDefinitions]}
      verb="更正"
      onClosed={onClosed}
    >
      <RowFields
        call={correctDefinition}
        names={[
          'from',
          'to',
          'market',
          'specification',
          'unit',
          'currency',
          'isTaxIncluded',
          'kind',
          'decimals',
          'reason',
        ]}
        inputs={{
          from: { input: <DayInput />, hint: '留空表示从最早的价格起' },
          to: { input: <DayInput />, hint: '留空表示不设结束日期' },
          currency: <Select options={currencyOptions} />,
          kind: <Select options={kindOptions} />,
        }}
      />
    </FormDialog>
  )
}
