// Everything that refers to a customer, moved to another one and back. A test compares the list with the database's foreign keys.

import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { MERGE_UNDO_DAYS, MERGES_MAX, type MergeRow } from '#contract/members/customer-merges.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { meetingInvitations, meetingSignUps } from '#server/db/schema/meeting-sign-ups.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { enterpriseContacts, enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { enterpriseMerges, type MergeTrace } from '#server/db/schema/members/merges.ts'
import { orders } from '#server/db/schema/members/orders.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { users } from '#server/db/schema/organisation.ts'
import { reportOrders } from '#server/db/schema/push.ts'
import { complaints, followUps } from '#server/db/schema/service.ts'
import { visitEnterprises } from '#server/db/schema/visits.ts'

type Target = { title: string; table: PgTable; id: PgColumn; column: PgColumn }

/** By the name of the table. */
export const mergeTargets: Readonly<Record<string, Target>> = {
  enterprise_contacts: target('联系人', enterpriseContacts, enterpriseContacts.enterpriseId),
  members: target('会员', members, members.enterpriseId),
  registrations: target('试用注册', registrations, registrations.enterpriseId),
  follow_ups: target('跟进记录', followUps, followUps.enterpriseId),
  complaints: target('投诉', complaints, complaints.enterpriseId),
  visit_enterprises: target('拜访企业', visitEnterprises, visitEnterprises.customerId),
  report_orders: target('定制报告', reportOrders, reportOrders.enterpriseId),
  meeting_sign_ups: target('会议报名', meetingSignUps, meetingSignUps.customerId),
  meeting_invitations: target('会议邀请', meetingInvitations, meetingInvitations.customerId),
}

