// Authorisation rules as they are stored, in their order.

import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { GrantRuleQuery, GrantRuleRow } from '#contract/members/grant-rules.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import { subProductOfRow } from '#server/core/rows/store.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { grantPresets, grantRules } from '#server/db/schema/members/grants.ts'

const row = {
  id: grantRules.id,
  version: grantRules.version,
  name: grantRules.name,
  source: grantRules.source,
  province: grantRules.province,
  presetId: grantRules.presetId,
  presetName: grantPresets.name,
  isPresetEnabled: grantPresets.isEnabled,
  isEnabled: grantRules.isEnabled,
  // position within the sub-product, whatever numbers are stored
  sort: sql<number>`(select count(*)::int from ${grantRules} r where r.sub_product = ${grantRules.subProduct}
    and (r.sort, r.id) <= (${grantRules.sort}, ${grantRules.id}))`,
  updatedAt: grantRules.updatedAt,
}

export const listGrantRules = list<GrantRuleRow, GrantRuleQuery>({
  name: 'grant_rules',
  always: sql`true`,
  filters: {
    subProduct: equals(grantRules.subProduct, 'subProduct'),
    name: nameHas(grantRules.name, 'name'),
    presetId: equals(grantRules.presetId, 'presetId'),
    isEnabled: { where: sql`${grantRules.isEnabled} = ${sql.placeholder('isEnabled')}::boolean` },
  },
  sorts: { sort: grantRules.sort, updatedAt: grantRules.updatedAt },
  usual: sql`${grantRules.sort}`,
  tie: grantRules.id,
  fields: row,
  rows: (db) => db.select(row).from(grantRules).innerJoin(grantPresets, eq(grantPresets.id, grantRules.presetId)),
  matches: (db, where) => db.select({ n: sql`1` }).from(grantRules).where(where),
})

type StoredRule = GrantRuleRow & { subProduct: SubProductKey }

const rulesWhere = (db: Executor, condition: ReturnType<typeof eq>) =>
  db
    .select({ ...row, subProduct: grantRules.subProduct })
    .from(grantRules)
    .innerJoin(grantPresets, eq(grantPresets.id, grantRules.presetId))
    .where(condition)
    .orderBy(asc(grantRules.sort), asc(grantRules.id))

/** All rules of a sub-product, in the order in which they are tried. */
export const rulesOf = (db: Executor, subProduct: SubProductKey): Promise<StoredRule[]> =>
  rulesWhere(db, eq(grantRules.subProduct, subProduct))

/** Serialises acts on the rules of a sub-product: each leaves their positions 1, 2, 3 … */
export async function lockRules(tx: Tx, subProduct: SubProductKey): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`grantRules:${subProduct}`}, 0))`)
}

export const subProductOfRule = (db: Db, id: string) => subProductOfRow(db, grantRules, id)

/** Names of a sub-product's rules in lower case, except that of one. */
export async function ruleNames(db: Executor, subProduct: SubProductKey, but?: string): Promise<Set<string>> {
  const others = but === undefined ? undefined : ne(grantRules.id, but)
  const found = await db
    .select({ name: sql<string>`lower(${grantRules.name})` })
    .from(grantRules)
    .where(and(eq(grantRules.subProduct, subProduct), others))
  return new Set(found.map(({ name }) => name))
}

export const presetsOf = (db: Executor, subProduct: SubProductKey) =>
  db
    .select({
      id: grantPresets.id,
      name: grantPresets.name,
      isEnabled: grantPresets.isEnabled,
      kind: grantPresets.kind,
      days: grantPresets.days,
      quota: grantPresets.quota,
      productIds: grantPresets.productIds,
    })
    .from(grantPresets)
    .where(eq(grantPresets.subProduct, subProduct))
    .orderBy(sql`${grantPresets.name} collate "zh-x-icu"`)

/** Whether the preset exists; it cannot be deleted before the commit. */
export async function holdPreset(tx: Tx, subProduct: SubProductKey, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: grantPresets.id })
    .from(grantPresets)
    .where(and(eq(grantPresets.id, id), eq(grantPresets.subProduct, subProduct)))
    .for('key share')
  return found.length > 0
}

export async function provinceNames(db: Executor): Promise<string[]> {
  const found = await db
    .select({ name: regions.name })
    .from(regions)
    .where(eq(regions.level, 1))
    .orderBy(regions.sort, regions.id)
  return found.map(({ name }) => name)
}

/** 0 where there is none. */
export async function lastPlace(tx: Tx, subProduct: SubProductKey): Promise<number> {
  const [found] = await tx
    .select({ last: sql<number>`coalesce(max(${grantRules.sort}), 0)::int` })
    .from(grantRules)
    .where(eq(grantRules.subProduct, subProduct))
  return found?.last ?? 0
}

/** Moving a rule does not raise its version, so that open edits can still be saved. */
export async function placeRules(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const places = sql`unnest(${idArray(ids)}) with ordinality as p(id, place)`
  await tx.execute(sql`update ${grantRules} as r set sort = p.place from ${places} where r.id = p.id`)
}
