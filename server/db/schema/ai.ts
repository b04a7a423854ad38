// AI: assistants with the versions of their prompts, saved questions, answers, and the sessions of members.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { aiPurposes, aiRoles, answerStates, feedbacks } from '#contract/ai/ai-labels.ts'
import { messageStates, refusalKinds, toolNames, usualLookup } from '#contract/ai/answer-labels.ts'
import { articles, articleVersions } from './articles/articles.ts'
import { products } from './catalogue.ts'
import { id64, identity, moment, reference, version } from './columns.ts'
import { apiKeys } from './core/requests.ts'
import { memberAccounts, members } from './members/members.ts'
import { users } from './organisation.ts'

export const aiAssistants = pgTable(
  'ai_assistants',
  {
    id: identity('id'),
    version: version(),
    /** The name by which sub-products ask for it. */
    code: text('code').notNull(),
    name: text('name').notNull(),
    purpose: text('purpose', { enum: aiPurposes }).notNull(),
    remark: text('remark').notNull().default(''),
    isEnabled: boolean('is_enabled').notNull().default(true),
    /** The version that is answered with; null: none is published. */
    publishedId: id64('published_id').references((): AnyPgColumn => aiPrompts.id),
    /** Products that it answers about; empty: those of the asker. */
    productIds: id64('product_ids').array().notNull().default(sql`'{}'`),
    /** Questions that it offers where a conversation begins. */
    openings: text('openings').array().notNull().default(sql`'{}'`),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('ai_assistants_code').on(sql`lower(${t.code})`),
    uniqueIndex('ai_assistants_name').on(sql`lower(${t.name})`),
    // the article editor's buttons have one assistant each
    uniqueIndex('ai_assistants_button')
      .on(t.purpose)
      .where(sql`${t.purpose} <> 'chat' and ${t.publishedId} is not null`),
  ],
)

