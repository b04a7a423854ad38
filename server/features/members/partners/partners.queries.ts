// Partners as they are stored, in the sales scope of their owners.
import { and, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm'
import type { PartnerQuery, PartnerRow } from '#contract/members/partners.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { contains, equals, list, nameHas } from '#server/core/lists/paging.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { members } from '#server/db/schema/members/members.ts'
import { partnerMembers, partners, permissionSets } from '#server/db/schema/members/partners.ts'
import { users } from '#server/db/schema/organisation.ts'

const isExpired = sql<boolean>`coalesce(${partners.endsOn} < current_date, false)`

const row = {
  id: partners.id,
  version: partners.version,
  name: partners.name,
  code: partners.code,
  contact: partners.contact,
  mobile: partners.mobile,
  domains: partners.domains,
  permissionSetName: permissionSets.name,
  subProducts: sql<SubProductKey[]>`coalesce(${permissionSets.subProducts}, '{}')`,
  members: sql<number>`(select count(*)::int from ${partnerMembers} pm join ${members} m on m.id = pm.member_id
    where pm.partner_id = ${partners.id} and m.deleted_at is null)`,
  status: partners.status,
  isExpired,
  endsOn: partners.endsOn,
  ownerName: users.realName,
  remark: partners.remark,
  updatedAt: partners.updatedAt,
}

export const listPartners = salesList((scope, suffix) =>
  list<PartnerRow, PartnerQuery>({
    name: `partners${suffix}`,
    always: scope(partners.ownerId),
    filters: {
      name: nameHas(partners.name, 'name', partners.spelling),
      code: contains(partners.code, 'code'),
      permissionSetId: equals(partners.permissionSetId, 'permissionSetId'),
      ownerId: equals(partners.ownerId, 'ownerId'),
      status: equals(partners.status, 'status'),
    },
    sorts: {
      name: sql`${partners.name} collate "zh-x-icu"`,
      endsOn: partners.endsOn,
      updatedAt: partners.updatedAt,
    },
    usual: sql`${partners.updatedAt} desc`,
    tie: partners.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(partners)
        .leftJoin(permissionSets, eq(permissionSets.id, partners.permissionSetId))
        .leftJoin(users, eq(users.id, partners.ownerId)),
    matches: (db, where) => db.select({ n: sql`1` }).from(partners).where(where),
  }),
)

const isVisible = (viewer: Viewer, id: string) => and(eq(partners.id, id), salesScope(viewer, partners.ownerId))

export const isPartner = async (db: Executor, viewer: Viewer, id: string): Promise<boolean> =>
  (await db.$count(partners, isVisible(viewer, id))) > 0

/** Locked for a change. */
export async function lockPartner(tx: Tx, viewer: Viewer, id: string) {
  const [found] = await tx
    .select({ ...getTableColumns(partners), isExpired })
    .from(partners)
    .where(isVisible(viewer, id))
    .for('update')
  return found ?? null
}

/** Which of a new name and code another partner has, in scope or not. */
export async function findTaken(tx: Tx, { id, name, code }: { id: string | undefined; name: string; code: string }) {
  const others = await tx
    .select({
      name: sql<boolean>`lower(${partners.name}) = lower(${name})`,
      code: sql<boolean>`lower(${partners.code}) = lower(${code})`,
    })
    .from(partners)
    .where(
      and(
        id === undefined ? undefined : ne(partners.id, id),
        sql`(lower(${partners.name}) = lower(${name}) or lower(${partners.code}) = lower(${code}))`,
      ),
    )
  return { name: others.some((each) => each.name), code: others.some((each) => each.code) }
}

/** Whether the set exists; it cannot be deleted before the commit. */
export async function holdSet(tx: Tx, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: permissionSets.id })
    .from(permissionSets)
    .where(eq(permissionSets.id, id))
    .for('key share')
  return found.length > 0
}

/** Number of members, in scope or not; deleted ones do not count. */
export const countMembersOf = async (tx: Tx, partnerId: string): Promise<number> => {
  const found = await tx
    .select({ id: members.id })
    .from(partnerMembers)
    .innerJoin(members, eq(members.id, partnerMembers.memberId))
    .where(and(eq(partnerMembers.partnerId, partnerId), isNull(members.deletedAt)))
  return found.length
}
