// Meetings and exhibitions.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { meetingKinds, meetingStates } from '#contract/meetings/meeting-labels.ts'
import { type OwnField, signUpFields } from '#contract/meetings/sign-up-labels.ts'
import { id64, identity, moment, publicCode, reference, spelling, version } from './columns.ts'
import { files } from './core/files.ts'
import { users } from './organisation.ts'

/** A person to ask: name, telephone, mail. */
export type MeetingContact = { name: string; mobile: string; email: string }

export const meetings = pgTable(
  'meetings',
  {
    id: identity('id'),
    version: version(),
    /** Of its public page, `/m/{code}`. */
    code: publicCode('code', 10),
    name: text('name').notNull(),
    spelling: spelling(),
    nameEn: text('name_en').notNull().default(''),
    /** What its editions have in common, such as 年会. */
    series: text('series').notNull().default(''),
    /** Such as 第十二届. */
    edition: text('edition').notNull().default(''),
    kind: text('kind', { enum: meetingKinds }).notNull(),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    endsOn: date('ends_on', { mode: 'string' }).notNull(),
    city: text('city').notNull().default(''),
    venue: text('venue').notNull().default(''),
    /** Degrees; both or none. */
    longitude: numeric('longitude', { precision: 9, scale: 6 }),
    latitude: numeric('latitude', { precision: 8, scale: 6 }),
    organisers: text('organisers').notNull().default(''),
    /** Yuan for one person; null: by agreement. */
    fee: numeric('fee', { precision: 10, scale: 2 }),
    /** Sum of its quotas. */
    seats: integer('seats').notNull(),
    /** Of those who wait, whoever fits passes a group that does not. */
    smallerMayPass: boolean('smaller_may_pass').notNull().default(true),
    signUpFrom: date('sign_up_from', { mode: 'string' }),
    signUpUntil: date('sign_up_until', { mode: 'string' }),
    /** Sign-ups from outside wait until a person confirms them. */
    signUpReview: boolean('sign_up_review').notNull().default(false),
    /** What is asked besides name, company and telephone. */
    signUpFields: text('sign_up_fields', { enum: signUpFields }).array().notNull().default([]),
    /** Asked beyond those. */
    ownFields: jsonb('own_fields').$type<OwnField[]>().notNull().default([]),
    contacts: jsonb('contacts').$type<MeetingContact[]>().notNull().default([]),
    /** Sub-products and sites that show it. */
    channels: text('channels').array().notNull().default([]),
    coverId: id64('cover_id').references(() => files.id),
    /** The text of its page. */
    body: jsonb('body').$type<BodyNode>().notNull(),
    /** For readers of English; null: there is none. */
    bodyEn: jsonb('body_en').$type<BodyNode>(),
    state: text('state', { enum: meetingStates }).notNull().default('draft'),
    publishedAt: moment('published_at'),
    cancelledAt: moment('cancelled_at'),
    /** What guests are told of it. */
    cancelReason: text('cancel_reason').notNull().default(''),
    /** The edition before this one. */
    previousId: id64('previous_id').references((): AnyPgColumn => meetings.id, { onDelete: 'set null' }),
    authorId: reference('author_id', () => users.id),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('meetings_code').on(t.code),
    uniqueIndex('meetings_name').on(sql`lower(${t.name})`, sql`lower(${t.edition})`),
    index('meetings_days').on(t.startsOn, t.id),
    index('meetings_unspelled').on(t.id).where(sql`${t.spelling} is null`),
    index('meetings_previous').on(t.previousId),
    check('meetings_days_in_order', sql`${t.startsOn} <= ${t.endsOn}`),
    check('meetings_place', sql`(${t.longitude} is null) = (${t.latitude} is null)`),
    check('meetings_cancelled', sql`(${t.state} = 'cancelled') = (${t.cancelledAt} is not null)`),
    check('meetings_seats', sql`${t.seats} between 0 and 100000`),
  ],
)
