// Who is calling: token → session → user with effective rights, from caches that the bus invalidates.
import { hash } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Holdings } from '#contract/access.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { roleProducts, userProducts } from '#server/db/schema/authorisation.ts'
import { impersonations, sessions, sessionTokens } from '#server/db/schema/identity.ts'
import { menus, roleMenus, roles, userDeputyRoles, users } from '#server/db/schema/organisation.ts'
import type { Bus } from '../live/bus.ts'
import type { Viewer } from './scope.ts'

export const ADMINISTRATOR = 'administrator'

export type Actor = Holdings & {
  id: string
  userName: string
  realName: string
  /** The main role's code; `roleCodes` also has the deputy roles'. */
  roleCode: string
  roleCodes: string[]
  /** Menu rows granted by role or deputy role, as stored: ancestors are derived where a tree is made. */
  menuIds: ReadonlySet<string>
  /** Changes with the rights, the roles, the menus themselves, and the products that are held. */
  permissionVersion: string
  sessionId: string
  /** Set while an administrator impersonates this person; `by` is the administrator. */
  impersonation?: { id: string; by: { id: string; userName: string } }
}

/** TTL of cached values, in case a notification was missed, ms. */
const CACHE_LIFE_MS = 60_000
const CACHE_ENTRIES = 20_000
const SHARED_ENTRIES = 200
/** spec contract "Refresh": the parent's access token lives this long beside its child's, s. */
export const REFRESH_GRACE_S = 30

export const hashToken = (token: string) => hash('sha256', token, 'hex')

/** `endsAt` on this process's steady clock (`performance.now()`), ms. */
type Known = { sessionId: string; userId: string; endsAt: number }
export type Person = Omit<Actor, 'sessionId' | 'impersonation'>
type Entry<T> = { value: T; until: number }

/** A cache with TTL, size limit and invalidation. A changed `generation` means that what a loader read is outdated. */
function cache<T>() {
  const entries = new Map<string, Entry<T>>()
  let generation = 0
  return {
    generation: () => generation,
    get: (key: string) => {
      const entry = entries.get(key)
      return entry && entry.until > performance.now() ? entry.value : undefined
    },
    set: (key: string, value: T, loadedIn: number) => {
      if (loadedIn !== generation) return
      if (entries.size >= CACHE_ENTRIES) entries.clear()
      entries.set(key, { value, until: performance.now() + CACHE_LIFE_MS })
    },
    drop: (matches: (key: string, value: T) => boolean) => {
      generation++
      for (const [key, { value }] of entries) if (matches(key, value)) entries.delete(key)
    },
  }
}

function prepareTokenQuery(db: Db) {
  return db
    .select({
      sessionId: sessions.id,
      userId: sessions.userId,
      // what is left, not when it ends: this process's clock may be another than the database's
      leftMs: sql<number>`extract(epoch from least(${sessionTokens.expiresAt}, ${sessions.expiresAt},
        ${sessionTokens.rotatedAt} + make_interval(secs => ${sql.raw(String(REFRESH_GRACE_S))})) - now()) * 1000`.mapWith(
        Number,
      ),
    })
    .from(sessionTokens)
    .innerJoin(sessions, eq(sessions.id, sessionTokens.sessionId))
    .where(sql`${sessionTokens.accessHash} = ${sql.placeholder('hash')} and ${sessions.endedAt} is null`)
    .prepare('actor_token')
}

/** Impersonations are rare: each call reads them uncached, so that an ended one ends with the next call in every process. */
function prepareImpersonationQuery(db: Db) {
  return db
    .select({ userId: impersonations.userId })
    .from(impersonations)
    .where(
      sql`${impersonations.id} = ${sql.placeholder('id')} and ${impersonations.sessionId} = ${sql.placeholder('sessionId')}
        and ${impersonations.endedAt} is null and ${impersonations.expiresAt} > now()`,
    )
    .prepare('actor_impersonation')
}

const isUsable = sql`${users.deletedAt} is null and ${users.status} = 'enabled'
  and not ${users.locked} and (${users.expiresAt} is null or ${users.expiresAt} >= current_date)`

/** Every role of a person: the main one and the deputy ones. */
export const heldRoles = sql`(select ${users.roleId} union select ${userDeputyRoles.roleId} from ${userDeputyRoles}
  where ${userDeputyRoles.userId} = ${users.id})`

/**
 * Menus limited to roles of which the person has none, with all below them: what was granted there does not count
 * (spec §6 "meta roles").
 */
export const barredMenus = (held: SQL) => sql`(with recursive barred as (
    select m.id from ${menus} m where m.role_ids <> '{}' and not m.role_ids && array(${held})
    union select m.id from ${menus} m join barred on m.parent_id = barred.id)
  select id from barred)`

