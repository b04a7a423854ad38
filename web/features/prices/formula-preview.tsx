// Preview of a formula while it is typed: its error and position, or its inputs and last results.
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { FormulaProblem } from '#contract/prices/formula-syntax.ts'
import { parseFormula } from '#contract/prices/formulas.ts'
import { previewSeries, type SeriesPreview } from '#contract/prices/series-calls.ts'
import { formatFigure } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { InputName } from './series-labels.tsx'

/** Debounce of the server's preview, ms. */
const WAIT_MS = 300

export type Tried = { id?: string | undefined; formula: string; decimals: number; withinDays: number }

/** Syntax errors are found here at once; the server's preview is debounced. */
export function useFormulaPreview(tried: Tried) {
  const text = JSON.stringify(tried)
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  const problem = useMemo(() => {
    const read = tried.formula.trim() === '' ? { problem: null } : parseFormula(tried.formula, () => true)
    return 'problem' in read ? read.problem : null
  }, [tried.formula])
  const isReady = tried.formula.trim() !== '' && problem === null
  const input = JSON.parse(debounced) as Tried
  const { data } = useCall(
    previewSeries,
    {
      formula: input.formula,
      decimals: input.decimals,
      withinDays: input.withinDays,
      ...(input.id && { id: input.id }),
    },
    { enabled: isReady && debounced === text, placeholderData: keepPreviousData, call: { hideErrorMsg: true } },
  )
  const isCurrent = debounced === text
  return {
    problem: problem ?? (isReady && isCurrent ? (data?.problem ?? null) : null),
    preview: isReady ? data : undefined,
  }
}

function Problem({ formula, problem: { at, length, message } }: { formula: string; problem: FormulaProblem }) {
  const end = Math.max(at + length, at + 1)
  return (
    <div className="formula-problem">
      <code>
        {formula.slice(0, at)}
        <mark>{formula.slice(at, end).trim() === '' ? '　' : formula.slice(at, end)}</mark>
        {formula.slice(end)}
      </code>
      <span className="formula-message">{message}</span>
    </div>
  )
}

function Results({ inputs, points }: SeriesPreview) {
  return (
    <div className="formula-results">
      <ul aria-label="公式中的名称">
        {inputs.map(({ id, name, productName, unit }) => (
          <li key={id}>
            <InputName id={id} name={name} productName={productName} unit={unit} />
          </li>
        ))}
      </ul>
      <table aria-label="最近 10 期结果">
        <tbody>
          {points.map(({ day, value, lack }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{value === null ? <span className="price-note">{lack}</span> : formatFigure(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {points.length === 0 && <p className="price-note">这些报价项还没有已发布的价格，暂无结果。</p>}
    </div>
  )
}

type Props = ReturnType<typeof useFormulaPreview> & { formula: string }

export function FormulaPreview({ formula, problem, preview }: Props) {
  return (
    <div className="formula-preview" role="status">
      {problem && <Problem formula={formula} problem={problem} />}
      {!problem && preview && !preview.problem && <Results {...preview} />}
    </div>
  )
}
