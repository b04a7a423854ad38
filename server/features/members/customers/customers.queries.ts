// Enterprises for list, form and pickers; always within the viewer's scope.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  CHOICES_MAX,
  type EnterpriseChoice,
  type EnterpriseDetail,
  type EnterpriseQuery,
  type EnterpriseRow,
} from '#contract/members/customers.ts'
import { EXPIRING_DAYS } from '#contract/members/members.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { doubled } from '#server/core/lists/doubles.ts'
import {
  endOfDay,
  equals,
  type Filter,
  hasName,
  keyPart,
  list,
  nameHas,
  startOfDay,
} from '#server/core/lists/paging.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { enterpriseContacts, enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { users } from '#server/db/schema/organisation.ts'
import { complaints, followUps } from '#server/db/schema/service.ts'
import { contactsOf } from './contacts.queries.ts'

const city = alias(regions, 'city')
const province = alias(regions, 'province')

const keyArray = sql`array[${sql.join(
  subProducts.map(({ key }) => sql`${key}`),
  sql`, `,
)}]::text[]`

/** Valid accounts `a` of members `m` of an enterprise, or of one member. */
const isLive = sql`a.deleted_at is null and a.status = 'enabled' and a.starts_on <= current_date and a.ends_on >= current_date`
const accountsOf = sql`${memberAccounts} a join ${members} m on m.id = a.member_id and m.deleted_at is null`

export const liveSubProducts = (whose: SQL): SQL<SubProductKey[]> =>
  sql<SubProductKey[]>`array(select a.sub_product from ${accountsOf} where ${whose} and ${isLive}
    group by a.sub_product order by array_position(${keyArray}, a.sub_product))`
export const nextEnd = (whose: SQL): SQL<string | null> =>
  sql<string | null>`(select min(a.ends_on)::text from ${accountsOf} where ${whose} and ${isLive})`

const ofEnterprise = sql`m.enterprise_id = ${enterprises}.id`

const row = {
  id: enterprises.id,
  version: enterprises.version,
  name: enterprises.name,
  creditCode: enterprises.creditCode,
  level: enterprises.level,
  industry: enterprises.industry,
  regionPath: sql<string>`concat_ws(' ', ${province.name}, ${city.name}, ${regions.name})`,
  address: enterprises.address,
  source: enterprises.source,
  ownerId: enterprises.ownerId,
  ownerName: sql<string>`coalesce(${users.realName}, '')`,
  members: sql<number>`(select count(*)::int from ${members} m where ${ofEnterprise} and m.deleted_at is null)`,
  subProducts: liveSubProducts(ofEnterprise),
  nextEndsOn: nextEnd(ofEnterprise),
  remark: enterprises.remark,
  createdAt: enterprises.createdAt,
  updatedAt: enterprises.updatedAt,
}

const selectRows = (db: Executor) =>
  db
    .select(row)
    .from(enterprises)
    .leftJoin(users, eq(users.id, enterprises.ownerId))
    .leftJoin(regions, eq(regions.id, enterprises.regionId))
    .leftJoin(city, eq(city.id, regions.parentId))
    .leftJoin(province, eq(province.id, city.parentId))

const hasContact = sql`exists (select 1 from ${enterpriseContacts} c where c.enterprise_id = ${enterprises.id}
  and (${hasName(sql`c.name`, sql.placeholder('contact'), sql`c.spelling`)} or c.mobile like ${sql.placeholder('contact')}))`
/** A region includes everything below it. */
const inRegion = sql`${enterprises.regionId} in (select r.id from ${regions} r left join ${regions} p on p.id = r.parent_id
  where ${sql.placeholder('regionId')}::bigint in (r.id, r.parent_id, p.parent_id))`
const isEndingWithin = (days: unknown) => sql`a.deleted_at is null and a.status = 'enabled'
  and a.ends_on between current_date and current_date + ${days}::int`
const withAccount = (condition: SQL) =>
  sql`${enterprises.id} in (select m.enterprise_id from ${accountsOf} where ${condition})`
