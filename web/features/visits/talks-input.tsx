// What was heard of each product, as blocks of a form: price, stock, rate of operation, mood.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Select } from 'antd'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { type reportVisit, TALKS_MAX } from '../../../contract/visits/visits.ts'
import { TalkProductPicker } from './visit-fields.tsx'
import { moodOptions } from './visit-labels.tsx'
import './visits.css'

type Sent = BodyOf<typeof reportVisit>['talks'][number]
/** As typed: no product chosen yet, an empty price. */
export type TypedTalk = Omit<Sent, 'productId' | 'price'> & { productId: string | null; price: string }

const none: TypedTalk = { productId: null, price: '', unit: '', stock: '', rate: null, mood: null, remark: '' }

const isNothing = ({ price, unit, stock, rate, mood, remark }: TypedTalk) =>
  [price, unit, stock, remark].every((text) => text.trim() === '') && rate === null && mood === null

/** What is wrong with the first block that is neither empty nor complete. */
export function problemOfTalks(typed: readonly TypedTalk[]): string | null {
  for (const [at, talk] of typed.entries()) {
    if (talk.productId === null && !isNothing(talk)) return `请选择第 ${at + 1} 项的产品`
    if (!/^(\d{1,10}(\.\d{1,4})?)?$/.test(talk.price.trim())) return `第 ${at + 1} 项的价格应为最多4位小数的数字`
  }
  return null
}

/** A block without a product is empty, and not sent. */
export const talksOf = (typed: readonly TypedTalk[]): Sent[] =>
  typed.flatMap(({ productId, price, ...talk }) =>
    productId === null ? [] : [{ ...talk, productId, price: price.trim() || null }],
  )

type BlockProps = { at: number; talk: TypedTalk; onChange: (part: Partial<TypedTalk>) => void; onRemove: () => void }

function TalkBlock({ at, talk, onChange, onRemove }: BlockProps) {
  const of = (label: string) => `第 ${at + 1} 项${label}`
  return (
    <li className="visit-talk">
      <div className="visit-talk-head">
        <TalkProductPicker
          aria-label={of('产品')}
          placeholder="请选择产品"
          value={talk.productId}
          onChange={(productId) => onChange({ productId })}
        />
        <Button type="text" icon={<DeleteOutlined />} aria-label={`移除${of('')}`} onClick={onRemove} />
      </div>
      <div className="visit-talk-figures">
        <Input
          aria-label={of('价格')}
          placeholder="听到的价格"
          inputMode="decimal"
          maxLength={15}
          autoComplete="off"
          value={talk.price}
          onChange={(event) => onChange({ price: event.target.value })}
        />
        <Input
          aria-label={of('单位')}
          placeholder="单位，默认按产品"
          maxLength={20}
          autoComplete="off"
          value={talk.unit}
          onChange={(event) => onChange({ unit: event.target.value })}
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
          aria-label={of('心态')}
          placeholder="心态"
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
