// The formula of a series: ready-made kinds, the text, items and series put in by name, and what comes out of it.
import { Form, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef } from 'react'
import { inserted, unitOf } from './formula-kinds.rules.ts'
import { FormulaKinds } from './formula-kinds.tsx'
import { FormulaPreview, useFormulaPreview } from './formula-preview.tsx'
import { InputPicker } from './input-picker.tsx'
import './formulas.css'

type FormulaInputProps = {
  id?: string
  /** The series that is edited: it may not name itself. */
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
