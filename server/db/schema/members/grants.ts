// What members may use: grants, the acts that changed them with a ledger row for each change, presets and rules of granting.
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { RuleSource } from '#contract/members/grant-rules.ts'
import { type AccountModule, type GrantState, grantActions, grantKinds, grantVias } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { products } from '../catalogue.ts'
import { id64, identity, moment, reference, spelling, version } from '../columns.ts'
import { users } from '../organisation.ts'
import { memberAccounts } from './members.ts'

/** One live grant for each account and product; `product_id` null: the sub-product as a whole. */
export const grants = pgTable(
  'grants',
  {
    id: identity('id'),
    version: version(),
    accountId: reference('account_id', () => memberAccounts.id),
    productId: id64('product_id').references(() => products.id),
    kind: text('kind', { enum: grantKinds }).notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    /** The last day on which it is valid. */
    endsOn: date('ends_on', { mode: 'string' }).notNull(),
    /** Downloads or calls a day; null: without limit. */
    quota: integer('quota'),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    revokedAt: moment('revoked_at'),
  },
  (t) => [
    uniqueIndex('grants_live').on(t.accountId, sql`coalesce(${t.productId}, 0)`).where(sql`${t.revokedAt} is null`),
    index('grants_product').on(t.productId),
    check('grants_days', sql`${t.endsOn} >= ${t.startsOn}`),
    check('grants_quota', sql`${t.quota} > 0`),
  ],
)

/** One decision of one person, however many grants it changed. */
export const grantActs = pgTable(
  'grant_acts',
  {
    id: identity('id'),
    at: moment('at').notNull().default(sql`now()`),
    via: text('via', { enum: grantVias }).notNull(),
    reason: text('reason').notNull().default(''),
    actorId: id64('actor_id').references(() => users.id),
    actorName: text('actor_name').notNull(),
    requestId: text('request_id').notNull().default(''),
    /** The act that undid this one. */
    undoneBy: id64('undone_by'),
  },
  (t) => [index('grant_acts_at').on(t.at)],
)

/** The ledger: written with each change, never changed. */
export const grantChanges = pgTable(
  'grant_changes',
  {
    id: identity('id'),
    at: moment('at').notNull().default(sql`now()`),
    actId: reference('act_id', () => grantActs.id),
    grantId: reference('grant_id', () => grants.id),
    accountId: reference('account_id', () => memberAccounts.id),
    subProduct: text('sub_product').$type<SubProductKey>().notNull(),
    productId: id64('product_id').references(() => products.id),
    action: text('action', { enum: grantActions }).notNull(),
    /** Null: there was none. */
    before: jsonb('before').$type<GrantState>(),
    /** Null: revoked. */
    after: jsonb('after').$type<GrantState>(),
    /** The grant's version after the change. */
    grantVersion: integer('grant_version').notNull(),
  },
  (t) => [
    index('grant_changes_list').on(t.subProduct, t.id),
    index('grant_changes_account').on(t.accountId, t.id),
    index('grant_changes_act').on(t.actId),
    index('grant_changes_grant').on(t.grantId, t.id),
    // the first trial and the first formal grant of an account after some moment
    index('grant_changes_trial').on(t.accountId, t.at).where(sql`${t.after} ->> 'kind' = 'trial'`),
    index('grant_changes_formal').on(t.accountId, t.at).where(sql`${t.after} ->> 'kind' = 'formal'`),
  ],
)

/** A named set of products and terms granted in one go (快捷授权). */
export const grantPresets = pgTable(
  'grant_presets',
  {
    id: identity('id'),
    version: version(),
    subProduct: text('sub_product').$type<SubProductKey>().notNull(),
    name: text('name').notNull(),
    spelling: spelling(),
    kind: text('kind', { enum: grantKinds }).notNull(),
    /** How long from the day on which it is applied. */
    days: integer('days').notNull(),
    /** Empty where the sub-product is granted as a whole. */
    productIds: id64('product_ids').array().notNull().default(sql`'{}'`),
    modules: text('modules').array().$type<AccountModule[]>().notNull().default(sql`'{}'`),
    quota: integer('quota'),
    isEnabled: boolean('is_enabled').notNull().default(true),
    remark: text('remark').notNull().default(''),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('grant_presets_name').on(t.subProduct, sql`lower(${t.name})`)],
)

/** Which preset a new customer's trial begins with: the first enabled rule that fits. */
export const grantRules = pgTable(
  'grant_rules',
  {
    id: identity('id'),
    version: version(),
    subProduct: text('sub_product').$type<SubProductKey>().notNull(),
    name: text('name').notNull(),
    /** Where the registration came from, and from which province; empty: any. */
    source: text('source').$type<RuleSource>().notNull().default(''),
    province: text('province').notNull().default(''),
    presetId: reference('preset_id', () => grantPresets.id),
    isEnabled: boolean('is_enabled').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('grant_rules_name').on(t.subProduct, sql`lower(${t.name})`),
    index('grant_rules_preset').on(t.presetId),
  ],
)
