// Presets as they are stored, and the accounts to which they are applied.
import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import {
  PRESET_FOUND_MAX,
  type PresetAccount,
  type PresetDetail,
  type PresetQuery,
  type PresetRow,
} from '#contract/members/grant-presets.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import { equals, hasName, keyPart, list, nameHas } from '#server/core/lists/paging.ts'
import { subProductOfRow } from '#server/core/rows/store.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { grantPresets, grantRules } from '#server/db/schema/members/grants.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { countHidden, hiddenAmong } from '../grants/grants-account.queries.ts'
import { refusalOf } from './presets.rules.ts'

/** Most product names in a row. */
const NAMES_SHOWN = 3

const row = {
  id: grantPresets.id,
  version: grantPresets.version,
  name: grantPresets.name,
  kind: grantPresets.kind,
  days: grantPresets.days,
  products: sql<number>`cardinality(${grantPresets.productIds})`,
  // names spelled out: in a select from one table Drizzle omits table names
  productNames: sql<string[]>`array(select p.name from ${products} p
    where p.id = any(${grantPresets}.product_ids) order by p.sort, p.id limit ${sql.raw(String(NAMES_SHOWN))})`,
  hidden: countHidden(sql`${grantPresets}.product_ids`),
  modules: grantPresets.modules,
  quota: grantPresets.quota,
  isEnabled: grantPresets.isEnabled,
  rules: sql<number>`(select count(*)::int from ${grantRules} r where r.preset_id = ${grantPresets}.id)`,
  remark: grantPresets.remark,
  updatedAt: grantPresets.updatedAt,
}

export const listPresets = list<PresetRow, PresetQuery>({
  name: 'grant_presets',
  always: sql`true`,
  filters: {
    subProduct: equals(grantPresets.subProduct, 'subProduct'),
    name: nameHas(grantPresets.name, 'name', grantPresets.spelling),
    kind: equals(grantPresets.kind, 'kind'),
    isEnabled: { where: sql`${grantPresets.isEnabled} = ${sql.placeholder('isEnabled')}::boolean` },
  },
  sorts: {
    name: sql`${grantPresets.name} collate "zh-x-icu"`,
    days: grantPresets.days,
    updatedAt: grantPresets.updatedAt,
  },
  usual: sql`${grantPresets.updatedAt} desc`,
  tie: grantPresets.id,
  fields: row,
  rows: (db) => db.select(row).from(grantPresets),
  matches: (db, where) => db.select({ n: sql`1` }).from(grantPresets).where(where),
})

export type StoredPreset = typeof grantPresets.$inferSelect

/** As its form shows it. */
export const withHidden = async (
  db: Executor,
  { updatedAt: _, spelling: _spelling, ...stored }: StoredPreset,
): Promise<PresetDetail> => ({
  ...stored,
  hiddenProducts: await hiddenAmong(db, stored.productIds),
})

/** Locked against changes while it is applied. */
export async function lockPreset(tx: Tx, id: string): Promise<StoredPreset | null> {
  const [found] = await tx.select().from(grantPresets).where(eq(grantPresets.id, id)).for('share')
  return found ?? null
}

export const subProductOfPreset = (db: Db, id: string) => subProductOfRow(db, grantPresets, id)

/** Names of a sub-product's presets in lower case, except that of one. */
export async function presetNames(db: Executor, subProduct: SubProductKey, but?: string): Promise<Set<string>> {
  const others = but === undefined ? undefined : ne(grantPresets.id, but)
  const found = await db
    .select({ name: sql<string>`lower(${grantPresets.name})` })
    .from(grantPresets)
    .where(and(eq(grantPresets.subProduct, subProduct), others))
  return new Set(found.map(({ name }) => name))
}

export const rulesOfPreset = (db: Executor, presetId: string) =>
  db
    .select({ id: grantRules.id, name: grantRules.name })
    .from(grantRules)
    .where(eq(grantRules.presetId, presetId))
    .orderBy(asc(grantRules.sort))

const account = {
  id: memberAccounts.id,
  loginName: members.loginName,
  realName: members.realName,
  enterprise: enterprises.name,
  endsOn: memberAccounts.endsOn,
  status: memberAccounts.status,
  locked: members.locked,
}
type Facts = Omit<PresetAccount, 'refusal'> & { status: 'enabled' | 'disabled'; locked: boolean }

const accountsWhere = (db: Executor, viewer: Viewer, subProduct: SubProductKey, condition: SQL | undefined) =>
  db
    .select(account)
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .where(
      and(
        eq(memberAccounts.subProduct, subProduct),
        isNull(members.deletedAt),
        isNull(memberAccounts.deletedAt),
        salesScope(viewer, members.ownerId),
        condition,
      ),
    )

const asChoice = ({ status, locked, ...rest }: Facts): PresetAccount => ({
  ...rest,
  refusal: refusalOf({ status, locked }),
})

export async function searchAccounts(
  db: Db,
  viewer: Viewer,
  subProduct: SubProductKey,
  text: string,
): Promise<PresetAccount[]> {
  const like = keyPart(text)
  const found = await accountsWhere(
    db,
    viewer,
    subProduct,
    text === ''
      ? undefined
      : or(
          sql`text_key(${members.loginName}) like ${like}`,
          sql`${hasName(members.realName, like, members.spelling)}`,
          sql`${members.mobile} like ${like}`,
          sql`${hasName(enterprises.name, like, enterprises.spelling)}`,
        ),
  )
    .orderBy(sql`${memberAccounts.id} desc`)
    .limit(PRESET_FOUND_MAX)
  return found.map(asChoice)
}

/** Keys of names, without duplicates. */
export async function matchAccounts(
  db: Db,
  viewer: Viewer,
  subProduct: SubProductKey,
  names: readonly string[],
): Promise<PresetAccount[]> {
  const among = sql`text_key(${members.loginName}) = any(${sql.param([...names])}::text[])`
  return (await accountsWhere(db, viewer, subProduct, among)).map(asChoice)
}

/** Those of the ids that are accounts of the sub-product within scope, by rising ids. */
export const accountsById = (
  db: Executor,
  viewer: Viewer,
  subProduct: SubProductKey,
  ids: readonly string[],
): Promise<Facts[]> =>
  accountsWhere(db, viewer, subProduct, inArray(memberAccounts.id, [...ids])).orderBy(asc(memberAccounts.id))

/** Adds modules to accounts; none is removed. */
export async function addModules(tx: Tx, accountIds: readonly string[], modules: readonly string[]): Promise<void> {
  if (modules.length === 0) return
  await tx
    .update(memberAccounts)
    .set({
      version: sql`${memberAccounts.version} + 1`,
      updatedAt: sql`now()`,
      modules: sql`array(select distinct m from unnest(${memberAccounts.modules} || ${sql.param([...modules])}::text[]) m order by m)`,
    })
    .where(inArray(memberAccounts.id, [...accountIds]))
}
