// Errors reported by browsers: stored and read; sweeps.ts deletes old ones.
import { eq, inArray, sql } from 'drizzle-orm'
import type { ClientLogDetail, ClientLogQuery } from '#contract/system/client-log.ts'
import { contains, endOfDay, equals, list, nameHas, startOfDay } from '#server/core/lists/paging.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { users } from '#server/db/schema/organisation.ts'
import { clientLog } from '#server/db/schema/system/system.ts'

type Values = typeof clientLog.$inferInsert

export async function addClientErrors(db: Db, rows: Values[]): Promise<void> {
  await db.insert(clientLog).values(rows)
}

/** @returns the number of deleted rows */
export async function deleteClientErrors(tx: Tx, ids: readonly string[]): Promise<number> {
  return (await tx.delete(clientLog).where(inArray(clientLog.id, [...ids]))).rowCount ?? 0
}

/** The short id that people read out is at the start of the info. */
const number = sql<string | null>`substring(${clientLog.info} from '^#(\\w+)')`

const row = {
  id: clientLog.id,
  number,
  receivedAt: clientLog.receivedAt,
  userName: users.userName,
  realName: users.realName,
  address: clientLog.address,
  userAgent: clientLog.userAgent,
  type: sql<ClientLogDetail['type']>`${clientLog.type}`,
  message: clientLog.message,
  stack: clientLog.stack,
  info: clientLog.info,
  url: clientLog.url,
  time: clientLog.time,
  count: clientLog.count,
}

const text = contains(clientLog.message, 'text')

export const listClientErrors = list<ClientLogDetail, ClientLogQuery>({
  name: 'client_log',
  always: sql`true`,
  filters: {
    type: equals(clientLog.type, 'type'),
    text: { ...text, where: sql`(${text.where} or ${contains(clientLog.info, 'text').where})` },
    userName: nameHas(users.userName, 'userName'),
    from: { where: sql`${clientLog.receivedAt} >= ${startOfDay('from')}` },
    to: { where: sql`${clientLog.receivedAt} < ${endOfDay('to')}` },
  },
  sorts: { receivedAt: clientLog.receivedAt, time: clientLog.time, count: clientLog.count },
  usual: sql`${clientLog.receivedAt} desc`,
  tie: clientLog.id,
  fields: row,
  rows: (db) => db.select(row).from(clientLog).leftJoin(users, eq(users.id, clientLog.userId)),
  matches: (db, where) =>
    db.select({ n: sql`1` }).from(clientLog).leftJoin(users, eq(users.id, clientLog.userId)).where(where),
})

export async function findClientError(db: Db, id: string): Promise<ClientLogDetail | undefined> {
  const [found] = await db
    .select(row)
    .from(clientLog)
    .leftJoin(users, eq(users.id, clientLog.userId))
    .where(eq(clientLog.id, id))
  return found
}
