// What was heard of each product, as blocks of a form: price, stock, rate of operation, mood.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, InputNumber, Select } from 'antd'
import type { BodyOf } from '#contract/endpoint.ts'
import { type reportVisit, TALKS_MAX, type VisitDetail } from '#contract/visits/visits.ts'
import { TalkProductPicker } from './visit-fields.tsx'
import { moodOptions } from './visit-labels.tsx'
import './visits.css'

type Sent = BodyOf<typeof reportVisit>['talks'][number]
/** As typed: no product chosen yet, an empty price. */
export type TypedTalk = Omit<Sent, 'productId' | 'priceLow' | 'priceHigh'> & {
  productId: string | null
  priceLow: string
  priceHigh: string
  /** An editor has decided about it: product, price and unit stay. */
  isDecided?: boolean
}

const none: TypedTalk = {
  id: null,
  productId: null,
  priceLow: '',
  priceHigh: '',
  unit: '',
  hasTax: null,
  delivery: '',
  stock: '',
  rate: null,
  mood: null,
  remark: '',
  isConfidential: false,
}

/** A single price is typed once. */
export function typedTalk(talk: VisitDetail['talks'][number]): TypedTalk {
  const { productName: _, verdict, verdictReason: __, priceLow, priceHigh, ...rest } = talk
  return {
    ...rest,
    priceLow: priceLow ?? '',
    priceHigh: priceHigh === null || priceHigh === priceLow ? '' : priceHigh,
    isDecided: verdict !== null,
  }
}

const isNothing = ({ priceLow, priceHigh, unit, delivery, stock, rate, mood, remark }: TypedTalk) =>
  [priceLow, priceHigh, unit, delivery, stock, remark].every((text) => text.trim() === '') &&
  rate === null &&
  mood === null

/** What is wrong with the first block that is neither empty nor complete. */
export function problemOfTalks(typed: readonly TypedTalk[]): string | null {
  for (const [at, talk] of typed.entries()) {
    if (talk.productId === null && !isNothing(talk)) return `请选择第 ${at + 1} 项的产品`
    const prices = [talk.priceLow.trim(), talk.priceHigh.trim()] as const
    if (!prices.every((price) => /^(\d{1,10}(\.\d{1,4})?)?$/.test(price))) {
      return `第 ${at + 1} 项的价格应为最多4位小数的数字`
    }
    const [low, high] = prices
    if (high !== '' && low === '') return `请填写第 ${at + 1} 项的低价`
    if (high !== '' && Number(low) > Number(high)) return `第 ${at + 1} 项的低价不能高于高价`
  }
  return null
}

/** A block without a product is empty, and not sent. */
export const talksOf = (typed: readonly TypedTalk[]): Sent[] =>
  typed.flatMap(({ productId, priceLow, priceHigh, isDecided: _, ...talk }) =>
    productId === null
      ? []
      : [{ ...talk, productId, priceLow: priceLow.trim() || null, priceHigh: priceHigh.trim() || null }],
  )

type BlockProps = { at: number; talk: TypedTalk; onChange: (part: Partial<TypedTalk>) => void; onRemove: () => void }

const taxOptions = [
  { value: true, label: '含税' },
  { value: false, label: '不含税' },
]

function TalkBlock({ at, talk, onChange, onRemove }: BlockProps) {
  const { isDecided = false } = talk
  const of = (label: string) => `第 ${at + 1} 项${label}`
  return (
    <li className="visit-talk">
      <div className="visit-talk-head">
        <TalkProductPicker
          aria-label={of('产品')}
          placeholder="请选择产品"
          value={talk.productId}
          disabled={isDecided}
          onChange={(productId) => onChange({ productId })}
        />
        {!isDecided && <Button type="text" icon={<DeleteOutlined />} aria-label={`移除${of('')}`} onClick={onRemove} />}
      </div>
      <div className="visit-talk-figures">
        <Input
          aria-label={of('价格')}
          placeholder="价格，或低价"
          inputMode="decimal"
          maxLength={15}
          autoComplete="off"
          disabled={isDecided}
          value={talk.priceLow}
          onChange={(event) => onChange({ priceLow: event.target.value })}
        />
        <Input
          aria-label={of('高价')}
          placeholder="高价，单一价不填"
          inputMode="decimal"
          maxLength={15}
          autoComplete="off"
          disabled={isDecided}
          value={talk.priceHigh}
          onChange={(event) => onChange({ priceHigh: event.target.value })}
        />
        <Input
          aria-label={of('单位')}
          placeholder="单位，默认按产品"
          maxLength={20}
          autoComplete="off"
          disabled={isDecided}
          value={talk.unit}
          onChange={(event) => onChange({ unit: event.target.value })}
        />
        <Select
          aria-label={of('含税')}
          placeholder="含税"
          allowClear
          options={taxOptions}
          value={talk.hasTax}
          onChange={(hasTax) => onChange({ hasTax: hasTax ?? null })}
        />
        <Input
          aria-label={of('交货')}
          placeholder="交货，如自提"
          maxLength={50}
          autoComplete="off"
          value={talk.delivery}
          onChange={(event) => onChange({ delivery: event.target.value })}
        />
        <Input
          aria-label={of('库存')}
          placeholder="库存"
          maxLength={100}
          autoComplete="off"
          value={talk.stock}
          onChange={(event) => onChange({ stock: event.target.value })}
        />
        <InputNumber
          aria-label={of('开工率')}
          placeholder="开工率"
          suffix="%"
          min={0}
          max={100}
          precision={0}
          value={talk.rate}
          onChange={(rate) => onChange({ rate })}
        />
        <Select
          aria-label={of('涨跌')}
          placeholder="涨跌"
          allowClear
          options={moodOptions}
          value={talk.mood}
          onChange={(mood) => onChange({ mood: mood ?? null })}
        />
      </div>
      <Input
        aria-label={of('说明')}
        placeholder="说明"
        maxLength={500}
        autoComplete="off"
        value={talk.remark}
        onChange={(event) => onChange({ remark: event.target.value })}
      />
      <Checkbox
        aria-label={of('保密')}
        checked={talk.isConfidential}
        onChange={(event) => onChange({ isConfidential: event.target.checked })}
      >
        保密：价格编辑看不到来自哪家企业
      </Checkbox>
    </li>
  )
}

type TalksInputProps = { id?: string; value?: TypedTalk[]; onChange?: (talks: TypedTalk[]) => void }

export function TalksInput({ id, value = [], onChange }: TalksInputProps) {
  return (
    <div id={id}>
      {value.length > 0 && (
        <ul className="visit-talks">
          {value.map((talk, at) => (
            <TalkBlock
              // biome-ignore lint/suspicious/noArrayIndexKey: a block has no name of its own, and is not sorted
              key={at}
              at={at}
              talk={talk}
              onChange={(part) => onChange?.(value.map((each, place) => (place === at ? { ...each, ...part } : each)))}
              onRemove={() => onChange?.(value.filter((_each, place) => place !== at))}
            />
          ))}
        </ul>
      )}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={value.length >= TALKS_MAX}
        onClick={() => onChange?.([...value, none])}
      >
        添加产品
      </Button>
    </div>
  )
}
