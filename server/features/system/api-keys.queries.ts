// API keys of other systems for their screen.
import { and, eq, sql } from 'drizzle-orm'
import type { ApiScope } from '#contract/access.ts'
import type { ApiKeyQuery, ApiKeyRow } from '#contract/system/api-keys.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import type { Tx } from '#server/db/connection.ts'
import { apiKeyDays, apiKeys } from '#server/db/schema/core/requests.ts'
import { users } from '#server/db/schema/organisation.ts'

const row = {
  id: apiKeys.id,
  name: apiKeys.name,
  hint: apiKeys.hint,
  scopes: apiKeys.scopes,
  subProduct: apiKeys.subProduct,
  createdBy: apiKeys.createdBy,
  addresses: apiKeys.addresses,
  dailyQuota: apiKeys.dailyQuota,
  callsToday: sql<number>`coalesce(${apiKeyDays.calls}, 0)`,
  creatorName: users.realName,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
  revokedAt: apiKeys.revokedAt,
}

type StoredKey = Omit<ApiKeyRow, 'lostScopes' | 'scopes'> & { scopes: ApiScope[]; createdBy: string | null }

export const pageOfApiKeys = list<StoredKey, ApiKeyQuery>({
  name: 'api_keys',
  always: sql`true`,
  filters: {
    name: nameHas(apiKeys.name, 'name'),
    scope: { where: sql`${sql.placeholder('scope')} = any(${apiKeys.scopes})` },
    state: { where: sql`(${apiKeys.revokedAt} is null) = (${sql.placeholder('state')} = 'active')` },
    subProduct: equals(apiKeys.subProduct, 'subProduct'),
  },
  sorts: {
    name: sql`${apiKeys.name} collate "zh-x-icu"`,
    createdAt: apiKeys.createdAt,
    lastUsedAt: apiKeys.lastUsedAt,
  },
  usual: sql`(${apiKeys.revokedAt} is not null) asc, ${apiKeys.createdAt} desc`,
  tie: apiKeys.id,
  fields: row,
  rows: (db) =>
    db
      .select(row)
      .from(apiKeys)
      .leftJoin(users, eq(users.id, apiKeys.createdBy))
      .leftJoin(apiKeyDays, and(eq(apiKeyDays.keyId, apiKeys.id), eq(apiKeyDays.day, sql`current_date`))),
  matches: (db, where) => db.select({ n: sql`1` }).from(apiKeys).where(where),
})

/** Name, hint and revocation of a key, locked; undefined where there is none. */
export async function lockApiKey(tx: Tx, id: string) {
  const [found] = await tx
    .select({ name: apiKeys.name, hint: apiKeys.hint, revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(eq(apiKeys.id, id))
    .for('update')
  return found ?? null
}
