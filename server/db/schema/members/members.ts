// Customers: enterprises with their contacts, the members who sign in to our sub-products, their accounts there, and
// owners.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  accountStates,
  contactRoles,
  type EnterpriseLevel,
  enterpriseLevels,
  enterpriseSources,
  grantKinds,
  memberSources,
  ownedThings,
} from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { regions } from '../catalogue.ts'
import { id64, identity, keyOf, moment, namesake, reference, spelling, version } from '../columns.ts'
import { users } from '../organisation.ts'

/**
 * Names as words, Chinese ones character by character, so that two characters are enough for a trigram index; and their keys,
 * where these differ.
 */
const wordsOf = (...columns: string[]) => {
  const apart = (text: string) => `regexp_replace(${text}, '([^\\x01-\\x7f])', ' \\1 ', 'g')`
  return sql.raw(
    columns
      .map(
        (column) => `' ' || lower(${apart(`"${column}"`)}) || case when text_key("${column}") <> lower("${column}")
          then ' ' || ${apart(`text_key("${column}")`)} else '' end`,
      )
      .join(' || '),
  )
}

export const enterprises = pgTable(
  'enterprises',
  {
    id: identity('id'),
    version: version(),
    name: text('name').notNull(),
    /** Unified social credit code; empty where it is not known. */
    creditCode: text('credit_code').notNull().default(''),
    industry: text('industry').notNull().default(''),
    regionId: id64('region_id').references(() => regions.id),
    address: text('address').notNull().default(''),
    level: text('level', { enum: enterpriseLevels }).$type<EnterpriseLevel>().notNull().default('C'),
    source: text('source', { enum: enterpriseSources }).notNull().default('manual'),
    /** The salesperson; null: in the pool, which administrators see. */
    ownerId: id64('owner_id').references(() => users.id),
    /** Degrees, WGS 84; null where it is not on the map. */
    longitude: numeric('longitude', { precision: 9, scale: 6 }),
    latitude: numeric('latitude', { precision: 8, scale: 6 }),
    remark: text('remark').notNull().default(''),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    namesake: namesake(),
    words: text('words').generatedAlwaysAs(wordsOf('name')),
    spelling: spelling(),
  },
  (t) => [
    uniqueIndex('enterprises_name').on(keyOf(t.name), t.namesake),
    index('enterprises_doubles').on(t.id).where(sql`${t.namesake} > 0`),
    uniqueIndex('enterprises_credit_code').on(t.creditCode).where(sql`${t.creditCode} <> ''`),
    index('enterprises_owner').on(t.ownerId, t.id),
    index('enterprises_region').on(t.regionId),
    index('enterprises_created').on(t.createdAt, t.id),
    index('enterprises_name_part').using('gin', sql`text_key(${t.name}) gin_trgm_ops`),
    index('enterprises_found').using('gin', t.words.op('gin_trgm_ops'), t.spelling.op('gin_trgm_ops')),
    index('enterprises_industry').using('gin', sql`text_key(${t.industry}) gin_trgm_ops`),
    index('enterprises_unspelled').on(t.id).where(sql`${t.spelling} is null`),
    check('enterprises_place', sql`(${t.longitude} is null) = (${t.latitude} is null)`),
  ],
)

