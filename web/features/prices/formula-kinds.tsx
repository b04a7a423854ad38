// The ready-made kinds of series beside the formula that they fill in.
import { Button, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { seriesKindLabels } from '../../../contract/prices/series-labels.ts'
import { asksCount, asksSecond, formulaOf, type ReadyKind, readyKinds } from './formula-kinds.rules.ts'
import { InputPicker } from './input-picker.tsx'

const options = readyKinds.map((value) => ({ value, label: seriesKindLabels[value] }))
/** A month of workdays. */
const USUAL_COUNT = 20

export function FormulaKinds({ onFill }: { onFill: (formula: string, kind: ReadyKind) => void }) {
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
          <InputPicker aria-label={asksSecond(kind) ? '甲' : '对象'} value={first} onChange={setFirst} />
          {asksSecond(kind) && (
            <>
              <span>{kind === 'spread' ? '减' : '比'}</span>
              <InputPicker aria-label="乙" value={second} onChange={setSecond} />
            </>
          )}
          {asksCount(kind) && (
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
