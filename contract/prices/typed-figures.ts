// A figure as people type or paste it: full-width digits, thousands, ranges, and words relative to the last price.
import { compareDecimals, Exact, roundTo } from './decimals.ts'

export type FigureRules = { decimals: number; allowsNegative: boolean }

/** `move` is relative to the last published price: by an amount, or by a percentage. */
export type Figure =
  | { kind: 'empty' | 'leftOut' }
  | { kind: 'same' }
  | { kind: 'figure'; value: string }
  | { kind: 'range'; low: string; high: string }
  | { kind: 'move'; by: string; isPercent: boolean }
  | { kind: 'refused'; why: string }

/** As `numeric(18, 6)` holds. */
const MAX_DIGITS = 12
const MAX_LENGTH = 64
const PLAIN = String.raw`(?:\d[\d,]*(?:\.\d*)?|\.\d+)`
const figure = new RegExp(`^-?${PLAIN}$`)
const range = new RegExp(`^(-?${PLAIN})\\s*[-~]\\s*(-?${PLAIN})$`)
const move = new RegExp(`^(=?)([+-])(${PLAIN})(%?)$`)
const thousands = /^-?\d{1,3}(?:,\d{3})+(?:\.|$)/

/** Superscripts, circled digits and fractions would become digits of the figure. */
const isOddDigit = /\p{No}/u

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/。/g, '.')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[〜\u223c至到]/g, '~')
    .replace(/\s*([-~=+%])\s*/g, '$1')
    .trim()

const refused = (why: string): Figure => ({ kind: 'refused', why })

/** A problem of a plain figure, whatever its sign. */
function problemOf(text: string, decimals: number): string | null {
  if (text.includes(',') && !thousands.test(text)) return '千分位的位置不对'
  const [whole = '', fraction = ''] = text.replace(/[-,]/g, '').split('.')
  if (whole.replace(/^0+/, '').length > MAX_DIGITS) return `整数部分最多 ${MAX_DIGITS} 位`
  const digits = fraction.replace(/0+$/, '').length
  if (digits <= decimals) return null
  return decimals === 0 ? '此报价项不带小数' : `最多 ${decimals} 位小数`
}

const valueIn = (text: string, decimals: number) => roundTo(text.replaceAll(',', ''), decimals)

function readFigure(text: string, { decimals, allowsNegative }: FigureRules): Figure {
  const why = problemOf(text, decimals)
  if (why) return refused(why)
  const value = valueIn(text, decimals)
  if (value.startsWith('-') && !allowsNegative) return refused(`不允许负数；要按上期推算请写 =${text}`)
  return { kind: 'figure', value }
}

function readRange(from: string, to: string, rules: FigureRules): Figure {
  const [low, high] = [readFigure(from, rules), readFigure(to, rules)]
  if (low.kind !== 'figure') return low
  if (high.kind !== 'figure') return high
  if (compareDecimals(low.value, high.value) > 0) return refused('低价高于高价')
  return { kind: 'range', low: low.value, high: high.value }
}

function readMove(sign: string, amount: string, isPercent: boolean, decimals: number): Figure {
  const why = problemOf(amount, isPercent ? 4 : decimals)
  if (why) return refused(isPercent ? '百分比最多 4 位小数' : why)
  return { kind: 'move', by: new Exact(sign + amount.replaceAll(',', '')).toFixed(), isPercent }
}

/**
 * Parses a cell. A minus sign is relative to the last price only where it cannot be a negative price: typed by hand,
 * for an item that has none, or in percent. `=-10` is always relative.
 */
export function readText(text: string, rules: FigureRules, isPasted = false): Figure {
  const typed = plain(text)
  if (typed === '') return { kind: 'empty' }
  if (typed.length > MAX_LENGTH) return refused('内容过长')
  if (/^-+$/.test(typed)) return { kind: 'leftOut' }
  if (['=', '平', '持平'].includes(typed)) return { kind: 'same' }
  if (isOddDigit.test(text)) return refused('含有上标、带圈数字等，不是价格')
  const [, equals, sign = '', amount = '', percent] = move.exec(typed) ?? []
  const isFigure = sign === '-' && !equals && !percent && (rules.allowsNegative || isPasted)
  if (amount && !isFigure) return readMove(sign, amount, percent === '%', rules.decimals)
  if (figure.test(typed)) return readFigure(typed, rules)
  const [, from, to] = range.exec(typed) ?? []
  if (from && to) return readRange(from, to, rules)
  if (/\p{L}/u.test(typed)) return refused('含有文字，不是价格')
  return refused('不是价格')
}
