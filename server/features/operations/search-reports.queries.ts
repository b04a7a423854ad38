// Stores lines of reports: the same line of the same day replaces what was there.
import { sql } from 'drizzle-orm'
import {
  type SearchDevice,
  type SearchLevel,
  type SearchSource,
  searchLevelLabels,
  searchLevels,
} from '../../../contract/operations/search-labels.ts'
import type { Tx } from '../../db/connection.ts'
import { searchAccounts, searchDays, searchFigures, searchUnits, searchWords } from '../../db/schema/operations.ts'

/** A line of a report. Names below its level are empty; `device` and `region` are empty where they are not told apart. */
export type ReportLine = {
  level: SearchLevel
  day: string
  account: string
  campaign: string
  group: string
  keyword: string
  word: string
  device: SearchDevice | ''
  region: string
  shows: number
  clicks: number
  /** Yuan, exact. */
  cost: string
  position: string | null
  reported: number
}

/** `searchDays.grain` of a line. */
const grainOf = ({ level, device, region }: Pick<ReportLine, 'level' | 'device' | 'region'>): number =>
  searchLevels.indexOf(level) * 4 + (device === '' ? 0 : 2) + (region === '' ? 0 : 1)

/** Grains below this serve for totals. */
export const WORD_GRAIN = searchLevels.indexOf('word') * 4

/** @returns their ids by name */
async function accountsOf(tx: Tx, source: SearchSource, names: readonly string[]): Promise<Map<string, string>> {
  await tx
    .insert(searchAccounts)
    .values(names.map((name) => ({ source, name })))
    .onConflictDoNothing()
  const found = await tx
    .select()
    .from(searchAccounts)
    .where(sql`${searchAccounts.source} = ${source} and ${searchAccounts.name} = any(${sql.param([...names])}::text[])`)
  return new Map(found.map(({ id, name }) => [name, id]))
}

/** Lines that are stored at once. */
const BATCH = 2_000

/**
 * @param lines no two with the same day, level, names, device and region
 * @param step is told how many are stored
 */
export async function storeReport(
  tx: Tx,
  source: SearchSource,
  lines: readonly ReportLine[],
  step: (done: number) => void = () => undefined,
): Promise<{ replaced: number; made: { id: string; name: string }[] }> {
  const accounts = await accountsOf(tx, source, [...new Set(lines.map(({ account }) => account))])
  const parts = new Map<string, { line: ReportLine; accountId: string; grain: number; rows: number }>()
  let replaced = 0
  for (let from = 0; from < lines.length; from += BATCH) {
    const some = lines.slice(from, from + BATCH).map((line) => {
      const accountId = accounts.get(line.account) ?? ''
      const grain = grainOf(line)
      const key = `${accountId}/${line.day}/${grain}`
      const part = parts.get(key) ?? { line, accountId, grain, rows: 0 }
      parts.set(key, { ...part, rows: part.rows + 1 })
      return { ...line, grain, account_id: accountId, ad_group: line.group }
    })
    replaced += await storeLines(tx, JSON.stringify(some))
    step(from + some.length)
  }
  await tx
    .insert(searchDays)
    .values([...parts.values()].map(({ accountId, grain, line: { day } }) => ({ accountId, day, grain })))
    .onConflictDoUpdate({
      target: [searchDays.accountId, searchDays.day, searchDays.grain],
      set: { importedAt: sql`now()` },
    })
  const made = [...parts].map(([id, { line, rows }]) => ({
    id,
    name: `${line.day} ${line.account} ${searchLevelLabels[line.level]} ${rows} 行`,
  }))
  return { replaced, made }
}

/** @returns how many replaced others */
async function storeLines(tx: Tx, lines: string): Promise<number> {
  const given = sql`json_to_recordset(${lines}::json) as g(account_id bigint, grain smallint, level text, day date,
    campaign text, ad_group text, keyword text, word text, device text, region text,
    shows integer, clicks integer, cost numeric, position numeric, reported integer)`
  const ofWord = sql`${searchWords} w on w.account_id = g.account_id and w.campaign = g.campaign and w.word = g.word
    and g.level = 'word'`
  await tx.execute(sql`insert into ${searchWords} (account_id, campaign, word)
    select distinct g.account_id, g.campaign, g.word from ${given} where g.level = 'word' on conflict do nothing`)
  await tx.execute(sql`insert into ${searchUnits} (account_id, level, campaign, ad_group, keyword, word_id)
    select distinct g.account_id, g.level, g.campaign, g.ad_group, g.keyword, w.id from ${given} left join ${ofWord}
    on conflict do nothing`)
  const { rows } = await tx.execute<{ replaced: number }>(sql`with stored as (
      insert into ${searchFigures} as f
          (account_id, day, grain, unit_id, device, region, shows, clicks, cost, position, reported)
        select g.account_id, g.day, g.grain, u.id, g.device, g.region, g.shows, g.clicks, g.cost, g.position, g.reported
          from ${given} left join ${ofWord}
          join ${searchUnits} u on u.account_id = g.account_id and u.level = g.level and u.campaign = g.campaign
            and u.ad_group = g.ad_group and u.keyword = g.keyword and coalesce(u.word_id, 0) = coalesce(w.id, 0)
      on conflict (account_id, day, grain, unit_id, device, region) do update set shows = excluded.shows,
        clicks = excluded.clicks, cost = excluded.cost, position = excluded.position, reported = excluded.reported
      -- a row that is new has no transaction that ended an earlier state of it
      returning (f.xmax <> 0) as is_old)
    select count(*) filter (where is_old)::int as replaced from stored`)
  return rows[0]?.replaced ?? 0
}
