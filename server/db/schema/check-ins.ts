// Who was checked in where: lists, the scans on them, and the links of helpers.
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { checkInKinds, checkInStates } from '#contract/meetings/check-in-labels.ts'
import { id64, identity, moment, reference } from './columns.ts'
import { signUpPeople } from './meeting-sign-ups.ts'
import { meetings } from './meetings.ts'
import { users } from './organisation.ts'

/** Where people are counted: entry by day, dinner, papers. */
export const checkInLists = pgTable(
  'check_in_lists',
  {
    id: identity('id'),
    meetingId: reference('meeting_id', () => meetings.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    kind: text('kind', { enum: checkInKinds }).notNull().default('entry'),
    /** Null: all days of the meeting. */
    day: date('day', { mode: 'string' }),
    createdAt: moment('created_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('check_in_lists_name').on(t.meetingId, sql`lower(${t.name})`)],
)

/** A helper opens the page by `code` and a PIN; ends by hand, by another link, by wrong PINs, and with the list. */
export const checkInLinks = pgTable(
  'check_in_links',
  {
    id: identity('id'),
    listId: reference('list_id', () => checkInLists.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    /** HMAC of the PIN with the server's key. */
    pinHash: text('pin_hash').notNull(),
    wrongPins: integer('wrong_pins').notNull().default(0),
    makerId: reference('maker_id', () => users.id),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    endedAt: moment('ended_at'),
  },
  (t) => [
    uniqueIndex('check_in_links_code').on(t.code),
    uniqueIndex('check_in_links_live').on(t.listId).where(sql`${t.endedAt} is null`),
  ],
)

/** Every scan is a row and stays; one for each list and head is valid: the earliest. */
export const checkIns = pgTable(
  'check_ins',
  {
    id: identity('id'),
    listId: reference('list_id', () => checkInLists.id, { onDelete: 'cascade' }),
    personId: reference('person_id', () => signUpPeople.id, { onDelete: 'cascade' }),
    /** Made by the phone: a scan that is sent again is no second one. */
    nonce: text('nonce').notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
    /** When it was scanned, which may be before it was sent. */
    at: moment('at').notNull(),
    receivedAt: moment('received_at').notNull().default(sql`now()`),
    state: text('state', { enum: checkInStates }).notNull().default('valid'),
    door: text('door').notNull().default(''),
    /** Who scanned, or by which link. */
    byId: id64('by_id').references(() => users.id),
    linkId: id64('link_id').references(() => checkInLinks.id),
  },
  (t) => [
    uniqueIndex('check_ins_nonce').on(t.nonce),
    uniqueIndex('check_ins_once').on(t.listId, t.personId).where(sql`${t.state} = 'valid'`),
    index('check_ins_person').on(t.personId),
    index('check_ins_link').on(t.linkId),
    check('check_ins_by', sql`(${t.byId} is null) <> (${t.linkId} is null)`),
  ],
)