/** Administrators count by arrays: one scan of each index, where a join looks up every row. */
const hasAccount = (condition: SQL, suffix: string): Filter => ({
  where: withAccount(condition),
  ...(suffix === '' && {
    ofAll: sql`${enterprises.id} = any(array(select m.enterprise_id from ${members} m where m.deleted_at is null
      and m.id = any(array(select a.member_id from ${memberAccounts} a where ${condition}))))`,
  }),
})
const anyMember = sql`exists (select 1 from ${members} m where m.enterprise_id = ${enterprises.id} and m.deleted_at is null)`
const isPooled = sql`${enterprises.ownerId} is null`

/** What statistics count, by the conditions of the list. */
export const isCounted = {
  withMembers: anyMember,
  live: withAccount(isLive),
  expiring: withAccount(isEndingWithin(EXPIRING_DAYS)),
  pooled: isPooled,
}

const flag = (condition: SQL, name: string): Filter => ({ where: sql`(${condition}) = ${sql.placeholder(name)}` })

const own = alias(enterprises, 'own')

/** Within a scope the enterprises come first, as an array: the plan starts from them, whatever the filters. */
export const listEnterprises = salesList((scope, suffix) =>
  list<EnterpriseRow, EnterpriseQuery>({
    name: `enterprises${suffix}`,
    always:
      suffix === ''
        ? sql`true`
        : sql`${enterprises.id} = any(array(select ${own.id} from ${enterprises} own where ${scope(own.ownerId)}))`,
    filters: {
      name: nameHas(enterprises.name, 'name', enterprises.spelling),
      creditCode: {
        where: sql`starts_with(${enterprises.creditCode}, ${sql.placeholder('creditCode')})`,
        value: (input: string) => input.trim().toUpperCase(),
      },
      contact: { where: hasContact, value: keyPart },
      level: equals(enterprises.level, 'level'),
      industry: nameHas(enterprises.industry, 'industry'),
      regionId: { where: inRegion },
      ownerId: equals(enterprises.ownerId, 'ownerId'),
      isPooled: flag(isPooled, 'isPooled'),
      isDouble: doubled(enterprises, enterprises.name),
      source: equals(enterprises.source, 'source'),
      subProduct: hasAccount(sql`a.sub_product = ${sql.placeholder('subProduct')} and ${isLive}`, suffix),
      isInUse: flag(isCounted.live, 'isInUse'),
      endsWithin: hasAccount(isEndingWithin(sql.placeholder('endsWithin')), suffix),
      hasMembers: flag(anyMember, 'hasMembers'),
      createdFrom: { where: sql`${enterprises.createdAt} >= ${startOfDay('createdFrom')}` },
      createdTo: { where: sql`${enterprises.createdAt} < ${endOfDay('createdTo')}` },
    },
    sorts: {
      name: sql`${enterprises.name} collate "zh-x-icu"`,
      level: enterprises.level,
      createdAt: enterprises.createdAt,
      updatedAt: enterprises.updatedAt,
    },
    usual: sql`${enterprises.createdAt} desc`,
    tie: enterprises.id,
    fields: row,
    rows: (db) => selectRows(db),
    ids: (db, where) => db.select({ id: enterprises.id }).from(enterprises).where(where),
    matches: (db, where) => db.select({ n: sql`1` }).from(enterprises).where(where),
  }),
)

export function searchChoices(
  db: Db,
  viewer: Viewer,
  { text = '', ids }: { text?: string; ids?: readonly string[] },
): Promise<EnterpriseChoice[]> {
  const found = ids
    ? inArray(enterprises.id, [...ids])
    : sql`(${hasName(enterprises.name, keyPart(text), enterprises.spelling)} or starts_with(${enterprises.creditCode}, ${text.trim().toUpperCase()}))`
  return db
    .select({
      id: enterprises.id,
      name: enterprises.name,
      creditCode: enterprises.creditCode,
      ownerName: sql<string>`coalesce(${users.realName}, '')`,
    })
    .from(enterprises)
    .leftJoin(users, eq(users.id, enterprises.ownerId))
    .where(and(salesScope(viewer, enterprises.ownerId), found))
    .orderBy(sql`${enterprises.name} collate "zh-x-icu"`, enterprises.id)
    .limit(CHOICES_MAX)
}

const detail = {
  ...row,
  regionIds: sql<string[]>`array_remove(array[${province.id}, ${city.id}, ${regions.id}]::text[], null)`,
  longitude: enterprises.longitude,
  latitude: enterprises.latitude,
}

