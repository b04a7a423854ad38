// Acts on tables of price differences. An entered row has a quote item of its own, a computed one a series: both are
// published like prices.

import { eq, sql } from 'drizzle-orm'
import type { RowOutcome } from '#contract/envelope.ts'
import type { DifferenceForm, DifferenceRowForm } from '#contract/prices/differences.ts'
import { differenceKindLabels } from '#contract/prices/series-labels.ts'
import { textKey } from '#contract/text.ts'
import type { Viewer } from '#server/core/access/scope.ts'
import { audit, auditAll, difference } from '#server/core/audit/audit.ts'
import type { Author } from '#server/core/core.ts'
import { allFound, checkFields, refuse } from '#server/core/http/refusal.ts'
import { inUse } from '#server/core/rows/in-use.ts'
import { lockNames } from '#server/core/rows/names.ts'
import type { Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { differenceRows, differenceTables, series } from '#server/db/schema/prices/series.ts'
import { saveEntries, submitEntries } from '../entries.acts.ts'
import { lockPublications } from '../publications.queries.ts'
import { changeItems, countUses, isProductInScope, nextPlace } from '../quote-items.queries.ts'
import {
  findTable,
  isTableNameTaken,
  itemsInScope,
  lockTables,
  type RowStored,
  rowsOf,
  takenNames,
  waitingDays,
} from './differences.queries.ts'
import { addSeries } from './series.acts.ts'
import { countSeriesUses } from './series.queries.ts'

type People = { actor: Viewer; by: Author }
type Item = typeof quoteItems.$inferSelect

/** Characters that an item or series keeps of its name when its row is dropped; the rest says so. */
const RETIRED_LENGTH = 70
/** Most days that a refusal names. */
const NAMED = 5

const nameOf = (table: string, row: { name: string }) => `${table} ${row.name.trim()}`

/** Adds an item like the base, with the properties of a difference. */
async function addItem(tx: Tx, base: Item, productId: string, name: string): Promise<string> {
  const { market, regionId, unit, currency, isTaxIncluded, decimals, frequency, weekdays, calendarId, dueTime } = base
  const { analystId, deputyId, source } = base
  const [added] = await tx
    .insert(quoteItems)
    .values({
      productId,
      name,
      market,
      regionId,
      unit,
      currency,
      isTaxIncluded,
      decimals,
      frequency,
      weekdays,
      calendarId,
      dueTime,
      analystId,
      deputyId,
      source,
      kind: 'single',
      allowsNegative: true,
      method: `相对“${base.name}”的价差`,
      sort: await nextPlace(tx, productId),
    })
    .returning({ id: quoteItems.id })
  return added?.id ?? ''
}

/** Adds a row, with the item or the series under which it is published. */
async function addRow(
  tx: Tx,
  people: People,
  row: DifferenceRowForm,
  { base, compared, tableId, productId, name, place }: RowContext,
): Promise<void> {
  const { decimals, unit } = base
  const own = { productId, name, englishName: '', unit, decimals, withinDays: 0, remark: '', validFrom: null }
  const published = compared
    ? { seriesId: (await addSeries(tx, people, { ...own, formula: `${compared.code} - ${base.code}` })).id }
    : { quoteItemId: await addItem(tx, base, productId, name) }
  const { kind, comparedItemId } = row
  await tx.insert(differenceRows).values({ tableId, place, kind, name: row.name.trim(), comparedItemId, ...published })
}

type RowContext = {
  base: Item
  compared: Item | undefined
  tableId: string
  productId: string
  name: string
  place: number
}

/**
 * Removes a row. Its item is stopped where it was ever used, else deleted; its series goes unless others need it. What stays
 * gives its name up, so that another row can bear it.
 */
async function dropRow(tx: Tx, { id, quoteItemId, seriesId }: RowStored): Promise<void> {
  await tx.delete(differenceRows).where(eq(differenceRows.id, id))
  if (quoteItemId !== null) {
    const isUsed = Object.values(await countUses(tx, quoteItemId)).some((count) => count > 0)
    const stop = { status: 'stopUpdate' as const, stopReason: '价差表不再包含', stoppedOn: sql`current_date` as never }
    const renamed = {
      name: sql`left(name, ${RETIRED_LENGTH}) || '（' || code || ' 停用）'` as never,
      formerNames: sql`array_append(former_names, name)` as never,
    }
    if (isUsed) await changeItems(tx, [quoteItemId], { ...stop, ...renamed })
    else await tx.delete(quoteItems).where(eq(quoteItems.id, quoteItemId))
  }
  if (seriesId !== null) {
    const isUsed = Object.values(await countSeriesUses(tx, seriesId)).some((count) => count > 0)
    if (!isUsed) await tx.delete(series).where(eq(series.id, seriesId))
    else {
      const name = sql`left(name, ${RETIRED_LENGTH}) || '（' || code || ' 已移出价差表）'`
      await tx.update(series).set({ name }).where(eq(series.id, seriesId))
    }
  }
}

const itemsOf = (rows: readonly RowStored[]) => rows.flatMap(({ quoteItemId }) => quoteItemId ?? [])

/** Renames a stored row; its source cannot change. */
async function renameRow(
  tx: Tx,
  stored: RowStored,
  row: DifferenceRowForm,
  name: string,
  place: number,
): Promise<void> {
  await tx
    .update(differenceRows)
    .set({ kind: row.kind, name: row.name.trim(), place })
    .where(eq(differenceRows.id, stored.id))
  const formerNames = sql`case when name = ${name} then former_names
    else array_append(array_remove(former_names, ${name}), name) end` as never
  if (stored.quoteItemId !== null) await changeItems(tx, [stored.quoteItemId], { name, formerNames })
  if (stored.seriesId !== null) await tx.update(series).set({ name }).where(eq(series.id, stored.seriesId))
}

type DifferenceInput = { form: DifferenceForm; items: ReadonlyMap<string, Item>; stored: readonly RowStored[] }

/** The first invalid row, with its number. */
function verdictOnRows({ form, items, stored }: DifferenceInput): string | null {
  const seen = new Set<string>()
  for (const [at, row] of form.rows.entries()) {
    const say = (problem: string) => `第 ${at + 1} 行：${problem}`
    const old = stored.find(({ id }) => id === row.id)
    if (row.id !== null && !old) return say('已不在表中，请刷新后再保存')
    if (old && old.comparedItemId !== row.comparedItemId) return say('保存后不能更换来源，请删除后新增一行')
    if (row.comparedItemId !== null && !items.has(row.comparedItemId) && !old)
      return say('对比报价项不存在，或不在您的编辑范围内')
    if (row.comparedItemId === form.baseItemId) return say('对比报价项不能是基准报价项')
    const key = textKey(row.name)
    if (seen.has(key)) return say('与前面的行重名')
    seen.add(key)
  }
  return null
}

/** After rows were dropped, as their names are free then: throws 400 where another item or series bears a row's name. */
async function checkNames(tx: Tx, form: DifferenceForm, remaining: readonly RowStored[]): Promise<void> {
  await lockNames(tx, 'quote_items')
  const names = form.rows.map((row) => nameOf(form.name.trim(), row))
  const taken = await takenNames(tx, form.productId, names, remaining)
  const at = names.findIndex((name) => taken.has(textKey(name)))
  checkFields({ rows: at < 0 ? null : `第 ${at + 1} 行：产品下已有名为“${names[at]}”的报价项或系列` })
}

const waitingText = (days: readonly string[]) => `${days.slice(0, NAMED).join('、')}${days.length > NAMED ? ' 等' : ''}`

/** Why a row cannot be dropped: a price of it is in review. */
async function verdictOnDrops(tx: Tx, dropped: readonly RowStored[]): Promise<string | null> {
  const waiting = await waitingDays(tx, itemsOf(dropped))
  const found = dropped.find(({ quoteItemId }) => quoteItemId !== null && waiting.has(quoteItemId))
  if (!found) return null
  const days = waiting.get(found.quoteItemId ?? '') ?? []
  return `“${found.name}”有 ${days.length} 个价差待审核（${waitingText(days)}），请先审核或撤回，再删除该行`
}

type Stored = { id: string; productId: string; baseItemId: string }

async function check(tx: Tx, actor: Viewer, form: DifferenceForm, stored?: Stored) {
  const old = stored ? await rowsOf(tx, stored.id) : []
  const itemIds = [form.baseItemId, ...form.rows.flatMap(({ comparedItemId }) => comparedItemId ?? [])]
  const items = await itemsInScope(tx, actor, itemIds)
  const isFixed = (field: 'productId' | 'baseItemId') =>
    stored && stored[field] !== form[field] ? '保存后不能更换，请新增价差表' : null
  checkFields({
    productId:
      isFixed('productId') ??
      ((await isProductInScope(tx, actor, form.productId)) ? null : '产品不存在，或不在您的编辑范围内'),
    name: (await isTableNameTaken(tx, form.productId, form.name.trim(), stored?.id))
      ? '该产品下已有同名的价差表'
      : null,
    baseItemId: isFixed('baseItemId') ?? (items.has(form.baseItemId) ? null : '报价项不存在，或不在您的编辑范围内'),
    rows: verdictOnRows({ form, items, stored: old }),
  })
  return { items, old, base: items.get(form.baseItemId) as Item }
}

const named = (id: string, verb: string) => ({ action: `difference.${verb}`, targetType: 'difference', targetId: id })
const rowsText = (rows: readonly { kind: DifferenceRowForm['kind']; name: string; comparedItemId: string | null }[]) =>
  rows
    .map(
      ({ kind, name, comparedItemId }) =>
        `${differenceKindLabels[kind]} ${name.trim()}（${comparedItemId ? '计算' : '录入'}）`,
    )
    .join('；')
const shownOf = ({ productId, name, baseItemId, remark, rows }: DifferenceForm) => ({
  productId,
  name: name.trim(),
  baseItemId,
  remark: remark.trim(),
  rows: rowsText(rows),
})

export async function addTable(tx: Tx, people: People, form: DifferenceForm): Promise<{ id: string; version: number }> {
  await lockPublications(tx)
  const { items, base } = await check(tx, people.actor, form)
  const { productId, baseItemId } = form
  const name = form.name.trim()
  await checkNames(tx, form, [])
  const [added] = await tx
    .insert(differenceTables)
    .values({ productId, name, baseItemId, remark: form.remark.trim() })
    .returning({ id: differenceTables.id, version: differenceTables.version })
  if (!added) throw new Error('no table was added')
  for (const [at, row] of form.rows.entries()) {
    const compared = row.comparedItemId === null ? undefined : items.get(row.comparedItemId)
    const context = { base, compared, tableId: added.id, productId, name: nameOf(name, row), place: at + 1 }
    await addRow(tx, people, row, context)
  }
  await audit(tx, people.by, { ...named(added.id, 'add'), after: shownOf(form) })
  return added
}

/** Two rows may swap their names, of which the product's series have each but once. */
async function freeNames(tx: Tx, rows: readonly RowStored[]): Promise<void> {
  const ids = rows.flatMap(({ seriesId }) => seriesId ?? [])
  await tx
    .update(series)
    .set({ name: sql`gen_random_uuid()::text` })
    .where(sql`${series.id} = any(${idArray(ids)})`)
}

export async function editTable(
  tx: Tx,
  people: People,
  { id, version, ...form }: DifferenceForm & { id: string; version: number },
): Promise<{ id: string; version: number }> {
  await lockPublications(tx)
  const [stored] = await lockTables(tx, people.actor, [id])
  const before = await findTable(tx, id, people.actor)
  if (!stored || !before) throw refuse('notFound')
  if (stored.version !== version) throw refuse('stale', { data: before })
  const { items, old, base } = await check(tx, people.actor, form, stored)
  const name = form.name.trim()
  const kept = new Set(form.rows.map((row) => row.id))
  const dropped = old.filter((row) => !kept.has(row.id))
  const remaining = old.filter((row) => kept.has(row.id))
  checkFields({ rows: await verdictOnDrops(tx, dropped) })
  for (const row of dropped) await dropRow(tx, row)
  await checkNames(tx, form, remaining)
  await freeNames(tx, remaining)
  for (const [at, row] of form.rows.entries()) {
    const known = old.find((each) => each.id === row.id)
    const own = { name: nameOf(name, row), place: at + 1 }
    const compared = row.comparedItemId === null ? undefined : items.get(row.comparedItemId)
    if (known) await renameRow(tx, known, row, own.name, own.place)
    else await addRow(tx, people, row, { base, compared, tableId: id, productId: form.productId, ...own })
  }
  await tx
    .update(differenceTables)
    .set({ name, remark: form.remark.trim(), version: sql`version + 1`, updatedAt: sql`now()` })
    .where(eq(differenceTables.id, id))
  await audit(tx, people.by, {
    ...named(id, 'edit'),
    ...difference<Record<string, unknown>>(shownOf(before), shownOf(form)),
  })
  return { id, version: version + 1 }
}

export async function removeTables(tx: Tx, { actor, by }: People, ids: readonly string[]): Promise<void> {
  await lockPublications(tx)
  const found = allFound(await lockTables(tx, actor, ids), ids)
  const rows = new Map<string, RowStored[]>()
  for (const { id } of found) rows.set(id, await rowsOf(tx, id))
  const waiting = await waitingDays(tx, itemsOf([...rows.values()].flat()))
  const used = found.flatMap(({ id, name }) => {
    const inReview = (rows.get(id) ?? []).flatMap((row) => {
      const days = waiting.get(row.quoteItemId ?? '') ?? []
      return days.length === 0 ? [] : [[`“${row.name}”待审核的价差（${waitingText(days)}）`, days.length] as const]
    })
    return inUse({ id, name }, Object.fromEntries(inReview))
  })
  if (used.length > 0) throw refuse('inUse', { data: used })
  for (const row of [...rows.values()].flat()) await dropRow(tx, row)
  await tx.delete(differenceTables).where(sql`${differenceTables.id} = any(${idArray(ids)})`)
  await auditAll(
    tx,
    by,
    found.map((stored) => ({ ...named(stored.id, 'delete'), before: { ...stored } })),
  )
}

type Entered = { rowId: string; value: string; version: number | null; reason: string }

/** Saves drafts of the rows' items, and submits them where `isSubmitted`; each row on its own, its outcome by the row's id. */
export async function enterDifferences(
  tx: Tx,
  people: People,
  { id, day, isSubmitted, rows }: { id: string; day: string; isSubmitted: boolean; rows: readonly Entered[] },
): Promise<RowOutcome[]> {
  if (!(await findTable(tx, id, people.actor))) throw refuse('notFound')
  const stored = new Map((await rowsOf(tx, id)).map((row) => [row.id, row]))
  const wrong = rows.find(({ rowId }) => !stored.get(rowId)?.quoteItemId)
  if (wrong) throw refuse('notFound')
  const entries = rows.map(({ rowId, value, version, reason }) => ({
    quoteItemId: stored.get(rowId)?.quoteItemId ?? '',
    day,
    low: value,
    high: value,
    average: null,
    remark: '',
    englishRemark: '',
    reason,
    version,
    isOffDay: true,
  }))
  const saved = await saveEntries(tx, people, entries, 'grid')
  const named = (at: number) => stored.get(rows[at]?.rowId ?? '')?.name ?? ''
  const refused = saved.flatMap((outcome, at) =>
    outcome.problem === null ? [] : [{ id: rows[at]?.rowId ?? '', name: named(at), ok: false, msg: outcome.problem }],
  )
  const done = saved.flatMap((outcome, at) =>
    outcome.id ? [{ id: outcome.id, name: named(at), ok: true, msg: '' }] : [],
  )
  if (!isSubmitted || done.length === 0) return [...refused, ...done]
  const submitted = await submitEntries(
    tx,
    people,
    saved.flatMap(({ id: entryId, version }) => (entryId && version ? [{ id: entryId, version }] : [])),
  )
  const rowOf = new Map(saved.map(({ id: entryId }, at) => [entryId, rows[at]?.rowId ?? '']))
  return [...refused, ...submitted.map((outcome) => ({ ...outcome, id: rowOf.get(outcome.id) ?? outcome.id }))]
}
