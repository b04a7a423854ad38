// The formula of a series: ready-made kinds, the text, inserting items and series by name, and a preview.
import { Button, Form, Input, InputNumber, Select } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef, useState } from 'react'
import { optionsOf } from '#web/kit/form/options.ts'
import {
  formulaOf,
  inserted,
  needsCount,
  needsSecond,
  type ReadyKind,
  readyKinds,
  unitOf,
} from './formula-kinds.rules.ts'
import { FormulaPreview, useFormulaPreview } from './formula-preview.tsx'
import { InputPicker } from './input-picker.tsx'
import './formulas.css'
import { seriesKindLabels } from '#contract/prices/series-labels.ts'

const options = optionsOf(seriesKindLabels, readyKinds)
/** Default number of periods: about a month of workdays. */
const USUAL_COUNT = 20

/** The ready-made kinds of series beside the formula that they fill in. */
function FormulaKinds({ onFill }: { onFill: (formula: string, kind: ReadyKind) => void }) {
  const [kind, setKind] = useState<ReadyKind | null>(null)
  const [first, setFirst] = useState<string | null>(null)
  const [second, setSecond] = useState<string | null>(null)
  const [count, setCount] = useState(USUAL_COUNT)
  const formula = kind && formulaOf(kind, { first, second, count })
  return (
    <div className="formula-kinds">
      <Select
        allowClear
        aria-label="现成公式"
        placeholder="现成公式"
        options={options}
        value={kind}
        onChange={(next: ReadyKind | undefined) => setKind(next ?? null)}
      />
      {kind && (
        <>
          <InputPicker aria-label={needsSecond(kind) ? '甲' : '对象'} value={first} onChange={setFirst} />
          {needsSecond(kind) && (
            <>
              <span>{kind === 'spread' ? '减' : '比'}</span>
              <InputPicker aria-label="乙" value={second} onChange={setSecond} />
            </>
          )}
          {needsCount(kind) && (
            <InputNumber
              aria-label="期数"
              min={2}
              max={750}
              precision={0}
              suffix="期"
              value={count}
              onChange={(next) => setCount(next ?? USUAL_COUNT)}
            />
          )}
          <Button disabled={!formula} onClick={() => formula && onFill(formula, kind)}>
            填入
          </Button>
        </>
      )}
    </div>
  )
}

type FormulaInputProps = {
  id?: string
  /** The edited series, which must not refer to itself. */
  seriesId?: string | undefined
  value?: string
  onChange?: (formula: string) => void
}

const HINT =
  '可用 + - * / ( )、数字和 avg ma lag yoy mom min max abs round if；报价项和系列写编码，如 Q000012、S000003。'

export function FormulaInput({ id, seriesId, value = '', onChange }: FormulaInputProps) {
  const form = Form.useFormInstance()
  const decimals = Form.useWatch<number>('decimals') ?? 0
  const withinDays = Form.useWatch<number>('withinDays') ?? 0
  const area = useRef<TextAreaRef>(null)
  const state = useFormulaPreview({ id: seriesId, formula: value, decimals, withinDays })
  const insert = (code: string | null) => {
    if (!code) return
    const element = area.current?.resizableTextArea?.textArea
    const at = element?.selectionStart ?? value.length
    onChange?.(inserted(value, at, code))
    element?.focus()
  }
  return (
    <div className="formula">
      <FormulaKinds
        onFill={(formula, kind) => {
          onChange?.(formula)
          const unit = unitOf(kind)
          if (unit) form.setFieldValue('unit', unit)
        }}
      />
      <Input.TextArea
        ref={area}
        id={id}
        className="formula-text"
        rows={3}
        maxLength={1_000}
        value={value}
        placeholder="例如 Q000012 - Q000007 * 1.6 - 350"
        onChange={(event) => onChange?.(event.target.value)}
      />
      <div className="formula-insert">
        <InputPicker aria-label="插入报价项或系列" placeholder="插入报价项或系列" value={null} onChange={insert} />
        <span className="price-note">{HINT}</span>
      </div>
      <FormulaPreview formula={value} {...state} />
    </div>
  )
}
