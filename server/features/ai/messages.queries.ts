// Messages of members' sessions as they are stored, and what an incoming batch needs to know.

import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Feedback } from '#contract/ai/ai-labels.ts'
import { type AiMessageRow, MESSAGE_PAGE } from '#contract/ai/messages.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { aiAssistants, aiMessages, aiSessions } from '#server/db/schema/ai.ts'
import { aiFigures } from '#server/db/schema/ai-figures.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { isCorrected } from './figures.queries.ts'

const row = {
  id: aiMessages.id,
  version: aiMessages.version,
  number: aiMessages.number,
  role: aiMessages.role,
  content: aiMessages.content,
  sources: aiMessages.sources,
  promptNumber: aiMessages.promptNumber,
  model: aiMessages.model,
  tokens: aiMessages.tokens,
  cost: aiMessages.cost,
  ms: aiMessages.ms,
  feedback: aiMessages.feedback,
  isSensitive: aiMessages.isSensitive,
  isUnanswered: aiMessages.isUnanswered,
  state: aiMessages.state,
  refusal: aiMessages.refusal,
  isMadeHere: sql<boolean>`(${aiMessages.role} = 'assistant' and exists (select from ${aiSessions} s
    where s.id = ${aiMessages.sessionId} and s.account_id is not null))`,
  isChecked: sql<boolean>`(${aiMessages.role} = 'assistant' and ${aiMessages.publication} is not null)`,
  unverified: sql<number>`(select count(*)::int from ${aiFigures} f where f.message_id = ${aiMessages.id}
    and f.place is not null and f.verdict = 'unbound')`,
  corrected: sql<number>`(select count(*)::int from ${aiFigures} f where f.message_id = ${aiMessages.id}
    and f.place is not null and ${isCorrected})`,
  at: aiMessages.at,
  score: aiMessages.score,
  correction: aiMessages.correction,
  raterName: users.realName,
  ratedAt: aiMessages.ratedAt,
}

/** The last messages of a session, or those before a number, in their order. */
export async function pageOfMessages(db: Db, sessionId: string, before: number | undefined) {
  const found: AiMessageRow[] = await db
    .select(row)
    .from(aiMessages)
    .leftJoin(users, eq(users.id, aiMessages.ratedById))
    .where(and(eq(aiMessages.sessionId, sessionId), before === undefined ? undefined : lt(aiMessages.number, before)))
    .orderBy(desc(aiMessages.number))
    .limit(MESSAGE_PAGE + 1)
  return { records: found.slice(0, MESSAGE_PAGE).toReversed(), hasEarlier: found.length > MESSAGE_PAGE }
}

/** One message in scope, locked for a change. */
export async function lockMessage(tx: Tx, viewer: Viewer, id: string): Promise<AiMessageRow | undefined> {
  const [found] = await tx
    .select(row)
    .from(aiMessages)
    .innerJoin(aiSessions, eq(aiSessions.id, aiMessages.sessionId))
    .innerJoin(members, eq(members.id, aiSessions.memberId))
    .leftJoin(users, eq(users.id, aiMessages.ratedById))
    .where(and(eq(aiMessages.id, id), salesScope(viewer, members.ownerId)))
    .for('update', { of: aiMessages })
  return found
}

/** Members with an account of aiWeb, by the keys of their login names. */
export async function membersNamed(db: Executor, loginNames: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await db
    .select({ id: members.id, name: sql<string>`text_key(${members.loginName})` })
    .from(members)
    .innerJoin(memberAccounts, eq(memberAccounts.memberId, members.id))
    .where(
      and(
        inArray(sql`text_key(${members.loginName})`, [...loginNames]),
        eq(memberAccounts.subProduct, 'aiWeb'),
        isNull(memberAccounts.deletedAt),
        isNull(members.deletedAt),
      ),
    )
  return new Map(found.map(({ id, name }) => [name, id]))
}

/** Assistants by their codes in lower case; disabled ones too, since a session may come late. */
export async function assistantsCoded(db: Executor, codes: readonly string[]) {
  const found = await db
    .select({ id: aiAssistants.id, name: aiAssistants.name, code: sql<string>`lower(${aiAssistants.code})` })
    .from(aiAssistants)
    .where(inArray(sql`lower(${aiAssistants.code})`, [...codes]))
  return new Map(found.map((each) => [each.code, each]))
}

type NewSession = typeof aiSessions.$inferInsert

/** Stores those that are new. @returns all of them, locked; concurrent batches lock in the same order */
export async function storeSessions(tx: Tx, apiKeyId: string, sessions: readonly NewSession[]) {
  const inOrder = sessions.toSorted((one, other) => (one.externalId < other.externalId ? -1 : 1))
  if (inOrder.length === 0) return []
  await tx
    .insert(aiSessions)
    .values(inOrder)
    .onConflictDoNothing({ target: [aiSessions.apiKeyId, aiSessions.externalId] })
  return tx
    .select({
      id: aiSessions.id,
      externalId: aiSessions.externalId,
      memberId: aiSessions.memberId,
      assistantId: aiSessions.assistantId,
    })
    .from(aiSessions)
    .where(
      and(
        eq(aiSessions.apiKeyId, apiKeyId),
        inArray(
          aiSessions.externalId,
          inOrder.map(({ externalId }) => externalId),
        ),
      ),
    )
    .orderBy(sql`${aiSessions.externalId} collate "C"`)
    .for('update')
}

/** Stored messages at these places; more than were asked for, where numbers of sessions cross. */
export const messagesAt = (tx: Tx, places: readonly { sessionId: string; number: number }[]) =>
  tx
    .select({ ...row, sessionId: aiMessages.sessionId })
    .from(aiMessages)
    .leftJoin(users, eq(users.id, aiMessages.ratedById))
    .where(
      and(
        inArray(aiMessages.sessionId, [...new Set(places.map(({ sessionId }) => sessionId))]),
        inArray(aiMessages.number, [...new Set(places.map(({ number }) => number))]),
      ),
    )

export const insertMessages = (tx: Tx, rows: readonly (typeof aiMessages.$inferInsert)[]) =>
  tx.insert(aiMessages).values([...rows])

/** Not a new version: what staff edit is not touched. */
export const setFeedback = (tx: Tx, id: string, feedback: Feedback | null) =>
  tx.update(aiMessages).set({ feedback }).where(eq(aiMessages.id, id))

export const setTitle = (tx: Tx, id: string, title: string) =>
  tx.update(aiSessions).set({ title }).where(eq(aiSessions.id, id))

/** Adds up the messages of sessions anew. */
export async function sumUp(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  await tx.execute(sql`update ${aiSessions} set started_at = m.started_at, last_at = m.last_at, messages = m.messages,
      tokens = m.tokens, cost = m.cost, ups = m.ups, downs = m.downs, sensitive = m.sensitive, unanswered = m.unanswered
    from (select session_id, min(at) as started_at, max(at) as last_at, count(*)::int as messages,
        sum(tokens)::int as tokens, sum(cost) as cost,
        count(*) filter (where feedback = 'up')::int as ups, count(*) filter (where feedback = 'down')::int as downs,
        count(*) filter (where is_sensitive)::int as sensitive,
        count(*) filter (where is_unanswered)::int as unanswered
      from ${aiMessages} where session_id = any(${idArray(sessionIds)}) group by session_id) m
    where ${aiSessions.id} = m.session_id`)
}
