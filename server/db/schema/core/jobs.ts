// Background jobs: a row is the queued work, its progress and its outcome.
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { jobStates } from '#contract/system/jobs.ts'
import { id64, identity, moment } from '../columns.ts'
import { users } from '../organisation.ts'

export const jobRuns = pgTable(
  'job_runs',
  {
    id: identity('id'),
    /** Which job of the program. */
    name: text('name').notNull(),
    title: text('title').notNull(),
    /** Null: the program itself, by its schedule. */
    ownerId: id64('owner_id').references(() => users.id),
    /** Author of the act, for the audit log: `Author`. */
    author: jsonb('author').$type<Record<string, string | null>>().notNull(),
    input: jsonb('input').$type<unknown>().notNull(),
    state: text('state', { enum: jobStates }).notNull().default('queued'),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    note: text('note').notNull().default(''),
    failed: integer('failed').notNull().default(0),
    /** What its owner reads at the end. */
    message: text('message').notNull().default(''),
    /** Of the last attempt that failed, for administrators. */
    error: text('error').notNull().default(''),
    fileId: id64('file_id'),
    /** Number of the attempt: a process running an earlier one may change nothing any more. */
    attempts: integer('attempts').notNull().default(0),
    /** How often it is tried before it is set aside, and how often it still may be. */
    tries: integer('tries').notNull(),
    triesLeft: integer('tries_left').notNull(),
    /** Not before: now, or after the pause before another attempt. */
    runAfter: moment('run_after').notNull().default(sql`now()`),
    /** Heartbeat of the process that runs it, every few seconds. */
    aliveAt: moment('alive_at'),
    cancelAskedAt: moment('cancel_asked_at'),
    /** A scheduled run's name and slot: whichever process comes first adds it, the others do not. */
    slot: text('slot'),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index('job_runs_queued').on(t.runAfter).where(sql`${t.state} = 'queued'`),
    index('job_runs_running').on(t.aliveAt).where(sql`${t.state} = 'running'`),
    index('job_runs_owner').on(t.ownerId, t.id),
    index('job_runs_ended').on(t.endedAt),
    uniqueIndex('job_runs_slot').on(t.slot),
  ],
)
