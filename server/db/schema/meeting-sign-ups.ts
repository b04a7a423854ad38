// Who comes to a meeting: sign-ups, invitations, and who was checked in where.
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import {
  invoiceStates,
  type SignUpField,
  signUpSources,
  signUpStates,
} from '../../../contract/meetings/sign-up-labels.ts'
import { id64, identity, moment, reference, version } from './columns.ts'
import { meetings } from './meetings.ts'
import { enterprises } from './members/members.ts'
import { registrations } from './members/registrations.ts'
import { users } from './organisation.ts'

export const meetingSignUps = pgTable(
  'meeting_sign_ups',
  {
    id: identity('id'),
    version: version(),
    meetingId: reference('meeting_id', () => meetings.id),
    ticket: text('ticket').notNull(),
    name: text('name').notNull(),
    company: text('company').notNull(),
    mobile: text('mobile').notNull(),
    email: text('email').notNull().default(''),
    /** People who come along; each takes a seat. */
    companions: integer('companions').notNull().default(0),
    state: text('state', { enum: signUpStates }).notNull(),
    source: text('source', { enum: signUpSources }).notNull(),
    channel: text('channel').notNull().default(''),
    extra: jsonb('extra').$type<Partial<Record<SignUpField, string>>>().notNull().default({}),
    /** The customer of that name. */
    customerId: id64('customer_id').references(() => enterprises.id, { onDelete: 'set null' }),
    /** What an unknown company became. */
    registrationId: id64('registration_id').references(() => registrations.id),
    /** Who entered or invited. */
    keeperId: id64('keeper_id').references(() => users.id),
    invoiceTitle: text('invoice_title').notNull().default(''),
    invoiceTax: text('invoice_tax').notNull().default(''),
    invoiceState: text('invoice_state', { enum: invoiceStates }).notNull().default('none'),
    remark: text('remark').notNull().default(''),
    /** Why it was cancelled. */
    reason: text('reason').notNull().default(''),
    appliedAt: moment('applied_at').notNull().default(sql`now()`),
    /** Order of those who wait. */
    waitingAt: moment('waiting_at'),
    confirmedAt: moment('confirmed_at'),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('meeting_sign_ups_person').on(t.meetingId, t.mobile),
    uniqueIndex('meeting_sign_ups_ticket').on(t.ticket),
    index('meeting_sign_ups_list').on(t.meetingId, t.appliedAt, t.id),
    index('meeting_sign_ups_customer').on(t.customerId),
    index('meeting_sign_ups_registration').on(t.registrationId),
    check('meeting_sign_ups_companions', sql`${t.companions} between 0 and 20`),
    check('meeting_sign_ups_waiting', sql`(${t.state} = 'waiting') = (${t.waitingAt} is not null)`),
  ],
)

export const meetingInvitations = pgTable(
  'meeting_invitations',
  {
    id: identity('id'),
    meetingId: reference('meeting_id', () => meetings.id, { onDelete: 'cascade' }),
    /** Of its address, `/m/{code}`. */
    code: text('code').notNull(),
    customerId: reference('customer_id', () => enterprises.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    mobile: text('mobile').notNull(),
    inviterId: reference('inviter_id', () => users.id),
    signUpId: id64('sign_up_id').references(() => meetingSignUps.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    /** First opening of its page. */
    openedAt: moment('opened_at'),
    endedAt: moment('ended_at'),
  },
  (t) => [
    uniqueIndex('meeting_invitations_code').on(t.code),
    uniqueIndex('meeting_invitations_person').on(t.meetingId, t.mobile),
    index('meeting_invitations_customer').on(t.customerId),
    index('meeting_invitations_sign_up').on(t.signUpId),
  ],
)

/** Where people are counted: entry, dinner, a session. */
export const checkInLists = pgTable(
  'check_in_lists',
  {
    id: identity('id'),
    meetingId: reference('meeting_id', () => meetings.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('check_in_lists_name').on(t.meetingId, sql`lower(${t.name})`)],
)

/** Once for each list and sign-up, however often a phone sends it. */
export const checkIns = pgTable(
  'check_ins',
  {
    id: identity('id'),
    listId: reference('list_id', () => checkInLists.id, { onDelete: 'cascade' }),
    signUpId: reference('sign_up_id', () => meetingSignUps.id),
    /** When it was scanned, which may be before it was sent. */
    at: moment('at').notNull(),
    people: integer('people').notNull(),
    byId: reference('by_id', () => users.id),
  },
  (t) => [unique('check_ins_once').on(t.listId, t.signUpId), index('check_ins_sign_up').on(t.signUpId)],
)
