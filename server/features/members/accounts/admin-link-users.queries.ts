// Members owned by a staff account, within the viewer's scope.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { LinkedMember } from '#contract/organisation/staff-links.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { equals, hasName, keyPart, list } from '#server/core/lists/paging.ts'
import type { Tx } from '#server/db/connection.ts'
import { enterprises, members } from '#server/db/schema/members/members.ts'

const row = {
  id: members.id,
  loginName: members.loginName,
  realName: members.realName,
  mobile: members.mobile,
  enterpriseName: enterprises.name,
  locked: members.locked,
  lastSeenAt: members.lastSeenAt,
}

const text = sql.placeholder('text')

type LinkQuery = { userId: string; text?: string; locked?: boolean; current?: number; size?: number }

export const listLinkedMembers = salesList((scope, suffix) =>
  list<LinkedMember, LinkQuery>({
    name: `linked_members${suffix}`,
    always: sql`${members.deletedAt} is null and ${scope(members.ownerId)}`,
    filters: {
      userId: { where: sql`${members.ownerId} = ${sql.placeholder('userId')}` },
      text: {
        where: sql`(text_key(${members.loginName}) like ${text} or ${hasName(members.realName, text, members.spelling)} or ${members.mobile} like ${text}
        or ${hasName(enterprises.name, text, enterprises.spelling)})`,
        value: keyPart,
      },
      locked: equals(members.locked, 'locked'),
    },
    sorts: {},
    usual: sql`${enterprises.name} collate "zh-x-icu", ${members.loginName}`,
    tie: members.id,
    fields: row,
    rows: (db) => db.select(row).from(members).innerJoin(enterprises, eq(enterprises.id, members.enterpriseId)),
    matches: (db, where) =>
      db
        .select({ n: sql`1` })
        .from(members)
        .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
        .where(where),
  }),
)

export const lockLinked = (tx: Tx, viewer: Viewer, ownerId: string, ids: readonly string[]) =>
  tx
    .select({ id: members.id, loginName: members.loginName, locked: members.locked })
    .from(members)
    .where(
      and(
        inArray(members.id, [...ids]),
        eq(members.ownerId, ownerId),
        sql`${members.deletedAt} is null`,
        salesScope(viewer, members.ownerId),
      ),
    )
    .orderBy(members.id)
    .for('update')

/** Locking ends the members' sessions in the sub-products as well. */
export const setLocks = (tx: Tx, ids: readonly string[], locked: boolean) =>
  tx
    .update(members)
    .set({
      locked,
      updatedAt: sql`now()`,
      version: sql`${members.version} + 1`,
      ...(locked && { sessionsClearedAt: sql`now()` }),
    })
    .where(inArray(members.id, [...ids]))
