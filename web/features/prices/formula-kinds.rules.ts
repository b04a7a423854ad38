// The ready-made kinds of series: what each asks for, and the formula that it becomes.

export const readyKinds = ['spread', 'ratio', 'average', 'yoy', 'mom'] as const
export type ReadyKind = (typeof readyKinds)[number]

/** What a kind is made of: codes, and how many periods. */
export type Parts = { first: string | null; second: string | null; count: number }

export const needsSecond = (kind: ReadyKind) => kind === 'spread' || kind === 'ratio'
export const needsCount = (kind: ReadyKind) => kind === 'average'

/** Null as long as something is missing. */
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

/** Growth is in percent, whatever its item is in; a ratio has no unit of theirs either. */
export const unitOf = (kind: ReadyKind): string | null =>
  kind === 'yoy' || kind === 'mom' ? '%' : kind === 'ratio' ? '倍' : null

/** A code put where the cursor stands, apart from what is around it. */
export function inserted(text: string, at: number, code: string): string {
  const [before, after] = [text.slice(0, at), text.slice(at)]
  const left = before === '' || /[\s(,（，]$/.test(before) ? '' : ' '
  const right = after === '' || /^[\s),）、，]/.test(after) ? '' : ' '
  return `${before}${left}${code}${right}${after}`
}
