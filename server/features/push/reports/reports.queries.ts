// Orders of customised reports and their issues, within the sales scope of the customer.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReportDue, ReportIssue, ReportOrderQuery, ReportOrderRow } from '#contract/push/reports.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { fileContents, files } from '#server/db/schema/core/files.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { enterprises } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { reportIssues, reportOrders } from '#server/db/schema/push.ts'

const row = {
  id: reportOrders.id,
  version: reportOrders.version,
  enterpriseId: reportOrders.enterpriseId,
  title: reportOrders.title,
  contents: reportOrders.contents,
  rhythm: reportOrders.rhythm,
  startsOn: reportOrders.startsOn,
  endsOn: reportOrders.endsOn,
  contactName: reportOrders.contactName,
  contactEmail: reportOrders.contactEmail,
  price: reportOrders.price,
  remark: reportOrders.remark,
  isEnabled: reportOrders.isEnabled,
  enterpriseName: enterprises.name,
  ownerName: sql<string>`coalesce(${users.realName}, '')`,
  issues: sql<number>`(select count(*)::int from ${reportIssues} i where i.order_id = ${reportOrders.id} and i.state in ('sent', 'received'))`,
  lastDueOn: sql<
    string | null
  >`(select max(i.due_on)::text from ${reportIssues} i where i.order_id = ${reportOrders.id})`,
  updatedAt: reportOrders.updatedAt,
}

export const listOrders = salesList((scope, suffix) =>
  list<ReportOrderRow, ReportOrderQuery>({
    name: `report_orders${suffix}`,
    always: scope(enterprises.ownerId),
    filters: {
      title: nameHas(reportOrders.title, 'title'),
      enterprise: nameHas(enterprises.name, 'enterprise', enterprises.spelling),
      rhythm: equals(reportOrders.rhythm, 'rhythm'),
      isEnabled: equals(reportOrders.isEnabled, 'isEnabled'),
    },
    sorts: { endsOn: reportOrders.endsOn, updatedAt: reportOrders.updatedAt },
    usual: sql`${reportOrders.id} desc`,
    tie: reportOrders.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(reportOrders)
        .innerJoin(enterprises, eq(enterprises.id, reportOrders.enterpriseId))
        .leftJoin(users, eq(users.id, enterprises.ownerId)),
    matches: (db, where) =>
      db
        .select({ n: sql`1` })
        .from(reportOrders)
        .innerJoin(enterprises, eq(enterprises.id, reportOrders.enterpriseId))
        .where(where),
  }),
)

export const inScope = (viewer: Viewer): SQL =>
  sql`${reportOrders.enterpriseId} in (select e.id from ${enterprises} e where ${salesScope(viewer, sql`e.owner_id`)})`

