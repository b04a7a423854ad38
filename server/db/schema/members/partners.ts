// Others who embed our sub-products: partners with their permission sets, third parties, and keys to our data.
import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type AccountModule, accountStates } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { id64, identity, moment, reference, spelling, version } from '../columns.ts'
import { users } from '../organisation.ts'
import { memberAccounts, members } from './members.ts'

/** What a partner's members may use of which sub-products. */
export const permissionSets = pgTable(
  'permission_sets',
  {
    id: identity('id'),
    version: version(),
    name: text('name').notNull(),
    subProducts: text('sub_products').array().$type<SubProductKey[]>().notNull().default(sql`'{}'`),
    modules: text('modules').array().$type<AccountModule[]>().notNull().default(sql`'{}'`),
    productIds: id64('product_ids').array().notNull().default(sql`'{}'`),
    remark: text('remark').notNull().default(''),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('permission_sets_name').on(sql`lower(${t.name})`)],
)

export const partners = pgTable(
  'partners',
  {
    id: identity('id'),
    version: version(),
    name: text('name').notNull(),
    spelling: spelling(),
    code: text('code').notNull(),
    contact: text('contact').notNull().default(''),
    mobile: text('mobile').notNull().default(''),
    /** Hosts that may embed our pages. */
    domains: text('domains').array().notNull().default(sql`'{}'`),
    permissionSetId: id64('permission_set_id').references(() => permissionSets.id),
    status: text('status', { enum: accountStates }).notNull().default('enabled'),
    endsOn: date('ends_on', { mode: 'string' }),
    ownerId: id64('owner_id').references(() => users.id),
    remark: text('remark').notNull().default(''),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('partners_name').on(sql`lower(${t.name})`),
    uniqueIndex('partners_code').on(sql`lower(${t.code})`),
    index('partners_set').on(t.permissionSetId),
    index('partners_owner').on(t.ownerId, t.id),
  ],
)

/** Which partner's member somebody is. */
export const partnerMembers = pgTable(
  'partner_members',
  {
    memberId: id64('member_id')
      .primaryKey()
      .references(() => members.id),
    partnerId: reference('partner_id', () => partners.id, { onDelete: 'cascade' }),
  },
  (t) => [index('partner_members_partner').on(t.partnerId)],
)

/** A third party that reads one of our sub-products in its own program (第三方权限). */
export const thirdPowers = pgTable(
  'third_powers',
  {
    id: identity('id'),
    version: version(),
    subProduct: text('sub_product').$type<SubProductKey>().notNull(),
    name: text('name').notNull(),
    appId: text('app_id').notNull(),
    productIds: id64('product_ids').array().notNull().default(sql`'{}'`),
    modules: text('modules').array().$type<AccountModule[]>().notNull().default(sql`'{}'`),
    addresses: text('addresses').array().notNull().default(sql`'{}'`),
    status: text('status', { enum: accountStates }).notNull().default('enabled'),
    endsOn: date('ends_on', { mode: 'string' }),
    remark: text('remark').notNull().default(''),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('third_powers_app').on(t.subProduct, sql`lower(${t.appId})`)],
)

/** Keys with which a member's programs read our data (API 数据服务). */
export const dataKeys = pgTable(
  'data_keys',
  {
    id: identity('id'),
    version: version(),
    accountId: reference('account_id', () => memberAccounts.id),
    name: text('name').notNull(),
    keyHash: text('key_hash').notNull().unique(),
    /** Its first characters, to recognise it. */
    hint: text('hint').notNull(),
    dataSets: text('data_sets').array().notNull().default(sql`'{}'`),
    /** Addresses and networks that may call; empty: all. */
    addresses: text('addresses').array().notNull().default(sql`'{}'`),
    dailyQuota: integer('daily_quota').notNull(),
    endsOn: date('ends_on', { mode: 'string' }),
    lastUsedAt: moment('last_used_at'),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    revokedAt: moment('revoked_at'),
  },
  (t) => [index('data_keys_account').on(t.accountId)],
)

/** Calls of a key by day and data set. */
export const dataKeyDays = pgTable(
  'data_key_days',
  {
    keyId: reference('key_id', () => dataKeys.id),
    day: date('day', { mode: 'string' }).notNull(),
    dataSet: text('data_set').notNull(),
    calls: integer('calls').notNull().default(0),
    refused: integer('refused').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.day, t.dataSet] })],
)
