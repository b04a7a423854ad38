// Ready-made kinds of series: the parts that each needs, and the formula built from them.

export const readyKinds = ['spread', 'ratio', 'average', 'yoy', 'mom'] as const
export type ReadyKind = (typeof readyKinds)[number]

/** Codes of items or series, and a number of periods. */
export type Parts = { first: string | null; second: string | null; count: number }

export const needsSecond = (kind: ReadyKind) => kind === 'spread' || kind === 'ratio'
export const needsCount = (kind: ReadyKind) => kind === 'average'

/** Null while a part is missing. */
export function formulaOf(kind: ReadyKind, { first, second, count }: Parts): string | null {
  if (!first || (needsSecond(kind) && !second)) return null
  switch (kind) {
    case 'spread':
      return `${first} - ${second}`
    case 'ratio':
      return `${first} / ${second}`
    case 'average':
      return `ma(${first}, ${count})`
    case 'yoy':
    case 'mom':
      return `${kind}(${first})`
  }
}

/** Unit of the result; null: the unit of the input. */
export const unitOf = (kind: ReadyKind): string | null =>
  kind === 'yoy' || kind === 'mom' ? '%' : kind === 'ratio' ? '倍' : null

/** Inserts a code at `at`, separated from its neighbours by spaces. */
export function inserted(text: string, at: number, code: string): string {
  const [before, after] = [text.slice(0, at), text.slice(at)]
  const left = before === '' || /[\s(,（，]$/.test(before) ? '' : ' '
  const right = after === '' || /^[\s),）、，]/.test(after) ? '' : ' '
  return `${before}${left}${code}${right}${after}`
}
