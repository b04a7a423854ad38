// Calendars: which days are open, for monitoring, price entry and pushes.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { id64, identity, moment, reference, version } from './columns.ts'
import { users } from './organisation.ts'

const now = sql`now()`

export const calendars = pgTable(
  'calendars',
  {
    id: identity('id'),
    version: version(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    /** Usually open, 1 Monday to 7 Sunday. */
    weekdays: smallint('weekdays').array().notNull().default(sql`'{1,2,3,4,5}'`),
    /** Each year is announced; one without a row of `calendar_years` is not announced yet. */
    isYearly: boolean('is_yearly').notNull().default(true),
    remark: text('remark').notNull().default(''),
    updatedAt: moment('updated_at').notNull().default(now),
  },
  (t) => [uniqueIndex('calendars_code').on(t.code), uniqueIndex('calendars_name').on(sql`lower(${t.name})`)],
)

/** Announced days of a year, in versions: the highest number applies, and due rows name theirs. */
export const calendarYears = pgTable(
  'calendar_years',
  {
    id: identity('id'),
    calendarId: reference('calendar_id', () => calendars.id, { onDelete: 'cascade' }),
    year: smallint('year').notNull(),
    number: integer('number').notNull(),
    source: text('source').notNull(),
    byId: id64('by_id').references(() => users.id),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(now),
  },
  (t) => [
    unique('calendar_years_number').on(t.calendarId, t.year, t.number),
    check('calendar_years_year', sql`${t.year} between 2000 and 2100`),
  ],
)

/** Days that differ from the usual week. */
export const calendarDays = pgTable(
  'calendar_days',
  {
    yearId: reference('year_id', () => calendarYears.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    isOpen: boolean('is_open').notNull(),
    name: text('name').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.yearId, t.day] })],
)
