// What a process costs and earns, as formulas of series.
import type { TermSide } from './series-labels.ts'

/** `code`, `coefficient` and `conversion` of an input or output; `amount` of a fixed cost. */
export type TermFigures = {
  side: TermSide
  code: string | null
  coefficient: string | null
  conversion: string | null
  amount: string | null
}

/** Without the factors that change nothing. */
function termFormula({ code, coefficient, conversion, amount }: TermFigures): string {
  if (code === null) return amount ?? '0'
  return [coefficient, conversion, code].filter((factor) => factor !== null && Number(factor) !== 1).join(' * ')
}

/** A negative amount in brackets: `a - -5` would read badly. */
const signed = (text: string) => (text.startsWith('-') ? `(${text})` : text)

export function processFormulas(terms: readonly TermFigures[]): { cost: string; profit: string } {
  const of = (side: TermSide) => terms.filter((term) => term.side === side).map((term) => signed(termFormula(term)))
  const costs = [...of('input'), ...of('fixed')]
  return { cost: costs.join(' + '), profit: [of('output').join(' + '), ...costs].join(' - ') }
}