export async function isOwnCustomer(db: Executor, viewer: Viewer, enterpriseId: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from ${enterprises} e where e.id = ${enterpriseId}::bigint and ${salesScope(viewer, sql`e.owner_id`)}`,
  )
  return rows.length > 0
}

export async function findOrder(db: Executor, viewer: Viewer, id: string) {
  const [found] = await db
    .select({ order: reportOrders, enterpriseName: enterprises.name })
    .from(reportOrders)
    .innerJoin(enterprises, eq(enterprises.id, reportOrders.enterpriseId))
    .where(and(eq(reportOrders.id, id), inScope(viewer)))
  return found && { ...found.order, enterpriseName: found.enterpriseName }
}
export type StoredOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>

const reviewer = alias(users, 'reviewer')
const mailKey = sql`'report:' || ${reportIssues.id}`

export async function issuesOf(db: Executor, orderId: string) {
  return db
    .select({
      id: reportIssues.id,
      version: reportIssues.version,
      number: reportIssues.number,
      dueOn: reportIssues.dueOn,
      title: reportIssues.title,
      text: reportIssues.text,
      file: sql<
        Omit<ReportIssue['file'], 'url'>
      >`(select json_build_object('id', f.id::text, 'name', f.name, 'size', c.size,
        'type', f.type) from ${files} f join ${fileContents} c on c.sha256 = f.sha256 where f.id = ${reportIssues.fileId})`,
      state: reportIssues.state,
      opinion: reportIssues.opinion,
      authorId: reportIssues.authorId,
      authorName: users.realName,
      reviewerName: sql<string | null>`${reviewer.realName}`,
      mail: sql<ReportIssue['mail']>`(select json_build_object('state', s.state, 'reason', s.reason)
        from ${messages} s where s.key = ${mailKey})`,
      sentAt: reportIssues.sentAt,
      receivedOn: reportIssues.receivedOn,
      receivedBy: reportIssues.receivedBy,
    })
    .from(reportIssues)
    .innerJoin(users, eq(users.id, reportIssues.authorId))
    .leftJoin(reviewer, eq(reviewer.id, reportIssues.reviewerId))
    .where(eq(reportIssues.orderId, orderId))
    .orderBy(sql`${reportIssues.dueOn} desc`)
}

export type StoredIssue = typeof reportIssues.$inferSelect

/** An issue, locked, with its order, which is within the scope. */
export async function lockIssue(
  tx: Tx,
  viewer: Viewer,
  id: string,
): Promise<{ issue: StoredIssue; order: StoredOrder } | undefined> {
  const [issue] = await tx.select().from(reportIssues).where(eq(reportIssues.id, id)).for('update')
  const order = issue && (await findOrder(tx, viewer, issue.orderId))
  return issue && order && { issue, order }
}

export async function idOfIssueOn(db: Executor, orderId: string, dueOn: string): Promise<string | undefined> {
  const [found] = await db
    .select({ id: reportIssues.id })
    .from(reportIssues)
    .where(and(eq(reportIssues.orderId, orderId), eq(reportIssues.dueOn, dueOn)))
  return found?.id
}

export async function findIssueOn(tx: Tx, orderId: string, dueOn: string): Promise<StoredIssue | undefined> {
  const [found] = await tx
    .select()
    .from(reportIssues)
    .where(and(eq(reportIssues.orderId, orderId), eq(reportIssues.dueOn, dueOn)))
    .for('update')
  return found
}

export async function insertIssue(tx: Tx, values: Omit<typeof reportIssues.$inferInsert, 'number'>) {
  const number = sql`(select coalesce(max(i.number), 0) + 1 from ${reportIssues} i where i.order_id = ${values.orderId}::bigint)`
  const [added] = await tx
    .insert(reportIssues)
    .values({ ...values, number })
    .onConflictDoNothing()
    .returning({ id: reportIssues.id, version: reportIssues.version })
  return added
}

export async function changeIssue(
  tx: Tx,
  id: string,
  values: Partial<typeof reportIssues.$inferInsert>,
): Promise<number> {
  const [changed] = await tx
    .update(reportIssues)
    .set({ ...values, version: sql`${reportIssues.version} + 1`, updatedAt: sql`now()` })
    .where(eq(reportIssues.id, id))
    .returning({ version: reportIssues.version })
  return changed?.version ?? 0
}

/** Orders that run on any of these days. */
export const runningOrders = (db: Executor, viewer: Viewer, from: string, to: string) =>
  db
    .select({
      orderId: reportOrders.id,
      title: reportOrders.title,
      enterpriseName: enterprises.name,
      rhythm: reportOrders.rhythm,
      startsOn: reportOrders.startsOn,
      endsOn: reportOrders.endsOn,
      issues: sql<
        Record<string, NonNullable<ReportDue['state']>>
      >`(select coalesce(json_object_agg(i.due_on, i.state), '{}')
        from ${reportIssues} i where i.order_id = ${reportOrders.id} and i.due_on between ${from}::date and ${to}::date)`,
    })
    .from(reportOrders)
    .innerJoin(enterprises, eq(enterprises.id, reportOrders.enterpriseId))
    .where(
      sql`${reportOrders.isEnabled} and ${reportOrders.startsOn} <= ${to}::date and ${reportOrders.endsOn} >= ${from}::date
        and ${inScope(viewer)}`,
    )
    .orderBy(reportOrders.id)

export const countIssues = (tx: Tx, orderId: string): Promise<number> =>
  tx.$count(reportIssues, eq(reportIssues.orderId, orderId))
