// What a handover moves besides customers: partners, open orders of which the leaver is the salesman, and the
// registration rules that name them.
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Author } from '#server/core/core.ts'
import type { Tx } from '#server/db/connection.ts'
import { orderChanges, orders } from '#server/db/schema/members/orders.ts'
import { partners } from '#server/db/schema/members/partners.ts'
import { registrationRules, registrationSteps, registrations } from '#server/db/schema/members/registrations.ts'
import { users } from '#server/db/schema/organisation.ts'
import { lockRules } from '../registrations/registration-rules.queries.ts'

type Named = { id: string; name: string }
type Person = { id: string; realName: string }

const changed = { updatedAt: sql`now()` }
const idsOf = (rows: readonly Named[]) => rows.map(({ id }) => id)

export const lockPartnersOf = (tx: Tx, ownerId: string): Promise<Named[]> =>
  tx
    .select({ id: partners.id, name: partners.name })
    .from(partners)
    .where(eq(partners.ownerId, ownerId))
    .orderBy(asc(partners.id))
    .for('update')

export async function movePartners(tx: Tx, rows: readonly Named[], toId: string): Promise<void> {
  await tx
    .update(partners)
    .set({ ownerId: toId, ...changed, version: sql`${partners.version} + 1` })
    .where(inArray(partners.id, idsOf(rows)))
}

/** Closed orders keep their salesman. */
export const lockOpenOrdersOf = (tx: Tx, salesmanId: string): Promise<Named[]> =>
  tx
    .select({ id: orders.id, name: orders.number })
    .from(orders)
    .where(and(eq(orders.salesmanId, salesmanId), ne(orders.state, 'closed')))
    .orderBy(asc(orders.id))
    .for('update')

type Move = { from: Person; to: Person; reason: string }

/** Changes the salesman, with a row in each order's history. */
export async function moveOrders(tx: Tx, by: Author, rows: readonly Named[], { from, to, reason }: Move) {
  if (rows.length === 0) return
  const ids = sql.param(idsOf(rows))
  await tx
    .update(orders)
    .set({ salesmanId: to.id, ...changed, version: sql`${orders.version} + 1` })
    .where(sql`${orders.id} = any(${ids}::bigint[])`)
  const [before, after] = [from, to].map(({ id, realName }) => JSON.stringify({ salesmanId: id, salesman: realName }))
  await tx.execute(sql`insert into ${orderChanges} (order_id, action, before, after, reason, actor_id, actor_name)
    select o.id, 'changeSalesman', ${before}::jsonb, ${after}::jsonb, ${reason}, ${by.id}::bigint, ${by.name}
    from unnest(${ids}::bigint[]) as o(id)`)
}

/** The leaver's rules, named by province; locks all rules until the end of the transaction. */
export async function lockRulesOf(tx: Tx, ownerId: string): Promise<Named[]> {
  await lockRules(tx)
  return tx
    .select({ id: registrationRules.id, name: registrationRules.province })
    .from(registrationRules)
    .where(eq(registrationRules.ownerId, ownerId))
    .orderBy(asc(registrationRules.id))
}

export async function moveRules(tx: Tx, rows: readonly Named[], toId: string): Promise<void> {
  await tx
    .update(registrationRules)
    .set({ ownerId: toId, ...changed, version: sql`${registrationRules.version} + 1` })
    .where(inArray(registrationRules.id, idsOf(rows)))
}

/** Counts of what prevents the deletion of a person, for a select of users. */
export const heldBy = {
  partners: sql<number>`(select count(*)::int from ${partners} p where p.owner_id = ${users}.id)`,
  orders: sql<number>`(select count(*)::int from ${orders} o where o.salesman_id = ${users}.id and o.state <> 'closed')`,
  rules: sql<number>`(select count(*)::int from ${registrationRules} r where r.owner_id = ${users}.id)`,
}

// Open registrations, which go to the receiver too.
type Open = { id: string; name: string }

/** Open registrations of an owner, locked. */
export const lockOpenRegistrations = (tx: Tx, ownerId: string): Promise<Open[]> =>
  tx
    .select({ id: registrations.id, name: registrations.company })
    .from(registrations)
    .where(and(eq(registrations.ownerId, ownerId), isNull(registrations.closedAt)))
    .orderBy(asc(registrations.id))
    .for('update')

type To = { toId: string; toName: string; reason: string }

export async function moveRegistrations(tx: Tx, by: Author, rows: readonly Open[], { toId, toName, reason }: To) {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await tx
    .update(registrations)
    .set({ ownerId: toId, updatedAt: sql`now()`, version: sql`${registrations.version} + 1` })
    .where(inArray(registrations.id, ids))
  await tx.insert(registrationSteps).values(
    ids.map((registrationId) => ({
      registrationId,
      action: 'assign',
      remark: `${reason}：移交给${toName}`,
      actorId: by.id,
      actorName: by.name,
    })),
  )
}