function preparePersonQuery(db: Executor) {
  return db
    .select({
      id: users.id,
      userName: users.userName,
      realName: users.realName,
      roleCode: roles.code,
      roleCodes: sql<string[]>`array(select r.code from ${roles} r where r.id in ${heldRoles} order by r.code)`,
      menuIds: sql<string[]>`array(select distinct g.menu_id::text from ${roleMenus} g
        where g.role_id in ${heldRoles} and g.menu_id not in ${barredMenus(heldRoles)})`,
      rights: sql<string[]>`array(select distinct p.code || ':' || b.alias from ${roleMenus} g
        join ${menus} b on b.id = g.menu_id and b.type = 3 join ${menus} p on p.id = b.parent_id
        where g.role_id in ${heldRoles} and b.id not in ${barredMenus(heldRoles)} order by 1)`,
      // only whether it has changed: which products they are, each query asks (scope.ts)
      productsVersion: sql<string>`(select count(*) || ':' || coalesce(sum(hashint8(held.id)), 0) from (
        select p.product_id as id from ${roleProducts} p where p.role_id in ${heldRoles}
        union select p.product_id from ${userProducts} p
          where p.user_id = ${users.id} and p.role_id in ${heldRoles}) as held)`,
      menusVersion: sql<string>`(select count(*) || ':' || coalesce(max(updated_at)::text, '') from ${menus})`,
    })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.roleId))
    .where(sql`${users.id} = ${sql.placeholder('id')} and ${isUsable}`)
    .prepare('actor_person')
}

/** Whose scope is asked where nobody calls; null: the account may not be used any more. */
export async function findViewer(db: Executor, userId: string): Promise<Viewer | null> {
  const [found] = await db
    .select({ id: users.id, roleCodes: sql<string[]>`array(select r.code from ${roles} r where r.id in ${heldRoles})` })
    .from(users)
    .where(and(eq(users.id, userId), isUsable))
  return found ? { ...found, isAdministrator: found.roleCodes.includes(ADMINISTRATOR) } : null
}

type Held = Pick<Person, 'rights' | 'menuIds'>

/** People of one role share one copy of their rights, 20 kB each. */
function sharing() {
  const shared = new Map<string, Held>()
  return (version: string, rights: string[], menuIds: string[]): Held => {
    const known = shared.get(version)
    if (known) return known
    if (shared.size >= SHARED_ENTRIES) shared.clear()
    const held = { rights: new Set(rights), menuIds: new Set(menuIds) }
    shared.set(version, held)
    return held
  }
}

export type Actors = {
  /** The person behind an access token, or null where it is unknown, ended, expired, or the account may not be used. */
  find: (token: string) => Promise<Actor | null>
  /** The person whom a signed-in administrator impersonates, or null where that has ended or belongs to another session. */
  impersonated: (owner: Actor, impersonationId: string) => Promise<Actor | null>
  /** The person's rights without a session, for what somebody would be allowed. With the transaction, inside of one. */
  person: (userId: string, tx?: Tx) => Promise<Person | null>
}

export function createActors(db: Db, bus: Bus): Actors {
  const tokens = cache<Known>()
  const people = cache<Person>()
  const share = sharing()
  const tokenQuery = prepareTokenQuery(db)
  const personQuery = preparePersonQuery(db)
  const impersonationQuery = prepareImpersonationQuery(db)

  bus.onChange((change) => {
    if (change.type === 'sessions') tokens.drop((_, known) => change.ids.includes(known.sessionId))
    else if (change.type === 'users') people.drop((id) => change.ids.includes(id))
    else if (change.type === 'permissions') people.drop(() => true)
  })
  bus.onReset(() => {
    tokens.drop(() => true)
    people.drop(() => true)
  })

  async function known(tokenHash: string): Promise<Known | undefined> {
    const cached = bus.isListening() ? tokens.get(tokenHash) : undefined
    if (cached) return cached
    const generation = tokens.generation()
    const row = (await tokenQuery.execute({ hash: tokenHash }))[0]
    if (!row) return undefined
    const { leftMs, ...session } = row
    const found = { ...session, endsAt: performance.now() + leftMs }
    tokens.set(tokenHash, found, generation)
    return found
  }

  async function person(id: string, tx?: Tx): Promise<Person | null> {
    const cached = bus.isListening() ? people.get(id) : undefined
    if (cached) return cached
    const generation = people.generation()
    const row = (await (tx ? preparePersonQuery(tx) : personQuery).execute({ id }))[0]
    if (!row) return null
    const { rights, menuIds, menusVersion, productsVersion, ...rest } = row
    const versionOf = (...parts: unknown[]) => hashToken(JSON.stringify(parts)).slice(0, 16)
    const rightsVersion = versionOf(row.roleCodes, rights, menuIds.toSorted(), menusVersion)
    const permissionVersion = versionOf(rightsVersion, productsVersion)
    const found: Person = {
      ...rest,
      isAdministrator: row.roleCodes.includes(ADMINISTRATOR),
      ...share(rightsVersion, rights, menuIds),
      permissionVersion,
    }
    // what a transaction reads may be its own, and never be committed
    if (!tx) people.set(id, found, generation)
    return found
  }

  return {
    person,
    find: async (token) => {
      const session = await known(hashToken(token))
      if (!session || session.endsAt <= performance.now()) return null
      const who = await person(session.userId)
      return who && { ...who, sessionId: session.sessionId }
    },
    impersonated: async (owner, impersonationId) => {
      const begun =
        owner.isAdministrator &&
        (await impersonationQuery.execute({ id: impersonationId, sessionId: owner.sessionId }))[0]
      const who = begun ? await person(begun.userId) : null
      const by = { id: owner.id, userName: owner.userName }
      return who && { ...who, sessionId: owner.sessionId, impersonation: { id: impersonationId, by } }
    },
  }
}
