// API keys of other systems: created and revoked by people, checked before a call's body is read.
import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { type ApiScope, isOfSubProduct } from '#contract/access.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { mayGiveScope } from '#contract/system/api-keys.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { apiKeyDays, apiKeys } from '#server/db/schema/core/requests.ts'
import type { Core } from '../core.ts'
import { checkAddresses, isAllowedFrom } from '../http/addresses.ts'
import { refuse } from '../http/refusal.ts'
import { hashToken } from './actors.ts'
import { type ApiKeyUses, apiKeyUsesOf, noteUse } from './api-key-uses.ts'
import type { Viewer } from './scope.ts'

/** The system that calls. `accountId`: with a data key of that customer's account (`data_keys`), not with one of `api_keys`. */
export type ApiKey = {
  id: string
  name: string
  makerId: string | null
  subProduct?: SubProductKey | null
  accountId?: string
}
/** With a scope of `subProductScopes`. */
export type SubProductApiKey = ApiKey & { subProduct: SubProductKey }

/** A key has the scope of its creator; without a creator it is unlimited. */
export async function viewerOfKey({ actors }: Pick<Core, 'actors'>, { makerId }: ApiKey, tx?: Tx): Promise<Viewer> {
  if (makerId === null) return { id: '0', isAdministrator: true, roleCodes: [] }
  const maker = await actors.person(makerId, tx)
  if (!maker) throw refuse('forbidden')
  return maker
}

const KEY_BYTES = 32
const HINT_CHARACTERS = 10
const keyPattern = /^key_[A-Za-z0-9_-]{43}$/

/** @returns the day's calls with this one. Counted at once for all processes; a call over the quota counts too. */
async function count(db: Executor, keyId: string): Promise<number> {
  const [row] = await db
    .insert(apiKeyDays)
    .values({ keyId, day: sql`current_date`, calls: 1 })
    .onConflictDoUpdate({ target: [apiKeyDays.keyId, apiKeyDays.day], set: { calls: sql`${apiKeyDays.calls} + 1` } })
    .returning({ calls: apiKeyDays.calls })
  return row?.calls ?? 0
}

/** Until the quota starts anew: midnight in Shanghai (UTC+8, no summer time), s. */
const untilMidnight = (now = Date.now()) => 86_400 - Math.floor((now / 1000 + 8 * 3_600) % 86_400)

export const quotaUsedUp = () => refuse('tooMany', { msg: '今日调用次数已用完', retryAfterS: untilMidnight() })

/**
 * Whether the maker could still give the scope: a key is good for no more than its maker. What the program itself made has no
 * maker to lose anything.
 */
export async function isHeld(
  actors: Pick<Core['actors'], 'person'>,
  { createdBy, subProduct }: { createdBy: string | null; subProduct: SubProductKey | null },
  scope: ApiScope,
) {
  if (isOfSubProduct(scope) && subProduct === null) return false
  if (createdBy === null) return true
  const maker = await actors.person(createdBy)
  return maker !== null && mayGiveScope(scope, maker, subProduct)
}

/** Not revoked, and its maker, where it has one, may still sign in. */
export async function isKeyInUse({ db, actors }: Pick<Core, 'db' | 'actors'>, id: string): Promise<boolean> {
  const [key] = await db
    .select({ createdBy: apiKeys.createdBy })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
  return key !== undefined && (key.createdBy === null || (await actors.person(key.createdBy)) !== null)
}

/** Keys of one sub-product from memory. */
async function findKey(db: Executor, uses: ApiKeyUses, keyHash: string) {
  const kept = uses.find(keyHash)
  if (kept) return kept
  const readIn = uses.generation()
  const [key] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.keyHash, keyHash), isNull(apiKeys.revokedAt)))
  if (key) uses.keep(keyHash, key, readIn)
  return key
}

/**
 * The system behind a request's key.
 * Throws 401 without a live key, 403 from elsewhere, without the scope or where its maker lost the right to it, 429 where the day's calls are used up.
 */
export async function admitApiKey(
  core: Pick<Core, 'db' | 'actors' | 'bus' | 'log' | 'config'>,
  request: FastifyRequest,
  scope: ApiScope,
): Promise<ApiKey> {
  const { db, actors } = core
  const header = request.headers[API_KEY_HEADER]
  const wrong = refuse('signedOut', { msg: 'API 密钥无效' })
  if (typeof header !== 'string' || !keyPattern.test(header)) throw wrong
  const uses = apiKeyUsesOf(core)
  const key = await findKey(db, uses, hashToken(header))
  if (!key) throw wrong
  if (!isAllowedFrom(key.addresses, request.ip)) throw refuse('forbidden', { msg: '该地址不能使用此 API 密钥' })
  if (!key.scopes.includes(scope)) throw refuse('forbidden')
  if (!(await isHeld(actors, key, scope))) {
    throw refuse('forbidden', { msg: '此 API 密钥的创建人已没有该权限' })
  }
  const calls = key.subProduct === null ? await count(db, key.id) : await uses.count(key.id)
  if (calls > key.dailyQuota) throw quotaUsedUp()
  if (key.subProduct === null) await noteUse(db, key.id)
  return { id: key.id, name: key.name, makerId: key.createdBy, subProduct: key.subProduct }
}

export type NewApiKey = {
  name: string
  scopes: readonly ApiScope[]
  subProduct?: SubProductKey | null
  addresses?: readonly string[]
  dailyQuota: number
  createdBy?: string | null
}

/** @returns the key itself, which nobody can read again. Throws 400 for an address that is none. */
export async function createApiKey(tx: Tx, options: NewApiKey): Promise<{ id: string; key: string }> {
  const { scopes, subProduct = null, addresses = [], createdBy = null, name, dailyQuota } = options
  checkAddresses(addresses)
  const key = `key_${randomBytes(KEY_BYTES).toString('base64url')}`
  const [made] = await tx
    .insert(apiKeys)
    .values({
      name,
      dailyQuota,
      createdBy,
      scopes: [...scopes],
      subProduct,
      addresses: [...addresses],
      keyHash: hashToken(key),
      hint: key.slice(0, HINT_CHARACTERS),
    })
    .returning({ id: apiKeys.id })
  if (!made) throw new Error('no key was made')
  return { id: made.id, key }
}

/** @returns false where there is no such key, or it is revoked already. The next call with it is refused. */
export async function revokeApiKey(tx: Tx, id: string): Promise<boolean> {
  const gone = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
  return (gone.rowCount ?? 0) > 0
}

/** Everything but what the key hashes to. */
const shown = {
  id: apiKeys.id,
  name: apiKeys.name,
  hint: apiKeys.hint,
  scopes: apiKeys.scopes,
  subProduct: apiKeys.subProduct,
  addresses: apiKeys.addresses,
  dailyQuota: apiKeys.dailyQuota,
  createdAt: apiKeys.createdAt,
  revokedAt: apiKeys.revokedAt,
  lastUsedAt: apiKeys.lastUsedAt,
}

/** All keys, the newest first, with today's calls. */
export async function listApiKeys(db: Executor) {
  return db
    .select({ ...shown, callsToday: sql<number>`coalesce(${apiKeyDays.calls}, 0)`.mapWith(Number) })
    .from(apiKeys)
    .leftJoin(apiKeyDays, and(eq(apiKeyDays.keyId, apiKeys.id), eq(apiKeyDays.day, sql`current_date`)))
    .orderBy(desc(apiKeys.id))
}