export const enterpriseContacts = pgTable(
  'enterprise_contacts',
  {
    id: identity('id'),
    version: version(),
    enterpriseId: reference('enterprise_id', () => enterprises.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    position: text('position').notNull().default(''),
    mobile: text('mobile').notNull().default(''),
    email: text('email').notNull().default(''),
    wechat: text('wechat').notNull().default(''),
    /** What the contact decides about; null where it is not known. */
    role: text('role', { enum: contactRoles }),
    isMain: boolean('is_main').notNull().default(false),
    /** Since when the contact works there no more; null: still. */
    leftOn: date('left_on', { mode: 'string' }),
    remark: text('remark').notNull().default(''),
    /** The import that wrote the contact beside its customer, which undoing it deletes while `version` is 1. */
    importId: id64('import_id'),
    spelling: spelling(),
  },
  (t) => [
    index('enterprise_contacts_part').using(
      'gin',
      sql`text_key(${t.name}) gin_trgm_ops`,
      t.spelling.op('gin_trgm_ops'),
    ),
    index('enterprise_contacts_unspelled').on(t.id).where(sql`${t.spelling} is null`),
    index('enterprise_contacts_enterprise').on(t.enterpriseId, t.id),
    uniqueIndex('enterprise_contacts_main').on(t.enterpriseId).where(sql`${t.isMain}`),
  ],
)

/** Who signs in to our sub-products, with one name and password for all. `main_id`: the main account of a sub-account. */
export const members = pgTable(
  'members',
  {
    id: identity('id'),
    version: version(),
    enterpriseId: reference('enterprise_id', () => enterprises.id),
    mainId: id64('main_id').references((): AnyPgColumn => members.id),
    loginName: text('login_name').notNull(),
    realName: text('real_name').notNull(),
    mobile: text('mobile').notNull(),
    email: text('email').notNull().default(''),
    source: text('source', { enum: memberSources }).notNull().default('manual'),
    ownerId: id64('owner_id').references(() => users.id),
    /** argon2id; empty until a password was set. */
    passwordHash: text('password_hash').notNull().default(''),
    /** A locked member cannot sign in and is left out of reallocation. */
    locked: boolean('locked').notNull().default(false),
    wxOpenId: text('wx_open_id'),
    remark: text('remark').notNull().default(''),
    lastSeenAt: moment('last_seen_at'),
    /** Sub-products end every session that a member began before this; they poll it (`/api/open/members/cleared`). */
    sessionsClearedAt: moment('sessions_cleared_at'),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    /** Deleted members stay, as the ledger refers to them; their names may be used again. */
    deletedAt: moment('deleted_at'),
    namesake: namesake(),
    words: text('words').generatedAlwaysAs(wordsOf('real_name', 'login_name', 'mobile')),
    spelling: spelling(),
  },
  (t) => [
    uniqueIndex('members_login_name').on(keyOf(t.loginName), t.namesake).where(sql`${t.deletedAt} is null`),
    uniqueIndex('members_mobile').on(t.mobile).where(sql`${t.deletedAt} is null`),
    uniqueIndex('members_wx').on(t.wxOpenId).where(sql`${t.deletedAt} is null`),
    index('members_enterprise').on(t.enterpriseId, t.id),
    index('members_owner').on(t.ownerId, t.id),
    index('members_main').on(t.mainId),
    // parts of a name, of three characters on
    index('members_name_part').using(
      'gin',
      sql`text_key(${t.loginName}) gin_trgm_ops`,
      sql`text_key(${t.realName}) gin_trgm_ops`,
      t.mobile.op('gin_trgm_ops'),
    ),
    index('members_found').using('gin', t.words.op('gin_trgm_ops'), t.spelling.op('gin_trgm_ops')),
    index('members_doubles').on(t.id).where(sql`${t.namesake} > 0`),
    index('members_unspelled').on(t.id).where(sql`${t.spelling} is null`),
    index('members_cleared').on(t.sessionsClearedAt, t.id).where(sql`${t.sessionsClearedAt} is not null`),
  ],
)

/**
 * A member in one sub-product. `starts_on`, `ends_on` and `grant_kind` are those of the grant in force today, `next_…` those of
 * the one that follows (`account-terms.ts`); null where there is none. `grants.acts.ts` writes them, and a job each midnight.
 */
export const memberAccounts = pgTable(
  'member_accounts',
  {
    id: identity('id'),
    version: version(),
    memberId: reference('member_id', () => members.id),
    subProduct: text('sub_product').$type<SubProductKey>().notNull(),
    status: text('status', { enum: accountStates }).notNull().default('enabled'),
    /** How many sub-accounts the member may have here. */
    subQuota: integer('sub_quota').notNull().default(0),
    /** Codes of `accountModules`. */
    modules: text('modules').array().notNull().default(sql`'{}'`),
    startsOn: date('starts_on', { mode: 'string' }),
    endsOn: date('ends_on', { mode: 'string' }),
    grantKind: text('grant_kind', { enum: grantKinds }),
    nextStartsOn: date('next_starts_on', { mode: 'string' }),
    nextEndsOn: date('next_ends_on', { mode: 'string' }),
    nextKind: text('next_kind', { enum: grantKinds }),
    /** Questions a day to AI assistants; null: no limit of its own. */
    dailyQuestions: integer('daily_questions'),
    lastSeenAt: moment('last_seen_at'),
    openedAt: moment('opened_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    /** A deleted account holds no live grant and is opened again by the same row, which the ledger refers to. */
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    unique('member_accounts_member').on(t.memberId, t.subProduct),
    // of live ones, so that a list is counted and paged in the index alone
    index('member_accounts_list').on(t.subProduct, t.id).where(sql`${t.deletedAt} is null`),
    index('member_accounts_end')
      .on(t.subProduct, t.endsOn, t.id, t.status, t.startsOn)
      .where(sql`${t.deletedAt} is null`),
    // whose accounts end soon, in any sub-product
    index('member_accounts_ends')
      .on(t.endsOn, t.memberId)
      .where(sql`${t.deletedAt} is null and ${t.status} = 'enabled'`),
    // whose grants take over from others one day
    index('member_accounts_next').on(t.nextStartsOn).where(sql`${t.nextStartsOn} is not null`),
    index('member_accounts_opened').on(t.subProduct, t.openedAt, t.id).where(sql`${t.deletedAt} is null`),
    index('member_accounts_seen').on(t.subProduct, t.lastSeenAt, t.id).where(sql`${t.deletedAt} is null`),
  ],
)

/** Changes of the owner of an enterprise or a member. */
export const ownerChanges = pgTable(
  'owner_changes',
  {
    id: identity('id'),
    at: moment('at').notNull().default(sql`now()`),
    target: text('target', { enum: ownedThings }).notNull(),
    targetId: id64('target_id').notNull(),
    fromId: id64('from_id').references(() => users.id),
    toId: id64('to_id').references(() => users.id),
    reason: text('reason').notNull().default(''),
    actorId: id64('actor_id').references(() => users.id),
    actorName: text('actor_name').notNull(),
    /** Tells one act over many from another. */
    requestId: text('request_id').notNull().default(''),
  },
  (t) => [index('owner_changes_target').on(t.target, t.targetId, t.id)],
)

/** Marks an account on a home board as handled by a person, until its dates change. */
export const boardMarks = pgTable('board_marks', {
  accountId: id64('account_id')
    .primaryKey()
    .references(() => memberAccounts.id, { onDelete: 'cascade' }),
  remark: text('remark').notNull().default(''),
  /** The account's last day when it was marked: with another one it is due again. */
  endsOn: date('ends_on', { mode: 'string' }),
  userId: reference('user_id', () => users.id),
  at: moment('at').notNull().default(sql`now()`),
})
