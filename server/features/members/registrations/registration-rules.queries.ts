// Rules that assign registrations by province, and the people who can handle any.
import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { can } from '#contract/access.ts'
import type { RegistrationRules } from '#contract/members/registration-handling.ts'
import { provinces } from '#contract/members/registrations.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { enterprises } from '#server/db/schema/members/members.ts'
import { registrationRules, registrations } from '#server/db/schema/members/registrations.ts'
import { users } from '#server/db/schema/organisation.ts'
import { listHolders } from '#server/features/organisation/users/holders.queries.ts'

/** Everybody who can sign in and may handle registrations. */
export const listHandlers = (db: Executor): Promise<string[]> => listHolders(db, can('registration', 'edit'))

/** The same people for a picker, with the number of open registrations of each. */
export async function listHandlersWithLoad(db: Executor) {
  const ids = await listHandlers(db)
  return db
    .select({
      id: users.id,
      realName: users.realName,
      deptId: users.deptId,
      open: sql<number>`(select count(*)::int from ${registrations} r
        where r.owner_id = ${users}.id and r.state in ('new', 'contacted'))`,
    })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(sql`${users.realName} collate "zh-x-icu"`, users.id)
}

/** The owner by rule, where they can handle registrations at present. */
export async function findOwnerFor(
  db: Executor,
  province: string,
): Promise<{ id: string; realName: string } | undefined> {
  if (province === '') return undefined
  const [rule] = await db
    .select({ id: users.id, realName: users.realName })
    .from(registrationRules)
    .innerJoin(users, eq(users.id, registrationRules.ownerId))
    .where(eq(registrationRules.province, province))
  return rule && (await listHandlers(db)).includes(rule.id) ? rule : undefined
}

/**
 * Of a lead from a share: whoever the company belongs to, otherwise the sharer, of those who can handle registrations at
 * present.
 */
export async function findLeadOwner(
  db: Executor,
  company: string,
  { sharerId, sharerName }: { sharerId: string; sharerName: string },
): Promise<{ id: string; remark: string } | undefined> {
  const [customer] = await db
    .select({ id: users.id, realName: users.realName })
    .from(enterprises)
    .innerJoin(users, eq(users.id, enterprises.ownerId))
    .where(sql`text_key(${enterprises.name}) = text_key(${company})`)
    .orderBy(enterprises.namesake)
  const handlers = await listHandlers(db)
  if (customer && handlers.includes(customer.id))
    return { id: customer.id, remark: `${customer.realName}（该公司的负责人）` }
  return handlers.includes(sharerId) ? { id: sharerId, remark: `${sharerName}（按文章分享）` } : undefined
}

type Province = (typeof provinces)[number]

export async function readRules(db: Executor): Promise<RegistrationRules> {
  const rows = await db
    .select({
      id: registrationRules.id,
      version: registrationRules.version,
      province: registrationRules.province,
      ownerId: registrationRules.ownerId,
      ownerName: users.realName,
    })
    .from(registrationRules)
    .innerJoin(users, eq(users.id, registrationRules.ownerId))
    .orderBy(asc(registrationRules.id))
  const good = new Set(rows.length > 0 ? await listHandlers(db) : [])
  const basis = createHash('sha256')
    .update(JSON.stringify(rows.map(({ id, version }) => [id, version])))
    .digest('base64url')
  const byPlace = rows.toSorted((a, b) => placeOf(a.province) - placeOf(b.province))
  return {
    basis,
    rules: byPlace.map(({ province, ownerId, ownerName }) => ({
      province: province as Province,
      ownerId,
      ownerName,
      isGood: good.has(ownerId),
    })),
  }
}

const placeOf = (province: string) => (provinces as readonly string[]).indexOf(province)

/** Locks the rules until the end of the transaction. */
export async function lockRules(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('registration-rules', 0))`)
}

/** Replaces the rules; unchanged ones keep their version. */
export async function storeRules(tx: Tx, rules: readonly { province: string; ownerId: string }[]): Promise<void> {
  const wanted = rules.map(({ province }) => province)
  await tx
    .delete(registrationRules)
    .where(wanted.length > 0 ? sql`not ${inArray(registrationRules.province, wanted)}` : undefined)
  for (const { province, ownerId } of rules) {
    await tx
      .insert(registrationRules)
      .values({ province, ownerId })
      .onConflictDoUpdate({
        target: registrationRules.province,
        set: { ownerId, version: sql`${registrationRules.version} + 1`, updatedAt: sql`now()` },
        setWhere: sql`${registrationRules.ownerId} <> ${ownerId}`,
      })
  }
}

/** Names by id of those people who exist and are not deleted. */
export async function namesOf(db: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .select({ id: users.id, realName: users.realName })
    .from(users)
    .where(and(inArray(users.id, [...ids]), sql`${users.deletedAt} is null`))
  return new Map(found.map(({ id, realName }) => [id, realName]))
}
