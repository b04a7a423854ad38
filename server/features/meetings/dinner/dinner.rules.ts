// Seating by rule: who wants to sit beside each other and who signed up together sit in a row, companies share tables, those who
// want to be apart do not; tables kept for a quota are for its guests alone.
import type { FillMode } from '#contract/meetings/dinner-labels.ts'

export type SeatedTable = { id: string; seats: number; quotaId: string | null }
export type Diner = {
  key: string
  company: string
  signUpId: string | null
  quotaId: string | null
  tableId: string | null
  seat: number | null
  beside: readonly string[]
  apart: readonly string[]
}
export type Seating = { key: string; tableId: string; seat: number }

/** Guests in rows that stay together: along `beside` first, then with their sign-up; never with whom they avoid. */
function partiesOf(diners: readonly Diner[]): Diner[][] {
  const parties = new Map(diners.map((diner) => [diner.key, [diner]]))
  const join = (one: string, other: string) => {
    const [first, second] = [parties.get(one), parties.get(other)]
    if (!first || !second || first === second) return
    if (first.some(({ key, apart }) => second.some((each) => apart.includes(each.key) || each.apart.includes(key))))
      return
    // end to end, so that both sit beside each other
    if (first.at(-1)?.key !== one && first[0]?.key === one) first.reverse()
    if (second[0]?.key !== other && second.at(-1)?.key === other) second.reverse()
    first.push(...second)
    for (const { key } of second) parties.set(key, first)
  }
  for (const { key, beside } of diners) for (const other of beside) join(key, other)
  const firstOf = new Map<string, string>()
  for (const { key, signUpId } of diners) {
    if (signUpId === null) continue
    const first = firstOf.get(signUpId)
    if (first === undefined) firstOf.set(signUpId, key)
    else join(parties.get(first)?.at(-1)?.key ?? first, key)
  }
  return [...new Set(parties.values())]
}

/** Free seats in a row where there are as many, the first free ones otherwise. */
function seatsFor(free: readonly number[], count: number, wanted: number | undefined): number[] {
  if (wanted !== undefined && count === 1) return [wanted]
  for (let at = 0; at + count <= free.length; at += 1) {
    const row = free.slice(at, at + count)
    if ((row.at(-1) ?? 0) - (row[0] ?? 0) === count - 1) return row
  }
  return free.slice(0, count)
}

/**
 * @returns a place for each guest who gets one; those who keep theirs are left out
 */
export function seatByRule(tables: readonly SeatedTable[], diners: readonly Diner[], mode: FillMode): Seating[] {
  const byKey = new Map(diners.map((diner) => [diner.key, diner]))
  const at = new Map(tables.map(({ id }) => [id, [] as Diner[]]))
  const taken = new Map(tables.map(({ id }) => [id, new Map<number, string>()]))
  const placed = new Map<string, string>()
  const put = (diner: Diner, tableId: string, seat: number) => {
    at.get(tableId)?.push(diner)
    taken.get(tableId)?.set(seat, diner.key)
    placed.set(diner.key, tableId)
  }
  if (mode === 'rest')
    for (const diner of diners) if (diner.tableId !== null) put(diner, diner.tableId, diner.seat ?? 0)

  const kept = new Set(tables.map(({ quotaId }) => quotaId))
  /** Where a guest may sit: the tables of their quota before those for everybody. */
  const isFor = ({ quotaId }: SeatedTable, diner: Diner) => quotaId === null || quotaId === diner.quotaId
  const isApart = (one: Diner, other: Diner) => one.apart.includes(other.key) || other.apart.includes(one.key)
  const freeAt = ({ id, seats }: SeatedTable) =>
    Array.from({ length: seats }, (_, index) => index + 1).filter((seat) => !taken.get(id)?.has(seat))
  const mayHold = (table: SeatedTable, party: readonly Diner[]) =>
    freeAt(table).length >= party.length &&
    party.every((diner) => isFor(table, diner) && at.get(table.id)?.every((other) => !isApart(diner, other)))
  const friendsAt = ({ id }: SeatedTable, party: readonly Diner[]) =>
    (at.get(id) ?? []).filter((other) =>
      party.some(
        ({ beside, signUpId }) => beside.includes(other.key) || (signUpId !== null && signUpId === other.signUpId),
      ),
    ).length
  const colleaguesAt = ({ id }: SeatedTable, party: readonly Diner[]) =>
    (at.get(id) ?? []).filter(({ company }) => company !== '' && party.some((one) => one.company === company)).length

  const parties = partiesOf(diners.filter(({ key }) => !placed.has(key)))
  const colleagues = new Map<string, number>()
  for (const party of parties)
    for (const { company } of party) colleagues.set(company, (colleagues.get(company) ?? 0) + 1)
  const ofCompany = (party: readonly Diner[]) => (party[0]?.company ? (colleagues.get(party[0].company) ?? 0) : 0)
  const hasKept = (party: readonly Diner[]) => party.some(({ quotaId }) => quotaId !== null && kept.has(quotaId))
  const seatedCompanies = new Set(diners.filter(({ key }) => placed.has(key)).map(({ company }) => company))
  const joins = ([first]: readonly Diner[]) =>
    first !== undefined && first.company !== '' && seatedCompanies.has(first.company)
  const inTurn = parties.toSorted(
    (one, other) =>
      Number(hasKept(other)) - Number(hasKept(one)) ||
      // before others take the seats beside their colleagues
      Number(joins(other)) - Number(joins(one)) ||
      ofCompany(other) - ofCompany(one) ||
      (one[0]?.company ?? '').localeCompare(other[0]?.company ?? '') ||
      other.length - one.length,
  )
  /** Among tables that can hold them all: their quota's, then with friends, with colleagues, with room for the colleagues to come. */
  const choose = (party: readonly Diner[]): SeatedTable | undefined => {
    const needed = ofCompany(party)
    const worth = (table: SeatedTable) => [
      Number(table.quotaId !== null),
      friendsAt(table, party),
      colleaguesAt(table, party),
      Number(freeAt(table).length >= needed),
      // the fullest that has room: fewer tables are opened
      -freeAt(table).length,
    ]
    const better = (one: readonly number[], other: readonly number[]) => {
      const differs = one.findIndex((value, index) => value !== other[index])
      return differs >= 0 && (one[differs] ?? 0) > (other[differs] ?? 0)
    }
    let best: { table: SeatedTable; worth: number[] } | undefined
    for (const table of tables) {
      if (!mayHold(table, party)) continue
      const own = worth(table)
      if (!best || better(own, best.worth)) best = { table, worth: own }
    }
    return best?.table
  }
  const found: Seating[] = []
  const seat = (party: readonly Diner[]): boolean => {
    const table = choose(party)
    if (!table) return false
    const free = freeAt(table)
    const [only] = party
    // a single guest takes the seat beside whom they want
    const nextTo = only?.beside.flatMap((key) => {
      const other = [...(taken.get(table.id) ?? [])].find(([, who]) => who === key)?.[0]
      return other === undefined ? [] : [other - 1, other + 1].filter((each) => free.includes(each))
    })
    const seats = seatsFor(free, party.length, nextTo?.[0])
    for (const [index, diner] of party.entries()) {
      const number = seats[index] ?? 0
      put(diner, table.id, number)
      found.push({ key: diner.key, tableId: table.id, seat: number })
    }
    return true
  }
  for (const party of inTurn) if (!seat(party)) for (const diner of party) seat([diner])
  return found.filter(({ key, tableId, seat: number }) => {
    const before = byKey.get(key)
    return before?.tableId !== tableId || before.seat !== number
  })
}
