// Clients of the sign-in of members as they are stored.
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { SubProductKey } from '#contract/sub-products.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { signInClients } from '#server/db/schema/sign-ins.ts'

/** Everything but what the secret hashes to. */
const row = {
  id: signInClients.id,
  version: signInClients.version,
  name: signInClients.name,
  clientId: signInClients.clientId,
  redirectUris: signInClients.redirectUris,
  afterLogoutUris: signInClients.afterLogoutUris,
  logoutUri: signInClients.logoutUri,
  isEnabled: signInClients.isEnabled,
  secretAt: signInClients.secretAt,
  updatedAt: signInClients.updatedAt,
}

export const listClients = (db: Executor, subProduct: SubProductKey) =>
  db.select(row).from(signInClients).where(eq(signInClients.subProduct, subProduct)).orderBy(asc(signInClients.id))

export async function lockClient(tx: Tx, id: string) {
  const [found] = await tx
    .select({ ...row, subProduct: signInClients.subProduct })
    .from(signInClients)
    .where(eq(signInClients.id, id))
    .for('update')
  return found
}

/** Adds of one sub-product wait for each other, so that the limit holds. */
export const lockClients = (tx: Tx, subProduct: SubProductKey) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sign_in_clients:${subProduct}`}, 1))`)

export const countClients = (tx: Tx, subProduct: SubProductKey): Promise<number> =>
  tx.$count(signInClients, eq(signInClients.subProduct, subProduct))

export async function isNameTaken(tx: Tx, subProduct: SubProductKey, name: string, but = '0'): Promise<boolean> {
  const isAlike = sql`lower(${signInClients.name}) = lower(${name})`
  return (
    (await tx.$count(
      signInClients,
      and(eq(signInClients.subProduct, subProduct), isAlike, ne(signInClients.id, but)),
    )) > 0
  )
}

export const insertClient = (tx: Tx, values: typeof signInClients.$inferInsert): Promise<string> =>
  insertRow(tx, signInClients, values)

export const updateClient = (tx: Tx, id: string, values: Partial<typeof signInClients.$inferInsert>) =>
  updateRow(tx, signInClients, id, { ...values, updatedAt: sql`now()` })

export const replaceSecret = (tx: Tx, id: string, secretHash: string) =>
  updateRow(tx, signInClients, id, { secretHash, secretAt: sql`now()`, updatedAt: sql`now()` })
