// Follow-ups of customers with the reminders that they set, tasks for silent customers, and complaints with their steps.
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, date, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { complaintStates, complaintSteps as steps } from '#contract/service/complaint-labels.ts'
import { followMoods, followResults, followWays } from '#contract/service/follow-up-labels.ts'
import { id64, identity, moment, reference, version } from './columns.ts'
import { enterpriseContacts, enterprises } from './members/members.ts'
import { users } from './organisation.ts'
import { visits } from './visits.ts'

export const followUps = pgTable(
  'follow_ups',
  {
    id: identity('id'),
    version: version(),
    enterpriseId: reference('enterprise_id', () => enterprises.id),
    contactId: id64('contact_id').references(() => enterpriseContacts.id, { onDelete: 'set null' }),
    /** As it was then: contacts are renamed and deleted. */
    contactName: text('contact_name').notNull().default(''),
    way: text('way', { enum: followWays }).notNull(),
    /** When it was made, as its author says. */
    at: moment('at').notNull(),
    result: text('result', { enum: followResults }).notNull(),
    mood: text('mood', { enum: followMoods }),
    content: text('content').notNull(),
    /** The day of the next one; null: no reminder. */
    nextOn: date('next_on', { mode: 'string' }),
    nextText: text('next_text').notNull().default(''),
    /** Null: whoever owns the customer on that day. */
    nextUserId: id64('next_user_id').references(() => users.id),
    /** The newer follow-up that ended the reminder. */
    endedById: id64('ended_by_id').references((): AnyPgColumn => followUps.id),
    /** The visit to the customer whose report ended it. */
    endedByVisitId: id64('ended_by_visit_id').references(() => visits.id),
    authorId: reference('author_id', () => users.id),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('follow_ups_enterprise').on(t.enterpriseId, t.at, t.id),
    index('follow_ups_at').on(t.at, t.id),
    index('follow_ups_author').on(t.authorId, t.at),
    index('follow_ups_contact').on(t.contactId, t.at),
    index('follow_ups_ended_by').on(t.endedById),
    index('follow_ups_part').using(
      'gin',
      sql`text_key(${t.content}) gin_trgm_ops`,
      sql`text_key(${t.contactName}) gin_trgm_ops`,
    ),
    // one open reminder for a customer
    uniqueIndex('follow_ups_open')
      .on(t.enterpriseId)
      .where(sql`${t.nextOn} is not null and ${t.endedById} is null and ${t.endedByVisitId} is null`),
    index('follow_ups_due')
      .on(t.nextOn, t.id)
      .where(sql`${t.nextOn} is not null and ${t.endedById} is null and ${t.endedByVisitId} is null`),
    check(
      'follow_ups_next',
      sql`${t.nextOn} is not null or (${t.nextUserId} is null and ${t.endedById} is null and ${t.endedByVisitId} is null)`,
    ),
  ],
)

/** Customers whom their owner has left alone for too long; a row goes once that ends (`silence.queries.ts`). */
export const silentTasks = pgTable('silent_tasks', {
  /** No foreign key: the row of a customer that was merged away goes with the next run. */
  enterpriseId: id64('enterprise_id').primaryKey(),
  /** The owner then: whoever gets the customer begins anew. */
  ownerId: reference('owner_id', () => users.id),
  openedOn: date('opened_on', { mode: 'string' }).notNull(),
  /** Where customers return to the pool: the day of it, which the owner was told. */
  returnOn: date('return_on', { mode: 'string' }),
})

export const complaints = pgTable(
  'complaints',
  {
    id: identity('id'),
    version: version(),
    enterpriseId: reference('enterprise_id', () => enterprises.id),
    contactId: id64('contact_id').references(() => enterpriseContacts.id, { onDelete: 'set null' }),
    /** As it was then. */
    contactName: text('contact_name').notNull().default(''),
    way: text('way', { enum: followWays }).notNull(),
    /** When the customer complained, as the author says. */
    at: moment('at').notNull(),
    content: text('content').notNull(),
    state: text('state', { enum: complaintStates }).notNull().default('open'),
    ownerId: reference('owner_id', () => users.id),
    solveBy: date('solve_by', { mode: 'string' }),
    solution: text('solution').notNull().default(''),
    solvedAt: moment('solved_at'),
    authorId: reference('author_id', () => users.id),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('complaints_enterprise').on(t.enterpriseId, t.at, t.id),
    index('complaints_at').on(t.at, t.id),
    index('complaints_contact').on(t.contactId),
    index('complaints_open').on(t.ownerId).where(sql`${t.state} <> 'solved'`),
    check('complaints_solved', sql`(${t.state} = 'solved') = (${t.solvedAt} is not null)`),
  ],
)

export const complaintSteps = pgTable(
  'complaint_steps',
  {
    id: identity('id'),
    complaintId: reference('complaint_id', () => complaints.id, { onDelete: 'cascade' }),
    at: moment('at').notNull().default(sql`now()`),
    step: text('step', { enum: steps }).notNull(),
    note: text('note').notNull().default(''),
    actorId: reference('actor_id', () => users.id),
  },
  (t) => [index('complaint_steps_complaint').on(t.complaintId, t.id)],
)
