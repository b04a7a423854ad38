// People's settings of lists: columns, and named views.
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ColumnSettings, ListView } from '#contract/system/list-settings.ts'
import { id64, identity, moment, reference, version } from '../columns.ts'
import { roles, users } from '../organisation.ts'

/** `list` is the code of the menu row. Deleting a view clears it as a default. */
export const listSettings = pgTable(
  'list_settings',
  {
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }),
    list: text('list').notNull(),
    columns: jsonb('columns').$type<ColumnSettings>().notNull().default([]),
    defaultViewId: id64('default_view_id').references((): AnyPgColumn => listViews.id, { onDelete: 'set null' }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.list] }), index('list_settings_view').on(t.defaultViewId)],
)

/** `share` is `role` where `roleId` says with whom; once that role is deleted, nobody but the owner sees the view. */
export const listViews = pgTable(
  'list_views',
  {
    id: identity('id'),
    version: version(),
    list: text('list').notNull(),
    ownerId: reference('owner_id', () => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    filters: jsonb('filters').$type<ListView['filters']>().notNull(),
    sort: text('sort').notNull().default(''),
    columns: jsonb('columns').$type<ColumnSettings>().notNull(),
    share: text('share').$type<ListView['share']>().notNull(),
    roleId: id64('role_id').references(() => roles.id, { onDelete: 'set null' }),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('list_views_name').on(t.list, t.ownerId, t.name),
    index('list_views_owner').on(t.ownerId),
    index('list_views_role').on(t.roleId),
    check('list_views_share', sql`${t.share} = 'role' or ${t.roleId} is null`),
  ],
)
