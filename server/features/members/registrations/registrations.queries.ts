// Registrations: stored, counted, and their scope.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Holdings, isAllowed } from '#contract/access.ts'
import type { RegistrationState } from '#contract/members/members.ts'
import { distributeRegistrations, type OpenRegistration } from '#contract/members/registrations.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { registrationSteps, registrations } from '#server/db/schema/members/registrations.ts'

/** The viewer with their rights: an actor. */
export type RegistrationViewer = Holdings & Viewer & { id: string }

export const seesUnowned = (viewer: Holdings): boolean => isAllowed(distributeRegistrations, viewer)

/** Sales scope by owner; those without an owner are visible to those who distribute. */
export function registrationScope(viewer: RegistrationViewer): SQL {
  const own = salesScope(viewer, registrations.ownerId)
  return seesUnowned(viewer) ? sql`(${own} or ${registrations.ownerId} is null)` : own
}

const count = sql<number>`count(*)::int`

/** Number registered today. */
export async function countNew(db: Executor, viewer: RegistrationViewer): Promise<number> {
  const [found] = await db
    .select({ count })
    .from(registrations)
    .where(and(sql`${registrations.createdAt} >= current_date`, registrationScope(viewer)))
  return found?.count ?? 0
}

/** Number not contacted yet. */
export async function countWaiting(db: Executor, viewer: RegistrationViewer): Promise<number> {
  const [found] = await db
    .select({ count })
    .from(registrations)
    .where(and(eq(registrations.state, 'new'), registrationScope(viewer)))
  return found?.count ?? 0
}

export type RegistrationFigures = {
  /** Days without any are left out. */
  days: { day: string; count: number }[]
  sources: { source: string; count: number }[]
  states: { state: RegistrationState; count: number }[]
  /** Minutes from registration to first contact; null where nobody was contacted. */
  medianMinutes: number | null
}

/** Registrations of a range of days, both included: by day, source and state, and the median time to first contact. */
export async function registrationFigures(db: Executor, from: string, to: string): Promise<RegistrationFigures> {
  const within = sql`${registrations.createdAt} >= ${from}::date and ${registrations.createdAt} < ${to}::date + 1`
  const day = sql<string>`(${registrations.createdAt}::date)::text`
  const by = <T extends SQL | typeof registrations.source | typeof registrations.state>(column: T) =>
    db
      .select({ key: sql<string>`${column}`, count })
      .from(registrations)
      .where(within)
      .groupBy(column)
      .orderBy(column)
  const [days, sources, states, speed] = [
    await by(day),
    await by(registrations.source),
    await by(registrations.state),
    await db
      .select({
        median: sql<number | null>`percentile_cont(0.5) within group (order by
          extract(epoch from ${registrations.firstContactAt} - ${registrations.createdAt}) / 60)`,
      })
      .from(registrations)
      .where(within),
  ]
  const median = speed[0]?.median ?? null
  return {
    days: days.map(({ key, ...rest }) => ({ day: key, ...rest })),
    sources: sources.map(({ key, ...rest }) => ({ source: key, ...rest })),
    states: states.map(({ key, ...rest }) => ({ state: key as RegistrationState, ...rest })),
    medianMinutes: median === null ? null : Math.round(median),
  }
}

/** Hours within which a number applies once for a sub-product. */
const AGAIN_AFTER_H = 24

type Stored = Omit<OpenRegistration, 'province' | 'firstTouch' | 'lastTouch' | 'touches' | 'source'> &
  Pick<typeof registrations.$inferInsert, 'province' | 'source' | 'ownerId' | 'firstTouch' | 'lastTouch'> & {
    address: string
  }

/** Serialises applications of one number for one sub-product: concurrent checks would both find nothing. */
export async function lockRegistration(tx: Tx, { mobile, subProduct }: Pick<Stored, 'mobile' | 'subProduct'>) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`registration:${mobile}:${subProduct}`}, 0))`)
}

export async function hasApplied(tx: Tx, { mobile, subProduct }: Pick<Stored, 'mobile' | 'subProduct'>) {
  const found = await tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(
      and(
        eq(registrations.mobile, mobile),
        eq(registrations.subProduct, subProduct),
        sql`${registrations.createdAt} > now() - make_interval(hours => ${AGAIN_AFTER_H})`,
      ),
    )
    .limit(1)
  return found.length > 0
}

export async function storeRegistration(tx: Tx, row: Stored): Promise<{ id: string; createdAt: string }> {
  const [stored] = await tx
    .insert(registrations)
    .values(row)
    .returning({ id: registrations.id, createdAt: registrations.createdAt })
  if (!stored) throw new Error('no registration was stored')
  return stored
}

export const storeStep = (tx: Tx, step: typeof registrationSteps.$inferInsert) =>
  tx.insert(registrationSteps).values(step)
