// What staff may work on: products and categories granted to roles and people; senders, external bindings, opened
// pages.
import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { categories, newsCategories, products } from './catalogue.ts'
import { id64, identity, moment, reference } from './columns.ts'
import { roles, users } from './organisation.ts'

/** Products granted by a role; "sync" copies them to its holders. */
export const roleProducts = pgTable(
  'role_products',
  {
    roleId: reference('role_id', () => roles.id, { onDelete: 'cascade' }),
    productId: reference('product_id', () => products.id),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.productId] }), index('role_products_product').on(t.productId)],
)

/** Products of a person in one of the roles held: a person has one set for each role. */
export const userProducts = pgTable(
  'user_products',
  {
    userId: reference('user_id', () => users.id),
    roleId: reference('role_id', () => roles.id, { onDelete: 'cascade' }),
    productId: reference('product_id', () => products.id),
    /** The import that granted its own products to the importer. */
    importId: id64('import_id'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.roleId, t.productId] }),
    index('user_products_product').on(t.productId),
    index('user_products_role').on(t.roleId),
  ],
)

/** Categories whose customers a person serves (adminLinkCategory). */
export const userCategories = pgTable(
  'user_categories',
  {
    userId: reference('user_id', () => users.id),
    categoryId: reference('category_id', () => categories.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.categoryId] }), index('user_categories_category').on(t.categoryId)],
)

/** News categories that a person may write in (adminLinkNewsCategory). */
export const userNewsCategories = pgTable(
  'user_news_categories',
  {
    userId: reference('user_id', () => users.id),
    newsCategoryId: reference('news_category_id', () => newsCategories.id),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.newsCategoryId] }),
    index('user_news_categories_category').on(t.newsCategoryId),
  ],
)

/** WeChat mini-programs. */
export const applets = pgTable('applets', {
  id: identity('id'),
  appId: text('app_id').notNull().unique(),
  name: text('name').notNull(),
})

/** Mini-programs that a person may manage (adminLinkApplet). */
export const userApplets = pgTable(
  'user_applets',
  {
    userId: reference('user_id', () => users.id),
    appletId: reference('applet_id', () => applets.id),
  },
  (t) => [primaryKey({ columns: [t.userId, t.appletId] }), index('user_applets_applet').on(t.appletId)],
)

/** The sender as pushes name it; without a row, the account's own name, mail and mobile. */
export const userSendInfo = pgTable('user_send_info', {
  userId: id64('user_id')
    .primaryKey()
    .references(() => users.id),
  senderName: text('sender_name').notNull().default(''),
  address: text('address').notNull().default(''),
  telephone: text('telephone').notNull().default(''),
  signature: text('signature').notNull().default(''),
})

/** The phone that a person has bound as visiting assistant; visits from other devices are marked. */
export const visitingAssistants = pgTable('visiting_assistants', {
  userId: id64('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Of the token in that phone. */
  deviceHash: text('device_hash').notNull().unique(),
  device: text('device').notNull().default(''),
  boundAt: moment('bound_at').notNull().default(sql`now()`),
})

/** Pages that staff opened; their acts are in the audit log. Kept 180 days. */
export const pageVisits = pgTable(
  'page_visits',
  {
    id: identity('id'),
    at: moment('at').notNull().default(sql`now()`),
    userId: reference('user_id', () => users.id),
    address: text('address').notNull(),
    /** The page's path below /backend, without its query. */
    path: text('path').notNull(),
    title: text('title').notNull(),
  },
  (t) => [index('page_visits_at').on(t.at), index('page_visits_user').on(t.userId, t.at)],
)
