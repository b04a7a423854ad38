// Locks, reads and updates a registration for an act.
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/connection.ts'
import { registrationSteps, registrations } from '#server/db/schema/members/registrations.ts'
import { users } from '#server/db/schema/organisation.ts'
import { type RegistrationViewer, registrationScope } from './registrations.queries.ts'

export async function lockRow(tx: Tx, id: string): Promise<void> {
  await tx.select({ id: registrations.id }).from(registrations).where(eq(registrations.id, id)).for('update')
}

type Values = Partial<typeof registrations.$inferInsert>

/** `isContact`: sets the first contact where there was none. `isClosed`: sets or clears the time of closing. */
export async function updateRegistration(
  tx: Tx,
  id: string,
  values: Values,
  { isContact = false, isClosed }: { isContact?: boolean; isClosed?: boolean } = {},
): Promise<void> {
  await tx
    .update(registrations)
    .set({
      ...values,
      version: sql`${registrations.version} + 1`,
      updatedAt: sql`now()`,
      ...(isContact && { firstContactAt: sql`coalesce(${registrations.firstContactAt}, now())` }),
      ...(isClosed !== undefined && { closedAt: isClosed ? sql`now()` : null }),
    })
    .where(eq(registrations.id, id))
}

/** Who made the last of these steps. */
export async function lastActor(tx: Tx, id: string, actions: readonly string[]): Promise<string | undefined> {
  const [step] = await tx
    .select({ name: sql<string>`coalesce(${users.realName}, ${registrationSteps.actorName})` })
    .from(registrationSteps)
    .leftJoin(users, eq(users.id, registrationSteps.actorId))
    .where(and(eq(registrationSteps.registrationId, id), inArray(registrationSteps.action, [...actions])))
    .orderBy(desc(registrationSteps.id))
    .limit(1)
  return step?.name
}

/** The owner's name where a person assigned or took it; undefined where a rule did. */
export async function ownerByHand(tx: Tx, id: string): Promise<string | undefined> {
  const byHand = sql`(select ${registrationSteps.actorId} is not null from ${registrationSteps}
    where ${registrationSteps.registrationId} = ${registrations.id}
      and ${registrationSteps.action} in ('assign', 'take', 'grant')
    order by ${registrationSteps.id} desc limit 1)`
  const [found] = await tx
    .select({ name: users.realName })
    .from(registrations)
    .innerJoin(users, eq(users.id, registrations.ownerId))
    .where(and(eq(registrations.id, id), byHand))
  return found?.name
}

/** Companies by id, of rows within scope: names for outcomes. */
export async function companiesOf(
  tx: Tx,
  viewer: RegistrationViewer,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = await tx
    .select({ id: registrations.id, company: registrations.company })
    .from(registrations)
    .where(and(inArray(registrations.id, [...ids]), registrationScope(viewer)))
  return new Map(found.map(({ id, company }) => [id, company]))
}
