// Checks of a process's terms.
import { compareDecimals } from '#contract/prices/decimals.ts'
import type { Term } from '#contract/prices/processes.ts'
import { termSideLabels } from '#contract/prices/series-labels.ts'

const FIGURE = /^-?(0|[1-9]\d{0,11})(\.\d{1,6})?$/
const isPositive = (figure: string | null) => figure !== null && FIGURE.test(figure) && compareDecimals(figure, '0') > 0

type Problem = { key: 'code' | 'coefficient' | 'conversion' | 'amount'; message: string }

export function verdictOnTerm(
  { side, code, coefficient, conversion, amount }: Term,
  isKnown: (code: string) => boolean,
): Problem | null {
  if (side === 'fixed') {
    return amount !== null && FIGURE.test(amount) ? null : { key: 'amount', message: '请填写金额，最多 6 位小数' }
  }
  if (!code) return { key: 'code', message: '请选择报价项或系列' }
  if (!isKnown(code)) return { key: 'code', message: `没有编号为 ${code} 的报价项或系列` }
  if (!isPositive(coefficient)) return { key: 'coefficient', message: '系数应为大于 0 的数字' }
  return isPositive(conversion) ? null : { key: 'conversion', message: '折算系数应为大于 0 的数字' }
}

/** The first invalid term, with its number on its side. */
export function verdictOnTerms(terms: readonly Term[], isKnown: (code: string) => boolean): string | null {
  const places = { input: 0, output: 0, fixed: 0 }
  for (const term of terms) {
    places[term.side] += 1
    const problem = verdictOnTerm(term, isKnown)
    if (problem) return `${termSideLabels[term.side]}第 ${places[term.side]} 项：${problem.message}`
  }
  return places.input > 0 && places.output > 0 ? null : '至少需要一项投入和一项产出'
}

/** Keeps only the fields of its side: an input has no amount. */
export function cleanTerm({ side, code, name, coefficient, conversion, amount }: Term): Term {
  const isFixed = side === 'fixed'
  return {
    side,
    name: name.trim(),
    code: isFixed ? null : (code?.trim().toUpperCase() ?? null),
    coefficient: isFixed ? null : coefficient,
    conversion: isFixed ? null : (conversion ?? '1'),
    amount: isFixed ? amount : null,
  }
}
