// Which customers and earlier registrations have the same company or mobile number. Those out of the viewer's scope are
// counted, not named.
import { and, desc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { registrationStateLabels } from '#contract/members/members.ts'
import type { Alike } from '#contract/members/registration-handling.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { isInSalesScope } from '#server/core/access/scope.ts'
import { keyPart } from '#server/core/lists/paging.ts'
import type { Executor } from '#server/db/connection.ts'
import { enterprises, members } from '#server/db/schema/members/members.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { users } from '#server/db/schema/organisation.ts'
import { type RegistrationViewer, registrationScope } from './registrations.queries.ts'
import { coreOf } from './registrations.rules.ts'

/** Most entries to show of each kind. */
const MOST = 5

type Found = { id: string; name: string; note: string; isVisible: boolean }

const alike = (found: readonly Found[]): Alike => ({
  shown: found.flatMap(({ isVisible, ...rest }) => (isVisible ? [rest] : [])).slice(0, MOST),
  hidden: found.filter(({ isVisible }) => !isVisible).length,
})

/** Matches names that contain the distinctive part of this one; a name without one must be equal. */
function sameCompany(column: SQL | typeof enterprises.name, company: string): SQL {
  const core = coreOf(company)
  if (core === null) return sql`text_key(${column}) = text_key(${company})`
  return sql`text_key(${column}) like ${keyPart(core)}`
}

/** `enterpriseId`, `memberId`: what the registration itself became. */
type Of = { id: string; company: string; mobile: string; enterpriseId: string | null; memberId: string | null }

export async function findEnterprises(
  db: Executor,
  viewer: RegistrationViewer,
  { company, enterpriseId }: Of,
): Promise<Found[]> {
  return db
    .select({
      id: enterprises.id,
      name: enterprises.name,
      note: sql<string>`coalesce(${users.realName}, '')`,
      isVisible: isInSalesScope(viewer, enterprises.ownerId),
    })
    .from(enterprises)
    .leftJoin(users, eq(users.id, enterprises.ownerId))
    .where(
      and(sameCompany(enterprises.name, company), enterpriseId === null ? undefined : ne(enterprises.id, enterpriseId)),
    )
    .orderBy(sql`text_key(${enterprises.name}) = text_key(${company}) desc`, desc(enterprises.id))
    .limit(MOST * 2)
}

async function findMembers(db: Executor, viewer: RegistrationViewer, { mobile, memberId }: Of): Promise<Found[]> {
  return db
    .select({
      id: members.id,
      name: sql<string>`${members.realName} || '（' || ${members.loginName} || '）'`,
      note: enterprises.name,
      isVisible: isInSalesScope(viewer, members.ownerId),
    })
    .from(members)
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .where(
      and(
        eq(members.mobile, mobile),
        isNull(members.deletedAt),
        memberId === null ? undefined : ne(members.id, memberId),
      ),
    )
    .limit(MOST)
}

async function findRegistrations(db: Executor, viewer: RegistrationViewer, of: Of): Promise<Found[]> {
  const found = await db
    .select({
      id: registrations.id,
      name: registrations.company,
      subProduct: registrations.subProduct,
      state: registrations.state,
      day: sql<string>`(${registrations.createdAt}::date)::text`,
      isVisible: sql<boolean>`coalesce(${registrationScope(viewer)}, false)`,
    })
    .from(registrations)
    .where(
      and(
        ne(registrations.id, of.id),
        or(eq(registrations.mobile, of.mobile), sameCompany(sql`${registrations.company}`, of.company)),
      ),
    )
    .orderBy(desc(registrations.id))
    .limit(MOST * 2)
  return found.map(({ subProduct, state, day, ...rest }) => ({
    ...rest,
    note: `${subProductOf(subProduct).title}，${day}，${registrationStateLabels[state]}`,
  }))
}

export async function findAlike(db: Executor, viewer: RegistrationViewer, of: Of) {
  const [ofEnterprises, ofMembers, ofRegistrations] = [
    await findEnterprises(db, viewer, of),
    await findMembers(db, viewer, of),
    await findRegistrations(db, viewer, of),
  ]
  return { enterprises: alike(ofEnterprises), members: alike(ofMembers), registrations: alike(ofRegistrations) }
}