/** Versions of an assistant's prompt: never changed; drafts may be deleted. */
export const aiPrompts = pgTable(
  'ai_prompts',
  {
    id: identity('id'),
    assistantId: reference('assistant_id', () => aiAssistants.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    prompt: text('prompt').notNull(),
    /** Empty: the server's usual model. */
    model: text('model').notNull().default(''),
    temperature: numeric('temperature', { precision: 3, scale: 2 }).notNull(),
    maxTokens: integer('max_tokens').notNull(),
    /** What the model is offered: of chat assistants alone. */
    tools: text('tools', { enum: toolNames }).array().notNull().default(usualLookup.tools),
    /** Passages that one look for articles finds. */
    passages: smallint('passages').notNull().default(usualLookup.passages),
    /** Days back that articles are looked for; null: however old. */
    passageDays: integer('passage_days'),
    /** What was changed, in its author's words. */
    note: text('note').notNull().default(''),
    authorId: reference('author_id', () => users.id),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    /** The first time that it was published; null: a draft. */
    launchedAt: moment('launched_at'),
  },
  (t) => [uniqueIndex('ai_prompts_number').on(t.assistantId, t.number)],
)

/** Questions that versions are tried with: field → its text. */
export const aiQuestions = pgTable(
  'ai_questions',
  {
    id: identity('id'),
    assistantId: reference('assistant_id', () => aiAssistants.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    fields: jsonb('fields').$type<Record<string, string>>().notNull(),
    createdAt: moment('created_at').notNull().default(sql`now()`),
  },
  (t) => [index('ai_questions_assistant').on(t.assistantId, t.id)],
)

/** Answers that staff asked for: of the article editor, and trial runs. */
export const aiAnswers = pgTable(
  'ai_answers',
  {
    id: identity('id'),
    promptId: reference('prompt_id', () => aiPrompts.id, { onDelete: 'cascade' }),
    /** Null: a trial run. */
    articleId: id64('article_id').references(() => articles.id, { onDelete: 'cascade' }),
    /** The text that was asked about: figures that it lacks are marked. */
    articleVersionId: id64('article_version_id').references(() => articleVersions.id),
    /** Null: of an article, or the question was deleted. */
    questionId: id64('question_id').references(() => aiQuestions.id, { onDelete: 'set null' }),
    userId: reference('user_id', () => users.id),
    model: text('model').notNull(),
    /** What was sent: the prompt with its fields filled. */
    sent: text('sent').notNull(),
    text: text('text').notNull().default(''),
    state: text('state', { enum: answerStates }).notNull().default('running'),
    /** Why it failed. */
    reason: text('reason').notNull().default(''),
    /** As the service counts them; estimated where it does not say. */
    sentTokens: integer('sent_tokens').notNull(),
    answerTokens: integer('answer_tokens').notNull().default(0),
    /** Figures that no published price and no cited passage has; null: they are looked for in what was asked about. */
    unbound: text('unbound').array(),
    /** Yuan; null: no price is set. */
    cost: numeric('cost', { precision: 12, scale: 6 }),
    /** From 1 to 5. */
    score: smallint('score'),
    createdAt: moment('created_at').notNull().default(sql`now()`),
    /** The last time that its text grew: a running answer that is silent for long has lost its process. */
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index('ai_answers_prompt').on(t.promptId, t.id),
    index('ai_answers_user').on(t.userId, t.createdAt),
    index('ai_answers_article').on(t.articleId, t.id),
    index('ai_answers_question').on(t.questionId),
    index('ai_answers_version').on(t.articleVersionId).where(sql`${t.articleVersionId} is not null`),
    check('ai_answers_score', sql`${t.score} between 1 and 5`),
  ],
)

/** Conversations of members with assistants, as sub-products send them. */
export const aiSessions = pgTable(
  'ai_sessions',
  {
    id: identity('id'),
    apiKeyId: reference('api_key_id', () => apiKeys.id),
    /** The sub-product's own number. */
    externalId: text('external_id').notNull(),
    memberId: reference('member_id', () => members.id),
    /** Of a session that the console answers; null: a sub-product sent it. */
    accountId: id64('account_id').references(() => memberAccounts.id),
    assistantId: id64('assistant_id').references(() => aiAssistants.id, { onDelete: 'set null' }),
    /** As it was then. */
    assistantName: text('assistant_name').notNull(),
    title: text('title').notNull(),
    startedAt: moment('started_at').notNull(),
    lastAt: moment('last_at').notNull(),
    // sums of the messages, kept by whoever adds or rates one
    messages: integer('messages').notNull().default(0),
    tokens: integer('tokens').notNull().default(0),
    /** Yuan. */
    cost: numeric('cost', { precision: 12, scale: 6 }).notNull().default('0'),
    ups: integer('ups').notNull().default(0),
    downs: integer('downs').notNull().default(0),
    sensitive: integer('sensitive').notNull().default(0),
    unanswered: integer('unanswered').notNull().default(0),
  },
  (t) => [
    uniqueIndex('ai_sessions_external').on(t.apiKeyId, t.externalId),
    index('ai_sessions_last').on(t.lastAt, t.id),
    index('ai_sessions_member').on(t.memberId, t.lastAt),
    index('ai_sessions_account').on(t.accountId, t.lastAt).where(sql`${t.accountId} is not null`),
    index('ai_sessions_assistant').on(t.assistantId, t.lastAt),
    index('ai_sessions_title_part').using('gin', sql`text_key(${t.title}) gin_trgm_ops`),
  ],
)

export type AiOffer = { productId: string; productName: string }

export type AiSource = { title: string; link: string; excerpt: string }

export const aiMessages = pgTable(
  'ai_messages',
  {
    id: identity('id'),
    version: version(),
    sessionId: reference('session_id', () => aiSessions.id, { onDelete: 'cascade' }),
    /** Its place in the session, from 1. */
    number: integer('number').notNull(),
    role: text('role', { enum: aiRoles }).notNull(),
    /** Markdown. */
    content: text('content').notNull(),
    /** What was retrieved for it. */
    sources: jsonb('sources').$type<AiSource[]>().notNull().default([]),
    /** The prompt version that made an answer. */
    promptNumber: integer('prompt_number'),
    model: text('model').notNull().default(''),
    tokens: integer('tokens').notNull().default(0),
    cost: numeric('cost', { precision: 12, scale: 6 }).notNull().default('0'),
    /** Time until the whole answer was there; null: not told. */
    ms: integer('ms'),
    feedback: text('feedback', { enum: feedbacks }),
    isSensitive: boolean('is_sensitive').notNull().default(false),
    isUnanswered: boolean('is_unanswered').notNull().default(false),
    at: moment('at').notNull(),
    state: text('state', { enum: messageStates }).notNull().default('done'),
    /** Why nothing, or not all, was answered. */
    refusal: text('refusal', { enum: refusalKinds }),
    /** The asker's own number of a question: asked again, it has the same answer. */
    clientId: text('client_id'),
    /** The newest publication of prices when it was asked; null for an answer: its figures are not checked yet. */
    publication: id64('publication'),
    /** What the asker could register a trial of, where a product is not granted. */
    offer: jsonb('offer').$type<AiOffer>(),
    /** What a question was about that was not answered; null: nothing known. */
    productId: id64('product_id').references(() => products.id),
    /** What the model thought before it answered, where it tells: for staff, for 30 days. */
    reasoning: text('reasoning').notNull().default(''),
    /** The last sign of life of the process that answers. */
    aliveAt: moment('alive_at'),
    /** By staff, from 1 to 5. */
    score: smallint('score'),
    /** What the answer should have been. */
    correction: text('correction').notNull().default(''),
    ratedById: id64('rated_by_id').references(() => users.id),
    ratedAt: moment('rated_at'),
  },
  (t) => [
    uniqueIndex('ai_messages_number').on(t.sessionId, t.number),
    uniqueIndex('ai_messages_client').on(t.sessionId, t.clientId).where(sql`${t.clientId} is not null`),
    index('ai_messages_reasoned').on(t.at).where(sql`${t.reasoning} <> ''`),
    index('ai_messages_unanswered').on(t.at, t.id).where(sql`${t.isUnanswered}`),
    index('ai_messages_product').on(t.productId).where(sql`${t.productId} is not null`),
    index('ai_messages_streaming').on(t.id).where(sql`${t.state} = 'streaming'`),
    index('ai_messages_unchecked')
      .on(t.id)
      .where(sql`${t.role} = 'assistant' and ${t.state} = 'done' and ${t.publication} is null`),
    check('ai_messages_score', sql`${t.score} between 1 and 5`),
  ],
)

/** What became of a question that was not answered: a row from the first act on. */
export const aiUnanswered = pgTable(
  'ai_unanswered',
  {
    messageId: id64('message_id')
      .primaryKey()
      .references(() => aiMessages.id, { onDelete: 'cascade' }),
    version: version(),
    ownerId: id64('owner_id').references(() => users.id),
    /** When it was first handed to somebody: due from then on. */
    handedAt: moment('handed_at'),
    doneAt: moment('done_at'),
    doneById: id64('done_by_id').references(() => users.id),
    /** What was done: a price published, a text written, the member called. */
    result: text('result').notNull().default(''),
  },
  (t) => [
    index('ai_unanswered_owner').on(t.ownerId).where(sql`${t.doneAt} is null`),
    index('ai_unanswered_done_by').on(t.doneById).where(sql`${t.doneById} is not null`),
  ],
)
