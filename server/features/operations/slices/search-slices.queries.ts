// Slices as they are stored: each is replaced whole, what it held before is kept for a while, sums of months follow.

import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { SearchLevel } from '#contract/operations/search-labels.ts'
import { sliceLabel, WORD_GRAIN } from '#contract/operations/search-slices.ts'
import { textKey } from '#contract/text.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import {
  type SliceSums,
  searchWords,
  semAccounts,
  semFacts,
  semMonths,
  semNodes,
  semReplaced,
  semReplacements,
  semSlices,
} from '#server/db/schema/operations.ts'
import { applyMerges } from '#server/features/operations/search-merges.queries.ts'
import { type Fact, type Tally, tallyOf } from './search-tallies.rules.ts'

/** Days for which a replacement may be taken back. */
export const UNDO_DAYS = 90

export type SliceKey = { accountId: string; day: string; grain: number }
export type Slice = SliceKey & { level: SearchLevel; facts: readonly Fact[] }
/** A slice without its rows. */
export type Tallied = SliceKey & Tally
/** `stored`: the hash of what is there. */
export type Outcome = SliceKey & {
  state: 'new' | 'same' | 'replaced'
  before: SliceSums | null
  after: SliceSums
  stored: string
}
export type Author = { byId: string | null; kind: 'import' | 'feed'; importId: string | null }

export const keyText = ({ accountId, day, grain }: SliceKey) => `${accountId}/${day}/${grain}`
export const keyList = (keys: readonly SliceKey[]): SQL => {
  const column = (of: keyof SliceKey) => sql.param(keys.map((key) => String(key[of])))
  return sql`unnest(${column('accountId')}::bigint[], ${column('day')}::date[], ${column('grain')}::smallint[])
    as k(account_id, day, grain)`
}
export const isOfKey = (table: string) => {
  const of = sql.raw(table)
  return sql`${of}.account_id = k.account_id and ${of}.day = k.day and ${of}.grain = k.grain`
}

type Stored = SliceKey & SliceSums & { hash: string }

export async function storedSlices(db: Executor, keys: readonly SliceKey[]): Promise<Map<string, Stored>> {
  const { rows } = await db.execute<Stored>(sql`
    select s.account_id::text as "accountId", s.day::text as day, s.grain, s.rows, s.shows::float8 as shows,
        s.clicks::float8 as clicks, s.cost::text as cost, s.reported::float8 as reported, s.hash
      from ${keyList(keys)} join ${semSlices} s on ${isOfKey('s')}`)
  return new Map(rows.map((row) => [keyText(row), row]))
}

const sumsIn = ({ rows, shows, clicks, cost, reported }: SliceSums): SliceSums => ({
  rows,
  shows,
  clicks,
  cost,
  reported,
})

export const tallied = ({ accountId, day, grain, facts }: Slice): Tallied => ({
  accountId,
  day,
  grain,
  ...tallyOf(facts),
})

/** What storing would do, without doing it. */
export async function compareSlices(db: Executor, slices: readonly Tallied[]): Promise<Outcome[]> {
  const stored = await storedSlices(db, slices)
  return slices.map((slice) => {
    const { accountId, day, grain, sums, hash } = slice
    const before = stored.get(keyText(slice))
    const state = !before ? 'new' : before.hash === hash ? 'same' : 'replaced'
    return {
      accountId,
      day,
      grain,
      state,
      before: before ? sumsIn(before) : null,
      after: sums,
      stored: before?.hash ?? '',
    }
  })
}

/** Those who write slices of an account wait for each other. */
export async function lockAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`select 1 from ${semAccounts} where id = any(${idArray(new Set(ids))}) order by id for update`)
}

/** Facts that are written by one statement. */
const BATCH = 5_000

/** Facts whose slices one statement reads or sums: a statement has its time. */
const FACTS_AT_ONCE = 50_000

/** In groups of so many facts, those of a month of an account together. */
function inGroups(slices: readonly Tallied[]): Tallied[][] {
  const monthOf = ({ accountId, day, grain }: Tallied) => `${accountId}/${grain}/${day.slice(0, 7)}`
  const groups: Tallied[][] = []
  let facts = FACTS_AT_ONCE
  for (const some of Map.groupBy(slices, monthOf).values()) {
    const own = some.reduce((sum, { sums }) => sum + sums.rows, 0)
    if (facts + own > FACTS_AT_ONCE) {
      groups.push([])
      facts = 0
    }
    groups.at(-1)?.push(...some)
    facts += own
  }
  return groups
}

/**
 * Replaces each slice whole by what `write` writes; one that holds the same already stays as it is.
 * @param slices no two with one key
 * @param write is called with those that have changed, and writes their facts (`writeFacts`)
 */
