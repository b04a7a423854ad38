// Sets and cases of the evaluation as they are stored.
import { and, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CaseQuery, CaseRow, SetQuery, SetRow } from '#contract/ai/evaluation.ts'
import { isInSalesScope, salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { aiMessages, aiSessions } from '#server/db/schema/ai.ts'
import { aiCases, aiSets } from '#server/db/schema/ai-evaluation.ts'
import { members } from '#server/db/schema/members/members.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'

const setRow = {
  id: aiSets.id,
  version: aiSets.version,
  assistantId: aiSets.assistantId,
  name: aiSets.name,
  isGate: aiSets.isGate,
  remark: aiSets.remark,
  cases: sql<number>`(select count(*)::int from ${aiCases} c where c.set_id = ${aiSets}.id)`,
  changedAt: aiSets.changedAt,
  updatedAt: aiSets.updatedAt,
}

export const listSets = list<SetRow, SetQuery>({
  name: 'ai_sets',
  always: sql`true`,
  filters: { assistantId: equals(aiSets.assistantId, 'assistantId') },
  sorts: { name: sql`${aiSets.name} collate "zh-x-icu"`, updatedAt: aiSets.updatedAt },
  usual: sql`${aiSets.id} asc`,
  tie: aiSets.id,
  fields: setRow,
  rows: (db) => db.select(setRow).from(aiSets),
  matches: (db, where) => db.select({ n: sql`1` }).from(aiSets).where(where),
})

export const setsOf = (db: Executor, assistantId: string) =>
  db.select().from(aiSets).where(eq(aiSets.assistantId, assistantId)).orderBy(aiSets.id)

export async function isSetNamed(tx: Tx, assistantId: string, name: string, but = '0'): Promise<boolean> {
  const others = and(eq(aiSets.assistantId, assistantId), ne(aiSets.id, but))
  return (await tx.$count(aiSets, and(others, sql`lower(${aiSets.name}) = lower(${name})`))) > 0
}

/** Locks a set, so that its cases are counted and changed one after the other. */
export async function lockSet(tx: Tx, id: string) {
  const [found] = await tx.select().from(aiSets).where(eq(aiSets.id, id)).for('update')
  return found
}

/** Runs from before say nothing about the set any more. */
export const markChanged = (tx: Tx, id: string) =>
  tx.update(aiSets).set({ changedAt: sql`clock_timestamp()` }).where(eq(aiSets.id, id))

/** Cases of a set, in their order. */
export const casesOf = (db: Executor, setId: string) =>
  db.select().from(aiCases).where(eq(aiCases.setId, setId)).orderBy(aiCases.id)
export type StoredCase = typeof aiCases.$inferSelect

const itemName = sql<string | null>`coalesce(nullif(${quoteItems.name}, ''), ${quoteItems.market})`

/** A member's login name is for those in whose sales scope the member is. */
export const listCases = salesList((scope, suffix) => {
  const isSeen = sql`coalesce(${scope(members.ownerId)}, false)`
  const row = {
    id: aiCases.id,
    version: aiCases.version,
    question: aiCases.question,
    loginName: sql<string>`case when ${isSeen} then coalesce(${members.loginName}, '') else '' end`,
    isForeign: sql<boolean>`${aiCases.memberId} is not null and not ${isSeen}`,
    asKnownAt: aiCases.asKnownAt,
    quoteItemId: aiCases.quoteItemId,
    itemName,
    relativeDay: aiCases.relativeDay,
    part: aiCases.part,
    mustCite: aiCases.mustCite,
    mustRefuse: aiCases.mustRefuse,
    mustContain: aiCases.mustContain,
    mustNotContain: aiCases.mustNotContain,
    updatedAt: aiCases.updatedAt,
  }
  return list<CaseRow, CaseQuery>({
    name: `ai_cases${suffix}`,
    always: sql`true`,
    filters: { setId: equals(aiCases.setId, 'setId'), question: nameHas(aiCases.question, 'question') },
    sorts: { updatedAt: aiCases.updatedAt },
    usual: sql`${aiCases.id} asc`,
    tie: aiCases.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(aiCases)
        .leftJoin(members, eq(members.id, aiCases.memberId))
        .leftJoin(quoteItems, eq(quoteItems.id, aiCases.quoteItemId)),
    matches: (db, where) =>
      db.select({ n: sql`1` }).from(aiCases).leftJoin(members, eq(members.id, aiCases.memberId)).where(where),
  })
})

/** Login name of a case's member; null: out of sales scope. */
export async function loginNameOf(db: Executor, viewer: Viewer, memberId: string): Promise<string | null> {
  const [found] = await db
    .select({ loginName: members.loginName })
    .from(members)
    .where(and(eq(members.id, memberId), isInSalesScope(viewer, members.ownerId)))
  return found?.loginName ?? null
}

/** The live member of that login name in sales scope. */
export async function memberCalled(db: Executor, viewer: Viewer, loginName: string): Promise<string | undefined> {
  const [found] = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        sql`text_key(${members.loginName}) = text_key(${loginName})`,
        sql`${members.deletedAt} is null`,
        isInSalesScope(viewer, members.ownerId),
      ),
    )
  return found?.id
}

/** What an answer was given to, where its session is in sales scope. */
export async function questionOf(db: Executor, viewer: Viewer, messageId: string) {
  const asked = alias(aiMessages, 'asked')
  const [found] = await db
    .select({ question: asked.content, memberId: aiSessions.memberId, assistantId: aiSessions.assistantId })
    .from(aiMessages)
    .innerJoin(aiSessions, eq(aiSessions.id, aiMessages.sessionId))
    .innerJoin(members, eq(members.id, aiSessions.memberId))
    .innerJoin(
      asked,
      and(
        eq(asked.sessionId, aiMessages.sessionId),
        eq(asked.number, sql`${aiMessages.number} - 1`),
        eq(asked.role, 'user'),
        ne(asked.content, ''),
      ),
    )
    .where(and(eq(aiMessages.id, messageId), eq(aiMessages.role, 'assistant'), salesScope(viewer, members.ownerId)))
  return found
}
