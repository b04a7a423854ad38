// Pushes as they are stored, with the counts of their messages.

import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type AnyPushKind, type PushKind, STOPPED_REASON } from '#contract/push/push-labels.ts'
import type { PushCounts, PushForm, PushQuery, PushRecipient, PushRow, RecipientQuery } from '#contract/push/pushes.ts'
import { perSalesScope, type ScopeValues, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { endOfDay, equals, list, nameHas, startOfDay } from '#server/core/lists/paging.ts'
import { countsOf } from '#server/core/outbox/push-counts.queries.ts'
import { recipientHas } from '#server/core/outbox/recipients.queries.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { enterprises, members } from '#server/db/schema/members/members.ts'
import { menus, roleMenus, userDeputyRoles, users } from '#server/db/schema/organisation.ts'
import { prices, quoteItems } from '#server/db/schema/prices/prices.ts'
import { pushes, pushLists } from '#server/db/schema/push.ts'
import { type ItemDays, itemDaysJson, withItemDays } from '#server/features/prices/due-patterns.queries.ts'

export const pusher = alias(users, 'pusher')
export const reviewer = alias(users, 'reviewer')

/** Stored once the push has ended (`push-counts.queries.ts`), counted before that. */
const counts = sql<PushCounts | null>`case when ${pushes.bodyId} is null then null
  when ${pushes.counts} is not null then ${pushes.counts} else ${countsOf} end`

const isOpen = sql`exists (select 1 from ${messages} open where open.push_id = pushes.id and open.state in ('queued', 'sending'))`
const state = sql<
  PushRow['state']
>`case when ${pushes.state} = 'sending' and not ${isOpen} then 'finished' else ${pushes.state} end`

/** Columns of every list of pushes. */
export const pushRow = {
  id: pushes.id,
  version: pushes.version,
  title: pushes.title,
  state,
  timing: pushes.timing,
  planId: pushes.planId,
  correctionOf: pushes.correctionOf,
  nextAt: pushes.nextAt,
  note: pushes.note,
  counts,
  authorId: pushes.authorId,
  authorName: users.realName,
  pusherName: sql<string | null>`${pusher.realName}`,
  reviewerName: sql<string | null>`${reviewer.realName}`,
  startedAt: pushes.startedAt,
  endedAt: pushes.endedAt,
  updatedAt: pushes.updatedAt,
}

export const pushFilters = {
  title: nameHas(pushes.title, 'title'),
  state: { where: sql`${state} = ${sql.placeholder('state')}` },
  from: { where: sql`${pushes.updatedAt} >= ${startOfDay('from')}` },
  to: { where: sql`${pushes.updatedAt} < ${endOfDay('to')}` },
}
const row = { ...pushRow, subject: pushes.subject }

const listOf = (kind: PushKind) =>
  list<PushRow, PushQuery>({
    name: `pushes_${kind}`,
    always: sql`${pushes.kind} = ${sql.raw(`'${kind}'`)}`,
    filters: {
      ...pushFilters,
      authorId: equals(pushes.authorId, 'authorId'),
    },
    sorts: { updatedAt: pushes.updatedAt, startedAt: pushes.startedAt },
    usual: sql`${pushes.id} desc`,
    tie: pushes.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(pushes)
        .innerJoin(users, eq(users.id, pushes.authorId))
        .leftJoin(pusher, eq(pusher.id, pushes.pusherId))
        .leftJoin(reviewer, eq(reviewer.id, pushes.reviewerId)),
    matches: (db, where) => db.select({ n: sql`1` }).from(pushes).where(where),
  })

export const pushListOf = { report: listOf('report'), price: listOf('price') }

export type StoredPush = typeof pushes.$inferSelect

const ofKind = (kind: AnyPushKind, id: string) => and(eq(pushes.id, id), eq(pushes.kind, kind))

const noted = (column: 'opened_at' | 'clicked_at') =>
  sql<
    number | null
  >`case when ${pushes.isTracked} and ${pushes.bodyId} is not null then (select count(*)::int from ${messages} n
    where n.push_id = ${pushes.id} and n.${sql.identifier(column)} is not null) end`

export async function findPush(db: Executor, kind: AnyPushKind, id: string) {
  const [found] = await db
    .select({
      push: pushes,
      state,
      counts: sql<PushCounts | null>`case when ${pushes.bodyId} is null then null else ${countsOf} end`,
      opened: noted('opened_at'),
      clicked: noted('clicked_at'),
      authorName: users.realName,
      pusherName: row.pusherName,
      reviewerName: row.reviewerName,
    })
    .from(pushes)
    .innerJoin(users, eq(users.id, pushes.authorId))
    .leftJoin(pusher, eq(pusher.id, pushes.pusherId))
    .leftJoin(reviewer, eq(reviewer.id, pushes.reviewerId))
    .where(ofKind(kind, id))
  return found && { ...found.push, ...found, push: undefined }
}

/** Locked, with its effective state: finished where nothing is left to send. */
export async function lockPush(tx: Tx, id: string, kind?: AnyPushKind): Promise<StoredPush | undefined> {
  await tx.select({ id: pushes.id }).from(pushes).where(eq(pushes.id, id)).for('update')
  const [found] = await tx
    .select({ push: pushes, state })
    .from(pushes)
    .where(kind ? ofKind(kind, id) : eq(pushes.id, id))
  return found && { ...found.push, state: found.state }
}

export async function insertPush(
  tx: Tx,
  values: typeof pushes.$inferInsert,
): Promise<{ id: string; version: number } | undefined> {
  const [added] = await tx
    .insert(pushes)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: pushes.id, version: pushes.version })
  return added
}

