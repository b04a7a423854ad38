// Keys that sign ID and logout tokens: made at first use, renewed by a daily job, kept encrypted.
import { generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { asc, inArray, sql } from 'drizzle-orm'
import type { JWK } from 'oidc-provider'
import { Fields } from '#contract/fields.ts'
import { open, seal } from '#server/core/access/sealed-text.ts'
import type { Core } from '#server/core/core.ts'
import { job } from '#server/core/jobs/jobs.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { signInKeys } from '#server/db/schema/sign-ins.ts'
import { duties, type KeyAge, signingOrder } from './sign-in-keys.rules.ts'

const MODULUS_BITS = 2_048
const about = (kid: string) => `signInKey:${kid}`

const age = sql<number>`extract(epoch from now() - ${signInKeys.createdAt})::float8`

const listAges = (db: Db | Tx): Promise<KeyAge[]> =>
  db.select({ kid: signInKeys.kid, ageS: age }).from(signInKeys).orderBy(asc(signInKeys.createdAt))

async function addKey(tx: Tx, secretKey: string): Promise<void> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })
  const kid = randomUUID()
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }
  await tx.insert(signInKeys).values({ kid, sealed: seal(secretKey, about(kid), JSON.stringify(jwk)) })
}

/** Makes and deletes keys where it is time. @returns how many of each */
export const renewKeys = ({ db, config }: Pick<Core, 'db' | 'config'>): Promise<{ made: number; dropped: number }> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sign_in_keys', 1))`)
    const { isDue, dropped } = duties(await listAges(tx))
    if (isDue) await addKey(tx, config.secretKey)
    if (dropped.length > 0) await tx.delete(signInKeys).where(inArray(signInKeys.kid, dropped))
    return { made: isDue ? 1 : 0, dropped: dropped.length }
  })

/** Ids of the keys, the signing one first. Makes the first key. */
export async function listKids(core: Pick<Core, 'db' | 'config'>): Promise<string[]> {
  const found = await listAges(core.db)
  if (found.length > 0) return signingOrder(found)
  await renewKeys(core)
  return signingOrder(await listAges(core.db))
}

/** Private keys in that order. */
export async function openKeys({ db, config }: Pick<Core, 'db' | 'config'>, kids: readonly string[]): Promise<JWK[]> {
  const rows = await db
    .select()
    .from(signInKeys)
    .where(inArray(signInKeys.kid, [...kids]))
  return rows
    .toSorted((one, other) => kids.indexOf(one.kid) - kids.indexOf(other.kid))
    .map(({ kid, sealed }) => JSON.parse(open(config.secretKey, about(kid), sealed)))
}

export const renewKeysJob = job({
  name: 'signIn.renewKeys',
  input: Fields({}),
  title: () => '更换登录签名密钥',
  schedule: { every: 24 * 60, offset: 3 * 60 + 40 },
  run: async ({ core }) => {
    const { made, dropped } = await renewKeys(core)
    return { done: made + dropped, message: `新增 ${made} 个，删除 ${dropped} 个` }
  },
})
