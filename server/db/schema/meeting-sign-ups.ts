// Who comes to a meeting: sign-ups and invitations.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { invoiceStates, type SignUpField, signUpSources, signUpStates } from '#contract/meetings/sign-up-labels.ts'
import { id64, identity, moment, publicCode, reference, version } from './columns.ts'
import { meetings } from './meetings.ts'
import { enterprises } from './members/members.ts'
import { registrations } from './members/registrations.ts'
import { users } from './organisation.ts'

/** Seats of a meeting by kind of guest; whoever changes `taken` holds the locks of meeting and quota. */
export const meetingQuotas = pgTable(
  'meeting_quotas',
  {
    id: identity('id'),
    meetingId: reference('meeting_id', () => meetings.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    seats: integer('seats').notNull(),
    /** Heads of confirmed and offered sign-ups. */
    taken: integer('taken').notNull().default(0),
    /** Whether guests may choose it themselves. */
    isOpen: boolean('is_open').notNull().default(true),
    position: integer('position').notNull().default(0),
  },
  (t) => [
    uniqueIndex('meeting_quotas_name').on(t.meetingId, sql`lower(${t.name})`),
    unique('meeting_quotas_meeting').on(t.meetingId, t.id),
    check('meeting_quotas_taken', sql`${t.taken} between 0 and ${t.seats}`),
    check('meeting_quotas_seats', sql`${t.seats} between 0 and 100000`),
  ],
)

export const meetingSignUps = pgTable(
  'meeting_sign_ups',
  {
    id: identity('id'),
    version: version(),
    meetingId: reference('meeting_id', () => meetings.id),
    quotaId: id64('quota_id').notNull(),
    ticket: text('ticket').notNull(),
    /** Of the guest's own page, `/t/{code}`; whoever has it may cancel. */
    code: publicCode('code', 16),
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
    /** To the meeting's own fields, by their keys. */
    answers: jsonb('answers').$type<Record<string, string>>().notNull().default({}),
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
    /** Why it was cancelled or refused. */
    reason: text('reason').notNull().default(''),
    appliedAt: moment('applied_at').notNull().default(sql`now()`),
    /** Order of those who wait. */
    waitingAt: moment('waiting_at'),
    /** An offer holds its seats until then. */
    offeredUntil: moment('offered_until'),
    confirmedAt: moment('confirmed_at'),
    /** When the guest agreed to how their data are used. */
    consentAt: moment('consent_at'),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    foreignKey({
      name: 'meeting_sign_ups_quota',
      columns: [t.meetingId, t.quotaId],
      foreignColumns: [meetingQuotas.meetingId, meetingQuotas.id],
    }),
    unique('meeting_sign_ups_seat').on(t.id, t.quotaId),
    uniqueIndex('meeting_sign_ups_person')
      .on(t.meetingId, t.mobile)
      .where(sql`${t.state} not in ('refused', 'lapsed', 'cancelled')`),
    index('meeting_sign_ups_mobile').on(t.meetingId, t.mobile),
    uniqueIndex('meeting_sign_ups_ticket').on(t.ticket),
    uniqueIndex('meeting_sign_ups_code').on(t.code),
    index('meeting_sign_ups_waiting_order').on(t.quotaId, t.waitingAt, t.id).where(sql`${t.state} = 'waiting'`),
    index('meeting_sign_ups_offers').on(t.offeredUntil).where(sql`${t.state} = 'offered'`),
    index('meeting_sign_ups_list').on(t.meetingId, t.appliedAt, t.id),
    index('meeting_sign_ups_customer').on(t.customerId),
    index('meeting_sign_ups_registration').on(t.registrationId),
    check('meeting_sign_ups_companions', sql`${t.companions} between 0 and 20`),
    check('meeting_sign_ups_waiting', sql`(${t.state} = 'waiting') = (${t.waitingAt} is not null)`),
    check('meeting_sign_ups_offer', sql`(${t.state} = 'offered') = (${t.offeredUntil} is not null)`),
  ],
)

/** Each head of a sign-up, its main person first: has a code of its own and takes a seat of the sign-up's quota. */
export const signUpPeople = pgTable(
  'sign_up_people',
  {
    id: identity('id'),
    signUpId: id64('sign_up_id').notNull(),
    quotaId: id64('quota_id').notNull(),
    name: text('name').notNull(),
    mobile: text('mobile').notNull().default(''),
    /** In the QR code that is scanned at the door. */
    code: publicCode('code', 16),
    /** 0: the main person. */
    position: integer('position').notNull(),
  },
  (t) => [
    uniqueIndex('sign_up_people_code').on(t.code),
    unique('sign_up_people_position').on(t.signUpId, t.position),
    index('sign_up_people_quota').on(t.quotaId),
    // a head sits in the quota of its sign-up, and moves with it
    foreignKey({
      name: 'sign_up_people_sign_up',
      columns: [t.signUpId, t.quotaId],
      foreignColumns: [meetingSignUps.id, meetingSignUps.quotaId],
    })
      .onDelete('cascade')
      .onUpdate('cascade'),
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
    /** As known when they were invited. */
    email: text('email').notNull().default(''),
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