export async function changePush(tx: Tx, id: string, values: Partial<typeof pushes.$inferInsert>): Promise<number> {
  const [changed] = await tx
    .update(pushes)
    .set({ ...values, version: sql`${pushes.version} + 1`, updatedAt: sql`now()` })
    .where(eq(pushes.id, id))
    .returning({ version: pushes.version })
  return changed?.version ?? 0
}

export const deletePush = (tx: Tx, id: string) => tx.delete(pushes).where(eq(pushes.id, id))

export const formOf = (push: StoredPush): PushForm => ({
  title: push.title,
  subject: push.subject,
  text: push.text,
  isAdvert: push.isAdvert,
  isTracked: push.isTracked,
  productIds: push.productIds,
  quoteItemIds: push.quoteItemIds,
  chartDays: push.chartDays,
  rendering: push.rendering,
  attachmentIds: push.attachmentIds,
  articleIds: push.articleIds,
  audience: push.audience,
  timing: push.timing,
  sendAt: push.sendAt,
  sendTime: push.sendTime,
})

export const correctionsOf = (db: Executor, pushId: string) =>
  db
    .select({ id: pushes.id, title: pushes.title, state })
    .from(pushes)
    .where(eq(pushes.correctionOf, pushId))
    .orderBy(pushes.id)

/** Withholds the messages that have not been handed over. @returns how many */
export async function withholdQueued(tx: Tx, pushId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`update ${messages} set state = 'withheld', reason = ${STOPPED_REASON},
    ended_at = now() where push_id = ${pushId}::bigint and state = 'queued'`)
  return rowCount ?? 0
}

export async function queueAgain(tx: Tx, pushId: string, which: 'stopped' | 'failed'): Promise<number> {
  const those = which === 'stopped' ? sql`state = 'withheld' and reason = ${STOPPED_REASON}` : sql`state = 'failed'`
  const { rowCount } = await tx.execute(sql`update ${messages} set state = 'queued', reason = '', ended_at = null,
    not_before = now() ${which === 'failed' ? sql`, attempts = 0` : sql``}
    where push_id = ${pushId}::bigint and ${those}`)
  return rowCount ?? 0
}

type WaitingItem = ItemDays & { isPublished: boolean }

/** Plans that go out after the prices of the day, except those whose push of that day exists already. */
export async function waitingForPrices(
  tx: Tx,
  slot: string,
  day: string,
): Promise<{ id: string; items: WaitingItem[] }[]> {
  const { rows } = await tx.execute<{ id: string; items: WaitingItem[] }>(sql`
    select p.id::text as id, json_agg(json_build_object(${itemDaysJson},
        'isPublished', exists (select from ${prices} e where e.quote_item_id = i.id and e.day = ${day}::date
          and e.publication is not null))) as items
      from ${pushes} p join ${quoteItems} i on i.id = any(p.quote_item_ids) ${withItemDays}
      where p.state = 'scheduled' and p.timing = 'verified'
        and not exists (select from ${pushes} d where d.plan_id = p.id and d.next_at = ${slot}::timestamptz)
      group by p.id order by p.id`)
  return rows
}

/** Plans that go out each workday at a time, locked. */
export const lockWorkdayPlans = (tx: Tx): Promise<StoredPush[]> =>
  tx
    .select()
    .from(pushes)
    .where(and(eq(pushes.state, 'scheduled'), eq(pushes.timing, 'workday')))
    .orderBy(pushes.id)
    .for('update')

/** Finishes pushes with nothing left to send, and stores their counts. */
export async function settlePushes(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`select id::text as id from ${pushes}
    where ${pushes.state} = 'sending' and not ${isOpen} order by id for update skip locked`)
  if (rows.length === 0) return 0
  // counted under the lock: earlier bounces are included, later ones update the counts again
  const { rowCount } =
    await tx.execute(sql`update ${pushes} set counts = ${countsOf}, state = 'finished', ended_at = now()
    where ${pushes.id} = any(${idArray(rows.map(({ id }) => id))}) and not ${isOpen}`)
  return rowCount ?? 0
}

const recipientRow = {
  id: messages.id,
  name: messages.recipientName,
  enterprise: sql<string>`coalesce(${enterprises.name}, '')`,
  address: messages.address,
  state: messages.state,
  reason: messages.reason,
  at: sql<string | null>`coalesce(${messages.endedAt}, ${messages.handedAt})`.mapWith(messages.endedAt),
  openedAt: messages.openedAt,
  clickedAt: messages.clickedAt,
}

