// Regions for their screen and the pickers.

import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Region, RegionFound, RegionQuery } from '#contract/catalogue/regions.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { SORT_STEP } from '#server/core/rows/order.rules.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { regions } from '#server/db/schema/catalogue.ts'

const above = alias(regions, 'above')
const top = alias(regions, 'top')

const row = {
  pkId: regions.id,
  regionName: regions.name,
  parentId: regions.parentId,
  level: sql<Region['level']>`${regions.level}`,
  code: regions.code,
  sort: regions.sort,
  version: regions.version,
  hasChildren: sql<boolean>`exists (select 1 from ${regions} child where child.parent_id = ${regions}.id)`,
}

const found = {
  id: regions.id,
  ...row,
  pathIds: sql<string[]>`array_remove(array[${top.id}, ${above.id}, ${regions.id}]::text[], null)`,
  path: sql<string>`concat_ws(' > ', ${top.name}, ${above.name}, ${regions.name})`,
}

const selectFound = (db: Executor) =>
  db
    .select(found)
    .from(regions)
    .leftJoin(above, eq(above.id, regions.parentId))
    .leftJoin(top, eq(top.id, above.parentId))

const isUnder = sql`(${regions.parentId} = ${sql.placeholder('parentId')} or ${above.parentId} = ${sql.placeholder('parentId')})`

export const searchRegions = list<RegionFound, RegionQuery>({
  name: 'regions',
  always: sql`true`,
  filters: {
    regionName: nameHas(regions.name, 'regionName'),
    code: {
      where: sql`starts_with(${regions.code}, ${sql.placeholder('code')})`,
      value: (input: string) => input.trim(),
    },
    parentId: { where: isUnder },
    level: equals(regions.level, 'level'),
  },
  sorts: { code: regions.code },
  usual: sql`${regions.level}, coalesce(${top.sort}, ${above.sort}), coalesce(${top.id}, ${above.id}), ${above.sort}, ${regions.sort}`,
  tie: regions.id,
  fields: found,
  rows: (db) => selectFound(db),
  matches: (db, where) =>
    db.select({ n: sql`1` }).from(regions).leftJoin(above, eq(above.id, regions.parentId)).where(where),
})

export async function findRegion(db: Executor, id: string): Promise<RegionFound | undefined> {
  return (await selectFound(db).where(eq(regions.id, id)))[0]
}

const isBelow = (parentId: string | null): SQL =>
  parentId === null ? isNull(regions.parentId) : eq(regions.parentId, parentId)

export const listRegionsBelow = (db: Executor, parentId: string | null): Promise<Region[]> =>
  db.select(row).from(regions).where(isBelow(parentId)).orderBy(asc(regions.sort), asc(regions.id))

/** 浙江省 and 浙江 name the same province. */
const withoutKind = (name: SQL | typeof regions.name) =>
  sql`regexp_replace(${name}, '(特别行政区|(壮族|回族|维吾尔)?自治区|省|市)$', '')`

export function listCitiesOf(db: Executor, province: string): Promise<Region[]> {
  const named = sql`(select p.id from ${regions} p where p.level = 1
    and ${withoutKind(sql`p.name`)} = ${withoutKind(sql`${province}::text`)})`
  return db
    .select(row)
    .from(regions)
    .where(sql`${regions.parentId} in ${named}`)
    .orderBy(asc(regions.sort), asc(regions.id))
}

export const listProvincesAndCities = (db: Db) =>
  db
    .select({ id: regions.id, parentId: regions.parentId, name: regions.name, level: regions.level })
    .from(regions)
    .where(sql`${regions.level} < 3`)
    .orderBy(asc(regions.sort), asc(regions.id))

export const listAllRegions = (db: Executor) =>
  db
    .select({ id: regions.id, parentId: regions.parentId, name: regions.name, code: regions.code, sort: regions.sort })
    .from(regions)

/** Locked against concurrent acts on it. */
export async function lockRegion(tx: Tx, id: string): Promise<RegionFound | undefined> {
  await tx.select({ id: regions.id }).from(regions).where(eq(regions.id, id)).for('update')
  return findRegion(tx, id)
}

/** Children of a region in their order, locked, so that concurrent reorderings run one after the other. */
export async function lockRegionsBelow(tx: Tx, parentId: string | null): Promise<string[]> {
  const rows = await tx
    .select({ id: regions.id })
    .from(regions)
    .where(isBelow(parentId))
    .orderBy(asc(regions.sort), asc(regions.id))
    .for('update')
  return rows.map(({ id }) => id)
}

export type RegionValues = { parentId: string | null; name: string; code: string }

/** Which of a new name (below its parent) and code another region has. */
export async function findTaken(tx: Tx, { parentId, name, code }: RegionValues, id = '0') {
  const [taken] = await tx
    .select({
      name: sql<boolean>`coalesce(bool_or(${regions.name} = ${name} and ${isBelow(parentId)}), false)`,
      code: sql<boolean>`coalesce(bool_or(${regions.code} = ${code} and ${code} <> ''), false)`,
    })
    .from(regions)
    .where(ne(regions.id, id))
  return taken ?? { name: false, code: false }
}

/** @param rows below regions that are stored. @returns ids, in the same order */
export const insertRegions = (tx: Tx, rows: readonly (RegionValues & { level: number; sort: number })[]) =>
  insertRows(tx, regions, rows)

export const insertRegion = async (tx: Tx, values: RegionValues & { level: number }): Promise<string> =>
  insertRow(tx, regions, { ...values, sort: await nextSort(tx, values.parentId) })

async function nextSort(tx: Tx, parentId: string | null): Promise<number> {
  const [last] = await tx
    .select({ sort: sql<number>`coalesce(max(${regions.sort}), 0)::int` })
    .from(regions)
    .where(isBelow(parentId))
  return (last?.sort ?? 0) + SORT_STEP
}

/** @returns the new version */
export const updateRegion = (tx: Tx, id: string, values: RegionValues): Promise<number> =>
  updateRow(tx, regions, id, values)

export async function placeRegions(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update ${regions} set sort = placed.place * ${SORT_STEP}::int
    from unnest(${idArray(ids)}) with ordinality as placed(id, place)
    where ${regions.id} = placed.id and ${regions.sort} <> placed.place * ${SORT_STEP}::int`)
}

export async function countBelow(tx: Tx, id: string): Promise<number> {
  const [below] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(regions)
    .where(and(eq(regions.parentId, id)))
  return below?.n ?? 0
}

export const deleteRegion = (tx: Tx, id: string) => tx.delete(regions).where(eq(regions.id, id))
