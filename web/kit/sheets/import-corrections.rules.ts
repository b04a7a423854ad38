// Corrections of an import's rows that have not been sent yet.

/** `fixes` by row and column; rows are identified by `at`, which is valid until the next check. */
export type Corrections = { fixes: ReadonlyMap<string, string>; drop: ReadonlySet<number> }

export const noCorrections: Corrections = { fixes: new Map(), drop: new Set() }

/** Maximum of each in one call. */
export const CORRECTIONS_MAX = 500

export const cellKey = (at: number, key: string): string => `${at} ${key}`

/** A cell with its original text is no correction. */
export function withCell(now: Corrections, at: number, key: string, value: string, original: string): Corrections {
  const fixes = new Map(now.fixes)
  if (value === original) fixes.delete(cellKey(at, key))
  else fixes.set(cellKey(at, key), value)
  return { ...now, fixes }
}

export function withDropToggled(now: Corrections, at: number): Corrections {
  const drop = new Set(now.drop)
  if (!drop.delete(at)) drop.add(at)
  return { ...now, drop }
}

export const countOf = ({ fixes, drop }: Corrections): number => fixes.size + drop.size

export const isTooMany = ({ fixes, drop }: Corrections): boolean =>
  fixes.size > CORRECTIONS_MAX || drop.size > CORRECTIONS_MAX

/** The input of the call. */
export function inputOf({ fixes, drop }: Corrections) {
  return {
    fixes: [...fixes].map(([cell, value]) => {
      const [at = '', key = ''] = cell.split(' ')
      return { row: Number(at), key, value }
    }),
    drop: [...drop],
  }
}