const recipientLists = perSalesScope((scope, suffix) =>
  list<PushRecipient, RecipientQuery>({
    name: `push_recipients${suffix}`,
    always: scope(members.ownerId),
    filters: {
      pushId: equals(messages.pushId, 'pushId'),
      state: equals(messages.state, 'state'),
      text: recipientHas('text'),
    },
    // the order of the index `messages_push`
    sorts: { id: messages.recipientId },
    usual: sql`${messages.recipientId}`,
    tie: messages.recipientId,
    fields: recipientRow,
    rows: (db) =>
      db
        .select(recipientRow)
        .from(messages)
        .innerJoin(members, and(eq(members.id, messages.recipientId), eq(messages.recipientKind, 'member')))
        .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId)),
    matches: (db, where) =>
      db
        .select({ n: sql`1` })
        .from(messages)
        .innerJoin(members, and(eq(members.id, messages.recipientId), eq(messages.recipientKind, 'member')))
        .where(where),
  }),
)
export const listRecipients = (db: Db, query: RecipientQuery, scope: ScopeValues) =>
  recipientLists(scope)(db, query, scope)

/**
 * Reviewers of a page's pushes: people who hold the right through a role, except the submitter. Without reviewers, pushes go
 * out unreviewed. Who has the notice switched off (spec §3, types 2 to 4) is not told of them, and reviews all the same.
 */
export async function reviewersOf(db: Executor, menu: string, butId: string): Promise<string[]> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(
      sql`${users.deletedAt} is null and ${users.status} = 'enabled' and not ${users.locked}
        and ${users.id} <> ${butId}::bigint and exists (select 1 from ${menus} b
          join ${menus} p on p.id = b.parent_id and p.code = ${menu} join ${roleMenus} g on g.menu_id = b.id
          where b.type = 3 and b.alias = 'pass' and (g.role_id = ${users.roleId} or g.role_id in (
            select d.role_id from ${userDeputyRoles} d where d.user_id = ${users.id})))`,
    )
    .orderBy(users.id)
  return found.map(({ id }) => id)
}

/** Who hears that a push does not run: its author and sender, their superiors, and who reviews its page. */
export async function keepersOf(db: Executor, menu: string, push: StoredPush): Promise<string[]> {
  const owners = [push.authorId, push.pusherId ?? push.authorId]
  const superiors = await db
    .select({ sale: users.saleParentId, edit: users.editParentId })
    .from(users)
    .where(inArray(users.id, owners))
  const reviewers = await reviewersOf(db, menu, '0')
  return [
    ...new Set([
      ...owners,
      ...superiors.flatMap(({ sale, edit }) => [sale, edit].flatMap((id) => id ?? [])),
      ...reviewers,
    ]),
  ]
}

/** Whether all of these messages belong to the push and go to customers in the person's scope. */
export async function areRecipientsOf(
  tx: Tx,
  pushId: string,
  messageIds: readonly string[],
  viewer: Viewer,
): Promise<boolean> {
  const found = await tx
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(members, and(eq(members.id, messages.recipientId), eq(messages.recipientKind, 'member')))
    .where(
      and(
        eq(messages.pushId, pushId),
        inArray(messages.id, [...messageIds]),
        salesScope(viewer, sql`${members.ownerId}`),
      ),
    )
  return found.length === messageIds.length
}

/** Whether the job that sends the push waits or runs. */
export async function hasSendJob(db: Executor, pushId: string): Promise<boolean> {
  const waiting = sql`${jobRuns.name} = 'push.send' and ${jobRuns.input} ->> 'pushId' = ${pushId}
    and ${jobRuns.state} in ('queued', 'running')`
  return (await db.$count(jobRuns, waiting)) > 0
}

/** @param kind of `listKindOf` */
export const readLists = (db: Executor, kind: string) =>
  db
    .select({ id: pushLists.id, name: pushLists.name, count: sql<number>`cardinality(${pushLists.accountIds})` })
    .from(pushLists)
    .where(eq(pushLists.kind, kind))
    .orderBy(sql`${pushLists.name} collate "zh-x-icu"`)

/** Replaces the person's own list of that name; undefined where the name belongs to somebody else's. */
export async function saveList(
  tx: Tx,
  values: { kind: string; name: string; accountIds: string[]; authorId: string },
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into ${pushLists} (kind, name, account_ids, author_id)
      values (${values.kind}, ${values.name}, ${idArray(values.accountIds)}, ${values.authorId}::bigint)
      on conflict (kind, lower(name)) do update set account_ids = excluded.account_ids,
        version = ${pushLists}.version + 1, updated_at = now() where ${pushLists}.author_id = excluded.author_id
      returning id::text as id`)
  return rows[0]?.id
}

export async function removeList(tx: Tx, kind: string, id: string): Promise<string | undefined> {
  const [removed] = await tx
    .delete(pushLists)
    .where(and(eq(pushLists.id, id), eq(pushLists.kind, kind)))
    .returning({ name: pushLists.name })
  return removed?.name
}
