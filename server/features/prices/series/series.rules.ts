// Kinds of formulas, and problems beyond their syntax.
import type { FormulaProblem } from '#contract/prices/formula-syntax.ts'
import { type Formula, parseFormula, type Tree } from '#contract/prices/formulas.ts'
import type { SeriesKind } from '#contract/prices/series-labels.ts'
import { orderSeries } from '#contract/prices/series-order.ts'

/** The kind shown for a formula, from its syntax tree. */
export function kindOf(tree: Tree): SeriesKind {
  if (tree.kind === 'arithmetic' && tree.left.kind === 'name' && tree.right.kind === 'name') {
    if (tree.operator === '-') return 'spread'
    if (tree.operator === '/') return 'ratio'
  }
  if (tree.kind === 'window' && tree.name === 'ma') return 'average'
  if (tree.kind === 'growth') return tree.months === 12 ? 'yoy' : 'mom'
  return 'formula'
}

/** Position of a code in a text; the whole text where the code is written otherwise, as in full-width letters. */
function placeOfCode(text: string, code: string): { at: number; length: number } {
  const found = new RegExp(`(?<!\\w)${code}(?!\\w)`, 'i').exec(text)
  return found ? { at: found.index, length: code.length } : { at: 0, length: text.length }
}

/**
 * @param own the code of the formula's series; empty for a new one
 * @param needs the series that the formulas of each series name, by code
 */
export function readFormula(
  text: string,
  {
    isKnown,
    own,
    needs,
  }: { isKnown: (code: string) => boolean; own: string; needs: ReadonlyMap<string, readonly string[]> },
): { formula: Formula } | { problem: FormulaProblem } {
  const read = parseFormula(text, isKnown)
  if ('problem' in read) return read
  const { names } = read.formula
  const others = [...needs].filter(([code]) => code !== own)
  for (const name of names) {
    const found = name === own ? { circle: [own, own] } : orderSeries(new Map([[own, [name]], ...others]))
    if ('circle' in found && found.circle.includes(own)) {
      return { problem: { message: `公式形成循环：${found.circle.join(' → ')}`, ...placeOfCode(text, name) } }
    }
  }
  return read
}

/** A problem as the message of a form's field. */
export const problemText = ({ message, at, length }: FormulaProblem): string =>
  length > 0 ? `第 ${at + 1} 个字符：${message}` : message
