// The dialogs of a price: enter or edit a draft, correct a published price, withdraw it on its day.
import { Alert } from 'antd'
import type { correctionCauses } from '#contract/prices/price-labels.ts'
import { correctPrices, getPrice, listPrices, type PriceRow, savePrice } from '#contract/prices/prices.ts'
import { cancelVerify, listReviews } from '#contract/prices/reviews.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { DayField } from '#web/kit/form/day-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FigureInput } from '#web/kit/form/figure-input.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { serverToday } from '#web/lib/server-clock.ts'
import { QuoteItemPicker } from '#web/pickers/quote-item-picker.tsx'

export const priceReads = [listPrices, getPrice, listReviews]

type Typed = {
  quoteItemId: string
  day: string
  low: string
  high: string
  average: string | null
  remark: string
  englishRemark: string
  reason: string
}

const orNull = (figure: string | null) => figure || null

function Figures({ of }: { of: typeof savePrice }) {
  return (
    <>
      <Field of={of} name="low">
        <FigureInput />
      </Field>
      <Field of={of} name="high">
        <FigureInput />
      </Field>
      <Field of={of} name="average" isRequired={false} hint="留空时取低价与高价的平均值。">
        <FigureInput />
      </Field>
    </>
  )
}

const nothing: Typed = {
  quoteItemId: '',
  day: '',
  low: '',
  high: '',
  average: null,
  remark: '',
  englishRemark: '',
  reason: '',
}

/** Adds a price if `price` is undefined. */
export function EditPrice({ price, onClosed }: { price: PriceRow | undefined; onClosed: () => void }) {
  const initial: Typed = price ?? { ...nothing, day: serverToday() }
  return (
    <FormDialog<typeof savePrice, Typed>
      title={price ? `编辑价格：${price.itemName} ${price.day}` : '新增价格'}
      endpoint={savePrice}
      initial={initial}
      input={({ quoteItemId, day, low, high, average, remark, englishRemark, reason }) => ({
        quoteItemId: price?.quoteItemId ?? quoteItemId,
        day: price?.day ?? day,
        low,
        high,
        average: orNull(average),
        remark,
        englishRemark,
        reason,
        version: price?.version ?? null,
        isOffDay: true,
      })}
      success={price ? '编辑成功' : '新增成功'}
      invalidates={priceReads}
      verb="保存草稿"
      onClosed={onClosed}
    >
      {price?.opinion && <Alert type="warning" title={`驳回意见：${price.opinion}`} style={{ marginBottom: 16 }} />}
      {!price && (
        <>
          <Field of={savePrice} name="quoteItemId">
            <QuoteItemPicker />
          </Field>
          <DayField of={savePrice} name="day" isRequired allowClear={false} />
        </>
      )}
      <Figures of={savePrice} />
      <Field of={savePrice} name="reason" isRequired={false} hint="超出常规时提交前须填写。" />
      <Field of={savePrice} name="remark" isRequired={false} rows={2} />
      <Field of={savePrice} name="englishRemark" isRequired={false} rows={2} />
    </FormDialog>
  )
}

type Corrected = Pick<Typed, 'low' | 'high' | 'average' | 'remark' | 'reason'> & {
  cause: (typeof correctionCauses)[number]
}

export function CorrectPrice({ price, onClosed }: { price: PriceRow; onClosed: () => void }) {
  const { id, version, low, high, average, remark } = price
  return (
    <FormDialog<typeof correctPrices, Corrected>
      title={`更正价格：${price.itemName} ${price.day}`}
      endpoint={correctPrices}
      initial={{ low, high, average: null, remark, reason: '', cause: 'error' }}
      input={(typed) => ({
        cause: typed.cause,
        reason: typed.reason,
        rows: [
          {
            id,
            version,
            low: typed.low,
            high: typed.high,
            average: orNull(typed.average),
            remark: typed.remark,
          },
        ],
      })}
      success="更正已提交审核"
      invalidates={priceReads}
      verb="提交更正"
      onClosed={onClosed}
    >
      <Alert
        type="info"
        title={`已发布：低 ${low}，高 ${high}，均 ${average}。审核通过前，读者看到的仍是这个价格。`}
        style={{ marginBottom: 16 }}
      />
      <Figures of={savePrice} />
      <ChoiceField of={correctPrices} name="cause" />
      <Field of={correctPrices} name="reason" rows={2} />
      <Field of={savePrice} name="remark" isRequired={false} rows={2} />
    </FormDialog>
  )
}

export function CancelVerify({ price, onClosed }: { price: PriceRow; onClosed: () => void }) {
  return (
    <FormDialog<typeof cancelVerify, { reason: string }>
      title={`取消审核：${price.itemName} ${price.day}`}
      endpoint={cancelVerify}
      initial={{ reason: '' }}
      input={({ reason }) => ({ ids: [price.id], reason })}
      success="已取消审核"
      invalidates={priceReads}
      verb="取消审核"
      onClosed={onClosed}
    >
      <Field
        of={cancelVerify}
        name="reason"
        hint="取消后读者看不到这个价格，价格退回草稿。只能取消当天审核的价格。"
        rows={2}
      />
    </FormDialog>
  )
}
