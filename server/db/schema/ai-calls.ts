// AI: models with their keys and prices, the ledger of every call of a model, and what limits have counted.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { callOutcomes, callPurposes, failureKinds, limitSubjects, modelForms } from '#contract/ai/call-labels.ts'
import { id64, identity, moment, version } from './columns.ts'

/** Further models; the one of AI_BASE_URL, AI_API_KEY and AI_MODEL needs no row. */
export const aiModels = pgTable(
  'ai_models',
  {
    id: identity('id'),
    version: version(),
    name: text('name').notNull(),
    /** `https://api.example.com/v1` */
    baseUrl: text('base_url').notNull(),
    /** As the service names it. */
    model: text('model').notNull(),
    form: text('form', { enum: modelForms }).notNull(),
    /** Encrypted (sealed-text.ts) for this row; empty: none is set yet. */
    sealedKey: text('sealed_key').notNull().default(''),
    /** Answers where the usual model fails before its first token. At most one. */
    isStandIn: boolean('is_stand_in').notNull().default(false),
    isEnabled: boolean('is_enabled').notNull().default(true),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('ai_models_name').on(sql`lower(${t.name})`),
    uniqueIndex('ai_models_stand_in').on(t.isStandIn).where(sql`${t.isStandIn} and ${t.isEnabled}`),
  ],
)

/** What a model costs from a moment on, yuan for a million tokens. The row is the price version of the ledger. */
export const aiModelPrices = pgTable(
  'ai_model_prices',
  {
    id: identity('id'),
    /** Null: the model of the environment, whose AI_PRICE counts where no row is valid. */
    modelId: id64('model_id').references(() => aiModels.id, { onDelete: 'cascade' }),
    validFrom: moment('valid_from').notNull(),
    input: numeric('input', { precision: 10, scale: 4 }).notNull(),
    /** Of input that the service had in its cache. */
    cached: numeric('cached', { precision: 10, scale: 4 }).notNull(),
    output: numeric('output', { precision: 10, scale: 4 }).notNull(),
  },
  (t) => [
    unique('ai_model_prices_from').on(t.modelId, t.validFrom).nullsNotDistinct(),
    check('ai_model_prices_positive', sql`least(${t.input}, ${t.cached}, ${t.output}) >= 0`),
  ],
)

/**
 * Every request to a model, as it ended: append-only. Costs of sessions, versions and people are sums of it. What it names has
 * no foreign keys: texts and assistants are deleted, their costs stay.
 */
export const aiCalls = pgTable(
  'ai_calls',
  {
    id: identity('id'),
    purpose: text('purpose', { enum: callPurposes }).notNull(),
    assistantId: id64('assistant_id'),
    /** The version of the assistant, a row of `ai_prompts`. */
    promptId: id64('prompt_id'),
    sessionId: id64('session_id'),
    messageId: id64('message_id'),
    answerId: id64('answer_id'),
    /** Of an evaluation. */
    runId: id64('run_id'),
    /** Who asked: staff, or the account of a member (`member_accounts`). */
    userId: id64('user_id'),
    accountId: id64('account_id'),
    /** Null: the model of the environment. */
    modelId: id64('model_id'),
    model: text('model').notNull(),
    /** All that was sent, what came from the service's cache included. */
    inputTokens: integer('input_tokens').notNull(),
    cachedTokens: integer('cached_tokens').notNull().default(0),
    /** All that was answered, reasoning included. */
    outputTokens: integer('output_tokens').notNull(),
    reasoningTokens: integer('reasoning_tokens').notNull().default(0),
    /** The service did not count: the tokens are estimated by length. */
    isEstimated: boolean('is_estimated').notNull(),
    /** Yuan; null: no price was set. */
    cost: numeric('cost', { precision: 14, scale: 6 }),
    /** The row of `ai_model_prices` that counted; null: AI_PRICE, or none. */
    priceId: id64('price_id'),
    /** The service's own number of the request; empty where it names none. */
    requestId: text('request_id').notNull().default(''),
    outcome: text('outcome', { enum: callOutcomes }).notNull(),
    /** Why it failed, in one of nine words. */
    failure: text('failure', { enum: failureKinds }),
    /** Attempts before the one that this row is about. */
    retries: integer('retries').notNull().default(0),
    startedAt: moment('started_at').notNull(),
    firstAt: moment('first_at'),
    endedAt: moment('ended_at').notNull(),
  },
  (t) => [
    index('ai_calls_time').on(t.startedAt, t.id),
    index('ai_calls_prompt').on(t.promptId, t.startedAt),
    index('ai_calls_session').on(t.sessionId).where(sql`${t.sessionId} is not null`),
    index('ai_calls_message').on(t.messageId).where(sql`${t.messageId} is not null`),
    index('ai_calls_answer').on(t.answerId).where(sql`${t.answerId} is not null`),
    index('ai_calls_run').on(t.runId).where(sql`${t.runId} is not null`),
    index('ai_calls_user').on(t.userId, t.startedAt).where(sql`${t.userId} is not null`),
    index('ai_calls_account').on(t.accountId, t.startedAt).where(sql`${t.accountId} is not null`),
    check('ai_calls_failure', sql`(${t.outcome} = 'failed') = (${t.failure} is not null)`),
    check('ai_calls_cached', sql`${t.cachedTokens} <= ${t.inputTokens}`),
  ],
)

/** What a limit has counted, reservations included: of a day, or for money of a month (its first day). */
export const aiLimitDays = pgTable(
  'ai_limit_days',
  {
    subject: text('subject', { enum: limitSubjects }).notNull(),
    /** Of staff, of a member's account, or of an assistant. */
    subjectId: id64('subject_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    /** Tokens, questions, or yuan. */
    used: numeric('used', { precision: 18, scale: 6 }).notNull().default('0'),
    /** When people were told that 80 % are used. */
    noticedAt: moment('noticed_at'),
  },
  (t) => [primaryKey({ columns: [t.subject, t.subjectId, t.day] }), index('ai_limit_days_day').on(t.day)],
)
