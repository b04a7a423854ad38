// Who gets a seat, without the database.
import { type SignUpState, seatedStates } from '#contract/meetings/sign-up-labels.ts'

const HOUR_MS = 3_600_000
/** An offer holds its seats so long, spec: meetings-visits-sharing.md "Seats". */
const OFFER_MS = 24 * HOUR_MS
/** Before the start nobody is offered a seat any more. */
const OFFERS_END_MS = 2 * HOUR_MS
/** Where the agenda says nothing. */
const USUAL_START = '09:00'

/** Heads of a sign-up, each on a seat of its own. */
export const peopleOf = ({ companions }: { companions: number }): number => companions + 1

export const holdsSeat = ({ state }: { state: SignUpState }): boolean => seatedStates.includes(state)

const startOf = ({ startsOn, firstTime }: { startsOn: string; firstTime: string | null }): number =>
  Date.parse(`${startsOn}T${firstTime ?? USUAL_START}:00+08:00`)

/** When an offer made at `now` ends; null: too late for one. */
export function offerEnd(meeting: { startsOn: string; firstTime: string | null }, now: number): number | null {
  const end = Math.min(now + OFFER_MS, startOf(meeting) - OFFERS_END_MS)
  return end > now ? end : null
}

/**
 * Who of those waiting, in their order, gets a seat. A group moves whole; whoever is smaller passes one that does not fit
 * where the meeting lets them, and the group keeps its place.
 */
export function promotable<T extends { companions: number }>(
  waiting: readonly T[],
  free: number,
  smallerMayPass: boolean,
): T[] {
  let left = free
  let isHeld = false
  return waiting.filter((each) => {
    const fits = peopleOf(each) <= left && !(isHeld && !smallerMayPass)
    if (fits) left -= peopleOf(each)
    else isHeld = true
    return fits
  })
}

/**
 * Which stored head each companion is: who stays keeps the code, which may be on a badge. A name that is new corrects one that
 * is gone, in their order, or is a new head.
 */
export function headsFor<H extends { name: string }>(stored: readonly H[], names: readonly string[]) {
  const left = [...stored]
  const takeOut = (at: number): H | undefined => (at < 0 ? undefined : left.splice(at, 1)[0])
  const stay = names.map((name) => ({ name, head: takeOut(left.findIndex((head) => head.name === name)) }))
  const heads = stay.map(({ name, head }) => ({ name, head: head ?? left.shift() }))
  return { heads, gone: left }
}
