// Assistants, versions of their prompts, and saved questions, as they are stored.
import { and, desc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { AiPurpose, PromptState } from '#contract/ai/ai-labels.ts'
import type { AssistantQuery, AssistantRow, Prompt, PromptRow, Question } from '#contract/ai/assistants.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { aiAnswers, aiAssistants, aiPrompts, aiQuestions } from '#server/db/schema/ai.ts'
import { users } from '#server/db/schema/organisation.ts'
import { lookupColumns, type PromptInUse, promptParts } from './answers.queries.ts'

/** Versions that the details show. */
const PROMPTS_SHOWN = 200

const row = {
  id: aiAssistants.id,
  version: aiAssistants.version,
  name: aiAssistants.name,
  remark: aiAssistants.remark,
  productIds: aiAssistants.productIds,
  openings: aiAssistants.openings,
  code: aiAssistants.code,
  purpose: aiAssistants.purpose,
  isEnabled: aiAssistants.isEnabled,
  publishedNumber: aiPrompts.number,
  newestNumber: sql<
    number | null
  >`(select max(p.number) from ${aiPrompts} p where p.assistant_id = ${aiAssistants.id})`,
  answers: sql<number>`(select count(*)::int from ${aiAnswers} a join ${aiPrompts} p on p.id = a.prompt_id
    where p.assistant_id = ${aiAssistants.id} and a.created_at >= now() - interval '30 days')`,
  updatedAt: aiAssistants.updatedAt,
}

export const listAssistants = list<AssistantRow, AssistantQuery>({
  name: 'ai_assistants',
  always: sql`true`,
  filters: {
    name: nameHas(aiAssistants.name, 'name'),
    purpose: equals(aiAssistants.purpose, 'purpose'),
    isEnabled: equals(aiAssistants.isEnabled, 'isEnabled'),
    isPublished: { where: sql`(${aiAssistants.publishedId} is not null) = ${sql.placeholder('isPublished')}::boolean` },
  },
  sorts: { name: sql`${aiAssistants.name} collate "zh-x-icu"`, updatedAt: aiAssistants.updatedAt },
  usual: sql`${aiAssistants.updatedAt} desc`,
  tie: aiAssistants.id,
  fields: row,
  rows: (db) => db.select(row).from(aiAssistants).leftJoin(aiPrompts, eq(aiPrompts.id, aiAssistants.publishedId)),
  matches: (db, where) => db.select({ n: sql`1` }).from(aiAssistants).where(where),
})

const isTaken = (tx: Tx, where: SQL, but: string) =>
  tx.$count(aiAssistants, and(where, ne(aiAssistants.id, but))).then((count) => count > 0)

export const isNameTaken = (tx: Tx, name: string, but = '0') =>
  isTaken(tx, sql`lower(${aiAssistants.name}) = lower(${name})`, but)
export const isCodeTaken = (tx: Tx, code: string) => isTaken(tx, sql`lower(${aiAssistants.code}) = lower(${code})`, '0')

/** The other assistant that the article editor's button asks. */
export async function rivalOf(db: Executor, purpose: AiPurpose, id: string): Promise<string | undefined> {
  if (purpose === 'chat') return undefined
  const [found] = await db
    .select({ name: aiAssistants.name })
    .from(aiAssistants)
    .where(and(eq(aiAssistants.purpose, purpose), isNotNull(aiAssistants.publishedId), ne(aiAssistants.id, id)))
  return found?.name
}

export async function findAssistant(db: Executor, id: string) {
  const [found] = await db.select().from(aiAssistants).where(eq(aiAssistants.id, id))
  return found
}

/** Locks it, for acts that read its versions before they write. */
export async function lockAssistant(tx: Tx, id: string) {
  const [found] = await tx.select().from(aiAssistants).where(eq(aiAssistants.id, id)).for('update')
  return found
}

type StoredPrompt = Omit<PromptRow, 'obstacle'> & { isOwn: boolean }

export function promptsOf(db: Db, assistantId: string, readerId: string): Promise<StoredPrompt[]> {
  const ended = sql`${aiAnswers.state} = 'done'`
  return db
    .select({
      id: aiPrompts.id,
      number: aiPrompts.number,
      note: aiPrompts.note,
      model: aiPrompts.model,
      authorName: users.realName,
      createdAt: aiPrompts.createdAt,
      state: sql<PromptState>`case when ${aiPrompts.id} = ${aiAssistants.publishedId} then 'published'
        when ${aiPrompts.launchedAt} is null then 'draft' else 'retired' end`,
      isOwn: sql<boolean>`${aiPrompts.authorId} = ${readerId}::bigint`,
      answers: sql<number>`count(${aiAnswers.id})::int`,
      failures: sql<number>`count(${aiAnswers.id}) filter (where ${aiAnswers.state} = 'failed')::int`,
      score: sql<number | null>`round(avg(${aiAnswers.score}), 2)::float8`,
      rated: sql<number>`count(${aiAnswers.score})::int`,
      averageMs: sql<number | null>`(avg(extract(epoch from ${aiAnswers.endedAt} - ${aiAnswers.createdAt}) * 1000)
        filter (where ${ended}))::int`,
      averageCost: sql<string | null>`round(avg(${aiAnswers.cost}) filter (where ${ended}), 6)::text`,
    })
    .from(aiPrompts)
    .innerJoin(aiAssistants, eq(aiAssistants.id, aiPrompts.assistantId))
    .innerJoin(users, eq(users.id, aiPrompts.authorId))
    .leftJoin(aiAnswers, eq(aiAnswers.promptId, aiPrompts.id))
    .where(eq(aiPrompts.assistantId, assistantId))
    .groupBy(aiPrompts.id, aiAssistants.publishedId, users.realName)
    .orderBy(desc(aiPrompts.number))
    .limit(PROMPTS_SHOWN)
}

export const questionsOf = (db: Executor, assistantId: string): Promise<Question[]> =>
  db
    .select({ id: aiQuestions.id, title: aiQuestions.title, fields: aiQuestions.fields })
    .from(aiQuestions)
    .where(eq(aiQuestions.assistantId, assistantId))
    .orderBy(aiQuestions.id)

const promptColumns = {
  id: aiPrompts.id,
  number: aiPrompts.number,
  prompt: aiPrompts.prompt,
  model: aiPrompts.model,
  temperature: aiPrompts.temperature,
  maxTokens: aiPrompts.maxTokens,
  note: aiPrompts.note,
  ...lookupColumns,
}

export async function findPrompt(db: Executor, id: string): Promise<Prompt | undefined> {
  const [found] = await db.select(promptColumns).from(aiPrompts).where(eq(aiPrompts.id, id))
  return found
}

/** Throws 20404 where there is no such version. */
export async function assistantOfPrompt(db: Executor, promptId: string): Promise<string> {
  const [found] = await db.select({ of: aiPrompts.assistantId }).from(aiPrompts).where(eq(aiPrompts.id, promptId))
  return orNotFound(found).of
}

export async function newestPrompt(db: Executor, assistantId: string): Promise<Prompt | undefined> {
  const [found] = await db
    .select(promptColumns)
    .from(aiPrompts)
    .where(eq(aiPrompts.assistantId, assistantId))
    .orderBy(desc(aiPrompts.number))
    .limit(1)
  return found
}

/** Versions of the assistant that a question belongs to, by id. */
export const promptsFor = (db: Executor, assistantId: string): Promise<PromptInUse[]> =>
  db
    .select(promptParts)
    .from(aiPrompts)
    .innerJoin(aiAssistants, eq(aiAssistants.id, aiPrompts.assistantId))
    .where(eq(aiPrompts.assistantId, assistantId))

/** What sub-products may answer members with. */
export const publishedForMembers = (db: Db) =>
  db
    .select({
      code: aiAssistants.code,
      name: aiAssistants.name,
      productIds: aiAssistants.productIds,
      openings: aiAssistants.openings,
      promptNumber: aiPrompts.number,
      prompt: aiPrompts.prompt,
      model: aiPrompts.model,
      temperature: aiPrompts.temperature,
      maxTokens: aiPrompts.maxTokens,
    })
    .from(aiAssistants)
    .innerJoin(aiPrompts, eq(aiPrompts.id, aiAssistants.publishedId))
    .where(and(eq(aiAssistants.purpose, 'chat'), aiAssistants.isEnabled))
    .orderBy(aiAssistants.code)