export async function replaceSlices(
  tx: Tx,
  slices: readonly Tallied[],
  author: Author,
  write: (changed: ReadonlySet<string>) => Promise<void>,
): Promise<{ act: string; outcomes: Outcome[] }> {
  await lockAccounts(
    tx,
    slices.map(({ accountId }) => accountId),
  )
  const outcomes = await compareSlices(tx, slices)
  const changed = slices.filter((_, at) => outcomes[at]?.state !== 'same')
  const act = randomUUID()
  if (changed.length === 0) {
    await settleSlices(tx, slices)
    return { act, outcomes }
  }
  const byKey = new Map(outcomes.map((outcome) => [keyText(outcome), outcome]))
  const groups = inGroups(changed)
  for (const some of groups) {
    const kept = some.flatMap((slice) => {
      const outcome = byKey.get(keyText(slice))
      return outcome ? [{ ...outcome, hash: slice.hash }] : []
    })
    await keepReplaced(tx, kept, { ...author, act })
    await deleteFacts(tx, some)
  }
  await write(new Set(changed.map(keyText)))
  await applyMerges(
    tx,
    changed.map(({ accountId }) => accountId),
  )
  for (const some of groups) {
    await writeSlices(tx, some, author.importId)
    await sumMonths(tx, some)
    await proveMarks(tx, some)
  }
  await settleSlices(tx, slices)
  return { act, outcomes }
}

/** @param step is called with how many facts are stored */
export const storeSlices = (
  tx: Tx,
  slices: readonly Slice[],
  author: Author,
  step: (done: number) => void = () => undefined,
): Promise<{ act: string; outcomes: Outcome[] }> =>
  replaceSlices(tx, slices.map(tallied), author, (changed) =>
    writeFacts(
      tx,
      slices.filter((slice) => changed.has(keyText(slice))),
      step,
    ),
  )

type Kept = SliceKey & { before: SliceSums | null; after: SliceSums | null; hash: string }
type Why = { byId: string | null; kind: 'import' | 'feed' | 'remove' | 'undo'; importId: string | null; act: string }

/** What nodes and figures were, as an undo writes them back. */
const storedFact = sql`json_build_array(f.node_id, f.device, f.region, f.hour, f.shows, f.clicks, f.cost, f.position, f.reported)`

/** One row of the history for each slice, with the facts that it held. */
export async function keepReplaced(tx: Tx, slices: readonly Kept[], { byId, kind, importId, act }: Why): Promise<void> {
  await tx.execute(sql`insert into ${semReplacements} (by_id, account_id, day, grain, act, kind, import_id, before, after, hash)
    select ${byId}::bigint, k."accountId", k.day, k.grain, ${act}, ${kind}, ${importId}::bigint, k.before, k.after, k.hash
      from json_to_recordset(${JSON.stringify(slices)}::json) as k("accountId" bigint, day date, grain smallint, before jsonb,
        after jsonb, hash text)`)
  await tx.execute(sql`insert into ${semReplaced} (replacement_id, facts)
    select r.id, (select json_agg(${storedFact}) from ${semFacts} f
        where f.account_id = r.account_id and f.day = r.day and f.grain = r.grain)
      from ${semReplacements} r where r.act = ${act} and r.before is not null
        and not exists (select from ${semReplaced} d where d.replacement_id = r.id)`)
  await tx.execute(sql`delete from ${semReplaced} where at < now() - ${UNDO_DAYS} * interval '1 day'`)
}

export async function deleteFacts(tx: Tx, keys: readonly SliceKey[]): Promise<void> {
  await tx.execute(sql`delete from ${semFacts} f using ${keyList(keys)} where ${isOfKey('f')}`)
}

export async function deleteSlices(tx: Tx, keys: readonly SliceKey[]): Promise<void> {
  await tx.execute(sql`delete from ${semSlices} s using ${keyList(keys)} where ${isOfKey('s')}`)
}

export async function writeFacts(tx: Tx, slices: readonly Slice[], step: (done: number) => void): Promise<void> {
  const keys = new Map<string, string>()
  const keyOf = (name: string) => {
    const key = keys.get(name) ?? textKey(name)
    keys.set(name, key)
    return key
  }
  const rows = slices.flatMap(({ accountId, day, grain, level, facts }) =>
    facts.map((fact) => ({
      ...fact,
      account_id: accountId,
      day,
      grain,
      level,
      hour: fact.hour ?? -1,
      // as `semNodes.path`, but for the word: in the database a key takes longer than all else
      path: [fact.campaign, fact.group, fact.keyword, ''].map(keyOf).join('\u001f'),
    })),
  )
  for (let from = 0; from < rows.length; from += BATCH) {
    const some = rows.slice(from, from + BATCH)
    await writeBatch(tx, JSON.stringify(some))
    step(from + some.length)
  }
}

