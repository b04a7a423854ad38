// Dinner of a meeting: tables, who sits where, wishes, and the last seating made by rule.
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { dinnerPairKinds } from '#contract/meetings/dinner-labels.ts'
import { id64, identity, moment, reference, version } from './columns.ts'
import { meetingQuotas, signUpPeople } from './meeting-sign-ups.ts'
import { meetings } from './meetings.ts'
import { users } from './organisation.ts'

export const dinnerTables = pgTable(
  'dinner_tables',
  {
    id: identity('id'),
    version: version(),
    meetingId: reference('meeting_id', () => meetings.id, { onDelete: 'cascade' }),
    zone: text('zone').notNull().default(''),
    name: text('name').notNull(),
    seats: integer('seats').notNull(),
    /** Kept for guests of this quota; null: for everybody. */
    quotaId: id64('quota_id').references(() => meetingQuotas.id, { onDelete: 'set null' }),
    position: integer('position').notNull(),
  },
  (t) => [
    uniqueIndex('dinner_tables_name').on(t.meetingId, sql`lower(${t.name})`),
    index('dinner_tables_quota').on(t.quotaId),
    check('dinner_tables_seats', sql`${t.seats} between 1 and 20`),
  ],
)

/**
 * Who dines: heads of sign-ups, stored once they have a seat or a wish, and guests without a sign-up, such as speakers. Name and
 * company of a head are those of the sign-up.
 */
export const dinnerGuests = pgTable(
  'dinner_guests',
  {
    id: identity('id'),
    version: version(),
    meetingId: reference('meeting_id', () => meetings.id, { onDelete: 'cascade' }),
    personId: id64('person_id').references(() => signUpPeople.id, { onDelete: 'cascade' }),
    name: text('name').notNull().default(''),
    company: text('company').notNull().default(''),
    mobile: text('mobile').notNull().default(''),
    /** Diet; of a head, in place of what the sign-up says. */
    wish: text('wish').notNull().default(''),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('dinner_guests_person').on(t.personId),
    index('dinner_guests_meeting').on(t.meetingId),
    check('dinner_guests_name', sql`(${t.personId} is null) = (${t.name} <> '')`),
  ],
)

/** A guest has one seat, a seat one guest. `dinner_seats_seat`, unique and deferrable, stands in the migration: a swap is one update. */
export const dinnerSeats = pgTable(
  'dinner_seats',
  {
    guestId: id64('guest_id')
      .primaryKey()
      .references(() => dinnerGuests.id, { onDelete: 'cascade' }),
    tableId: reference('table_id', () => dinnerTables.id, { onDelete: 'cascade' }),
    seat: integer('seat').notNull(),
  },
  (t) => [check('dinner_seats_number', sql`${t.seat} between 1 and 20`)],
)

/** Two who want to sit beside each other, or not at one table. */
export const dinnerPairs = pgTable(
  'dinner_pairs',
  {
    oneId: reference('one_id', () => dinnerGuests.id, { onDelete: 'cascade' }),
    otherId: reference('other_id', () => dinnerGuests.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: dinnerPairKinds }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.oneId, t.otherId] }),
    index('dinner_pairs_other').on(t.otherId),
    check('dinner_pairs_order', sql`${t.oneId} < ${t.otherId}`),
  ],
)

export type DinnerPlace = { tableId: string; seat: number }
export type DinnerMove = { guestId: string; from: DinnerPlace | null; to: DinnerPlace }

/** What the last seating by rule has changed, until it is undone. */
export const dinnerFills = pgTable('dinner_fills', {
  meetingId: id64('meeting_id')
    .primaryKey()
    .references(() => meetings.id, { onDelete: 'cascade' }),
  byId: reference('by_id', () => users.id),
  at: moment('at').notNull().default(sql`now()`),
  moves: jsonb('moves').$type<DinnerMove[]>().notNull(),
})
