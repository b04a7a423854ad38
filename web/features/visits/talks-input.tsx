// What was heard of each product, as blocks of a form: price, stock, rate of operation, mood.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { TALKS_MAX } from '#contract/visits/visits.ts'
import { FigureInput } from '#web/kit/form/figure-input.tsx'
import { noTalk, problemOfTalk, type TypedTalk } from './talks.rules.ts'
import { TalkProductPicker } from './visit-fields.tsx'
import { moodOptions } from './visit-labels.tsx'
import './visits.css'

type BlockProps = {
  at: number
  talk: TypedTalk
  problem: string | null
  onChange: (part: Partial<TypedTalk>) => void
  onRemove: () => void
}

const taxOptions = [
  { value: true, label: '含税' },
  { value: false, label: '不含税' },
]

function TalkBlock({ at, talk, problem, onChange, onRemove }: BlockProps) {
  const { isDecided = false } = talk
  const of = (label: string) => `第 ${at + 1} 项${label}`
  return (
    <li>
      {/* its own: the state of the whole list would mark every block */}
      <Form.Item
        className="visit-talk-item"
        wrapperCol={{ span: 24 }}
        validateStatus={problem === null ? '' : 'error'}
        help={problem}
      >
        <div className="visit-talk">
          <div className="visit-talk-head">
            <TalkProductPicker
              aria-label={of('产品')}
              placeholder="请选择产品"
              value={talk.productId}
              disabled={isDecided}
              onChange={(productId) => onChange({ productId })}
            />
            {!isDecided && (
              <Button type="text" icon={<DeleteOutlined />} aria-label={`移除${of('')}`} onClick={onRemove} />
            )}
          </div>
          <div className="visit-talk-figures">
            <FigureInput
              aria-label={of('价格')}
              placeholder="价格，或低价"
              disabled={isDecided}
              style={{ width: '100%' }}
              value={talk.priceLow}
              onChange={(priceLow) => onChange({ priceLow })}
            />
            <FigureInput
              aria-label={of('高价')}
              placeholder="高价，单一价不填"
              disabled={isDecided}
              style={{ width: '100%' }}
              value={talk.priceHigh}
              onChange={(priceHigh) => onChange({ priceHigh })}
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
        </div>
      </Form.Item>
    </li>
  )
}

type TalksInputProps = { id?: string; value?: TypedTalk[]; onChange?: (talks: TypedTalk[]) => void }

export function TalksInput({ id, value = [], onChange }: TalksInputProps) {
  const { status } = Form.Item.useStatus()
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
              problem={status === 'error' ? problemOfTalk(talk) : null}
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
        onClick={() => onChange?.([...value, noTalk])}
      >
        添加产品
      </Button>
    </div>
  )
}
