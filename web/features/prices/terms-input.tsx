// The terms of a process: outputs, inputs and fixed costs, with a preview of the profit.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useId, useRef } from 'react'
import { processFormulas } from '#contract/prices/process-formulas.ts'
import type { Term } from '#contract/prices/processes.ts'
import { type TermSide, termSideLabels } from '#contract/prices/series-labels.ts'
import { FigureInput } from '#web/kit/form/figure-input.tsx'
import { FormulaPreview, useFormulaPreview } from './formula-preview.tsx'
import { InputPicker } from './input-picker.tsx'
import './formulas.css'

type TermsInputProps = { id?: string; value?: Term[]; onChange?: (terms: Term[]) => void }

const order: readonly TermSide[] = ['output', 'input', 'fixed']

const emptyTerm = (side: TermSide): Term => ({
  side,
  code: null,
  name: '',
  coefficient: side === 'fixed' ? null : '1',
  conversion: side === 'fixed' ? null : '1',
  amount: null,
})

type RowProps = { term: Term; label: string; onChange: (term: Term) => void; onRemove: () => void }

function TermRow({ term, label, onChange, onRemove }: RowProps) {
  const id = useId()
  const set = (change: Partial<Term>) => onChange({ ...term, ...change })
  const figure = (key: 'coefficient' | 'conversion' | 'amount', name: string) => (
    <span className="term-figure">
      <label htmlFor={`${id}-${key}`}>{name}</label>
      <FigureInput id={`${id}-${key}`} value={term[key]} onChange={(text) => set({ [key]: text.trim() || null })} />
    </span>
  )
  return (
    <fieldset className="term-row" aria-label={label}>
      {term.side !== 'fixed' && (
        <InputPicker aria-label={`${label} 报价项或系列`} value={term.code} onChange={(code) => set({ code })} />
      )}
      {term.side === 'fixed' ? (
        figure('amount', '金额')
      ) : (
        <>
          {figure('coefficient', '系数')}
          {figure('conversion', '折算')}
        </>
      )}
      <Input
        aria-label={`${label} 说明`}
        placeholder="说明"
        maxLength={50}
        value={term.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <Button type="text" icon={<DeleteOutlined />} aria-label={`删除${label}`} onClick={onRemove} />
    </fieldset>
  )
}

const isWhole = ({ side, code, coefficient, conversion, amount }: Term) =>
  side === 'fixed' ? amount !== null : code !== null && coefficient !== null && conversion !== null

/** Preview of the profit formula that the terms give. */
function Profit({ terms }: { terms: readonly Term[] }) {
  const decimals = Form.useWatch<number>('decimals') ?? 0
  const withinDays = Form.useWatch<number>('withinDays') ?? 0
  const isReady = terms.every(isWhole) && terms.some(({ side }) => side === 'output')
  const formula = isReady ? processFormulas(terms).profit : ''
  const state = useFormulaPreview({ formula, decimals, withinDays })
  if (!isReady) return null
  return (
    <div className="formula">
      <div>
        利润 = <code>{formula}</code>
      </div>
      <FormulaPreview formula={formula} {...state} />
    </div>
  )
}

export function TermsInput({ id, value = [], onChange }: TermsInputProps) {
  const keys = useRef(new WeakMap<Term, number>())
  const next = useRef(0)
  const keyOf = (term: Term) => {
    const key = keys.current.get(term) ?? next.current++
    keys.current.set(term, key)
    return key
  }
  const replace = (old: Term, term: Term) => {
    keys.current.set(term, keyOf(old))
    onChange?.(value.map((each) => (each === old ? term : each)))
  }
  return (
    <div className="terms" id={id}>
      {order.map((side) => {
        const some = value.filter((term) => term.side === side)
        return (
          <section key={side} aria-label={termSideLabels[side]}>
            <div className="term-head">
              <strong>{termSideLabels[side]}</strong>
              <Button
                type="text"
                size="small"
                icon={<PlusOutlined />}
                onClick={() => onChange?.([...value, emptyTerm(side)])}
              >
                添加{termSideLabels[side]}
              </Button>
            </div>
            {some.map((term, at) => (
              <TermRow
                key={keyOf(term)}
                term={term}
                label={`${termSideLabels[side]} ${at + 1}`}
                onChange={(changed) => replace(term, changed)}
                onRemove={() => onChange?.(value.filter((each) => each !== term))}
              />
            ))}
          </section>
        )
      })}
      <Profit terms={value} />
    </div>
  )
}
