// Sign-in of members by OpenID Connect: clients of sub-products, what the provider stores, its signing keys.
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { SubProductKey } from '#contract/sub-products.ts'
import { id64, identity, moment, version } from './columns.ts'

/** Where members of a sub-product may sign in: a site or an app of it. */
export const signInClients = pgTable(
  'sign_in_clients',
  {
    id: identity('id'),
    version: version(),
    subProduct: text('sub_product').$type<SubProductKey>().notNull(),
    name: text('name').notNull(),
    /** The `client_id` of the protocol. */
    clientId: text('client_id').notNull(),
    /** SHA-256 of a random secret. */
    secretHash: text('secret_hash').notNull(),
    redirectUris: text('redirect_uris').array().notNull(),
    /** Where members may be led after signing out. */
    afterLogoutUris: text('after_logout_uris').array().notNull().default(sql`'{}'`),
    /** Told of ended sessions; empty: the client is not told. */
    logoutUri: text('logout_uri').notNull().default(''),
    isEnabled: boolean('is_enabled').notNull().default(true),
    secretAt: moment('secret_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('sign_in_clients_client_id').on(t.clientId),
    uniqueIndex('sign_in_clients_name').on(t.subProduct, sql`lower(${t.name})`),
  ],
)

/** Sessions, grants, codes, tokens and interactions as oidc-provider hands them over, without what would admit their reader. */
export const signInRecords = pgTable(
  'sign_in_records',
  {
    model: text('model').notNull(),
    /** SHA-256 of the token, the session's cookie or the interaction's id. */
    hash: text('hash').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    /** Of a session: how tokens refer to it. */
    uid: text('uid'),
    memberId: id64('member_id'),
    consumedAt: moment('consumed_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.model, t.hash] }),
    index('sign_in_records_grant').on(t.grantId),
    index('sign_in_records_uid').on(t.uid),
    index('sign_in_records_member').on(t.memberId),
    index('sign_in_records_expires').on(t.expiresAt),
  ],
)

/** Keys that sign ID and logout tokens. */
export const signInKeys = pgTable('sign_in_keys', {
  kid: text('kid').primaryKey(),
  /** The private key as a JWK, encrypted (sealed-text.ts). */
  sealed: text('sealed').notNull(),
  createdAt: moment('created_at').notNull().default(sql`now()`),
})
