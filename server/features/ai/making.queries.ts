// How an answer came about, as it is stored: its tools, its figures then and now, its calls.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { AnswerMaking, MakingFigure } from '#contract/ai/making.ts'
import { salesScope, type Viewer } from '#server/core/access/scope.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { aiMessages, aiSessions } from '#server/db/schema/ai.ts'
import { aiCalls } from '#server/db/schema/ai-calls.ts'
import { aiFigurePrices, aiFigures, aiSteps } from '#server/db/schema/ai-figures.ts'
import { members } from '#server/db/schema/members/members.ts'
import { prices, quoteItems } from '#server/db/schema/prices/prices.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { isCorrected } from './figures.queries.ts'

/** An answer in scope. */
export async function findAnswerInScope(db: Executor, viewer: Viewer, id: string) {
  const [found] = await db
    .select({
      sessionId: aiMessages.sessionId,
      title: aiSessions.title,
      state: aiMessages.state,
      refusal: aiMessages.refusal,
      publication: aiMessages.publication,
      reasoning: aiMessages.reasoning,
    })
    .from(aiMessages)
    .innerJoin(aiSessions, eq(aiSessions.id, aiMessages.sessionId))
    .innerJoin(members, eq(members.id, aiSessions.memberId))
    .where(and(eq(aiMessages.id, id), eq(aiMessages.role, 'assistant'), salesScope(viewer, members.ownerId)))
  return found
}

export const stepsOf = (db: Db, messageId: string): Promise<AnswerMaking['steps']> =>
  db
    .select({
      number: aiSteps.number,
      tool: aiSteps.tool,
      arguments: sql<string>`${aiSteps.arguments}::text`,
      found: sql<string>`${aiSteps.found}::text`,
      ms: aiSteps.ms,
    })
    .from(aiSteps)
    .where(eq(aiSteps.messageId, messageId))
    .orderBy(asc(aiSteps.number))

const nameOfItem = sql`coalesce(nullif(i.name, ''), i.market)`

const madeOf = sql`coalesce((select json_agg(json_build_object('code', i.code, 'itemName', ${nameOfItem},
      'from', lower(u.days), 'to', upper(u.days) - 1, 'part', u.part) order by i.code, u.part)
    from ${aiFigurePrices} u join ${quoteItems} i on i.id = u.quote_item_id where u.figure_id = f.id), '[]'::json)`

/** In the order of the text; what was withheld comes last. */
export async function figuresOfMaking(db: Db, messageId: string): Promise<MakingFigure[]> {
  const { rows } = await db.execute<MakingFigure>(sql`
    select f.id::text as id, f.text, f.place is not null as "isShown", f.verdict, f.sentence, i.code,
        case when i.id is not null then ${nameOfItem} end as "itemName",
        f.quote_item_id::text as "quoteItemId", f.day::text as day, f.part, f.publication::text as publication,
        case f.part when 'low' then p.low when 'high' then p.high when 'average' then p.average end::text as now,
        p.publication::text as "publicationNow",
        ${isCorrected} as "isCorrected", ${madeOf} as "madeOf"
      from ${aiFigures} f left join ${quoteItems} i on i.id = f.quote_item_id
        left join ${prices} p on p.quote_item_id = f.quote_item_id and p.day = f.day and p.publication is not null
      where f.message_id = ${messageId}::bigint order by f.place nulls last, f.id`)
  return rows
}

export const callsOf = (db: Db, messageId: string): Promise<AnswerMaking['calls']> =>
  db
    .select({
      id: aiCalls.id,
      model: aiCalls.model,
      outcome: aiCalls.outcome,
      failure: aiCalls.failure,
      inputTokens: aiCalls.inputTokens,
      cachedTokens: aiCalls.cachedTokens,
      outputTokens: aiCalls.outputTokens,
      isEstimated: aiCalls.isEstimated,
      cost: aiCalls.cost,
      ms: sql<number>`(extract(epoch from ${aiCalls.endedAt} - ${aiCalls.startedAt}) * 1000)::int`,
      requestId: aiCalls.requestId,
      startedAt: aiCalls.startedAt,
    })
    .from(aiCalls)
    .where(eq(aiCalls.messageId, messageId))
    .orderBy(asc(aiCalls.id))

/** Whether the person has read the session within the last hour: turning its pages is one reading. */
export async function hasReadLately(
  tx: Tx,
  userId: string,
  targetId: string,
  type: 'aiSession' | 'aiUnanswered' = 'aiSession',
): Promise<boolean> {
  const { rows } = await tx.execute<{ has: boolean }>(sql`select exists (select from ${auditLog}
    where target_type = ${type} and target_id = ${targetId} and action = ${`${type}.read`}
      and actor_id = ${userId}::bigint and at > now() - interval '1 hour') as has`)
  return rows[0]?.has === true
}
