// Stores lines of reports: they make slices, each of which is replaced whole.
import { sql } from 'drizzle-orm'
import type { SearchLevel, SearchSource } from '#contract/operations/search-labels.ts'
import {
  grainOf,
  OVERSPEND_GRAIN,
  type SearchCut,
  type SearchPart,
  sliceLabel,
} from '#contract/operations/search-slices.ts'
import { textKey } from '#contract/text.ts'
import type { Tx } from '#server/db/connection.ts'
import { semAccounts } from '#server/db/schema/operations.ts'
import {
  type Author,
  keyText,
  type Outcome,
  type Slice,
  storeSlices,
} from '#server/features/operations/slices/search-slices.queries.ts'
import { type Fact, sumsOf } from '#server/features/operations/slices/search-tallies.rules.ts'

/** A line of a report: a row of a slice, and which slice that is. */
export type ReportLine = Fact & {
  level: SearchLevel
  /** Of which part of the traffic the whole report is. */
  part: SearchPart
  day: string
  account: string
}

export const cutOf = ({ device, region, hour }: Pick<ReportLine, 'device' | 'region' | 'hour'>): SearchCut => {
  if (hour !== null) return 'hour'
  if (device !== '') return 'device'
  return region === '' ? 'none' : 'region'
}

/** @returns ids by the key of the name; accounts that nobody knew yet are made */
export async function accountsOf(tx: Tx, source: SearchSource, names: readonly string[]): Promise<Map<string, string>> {
  await tx.execute(sql`insert into ${semAccounts} (code, source, name)
    select case when exists (select from ${semAccounts} where text_key(code) = text_key(n)) then n || '-' || ${source}::text else n end,
        ${source}, n from unnest(${sql.param([...names])}::text[]) n on conflict do nothing`)
  const found = await tx
    .select({ id: semAccounts.id, name: semAccounts.name })
    .from(semAccounts)
    .where(
      sql`${semAccounts.source} = ${source} and text_key(${semAccounts.name}) = any(${sql.param(names.map(textKey))}::text[])`,
    )
  return new Map(found.map(({ id, name }) => [textKey(name), id]))
}

const partDevice = { all: '', pc: 'pc', mobile: 'mobile', overspend: '' } as const

export const factOf = ({ level: _, part, day: _1, account: _2, ...fact }: ReportLine): Fact => ({
  ...fact,
  device: partDevice[part] || fact.device,
})

/** What is given back for a day comes in several lines, such as one of each campaign: the account has their sum. */
export function givenBack(facts: readonly Fact[]): Fact[] {
  const { rows: _, ...sums } = sumsOf(facts)
  return facts.slice(0, 1).map((fact) => ({ ...fact, ...sums }))
}

export const grainOfLine = (line: ReportLine): number =>
  grainOf({ level: line.level, cut: cutOf(line), part: line.part })

/** The slices that lines make, each with its lines in the order of its facts; all lines of what is given back are one fact. */
export function slicesOf<Line extends ReportLine>(
  lines: readonly Line[],
  accounts: ReadonlyMap<string, string>,
): (Slice & { lines: readonly Line[] })[] {
  const grouped = Map.groupBy(lines, (line) => {
    const grain = grainOfLine(line)
    return `${accounts.get(textKey(line.account)) ?? ''}/${line.day}/${grain}`
  })
  return [...grouped].map(([key, some]) => {
    const [accountId = '', day = '', grain = ''] = key.split('/')
    const facts = some.map(factOf)
    return {
      accountId,
      day,
      grain: Number(grain),
      level: some[0]?.level ?? 'account',
      lines: some,
      facts: Number(grain) === OVERSPEND_GRAIN ? givenBack(facts) : facts,
    }
  })
}

/** For the audit log. @param accounts ids by the key of the name */
export function madeOf(outcomes: readonly Outcome[], accounts: ReadonlyMap<string, string>) {
  const names = new Map([...accounts].map(([name, id]) => [id, name]))
  return outcomes
    .filter(({ state }) => state !== 'same')
    .map(({ accountId, day, grain, after }) => ({
      id: keyText({ accountId, day, grain }),
      name: `${day} ${names.get(accountId) ?? ''} ${sliceLabel(grain)} ${after.rows} 行`,
    }))
}

/**
 * @param lines no two with the same day, level, names, device, region and hour, but for what is given back
 * @param step is called with how many are stored
 */
export async function storeReport(
  tx: Tx,
  source: SearchSource,
  lines: readonly ReportLine[],
  {
    author = { byId: null, kind: 'import', importId: null },
    step,
  }: { author?: Author; step?: (done: number) => void } = {},
): Promise<{ act: string; outcomes: Outcome[]; made: { id: string; name: string }[] }> {
  const accounts = await accountsOf(tx, source, [...new Set(lines.map(({ account }) => account))])
  const { act, outcomes } = await storeSlices(tx, slicesOf(lines, accounts), author, step)
  return { act, outcomes, made: madeOf(outcomes, accounts) }
}
