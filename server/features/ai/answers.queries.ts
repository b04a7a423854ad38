// Answers as they are stored.
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { AiPurpose } from '#contract/ai/ai-labels.ts'
import type { AnswerRow, TrialQuery } from '#contract/ai/assistants.ts'
import { equals, list } from '#server/core/lists/paging.ts'
import type { Db, Executor } from '#server/db/connection.ts'
import { aiAnswers, aiAssistants, aiPrompts, aiQuestions } from '#server/db/schema/ai.ts'
import { articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { users } from '#server/db/schema/organisation.ts'
import type { Lookup } from './answering/tools.ts'

/** A running answer whose text has not grown for so long has lost its process, s: more than the service may be silent. */
const LOST_S = 60
const isLost = sql`${aiAnswers.state} = 'running' and ${aiAnswers.updatedAt} < now() - make_interval(secs => ${LOST_S})`

const isOfToday = gt(aiAnswers.createdAt, sql`now() - interval '1 day'`)

const state = sql<AnswerRow['state']>`case when ${isLost} then 'failed' else ${aiAnswers.state} end`
const reason = sql<string>`case when ${isLost} then '回答中途断开' else ${aiAnswers.reason} end`
const ms = sql<number | null>`(extract(epoch from ${aiAnswers.endedAt} - ${aiAnswers.createdAt}) * 1000)::int`

export type PromptInUse = {
  id: string
  prompt: string
  model: string
  temperature: string
  maxTokens: number
  assistantId: string
  purpose: AiPurpose
} & Lookup

/** What a version lets the model look up. */
export const lookupColumns = {
  tools: aiPrompts.tools,
  passages: aiPrompts.passages,
  passageDays: aiPrompts.passageDays,
}

export const promptParts = {
  id: aiPrompts.id,
  prompt: aiPrompts.prompt,
  model: aiPrompts.model,
  temperature: aiPrompts.temperature,
  maxTokens: aiPrompts.maxTokens,
  assistantId: aiPrompts.assistantId,
  purpose: aiAssistants.purpose,
  ...lookupColumns,
}

/** What the button of the article editor asks with; undefined where none is published. */
export async function publishedPrompt(db: Executor, purpose: AiPurpose): Promise<PromptInUse | undefined> {
  const [found] = await db
    .select(promptParts)
    .from(aiAssistants)
    .innerJoin(aiPrompts, eq(aiPrompts.id, aiAssistants.publishedId))
    .where(and(eq(aiAssistants.purpose, purpose), aiAssistants.isEnabled))
  return found
}

/** Which of these answers were asked about the article. */
export const answersAbout = (db: Executor, articleId: string, ids: readonly string[]) =>
  db
    .select({ id: aiAnswers.id })
    .from(aiAnswers)
    .where(and(eq(aiAnswers.articleId, articleId), inArray(aiAnswers.id, [...ids])))

/** How many of a person's answers are running. */
export const runningOf = (db: Executor, userId: string): Promise<number> =>
  db.$count(
    aiAnswers,
    and(eq(aiAnswers.userId, userId), eq(aiAnswers.state, 'running'), sql`not (${isLost})`, isOfToday),
  )

export async function findAnswer(db: Executor, id: string, userId: string) {
  const [found] = await db
    .select({
      state,
      reason,
      ms,
      text: aiAnswers.text,
      model: aiAnswers.model,
      sent: aiAnswers.sent,
      unbound: aiAnswers.unbound,
      // what was asked about: the prompt's own figures are none of it
      source: sql<string | null>`${articleVersions.title} || E'\n' || ${articleVersions.text}`,
      sentTokens: aiAnswers.sentTokens,
      answerTokens: aiAnswers.answerTokens,
      cost: aiAnswers.cost,
      assistantName: aiAssistants.name,
      promptNumber: aiPrompts.number,
    })
    .from(aiAnswers)
    .innerJoin(aiPrompts, eq(aiPrompts.id, aiAnswers.promptId))
    .innerJoin(aiAssistants, eq(aiAssistants.id, aiPrompts.assistantId))
    .leftJoin(articleVersions, eq(articleVersions.id, aiAnswers.articleVersionId))
    .where(and(eq(aiAnswers.id, id), eq(aiAnswers.userId, userId)))
  return found
}

/** An article has a scope of its own, which is not asked here: only whoever asked for the answer reads what it says. */
const isReadable = sql`(${aiAnswers.articleId} is null or ${aiAnswers.userId} = ${sql.placeholder('readerId')})`

const row = {
  id: aiAnswers.id,
  promptNumber: aiPrompts.number,
  about: sql<string>`coalesce(case when ${isReadable} then ${articles.title} end, ${aiQuestions.title}, '')`,
  isTrial: sql<boolean>`${aiAnswers.articleId} is null`,
  userName: users.realName,
  text: sql<string>`case when ${isReadable} then ${aiAnswers.text} else '' end`,
  state,
  reason,
  ms,
  model: aiAnswers.model,
  cost: aiAnswers.cost,
  tokens: sql<number>`${aiAnswers.sentTokens} + ${aiAnswers.answerTokens}`,
  score: aiAnswers.score,
  createdAt: aiAnswers.createdAt,
}

const joined = (db: Db, fields: Record<string, SQL | (typeof row)[keyof typeof row]>) =>
  db
    .select(fields)
    .from(aiAnswers)
    .innerJoin(aiPrompts, eq(aiPrompts.id, aiAnswers.promptId))
    .innerJoin(users, eq(users.id, aiAnswers.userId))
    .leftJoin(articles, eq(articles.id, aiAnswers.articleId))
    .leftJoin(aiQuestions, eq(aiQuestions.id, aiAnswers.questionId))

/** Trial runs, and answers about articles, of one assistant; its scope names the reader. */
export const listAnswers = list<AnswerRow, TrialQuery>({
  name: 'ai_answers',
  always: sql`true`,
  filters: { id: equals(aiPrompts.assistantId, 'id') },
  sorts: { createdAt: aiAnswers.createdAt, score: aiAnswers.score },
  usual: sql`${aiAnswers.createdAt} desc`,
  tie: aiAnswers.id,
  fields: row,
  rows: (db) => joined(db, row),
  matches: (db, where) => joined(db, { n: sql`1` }).where(where),
})
