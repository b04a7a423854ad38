// The processes that serve the console.
import { sql } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../columns.ts'

/** One without a heartbeat for a while counts as gone. */
export const servers = pgTable('servers', {
  id: uuid('id').primaryKey(),
  /** Host and process id. */
  name: text('name').notNull(),
  /** Names where the contents of its files lie: processes that share them have the same. */
  storage: text('storage').notNull(),
  /** Its clock less the database's, ms. */
  clockOffMs: integer('clock_off_ms').notNull().default(0),
  startedAt: moment('started_at').notNull().default(sql`now()`),
  aliveAt: moment('alive_at').notNull().default(sql`now()`),
})