export async function findEnterprise(db: Executor, viewer: Viewer, id: string): Promise<EnterpriseDetail | undefined> {
  const [found] = await db
    .select(detail)
    .from(enterprises)
    .leftJoin(users, eq(users.id, enterprises.ownerId))
    .leftJoin(regions, eq(regions.id, enterprises.regionId))
    .leftJoin(city, eq(city.id, regions.parentId))
    .leftJoin(province, eq(province.id, city.parentId))
    .where(and(eq(enterprises.id, id), salesScope(viewer, enterprises.ownerId)))
  return found && { ...found, contacts: await contactsOf(db, id) }
}

/** Enterprises locked by rising ids; those out of scope are left out. */
export const lockEnterprises = (tx: Tx, viewer: Viewer, ids: readonly string[]) =>
  tx
    .select({
      id: enterprises.id,
      version: enterprises.version,
      name: enterprises.name,
      ownerId: enterprises.ownerId,
      longitude: enterprises.longitude,
      latitude: enterprises.latitude,
    })
    .from(enterprises)
    .where(and(inArray(enterprises.id, [...ids]), salesScope(viewer, enterprises.ownerId)))
    .orderBy(enterprises.id)
    .for('update')

export type EnterpriseValues = Partial<Omit<typeof enterprises.$inferInsert, 'id' | 'version' | 'createdAt'>>

export const insertEnterprise = (tx: Tx, values: typeof enterprises.$inferInsert): Promise<string> =>
  insertRow(tx, enterprises, values)

/** @returns the new version */
export const updateEnterprise = (tx: Tx, id: string, values: EnterpriseValues): Promise<number> =>
  updateRow(tx, enterprises, id, { ...values, updatedAt: sql`now()` })

/** Which of a new name and credit code another enterprise has, in scope or not. */
export async function findTaken(tx: Tx, { name, creditCode }: { name: string; creditCode: string }, id = '0') {
  const [taken] = await tx
    .select({
      name: sql<boolean>`coalesce(bool_or(text_key(${enterprises.name}) = text_key(${name})), false)`,
      creditCode: sql<boolean>`coalesce(bool_or(${enterprises.creditCode} = ${creditCode} and ${creditCode} <> ''), false)`,
    })
    .from(enterprises)
    .where(
      sql`${enterprises.id} <> ${id} and (text_key(${enterprises.name}) = text_key(${name})
        or (${enterprises.creditCode} = ${creditCode} and ${creditCode} <> ''))`,
    )
  return taken ?? { name: false, creditCode: false }
}

export async function regionExists(db: Executor, id: string): Promise<boolean> {
  return (await db.select({ id: regions.id }).from(regions).where(eq(regions.id, id))).length > 0
}

/** What prevents the deletion of enterprises. Deleted members count, as the ledger names them. */
export async function findUses(tx: Tx, ids: readonly string[]) {
  const counted = await tx
    .select({
      id: enterprises.id,
      name: enterprises.name,
      members: sql<number>`(select count(*)::int from ${members} m where m.enterprise_id = ${enterprises}.id)`,
      registrations: sql<number>`(select count(*)::int from ${registrations} r where r.enterprise_id = ${enterprises}.id)`,
      followUps: sql<number>`(select count(*)::int from ${followUps} f where f.enterprise_id = ${enterprises}.id)`,
      complaints: sql<number>`(select count(*)::int from ${complaints} f where f.enterprise_id = ${enterprises}.id)`,
    })
    .from(enterprises)
    .where(inArray(enterprises.id, [...ids]))
  return counted.flatMap(({ id, name, ...counts }) => {
    const by = [
      { kind: '会员（含已删除）', count: counts.members },
      { kind: '试用注册', count: counts.registrations },
      { kind: '跟进记录', count: counts.followUps },
      { kind: '投诉', count: counts.complaints },
    ].filter(({ count }) => count > 0)
    return by.length > 0 ? [{ id, name, by }] : []
  })
}

export const deleteEnterprises = (tx: Tx, ids: readonly string[]) =>
  tx.delete(enterprises).where(inArray(enterprises.id, [...ids]))