async function writeBatch(tx: Tx, lines: string): Promise<void> {
  const given = sql`json_to_recordset(${lines}::json) as g(account_id bigint, grain smallint, level text, day date,
    campaign text, "group" text, keyword text, word text, "providerId" text, "matchType" text, device text, region text,
    hour smallint, path text, shows integer, clicks integer, cost numeric, position numeric, reported integer)`
  const ofWord = sql`${searchWords} w on w.account_id = g.account_id and coalesce(w.own_campaign, w.campaign) = g.campaign
    and w.word = g.word     and g.level = 'word'`
  const path = sql`g.path || coalesce(w.id, 0)::text`
  await tx.execute(sql`insert into ${searchWords} (account_id, campaign, word)
    select distinct g.account_id, g.campaign, g.word from ${given} where g.level = 'word' on conflict do nothing`)
  // what stands above: pages name campaigns and groups of which there is no sheet
  await tx.execute(sql`insert into ${semNodes} (account_id, level, campaign, ad_group, keyword)
    select distinct g.account_id, n.level, n.campaign, n.ad_group, n.keyword from ${given} cross join lateral (values
        ('account', '', '', ''), ('campaign', g.campaign, '', ''), ('group', g.campaign, g."group", ''),
        ('keyword', g.campaign, g."group", g.keyword)) n(level, campaign, ad_group, keyword)
      where n.level = 'account' or n.level = 'campaign' and n.campaign <> '' or n.level = 'group' and n.ad_group <> ''
        or n.level = 'keyword' and n.keyword <> '' and g.level = 'word'
    on conflict do nothing`)
  // a node that the source renamed keeps its number; one that had none gets it
  await tx.execute(sql`update ${semNodes} n set campaign = g.campaign, ad_group = g."group", keyword = g.keyword,
      own_campaign = null, own_ad_group = null, own_keyword = null, match_type = g."matchType"
    from (select distinct on (account_id, level, "providerId") * from ${given} where g."providerId" <> '') g
    where n.account_id = g.account_id and n.level = g.level and n.provider_id = g."providerId"
      and (coalesce(n.own_campaign, n.campaign), coalesce(n.own_ad_group, n.ad_group), coalesce(n.own_keyword, n.keyword), n.match_type) is distinct from (g.campaign, g."group", g.keyword, g."matchType")`)
  await tx.execute(sql`update ${semNodes} n set provider_id = g."providerId", match_type = g."matchType"
    from (select distinct on (g.account_id, g.level, ${path}) g.*, ${path} as node_path from ${given} left join ${ofWord}
      where g."providerId" <> '') g
    where n.account_id = g.account_id and n.level = g.level and n.path = g.node_path and n.provider_id is null
      and not exists (select from ${semNodes} o where o.account_id = n.account_id and o.level = n.level
        and o.provider_id = g."providerId")`)
  await tx.execute(sql`insert into ${semNodes} (account_id, level, campaign, ad_group, keyword, word_id, provider_id, match_type)
    select distinct on (g.account_id, g.level, ${path}, g."providerId") g.account_id, g.level, g.campaign, g."group", g.keyword,
        w.id, nullif(g."providerId", ''), g."matchType"
      from ${given} left join ${ofWord}
      -- row by row: of a table that has grown in this very transaction the planner knows nothing
      left join lateral (select o.id from ${semNodes} o where o.account_id = g.account_id and o.level = g.level and o.path = ${path}
        and (g."providerId" = '' or o.provider_id = g."providerId") limit 1) there on true
      where there.id is null
    on conflict do nothing`)
  await tx.execute(sql`insert into ${semFacts}
      (account_id, grain, day, node_id, device, region, hour, shows, clicks, cost, position, reported)
    select g.account_id, g.grain, g.day, n.id, g.device, g.region, g.hour, g.shows, g.clicks, g.cost, g.position, g.reported
      from ${given} left join ${ofWord}
      -- the oldest node at the path; offset 0 keeps the planner from finding it by walking through all nodes by id
      join lateral (select min(there.id) as id from (select o.id from ${semNodes} o where o.account_id = g.account_id
        and o.level = g.level and o.path = ${path} and (g."providerId" = '' or o.provider_id = g."providerId") offset 0) there)
        n on n.id is not null`)
}

const ofFacts = sql`sum(f.shows), sum(f.clicks), sum(f.cost), sum(f.reported), coalesce(sum(f.position * f.shows), 0),
  coalesce(sum(f.shows) filter (where f.position is not null), 0)`