function target(title: string, table: PgTable & { id: PgColumn }, column: PgColumn): Target {
  return { title, table, id: table.id, column }
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const anyOf = (ids: readonly string[]) => sql`any(${idArray(ids)})`
const named = (column: PgColumn) => sql.identifier(column.name)

/** What a customer has, by title; accounts, grants and orders hang on its members. */
export async function countsOf(tx: Tx, id: string): Promise<{ title: string; count: number }[]> {
  const ofMembers = sql`${memberAccounts} a join ${members} m on m.id = a.member_id and m.enterprise_id = ${id}`
  const counts = [
    ...Object.values(mergeTargets).map(({ title, table, column }) => ({
      title,
      from: sql`${table} where ${named(column)} = ${id}`,
    })),
    { title: '会员的账号', from: sql`${ofMembers}` },
    { title: '会员的授权', from: sql`${grants} g join ${ofMembers} on a.id = g.account_id` },
    { title: '会员的订单', from: sql`${orders} o join ${ofMembers} on a.id = o.account_id` },
  ]
  const found: { title: string; count: number }[] = []
  for (const { title, from } of counts) {
    const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from ${from}`)
    found.push({ title, count: rows[0]?.count ?? 0 })
  }
  return found.filter(({ count }) => count > 0)
}

const openOf = (id: string) => sql`${followUps.enterpriseId} = ${id} and ${followUps.nextOn} is not null
  and ${followUps.endedById} is null and ${followUps.endedByVisitId} is null`

/** Of two open reminders the newer one ends the older, as a newer record does. */
async function endOlder(tx: Tx, keepId: string, dropId: string): Promise<MergeTrace['ended']> {
  const open = await tx
    .select({ id: followUps.id })
    .from(followUps)
    .where(sql`(${openOf(keepId)}) or (${openOf(dropId)})`)
    .orderBy(desc(followUps.at), desc(followUps.id))
    .for('update')
  const [newer, older] = open
  if (!newer || !older) return null
  await tx.update(followUps).set({ endedById: newer.id }).where(eq(followUps.id, older.id))
  return { id: older.id, byId: newer.id }
}

/** What of the dropped one does not simply go along: its reminder or the kept one's is ended, its enterprise for visits let go. */
export async function collisionsOf(tx: Tx, keepId: string, dropId: string) {
  const [kept, dropped, site] = [
    await tx.$count(followUps, openOf(keepId)),
    await tx.$count(followUps, openOf(dropId)),
    await tx.$count(visitEnterprises, eq(visitEnterprises.customerId, keepId)),
  ]
  return { endsReminder: kept > 0 && dropped > 0, hasSite: site > 0 }
}

const mainOf = (id: string) => and(eq(enterpriseContacts.enterpriseId, id), eq(enterpriseContacts.isMain, true))

/** Moves all rows. @returns what it takes to put them back, but for the fields of the kept one */
export async function moveAll(tx: Tx, keepId: string, dropId: string): Promise<Omit<MergeTrace, 'filled'>> {
  const ended = await endOlder(tx, keepId, dropId)
  const hasMain = (await tx.$count(enterpriseContacts, mainOf(keepId))) > 0
  const formerMains = hasMain
    ? await tx
        .update(enterpriseContacts)
        .set({ isMain: false })
        .where(mainOf(dropId))
        .returning({ id: enterpriseContacts.id })
    : []
  const mains = await tx.select({ id: enterpriseContacts.id }).from(enterpriseContacts).where(mainOf(dropId))
  const hasSite = (await tx.$count(visitEnterprises, eq(visitEnterprises.customerId, keepId))) > 0
  const unlinked = hasSite
    ? await tx
        .update(visitEnterprises)
        .set({ customerId: null })
        .where(eq(visitEnterprises.customerId, dropId))
        .returning({ id: visitEnterprises.id })
    : []
  const moved: Record<string, string[]> = {}
  for (const [name, { table, column }] of Object.entries(mergeTargets)) {
    const { rows } = await tx.execute<{ id: string }>(
      sql`update ${table} set ${named(column)} = ${keepId} where ${named(column)} = ${dropId} returning id::text as id`,
    )
    if (rows.length > 0) moved[name] = idsOf(rows)
  }
  return { moved, formerMains: idsOf(formerMains), mains: idsOf(mains), unlinked: idsOf(unlinked), ended }
}

/** Deletes a customer that nothing refers to any more. @returns the row, whole */
export async function deleteCustomer(tx: Tx, id: string) {
  const { rows } = await tx.execute<{ row: typeof enterpriseMerges.$inferInsert.dropped }>(
    sql`delete from ${enterprises} e where e.id = ${id} returning to_jsonb(e) - 'words' as row`,
  )
  const [gone] = rows
  if (!gone) throw new Error(`customer ${id} is gone, though it was locked`)
  return gone.row
}

/** The oldest of a name is no namesake: it may be the one that was deleted. */
export const settleNamesake = (tx: Tx, id: string) =>
  tx.execute(sql`update ${enterprises} e set namesake = 0 where e.id = ${id} and e.namesake > 0 and not exists (
    select 1 from ${enterprises} o where text_key(o.name) = text_key(e.name) and o.namesake = 0)`)

/** Beside others of its name, where there are some now. */
export async function restoreCustomer(tx: Tx, dropped: Record<string, unknown>): Promise<void> {
  const { words: _, ...columns } = getTableColumns(enterprises)
  const names = Object.values(columns).map(({ name }) => sql.identifier(name))
  const values = Object.values(columns).map(({ name }) =>
    name === 'namesake'
      ? sql`coalesce((select max(o.namesake) + 1 from ${enterprises} o where text_key(o.name) = text_key(r.name)), 0)`
      : sql`r.${sql.identifier(name)}`,
  )
  await tx.execute(sql`insert into ${enterprises} (${sql.join(names, sql`, `)}) overriding system value
    select ${sql.join(values, sql`, `)} from jsonb_populate_record(null::enterprises, ${JSON.stringify(dropped)}::jsonb) r`)
}

/** Moved rows of a table that are still the kept one's. */
export async function countStill(tx: Tx, name: string, ids: readonly string[], keepId: string): Promise<number> {
  const { table, column } = mergeTargets[name] ?? { table: enterprises, column: enterprises.id }
  const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from (
    select 1 from ${table} where id = ${anyOf(ids)} and ${named(column)} = ${keepId} for update) still`)
  return rows[0]?.count ?? 0
}

/** Whether a record of one side has ended a reminder of the other since the merge. */
export async function hasCrossed(tx: Tx, { moved, ended }: MergeTrace, keepId: string): Promise<boolean> {
  const ids = anyOf(moved.follow_ups ?? [])
  const own: SQL = ended ? sql`not (f.id = ${ended.id} and f.ended_by_id = ${ended.byId})` : sql`true`
  const { rows } = await tx.execute(sql`select 1 from ${followUps} f where f.enterprise_id = ${keepId}
    and f.ended_by_id is not null and (f.id = ${ids}) <> (f.ended_by_id = ${ids}) and ${own} limit 1`)
  return rows.length > 0
}

/** The main contacts among moved ones. */
export async function mainsAmong(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const found = await tx
    .select({ id: enterpriseContacts.id })
    .from(enterpriseContacts)
    .where(and(sql`${enterpriseContacts.id} = ${anyOf(ids)}`, eq(enterpriseContacts.isMain, true)))
  return idsOf(found)
}

export const freeSites = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.$count(visitEnterprises, sql`${visitEnterprises.id} = ${anyOf(ids)} and ${visitEnterprises.customerId} is null`)

export const isCodeTaken = async (tx: Tx, code: string, butId: string): Promise<boolean> =>
  code !== '' &&
  (await tx.$count(enterprises, sql`${enterprises.creditCode} = ${code} and ${enterprises.id} <> ${butId}`)) > 0

export async function moveBack(tx: Tx, { moved, formerMains, unlinked, ended }: MergeTrace, dropId: string) {
  for (const [name, ids] of Object.entries(moved)) {
    const { table, column } = mergeTargets[name] ?? { table: enterprises, column: enterprises.id }
    await tx.execute(sql`update ${table} set ${named(column)} = ${dropId} where id = ${anyOf(ids)}`)
  }
  if (formerMains.length > 0)
    await tx.update(enterpriseContacts).set({ isMain: true }).where(inArray(enterpriseContacts.id, formerMains))
  if (unlinked.length > 0)
    await tx.update(visitEnterprises).set({ customerId: dropId }).where(inArray(visitEnterprises.id, unlinked))
  // open again, where the customer has not got another reminder since
  if (ended)
    await tx.execute(sql`update ${followUps} f set ended_by_id = null where f.id = ${ended.id} and f.ended_by_id = ${ended.byId}
      and not exists (select 1 from ${followUps} o where o.enterprise_id = f.enterprise_id and o.next_on is not null
        and o.ended_by_id is null and o.ended_by_visit_id is null)`)
}

export async function insertMerge(tx: Tx, values: typeof enterpriseMerges.$inferInsert): Promise<string> {
  const [stored] = await tx.insert(enterpriseMerges).values(values).returning({ id: enterpriseMerges.id })
  return stored?.id ?? ''
}

const isRecent = sql<boolean>`(${enterpriseMerges.at} > now() - make_interval(days => ${sql.raw(String(MERGE_UNDO_DAYS))}))`

export async function lockMerge(tx: Tx, id: string) {
  const [found] = await tx
    .select({
      keptId: enterpriseMerges.keptId,
      dropped: enterpriseMerges.dropped,
      trace: enterpriseMerges.trace,
      undoneAt: enterpriseMerges.undoneAt,
      isRecent,
    })
    .from(enterpriseMerges)
    .where(eq(enterpriseMerges.id, id))
    .for('update')
  return found
}

export const markUndone = (tx: Tx, id: string) =>
  tx.update(enterpriseMerges).set({ undoneAt: sql`now()` }).where(eq(enterpriseMerges.id, id))

export const listMerges = (db: Db, viewer: Viewer): Promise<MergeRow[]> =>
  db
    .select({
      id: enterpriseMerges.id,
      at: enterpriseMerges.at,
      keptId: enterpriseMerges.keptId,
      keptName: enterprises.name,
      droppedName: sql<string>`${enterpriseMerges.dropped} ->> 'name'`,
      moved: sql<number>`(select coalesce(sum(jsonb_array_length(m.value)), 0)::int
        from jsonb_each(${enterpriseMerges.trace} -> 'moved') m)`,
      actorName: users.realName,
      undoneAt: enterpriseMerges.undoneAt,
      canUndo: sql<boolean>`(${enterpriseMerges.undoneAt} is null and ${isRecent})`,
    })
    .from(enterpriseMerges)
    .innerJoin(enterprises, eq(enterprises.id, enterpriseMerges.keptId))
    .innerJoin(users, eq(users.id, enterpriseMerges.actorId))
    .where(salesScope(viewer, enterprises.ownerId))
    .orderBy(desc(enterpriseMerges.id))
    .limit(MERGES_MAX)
