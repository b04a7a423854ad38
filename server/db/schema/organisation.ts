// Staff accounts, departments, roles, menus with their buttons, and grants of these.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { id64, identity, keyOf, moment, namesake, reference, spelling, version } from './columns.ts'

export const departments = pgTable('departments', {
  id: identity('id'),
  version: version(),
  parentId: id64('parent_id').references((): AnyPgColumn => departments.id),
  name: text('name').notNull(),
  sort: integer('sort').notNull().default(0),
})

export const roles = pgTable('roles', {
  id: identity('id'),
  version: version(),
  code: text('code').notNull().unique(),
  name: text('name').notNull(),
  spelling: spelling(),
  remark: text('remark').notNull().default(''),
  sort: integer('sort').notNull().default(0),
})

/** spec §3 "Menu item". `type` 1 directory, 2 page, 3 button; only explicit grants are stored, ancestors are derived. */
export const menus = pgTable(
  'menus',
  {
    id: identity('id'),
    version: version(),
    parentId: id64('parent_id').references((): AnyPgColumn => menus.id),
    type: smallint('type').notNull(),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    alias: text('alias').notNull().default(''),
    path: text('path').notNull().default(''),
    source: text('source').notNull().default(''),
    sort: integer('sort').notNull().default(0),
    category: smallint('category').notNull().default(1),
    action: smallint('action').notNull().default(1),
    isOpen: smallint('is_open').notNull().default(1),
    isShow: smallint('is_show').notNull().default(1),
    isCached: boolean('is_cached').notNull().default(true),
    remark: text('remark').notNull().default(''),
    /** The roles that may see it and everything below it, whatever was granted; empty: every role. */
    roleIds: id64('role_ids').array().notNull().default(sql`'{}'`),
    /** Neighbours of one group are shown below its caption in the sidebar. */
    group: text('caption').notNull().default(''),
    /** What its address ends with: a=1&b=2. */
    query: text('query').notNull().default(''),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [index('menus_parent').on(t.parentId), check('menus_type', sql`${t.type} in (1, 2, 3)`)],
)

export const roleMenus = pgTable(
  'role_menus',
  {
    roleId: reference('role_id', () => roles.id),
    menuId: reference('menu_id', () => menus.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.menuId] })],
)

export const users = pgTable(
  'users',
  {
    id: identity('id'),
    version: version(),
    userName: text('user_name').notNull(),
    realName: text('real_name').notNull(),
    mobile: text('mobile').notNull(),
    email: text('email').notNull().default(''),
    avatar: text('avatar').notNull().default(''),
    passwordHash: text('password_hash').notNull(),
    /** Hashes of the passwords before this one, newest first: the last five cannot be chosen again. */
    passwordHistory: text('password_history').array().notNull().default(sql`'{}'`),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    deptId: reference('dept_id', () => departments.id),
    roleId: reference('role_id', () => roles.id),
    saleParentId: id64('sale_parent_id').references((): AnyPgColumn => users.id),
    editParentId: id64('edit_parent_id').references((): AnyPgColumn => users.id),
    status: text('status', { enum: ['enabled', 'disabled'] })
      .notNull()
      .default('enabled'),
    locked: boolean('locked').notNull().default(false),
    /** The last day on which the account may be used. */
    expiresAt: date('expires_at', { mode: 'string' }),
    remark: text('remark').notNull().default(''),
    pageOpenMethod: smallint('page_open_method').notNull().default(0),
    priceReview: smallint('price_review').notNull().default(1),
    newReview: smallint('new_review').notNull().default(1),
    reportReview: smallint('report_review').notNull().default(1),
    transactionPriceReview: smallint('transaction_price_review').notNull().default(1),
    lastSignInAt: moment('last_sign_in_at'),
    /** Failed sign-ins before it count no more: staff has unlocked the account or given it a password. */
    triesSince: moment('tries_since'),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    namesake: namesake(),
    spelling: spelling(),
    /** Deleted accounts stay, as the audit log refers to them; their names may be used again. */
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    uniqueIndex('users_user_name').on(keyOf(t.userName), t.namesake).where(sql`${t.deletedAt} is null`),
    uniqueIndex('users_mobile').on(t.mobile).where(sql`${t.deletedAt} is null`),
    index('users_unspelled').on(t.id).where(sql`${t.spelling} is null`),
    index('users_dept').on(t.deptId),
    index('users_role').on(t.roleId),
    index('users_sale_parent').on(t.saleParentId),
    index('users_edit_parent').on(t.editParentId),
  ],
)

export const userDeputyRoles = pgTable(
  'user_deputy_roles',
  {
    userId: reference('user_id', () => users.id),
    roleId: reference('role_id', () => roles.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] }), index('user_deputy_roles_role').on(t.roleId)],
)

export const userCustomerParents = pgTable(
  'user_customer_parents',
  {
    userId: reference('user_id', () => users.id),
    parentId: reference('parent_id', () => users.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.parentId] }), index('user_customer_parents_parent').on(t.parentId)],
)
