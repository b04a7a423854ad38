// Evaluation of AI assistants: sets of cases, runs of a version over a set, and what came of each case.
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, numeric, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { figureParts, relativeDays, verdicts } from '#contract/ai/evaluation-labels.ts'
import { aiAssistants, aiPrompts } from './ai.ts'
import { id64, identity, moment, reference, version } from './columns.ts'
import { members } from './members/members.ts'
import { users } from './organisation.ts'
import { quoteItems } from './prices/prices.ts'

export const aiSets = pgTable(
  'ai_sets',
  {
    id: identity('id'),
    version: version(),
    assistantId: reference('assistant_id', () => aiAssistants.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    remark: text('remark').notNull().default(''),
    /** Whether a version must pass it before it is launched. */
    isGate: boolean('is_gate').notNull().default(true),
    /** The last time that a case was added, changed or deleted: runs begun before it say nothing about the set. */
    changedAt: moment('changed_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('ai_sets_name').on(t.assistantId, sql`lower(${t.name})`)],
)

/** A question with what is expected of its answer. The expected price is looked up at each run and not stored here. */
export const aiCases = pgTable(
  'ai_cases',
  {
    id: identity('id'),
    version: version(),
    setId: reference('set_id', () => aiSets.id, { onDelete: 'cascade' }),
    question: text('question').notNull(),
    /** Whose rights the answer is made with; null: those of staff. */
    memberId: id64('member_id').references(() => members.id),
    /** Number of the last publication that is known; null: all at the time of the run. */
    asKnownAt: id64('as_known_at'),
    quoteItemId: id64('quote_item_id').references(() => quoteItems.id),
    relativeDay: text('relative_day', { enum: relativeDays }),
    part: text('part', { enum: figureParts }),
    /** Part of the title of a source that must be cited; empty: none. */
    mustCite: text('must_cite').notNull().default(''),
    mustRefuse: boolean('must_refuse').notNull().default(false),
    mustContain: text('must_contain').array().notNull().default(sql`'{}'`),
    mustNotContain: text('must_not_contain').array().notNull().default(sql`'{}'`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('ai_cases_set').on(t.setId, t.id),
    index('ai_cases_item').on(t.quoteItemId),
    index('ai_cases_member').on(t.memberId),
    check('ai_cases_price', sql`num_nonnulls(${t.quoteItemId}, ${t.relativeDay}, ${t.part}) in (0, 3)`),
  ],
)

export const aiRuns = pgTable(
  'ai_runs',
  {
    id: identity('id'),
    setId: reference('set_id', () => aiSets.id, { onDelete: 'cascade' }),
    promptId: reference('prompt_id', () => aiPrompts.id, { onDelete: 'cascade' }),
    /** Without foreign key: jobs are cleared. A run that has not ended and whose job is over has failed. */
    jobId: id64('job_id'),
    model: text('model').notNull(),
    cases: integer('cases').notNull(),
    /** How often each case is asked. */
    repeats: smallint('repeats').notNull(),
    /** Whether a model scores the answers too; its score decides nothing. */
    isJudged: boolean('is_judged').notNull().default(false),
    userId: reference('user_id', () => users.id),
    startedAt: moment('started_at').notNull().default(sql`now()`),
    endedAt: moment('ended_at'),
  },
  (t) => [index('ai_runs_set').on(t.setId, t.promptId, t.id), index('ai_runs_prompt').on(t.promptId)],
)

/** One for each case and repeat. A case that is deleted later leaves its question. */
export const aiResults = pgTable(
  'ai_results',
  {
    id: identity('id'),
    runId: reference('run_id', () => aiRuns.id, { onDelete: 'cascade' }),
    caseId: id64('case_id').references(() => aiCases.id, { onDelete: 'set null' }),
    repeat: smallint('repeat').notNull(),
    question: text('question').notNull(),
    verdict: text('verdict', { enum: verdicts }).notNull(),
    isPriceWrong: boolean('is_price_wrong').notNull().default(false),
    /** Why it failed, one sentence each. */
    reasons: text('reasons').array().notNull().default(sql`'{}'`),
    /** The price that the database gave for the case; empty: the case asks for none, or none was published. */
    expected: text('expected').notNull().default(''),
    /** Where it stands: day and number of the publication. */
    expectedFrom: text('expected_from').notNull().default(''),
    text: text('text').notNull().default(''),
    /** Yuan; null: no price of the model is set. */
    cost: numeric('cost', { precision: 12, scale: 6 }),
    ms: integer('ms').notNull().default(0),
    /** By staff, from 1 to 5. */
    rating: smallint('rating'),
    ratedById: id64('rated_by_id').references(() => users.id),
    /** By a model, from 1 to 5. */
    judged: smallint('judged'),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('ai_results_case').on(t.runId, t.caseId, t.repeat),
    index('ai_results_of_case').on(t.caseId),
    check('ai_results_rating', sql`${t.rating} between 1 and 5`),
    check('ai_results_judged', sql`${t.judged} between 1 and 5`),
  ],
)
