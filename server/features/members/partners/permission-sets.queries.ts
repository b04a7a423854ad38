// Permission sets as they are stored, and the partners that use them.
import { and, eq, ne, sql } from 'drizzle-orm'
import type {
  PermissionSet,
  PermissionSetQuery,
  PermissionSetRow,
  SetPartner,
} from '#contract/members/permission-sets.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { salesScope } from '#server/core/access/scope.ts'
import { list, nameHas } from '#server/core/lists/paging.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { members } from '#server/db/schema/members/members.ts'
import { partnerMembers, partners, permissionSets } from '#server/db/schema/members/partners.ts'
import { countHidden, hiddenAmong } from '../grants/grants-account.queries.ts'

const row = {
  id: permissionSets.id,
  version: permissionSets.version,
  name: permissionSets.name,
  subProducts: permissionSets.subProducts,
  modules: permissionSets.modules,
  products: sql<number>`cardinality(${permissionSets.productIds})`,
  hidden: countHidden(sql`${permissionSets}.product_ids`),
  partners: sql<number>`(select count(*)::int from ${partners} where ${partners}.permission_set_id = ${permissionSets}.id)`,
  remark: permissionSets.remark,
  updatedAt: permissionSets.updatedAt,
}

export const listPermissionSets = list<PermissionSetRow, PermissionSetQuery>({
  name: 'permission_sets',
  always: sql`true`,
  filters: {
    name: nameHas(permissionSets.name, 'name'),
    subProduct: { where: sql`${sql.placeholder('subProduct')} = any(${permissionSets.subProducts})` },
  },
  sorts: { name: sql`${permissionSets.name} collate "zh-x-icu"`, updatedAt: permissionSets.updatedAt },
  usual: sql`${permissionSets.updatedAt} desc`,
  tie: permissionSets.id,
  fields: row,
  rows: (db) => db.select(row).from(permissionSets),
  matches: (db, where) => db.select({ n: sql`1` }).from(permissionSets).where(where),
})

export type StoredSet = typeof permissionSets.$inferSelect

export async function lockPermissionSet(tx: Tx, id: string): Promise<StoredSet | null> {
  const [found] = await tx.select().from(permissionSets).where(eq(permissionSets.id, id)).for('update')
  return found ?? null
}

/** As its form shows it. */
export const withHidden = async (db: Executor, { updatedAt: _, ...stored }: StoredSet): Promise<PermissionSet> => ({
  ...stored,
  hiddenProducts: await hiddenAmong(db, stored.productIds),
})

export const isPermissionSet = async (db: Executor, id: string): Promise<boolean> =>
  (await db.$count(permissionSets, eq(permissionSets.id, id))) > 0

export async function isSetNameTaken(tx: Tx, name: string, id?: string): Promise<boolean> {
  const found = await tx
    .select({ id: permissionSets.id })
    .from(permissionSets)
    .where(
      and(
        sql`lower(${permissionSets.name}) = lower(${name})`,
        id === undefined ? undefined : ne(permissionSets.id, id),
      ),
    )
  return found.length > 0
}

/** Partners out of scope count too: the set is in use all the same. */
export const countPartnersOf = (tx: Tx, setId: string): Promise<number> =>
  tx.$count(partners, eq(partners.permissionSetId, setId))

export const listChoices = (db: Executor) =>
  db
    .select({ id: permissionSets.id, name: permissionSets.name })
    .from(permissionSets)
    .orderBy(sql`${permissionSets.name} collate "zh-x-icu", ${permissionSets.id}`)

const PARTNERS_MOST = 200

export async function listPartnersOf(db: Executor, setId: string, viewer: Actor): Promise<SetPartner[]> {
  // names spelled out: in a select from one table Drizzle omits table names
  const ofThem = sql<number>`(select count(*)::int from ${partnerMembers}
    join ${members} on ${members}.id = ${partnerMembers}.member_id
    where ${partnerMembers}.partner_id = ${partners}.id and ${members}.deleted_at is null
      and ${salesScope(viewer, members.ownerId)})`
  return db
    .select({ id: partners.id, name: partners.name, members: ofThem })
    .from(partners)
    .where(
      and(
        eq(partners.permissionSetId, setId),
        eq(partners.status, 'enabled'),
        sql`(${partners.endsOn} is null or ${partners.endsOn} >= current_date)`,
        salesScope(viewer, partners.ownerId),
      ),
    )
    .orderBy(sql`${partners.name} collate "zh-x-icu", ${partners.id}`)
    .limit(PARTNERS_MOST)
}
