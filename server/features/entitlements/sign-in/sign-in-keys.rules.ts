// When a signing key is made, used and deleted.

export type KeyAge = { kid: string; ageS: number }

const DAY_S = 86_400
/** A key signs for this long before the next is made. */
const LIFE_S = 90 * DAY_S
/** A new key is published this long before it signs, so that every process and client has it. */
const AHEAD_S = 3_600
/** A replaced key is published this long after its successor began to sign: far longer than a token lives. */
const AFTER_S = 7 * DAY_S

/** All keys, the signing one first: the newest that was published long enough, else the oldest. */
export function signingOrder(keys: readonly KeyAge[]): string[] {
  const newestFirst = keys.toSorted((one, other) => one.ageS - other.ageS)
  const signing = newestFirst.find(({ ageS }) => ageS >= AHEAD_S) ?? newestFirst.at(-1)
  return newestFirst.toSorted((one, other) => Number(other === signing) - Number(one === signing)).map(({ kid }) => kid)
}

/** What there is to do: whether to make a key, and which to delete. */
export function duties(keys: readonly KeyAge[]): { isDue: boolean; dropped: string[] } {
  const newestFirst = keys.toSorted((one, other) => one.ageS - other.ageS)
  const [newest] = newestFirst
  const signing = newestFirst.findIndex(({ ageS }) => ageS >= AHEAD_S + AFTER_S)
  return {
    isDue: newest === undefined || newest.ageS >= LIFE_S,
    dropped: signing === -1 ? [] : newestFirst.slice(signing + 1).map(({ kid }) => kid),
  }
}