/** From the facts that stand now. */
export async function writeSlices(
  tx: Tx,
  slices: readonly (SliceKey & { hash: string })[],
  importId: string | null,
): Promise<void> {
  const hashes = JSON.stringify(slices.map(({ accountId, day, grain, hash }) => ({ accountId, day, grain, hash })))
  await tx.execute(sql`insert into ${semSlices}
      (account_id, day, grain, rows, shows, clicks, cost, reported, weighted, placed, hash, import_id)
    select k."accountId", k.day, k.grain, count(*), ${ofFacts}, k.hash, ${importId}::bigint
      from json_to_recordset(${hashes}::json) as k("accountId" bigint, day date, grain smallint, hash text)
        join ${semFacts} f on f.account_id = k."accountId" and f.day = k.day and f.grain = k.grain
      group by k."accountId", k.day, k.grain, k.hash
    on conflict (account_id, day, grain) do update set rows = excluded.rows, shows = excluded.shows, clicks = excluded.clicks,
      cost = excluded.cost, reported = excluded.reported, weighted = excluded.weighted, placed = excluded.placed,
      hash = excluded.hash, import_id = excluded.import_id, imported_at = now()`)
}

/** Of what is past its account's settling time: its provider changes it no more, whether or not this sheet had changed it. */
async function settleSlices(tx: Tx, keys: readonly SliceKey[]): Promise<void> {
  await tx.execute(sql`update ${semSlices} s set settled_at = now() from ${keyList(keys)} join ${semAccounts} a on a.id = k.account_id
    where s.account_id = k.account_id and s.day = k.day and s.grain = k.grain and s.settled_at is null
      and now() >= (s.day + a.settling_days)::timestamp at time zone 'Asia/Shanghai'`)
}

/** What an undo puts back may be older than the settling. */
export async function unsettleSlices(tx: Tx, keys: readonly SliceKey[]): Promise<void> {
  await tx.execute(sql`update ${semSlices} s set settled_at = null from ${keyList(keys)}
    where s.account_id = k.account_id and s.day = k.day and s.grain = k.grain`)
}

/**
 * Marks that the account knows since a day before these: an excluded word that is in none of the later reports is effective, as
 * is a wanted one that is bought; an excluded word that is there again is not.
 */
async function proveMarks(tx: Tx, keys: readonly SliceKey[]): Promise<void> {
  const later = sql`k.account_id = w.account_id and w.exported_at < k.day::timestamp at time zone 'Asia/Shanghai'`
  await tx.execute(sql`update ${searchWords} w
    set effective_at = case when p.is_shown then null else coalesce(w.effective_at, now()) end
    from (select w.id, bool_or(exists (select from ${semNodes} n join ${semFacts} f on f.node_id = n.id
          where n.word_id in (select x.id from ${searchWords} x where x.id = w.id or x.merged_id = w.id) and f.day = k.day and f.shows > 0)) as is_shown
        from ${searchWords} w join ${keyList(keys)} on ${later} and k.grain >= ${WORD_GRAIN}
        where w.mark = 'excluded' group by w.id) p
    where w.id = p.id`)
  await tx.execute(sql`update ${searchWords} w set effective_at = now()
    from ${keyList(keys)} where ${later} and w.mark = 'wanted' and w.effective_at is null
      and exists (select from ${semNodes} n join ${semFacts} f on f.node_id = n.id where n.account_id = w.account_id
        and n.level = 'keyword' and n.campaign = w.campaign and text_key(n.keyword) = text_key(w.word) and f.day = k.day
        and f.grain = k.grain)`)
}

/** Sums the months of these slices anew. */
export async function sumMonths(tx: Tx, keys: readonly SliceKey[]): Promise<void> {
  const months = sql`(select distinct k.account_id, k.grain, date_trunc('month', k.day)::date as month from ${keyList(keys)}) k`
  await tx.execute(sql`delete from ${semMonths} m using ${months}
    where m.account_id = k.account_id and m.grain = k.grain and m.month = k.month`)
  await tx.execute(sql`insert into ${semMonths}
      (account_id, grain, month, node_id, device, region, hour, shows, clicks, cost, reported, weighted, placed)
    select f.account_id, f.grain, k.month, f.node_id, f.device, f.region, f.hour, ${ofFacts}
      from ${months} join ${semFacts} f on f.account_id = k.account_id and f.grain = k.grain
        and f.day >= k.month and f.day < k.month + interval '1 month'
      group by f.account_id, f.grain, k.month, f.node_id, f.device, f.region, f.hour`)
}

/** Deletes slices; what they held may be taken back for a while. */
export async function removeSlices(tx: Tx, keys: readonly SliceKey[], byId: string | null): Promise<string> {
  const act = randomUUID()
  const stored = await storedSlices(tx, keys)
  const kept = [...stored.values()].map((slice) => ({ ...slice, before: sumsIn(slice), after: null, hash: '' }))
  await keepReplaced(tx, kept, { byId, kind: 'remove', importId: null, act })
  await deleteFacts(tx, keys)
  await deleteSlices(tx, keys)
  await sumMonths(tx, keys)
  return act
}

/** For the history and messages. */
export const sliceName = ({ day, grain }: SliceKey) => `${day} ${sliceLabel(grain)}`
