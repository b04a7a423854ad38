// Which slices a question is answered from.
//
// Slices of one day overlap: a sheet of keywords and one of campaigns hold the same clicks. The coarsest slice that holds what
// is asked for counts, uncut before cut; PC and mobile parts count together, once both are there. A finer question is answered
// in stages: what a finer slice lacks of the coarser one stays with the coarser one, so that every breakdown ends in its total.
import { searchLevels } from '#contract/operations/search-labels.ts'
import { sliceOf, WORD_GRAIN } from '#contract/operations/search-slices.ts'

export type SliceAt = { accountId: string; day: string; grain: number }

/** What a slice must hold. `only`: it has to be of that level. */
export type Need = { level: number; cuts: ReadonlySet<'device' | 'region' | 'hour'>; only?: number | undefined }

/** The grain that both parts of a pair go by, and a whole slice's own. */
export const pickOf = (grain: number): number => (grain % 4 === 2 ? grain - 1 : grain)
const isPair = (pick: number) => pick % 4 === 1

export function holds(pick: number, { level, cuts, only }: Need): boolean {
  const own = Math.floor(pick / 16)
  if (only === undefined ? own < level || pick >= WORD_GRAIN : own !== only || own < level) return false
  const { cut } = sliceOf(pick)
  return [...cuts].every((each) => each === cut || (each === 'device' && isPair(pick)))
}

/** `account/day` → what is there, from coarse to fine. */
export type Present = ReadonlyMap<string, readonly number[]>

const keyOf = ({ accountId, day }: { accountId: string; day: string }) => `${accountId}/${day}`

export function presentOf(slices: readonly SliceAt[]): Present {
  const present = new Map<string, number[]>()
  for (const [key, some] of Map.groupBy(slices, keyOf)) {
    const grains = new Set(some.map(({ grain }) => grain))
    const picks = [...grains].filter((grain) => grain % 4 === 0 || (grain % 4 === 1 && grains.has(grain + 1)))
    if (picks.length > 0)
      present.set(
        key,
        picks.toSorted((one, other) => one - other),
      )
  }
  return present
}

/** `account/day` → the pick that counts. */
export type Choice = ReadonlyMap<string, number>

export function choose(present: Present, need: Need): Choice {
  const chosen = new Map<string, number>()
  for (const [key, picks] of present) {
    const pick = picks.find((each) => holds(each, need))
    if (pick !== undefined) chosen.set(key, pick)
  }
  return chosen
}

/** Days of an account on which two choices differ: as the first has it, and as the second has it, if at all. */
export function difference(one: Choice, other: Choice): { plus: Choice; minus: Choice } {
  const plus = new Map([...one].filter(([key, pick]) => other.get(key) !== pick))
  const minus = new Map([...other].filter(([key]) => plus.has(key)))
  return { plus, minus }
}

/** Facts of an account's slices: of whole calendar months, or of days from one to another. */
export type Range = { accountId: string; grain: number; from: string; to: string }
export type Ranges = { months: Range[]; days: Range[] }

const lastDayOf = (month: string) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}`
}

/**
 * The chosen slices in as few ranges as possible: a range holds no slice that is not chosen, but may hold days without one.
 * @param period where all slices are known; only months within it are taken as a whole
 */
export function rangesOf(
  slices: readonly SliceAt[],
  choice: Choice,
  { from, to }: { from: string; to: string },
  withMonths: boolean,
): Ranges {
  const months: Range[] = []
  const days: Range[] = []
  for (const [, some] of Map.groupBy(slices, ({ accountId, grain }) => `${accountId}/${grain}`)) {
    const [first] = some
    if (!first) continue
    const { accountId, grain } = first
    const isChosen = (day: string) => choice.get(keyOf({ accountId, day })) === pickOf(grain)
    const sorted = some.map(({ day }) => day).toSorted()
    const whole = new Set<string>()
    if (withMonths) {
      for (const [month, ofMonth] of Map.groupBy(sorted, (day) => day.slice(0, 7))) {
        if (`${month}-01` >= from && lastDayOf(month) <= to && ofMonth.every(isChosen)) whole.add(month)
      }
      for (const month of whole) months.push({ accountId, grain, from: `${month}-01`, to: `${month}-01` })
    }
    let open: Range | null = null
    for (const day of sorted) {
      if (!isChosen(day) || whole.has(day.slice(0, 7))) {
        open = null
      } else if (open) {
        open.to = day
      } else {
        open = { accountId, grain, from: day, to: day }
        days.push(open)
      }
    }
  }
  return { months, days }
}

export const levelIndex = (level: (typeof searchLevels)[number]) => searchLevels.indexOf(level)
