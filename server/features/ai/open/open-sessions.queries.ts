// Sessions that the console answers, as they are stored. A key sees those of its sub-product's accounts alone.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { OpenAnswer } from '#contract/ai/open-calls.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { aiAssistants, aiMessages, aiPrompts, aiSessions } from '#server/db/schema/ai.ts'
import { aiFigures } from '#server/db/schema/ai-figures.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { lookupColumns } from '../answers.queries.ts'
import { isCorrected } from '../figures.queries.ts'

/** A streaming answer without a sign of life for so long has lost its process, s. */
const LOST_S = 15
export const isLost = sql`(${aiMessages.state} = 'streaming'
  and coalesce(${aiMessages.aliveAt}, ${aiMessages.at}) < now() - make_interval(secs => ${LOST_S}))`

const isUsable = sql<boolean>`(${memberAccounts.status} = 'enabled' and not ${members.locked})`
/** Accounts of the sub-product that are not deleted. */
const isOf = (subProduct: SubProductKey) =>
  and(eq(memberAccounts.subProduct, subProduct), isNull(memberAccounts.deletedAt), isNull(members.deletedAt))

export async function findAccount(db: Executor, subProduct: SubProductKey, id: string) {
  const [found] = await db
    .select({ id: memberAccounts.id, memberId: memberAccounts.memberId, isUsable })
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(and(eq(memberAccounts.id, id), isOf(subProduct)))
  return found
}

const isOpenToMembers = and(eq(aiAssistants.purpose, 'chat'), eq(aiAssistants.isEnabled, true))

export const openAssistants = (db: Executor) =>
  db
    .select({ code: aiAssistants.code, name: aiAssistants.name, openings: aiAssistants.openings })
    .from(aiAssistants)
    .where(and(isOpenToMembers, sql`${aiAssistants.publishedId} is not null`))
    .orderBy(aiAssistants.code)

export async function openAssistant(db: Executor, code: string) {
  const [found] = await db
    .select({ id: aiAssistants.id, name: aiAssistants.name })
    .from(aiAssistants)
    .where(and(isOpenToMembers, sql`lower(${aiAssistants.code}) = lower(${code})`))
  return found
}

/** What the assistant answers with now; undefined where none is published. Read at each question. */
export async function promptInUse(db: Executor, assistantId: string) {
  const [found] = await db
    .select({
      id: aiPrompts.id,
      number: aiPrompts.number,
      prompt: aiPrompts.prompt,
      model: aiPrompts.model,
      temperature: aiPrompts.temperature,
      maxTokens: aiPrompts.maxTokens,
      ...lookupColumns,
    })
    .from(aiAssistants)
    .innerJoin(aiPrompts, eq(aiPrompts.id, aiAssistants.publishedId))
    .where(and(eq(aiAssistants.id, assistantId), isOpenToMembers))
  return found
}

/** Of an account that stands. Locked: questions of one session come one after the other. */
export async function lockSession(tx: Tx, subProduct: SubProductKey, id: string) {
  const [found] = await tx
    .select({
      id: aiSessions.id,
      title: aiSessions.title,
      assistantId: aiSessions.assistantId,
      assistantName: aiSessions.assistantName,
      accountId: memberAccounts.id,
      isUsable,
      /** Of the assistant; null: it was deleted. */
      productIds: aiAssistants.productIds,
    })
    .from(aiSessions)
    .innerJoin(memberAccounts, eq(memberAccounts.id, aiSessions.accountId))
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .leftJoin(aiAssistants, eq(aiAssistants.id, aiSessions.assistantId))
    .where(and(eq(aiSessions.id, id), isOf(subProduct)))
    .for('update', { of: aiSessions })
  return found
}

type Standing = { answerId: string | null; running: number; number: number }
type Asked = { accountId: string; sessionId: string; clientId: string }

/**
 * The answer that the question has already, where it was sent before; how many answers of the account are being made; the last
 * number of the session's messages.
 */
