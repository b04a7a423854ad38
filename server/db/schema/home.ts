// Each person's settings of the home page: modules, quick entries, how many days before its end an account appears on a
// board.
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
import { reference } from './columns.ts'
import { menus, users } from './organisation.ts'

/**
 * spec §3 "Home module config"; `configType` 1 to 4 (spec §2). Without a row the default applies: enabled, in the order
 * of its type.
 */
export const homeModules = pgTable(
  'home_modules',
  {
    userId: reference('user_id', () => users.id),
    configType: smallint('config_type').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    orders: integer('orders').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.configType] }),
    check('home_modules_type', sql`${t.configType} between 1 and 4`),
  ],
)

/** Pages that a person has put on the home page, in order. */
export const quickEntries = pgTable(
  'quick_entries',
  {
    userId: reference('user_id', () => users.id),
    menuId: reference('menu_id', () => menus.id, { onDelete: 'cascade' }),
    orders: integer('orders').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.menuId] }), index('quick_entries_menu').on(t.menuId)],
)

/** How many days before its end an account appears on a follow-up board; without a row, 30. */
export const expireDays = pgTable(
  'expire_days',
  {
    userId: reference('user_id', () => users.id),
    configType: smallint('config_type').notNull(),
    days: integer('days').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.configType] }),
    check('expire_days_type', sql`${t.configType} in (1, 2, 4)`),
  ],
)
