// Effective settings of each quote item, and batches that change many.

import { inArray, sql } from 'drizzle-orm'
import { PAGE_SIZE } from '#contract/limits.ts'
import type { ItemQuery, ItemRow, RuleBatch } from '#contract/monitoring/batch-settings.ts'
import { rulesFor } from '#contract/monitoring/nearest-rule.ts'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import { hasName, keyPart } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { isoMoment } from '#server/db/schema/columns.ts'
import { monitoringRules, ruleBatches } from '#server/db/schema/monitoring.ts'
import { users } from '#server/db/schema/organisation.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { readRules, readWatched } from './dues.queries.ts'
import { type Rule, settledBy, type Watched } from './dues.rules.ts'
import { personName } from './subjects.queries.ts'

type Item = { id: string; name: string; productName: string; market: string }

async function readItems(db: Executor, viewer: Viewer, { name = '', productId }: ItemQuery): Promise<Item[]> {
  const { rows } = await db.execute<Item>(sql`
    select i.id::text as id, i.name, p.name as "productName", i.market
      from ${quoteItems} i join ${products} p on p.id = i.product_id
      where i.status = 'update' and ${editorialScope(viewer, sql`i.product_id`)}
        and ${name.trim() ? hasName(sql`i.name`, keyPart(name), sql`i.spelling`) : sql`true`}
        and ${productId ? sql`i.product_id = ${productId}::bigint` : sql`true`}
      order by p.sort, p.id, i.sort, i.id`)
  return rows
}

async function readNames(db: Executor): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select id::text as id, real_name as name from ${users}`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type Effective = { rule: Rule | undefined; watched: Watched }

/** The narrowest rule of each item, `without` those of these ids. */
export async function readEffective(
  db: Executor,
  without: ReadonlySet<string> = new Set(),
): Promise<Map<string, Effective>> {
  const rules = (await readRules(db)).filter(({ kind, id }) => kind === 'price' && !without.has(id))
  const watched = (await readWatched(db)).filter(({ kind }) => kind === 'price')
  return new Map(watched.map((each) => [each.quoteItemId, { rule: rulesFor(rules, each)[0], watched: each }]))
}

async function readRuleNames(db: Executor): Promise<Map<string, string>> {
  const rows = await db.select({ id: monitoringRules.id, name: monitoringRules.name }).from(monitoringRules)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function pageOfItems(db: Db, query: ItemQuery, viewer: Viewer) {
  const { current = 1, size = PAGE_SIZE, level, ownerId, ascs = [], descs = [] } = query
  const [items, effective, names, ruleNames] = await Promise.all([
    readItems(db, viewer, query),
    readEffective(db),
    readNames(db),
    readRuleNames(db),
  ])
  const rows = items.flatMap((item): (ItemRow & { ownerId: string | null })[] => {
    const found = effective.get(item.id)
    if (!found) return []
    const { rule, watched } = found
    const settings = rule ? settledBy(rule, watched) : watched
    return [
      {
        ...item,
        ruleName: rule ? (ruleNames.get(rule.id) ?? '') : '',
        level: rule?.level ?? null,
        frequency: settings.frequency,
        weekdays: settings.weekdays,
        dueTime: settings.dueTime,
        ownerName: names.get(settings.ownerId ?? '') ?? '',
        deputyName: names.get(settings.deputyId ?? '') ?? '',
        ownerId: settings.ownerId,
      },
    ]
  })
  const matching = rows.filter(
    (row) =>
      (level === undefined || (level === 'none' ? row.level === null : row.level === level)) &&
      (ownerId === undefined || row.ownerId === ownerId),
  )
  const [by] = [...ascs, ...descs]
  const sign = descs.length > 0 ? -1 : 1
  if (by === 'name') matching.sort((a, b) => sign * a.name.localeCompare(b.name, 'zh'))
  if (by === 'dueTime') matching.sort((a, b) => sign * (a.dueTime ?? '').localeCompare(b.dueTime ?? ''))
  const records = matching.slice((current - 1) * size, current * size).map(({ ownerId: _, ...row }) => row)
  return { records, total: matching.length, current, size, pages: Math.ceil(matching.length / size) }
}

export type StoredRule = typeof monitoringRules.$inferSelect

/** Those in the actor's editorial scope, in a fixed order. */
export async function itemsInScope(
  tx: Tx,
  viewer: Viewer,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    select i.id::text as id, i.name from ${quoteItems} i where i.id = any(${idArray(ids)})
      and ${editorialScope(viewer, sql`i.product_id`)} order by i.id`)
  return rows
}

/** Rules of single items, on or off, by item. */
export async function ownRules(tx: Tx, itemIds: readonly string[]): Promise<Map<string, StoredRule>> {
  if (itemIds.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(monitoringRules)
    .where(sql`${monitoringRules.kind} = 'price' and ${inArray(monitoringRules.quoteItemId, [...itemIds])}`)
  return new Map(rows.map((row) => [row.quoteItemId ?? '', row]))
}

/** Previous rules by item; null where there was none. `after`: the version that the batch left. */
export type BatchChange = {
  quoteItemId: string
  before: StoredRule | null
  after: { id: string; version: number } | null
}

export async function storeBatch(
  tx: Tx,
  text: string,
  changes: readonly BatchChange[],
  by: { id: string | null; name: string },
): Promise<string> {
  const [row] = await tx
    .insert(ruleBatches)
    .values({
      text,
      items: changes.length,
      before: changes.map(({ quoteItemId, before }) => ({ quoteItemId, before })),
      after: changes.map(({ quoteItemId, after }) => ({ quoteItemId, after })),
      byId: by.id,
      byName: by.name,
    })
    .returning({ id: ruleBatches.id })
  return row?.id ?? ''
}

export async function lockBatch(tx: Tx, id: string) {
  const [row] = await tx.select().from(ruleBatches).where(sql`${ruleBatches.id} = ${id}::bigint`).for('update')
  return row
}

export async function noteUndone(tx: Tx, id: string): Promise<void> {
  await tx.update(ruleBatches).set({ undoneAt: sql`now()` }).where(sql`${ruleBatches.id} = ${id}::bigint`)
}

const BATCHES_SHOWN = 20

export async function lastBatches(db: Db): Promise<RuleBatch[]> {
  const { id, text, items, at, undoneAt } = ruleBatches
  const rows = await db
    .select({
      id,
      text,
      items,
      byName: sql<string>`${personName(sql`${ruleBatches.byId}`, sql`${ruleBatches.byName}`)}`,
      at,
      undoneAt,
    })
    .from(ruleBatches)
    .orderBy(sql`${id} desc`)
    .limit(BATCHES_SHOWN)
  return rows.map(({ undoneAt: undone, ...row }) => ({ ...row, at: isoMoment(row.at), isUndone: undone !== null }))
}