export async function standing(db: Executor, { accountId, sessionId, clientId }: Asked): Promise<Standing> {
  const { rows } = await db.execute<Standing>(sql`
    select (select a.id::text from ${aiMessages} q
        join ${aiMessages} a on a.session_id = q.session_id and a.number = q.number + 1
        where q.session_id = ${sessionId}::bigint and q.client_id = ${clientId}) as "answerId",
      (select count(*)::int from ${aiMessages} join ${aiSessions} on ${aiSessions.id} = ${aiMessages.sessionId}
        where ${aiSessions.accountId} = ${accountId}::bigint and ${aiMessages.state} = 'streaming' and not ${isLost}) as running,
      coalesce((select max(number) from ${aiMessages} where session_id = ${sessionId}::bigint), 0)::int as number`)
  return rows[0] ?? { answerId: null, running: 0, number: 0 }
}

/** Questions a day: the account's own limit, else the largest quota of its grants in force; null: one of them has none. */
export async function questionQuota(db: Executor, accountId: string): Promise<number | null> {
  const { rows } = await db.execute<{ quota: number | null }>(sql`
    select coalesce(
      (select daily_questions from member_accounts where id = ${accountId}::bigint),
      (select case when bool_and(quota is not null) then max(quota) end from grants
        where account_id = ${accountId}::bigint and revoked_at is null and current_date between starts_on and ends_on)
    ) as quota`)
  return rows[0]?.quota ?? null
}

/** Earlier turns that a model is shown. */
const TURNS = 6

export async function historyOf(db: Executor, sessionId: string, before: number) {
  const { rows } = await db.execute<{ role: 'user' | 'assistant'; content: string }>(sql`
    select role, content from (select role, content, number from ${aiMessages} where session_id = ${sessionId}::bigint
      and number < ${before}::int and content <> '' order by number desc limit ${TURNS * 2}) m order by number`)
  return rows
}

type Stored = Omit<OpenAnswer, 'from' | 'length' | 'notice' | 'label' | 'figures' | 'sources'> & {
  sources: { title: string }[]
}

export async function findOpenAnswer(db: Executor, subProduct: SubProductKey, id: string): Promise<Stored | undefined> {
  const [found] = await db
    .select({
      id: aiMessages.id,
      state: sql<OpenAnswer['state']>`case when ${isLost} then 'interrupted' else ${aiMessages.state} end`,
      refusal: aiMessages.refusal,
      text: aiMessages.content,
      sources: aiMessages.sources,
      offer: aiMessages.offer,
    })
    .from(aiMessages)
    .innerJoin(aiSessions, eq(aiSessions.id, aiMessages.sessionId))
    .innerJoin(memberAccounts, eq(memberAccounts.id, aiSessions.accountId))
    .where(and(eq(aiMessages.id, id), eq(aiMessages.role, 'assistant'), eq(memberAccounts.subProduct, subProduct)))
  return found
}

/** Figures that are shown. Corrected: the item's day has a newer revision that replaces what was quoted. */
export async function figuresOf(db: Executor, messageId: string): Promise<OpenAnswer['figures']> {
  const { rows } = await db.execute<OpenAnswer['figures'][number]>(sql`
    select f.place, f.text, f.verdict, i.code, f.day::text as day, f.part, f.publication::text as publication,
        ${isCorrected} as "isCorrected"
      from ${aiFigures} f left join ${quoteItems} i on i.id = f.quote_item_id
      where f.message_id = ${messageId}::bigint and f.place is not null order by f.place, f.id`)
  return rows
}

/** One answer in reach, locked for a change of its session. */
export async function lockOpenAnswer(tx: Tx, subProduct: SubProductKey, id: string) {
  const [found] = await tx
    .select({ id: aiMessages.id, sessionId: aiMessages.sessionId, state: aiMessages.state })
    .from(aiMessages)
    .innerJoin(aiSessions, eq(aiSessions.id, aiMessages.sessionId))
    .innerJoin(memberAccounts, eq(memberAccounts.id, aiSessions.accountId))
    .where(and(eq(aiMessages.id, id), eq(aiMessages.role, 'assistant'), eq(memberAccounts.subProduct, subProduct)))
    .for('update', { of: aiSessions })
  return found
}
