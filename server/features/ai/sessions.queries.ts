// Members' sessions as they are stored, always within sales scope by the member's owner.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { NO_TEXT } from '#contract/ai/ai-labels.ts'
import type { AiSessionQuery, AiSessionRow } from '#contract/ai/sessions.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { endOfDay, list, nameHas, oneOf, startOfDay } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { aiMessages, aiSessions } from '#server/db/schema/ai.ts'
import { aiFigures } from '#server/db/schema/ai-figures.ts'
import { apiKeys } from '#server/db/schema/core/requests.ts'
import { enterprises, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { isCorrected } from './figures.queries.ts'

const row = {
  id: aiSessions.id,
  loginName: members.loginName,
  realName: members.realName,
  enterprise: enterprises.name,
  assistantName: aiSessions.assistantName,
  title: sql<string>`coalesce(nullif(${aiSessions.title}, ''), ${NO_TEXT})`,
  messages: aiSessions.messages,
  tokens: aiSessions.tokens,
  cost: aiSessions.cost,
  ups: aiSessions.ups,
  downs: aiSessions.downs,
  sensitive: aiSessions.sensitive,
  unanswered: aiSessions.unanswered,
  startedAt: aiSessions.startedAt,
  lastAt: aiSessions.lastAt,
}

const hasAnswer = (where: SQL) => sql`exists (select from ${aiMessages} m
  where m.session_id = ${aiSessions.id} and m.role = 'assistant' and ${where})`

/** Shown ones. */
const hasFigure = (where: SQL) => sql`exists (select from ${aiMessages} m join ${aiFigures} f on f.message_id = m.id
  where m.session_id = ${aiSessions.id} and f.place is not null and ${where})`

export const listAiSessions = salesList((scope, suffix) =>
  list<AiSessionRow, AiSessionQuery>({
    name: `ai_sessions${suffix}`,
    always: scope(members.ownerId),
    filters: {
      loginName: nameHas(members.loginName, 'loginName'),
      enterprise: nameHas(enterprises.name, 'enterprise', enterprises.spelling),
      assistant: nameHas(aiSessions.assistantName, 'assistant'),
      title: nameHas(aiSessions.title, 'title'),
      from: { where: sql`${aiSessions.lastAt} >= ${startOfDay('from')}` },
      to: { where: sql`${aiSessions.lastAt} < ${endOfDay('to')}` },
      feedback: oneOf({ up: sql`${aiSessions.ups} > 0`, down: sql`${aiSessions.downs} > 0` }),
      flag: oneOf({ sensitive: sql`${aiSessions.sensitive} > 0`, unanswered: sql`${aiSessions.unanswered} > 0` }),
      verdict: oneOf({
        unverified: hasFigure(sql`f.verdict = 'unbound'`),
        corrected: hasFigure(isCorrected),
      }),
      state: { where: hasAnswer(sql`m.state = ${sql.placeholder('state')}`) },
      promptNumber: { where: hasAnswer(sql`m.prompt_number = ${sql.placeholder('promptNumber')}::int`) },
      minTokens: { where: sql`${aiSessions.tokens} >= ${sql.placeholder('minTokens')}::int` },
      minCost: { where: sql`${aiSessions.cost} >= ${sql.placeholder('minCost')}::numeric` },
    },
    sorts: {
      startedAt: aiSessions.startedAt,
      lastAt: aiSessions.lastAt,
      messages: aiSessions.messages,
      tokens: aiSessions.tokens,
      cost: aiSessions.cost,
      downs: aiSessions.downs,
    },
    usual: sql`${aiSessions.lastAt} desc`,
    tie: aiSessions.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(aiSessions)
        .innerJoin(members, eq(members.id, aiSessions.memberId))
        .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId)),
    matches: (db, where) =>
      db
        .select({ n: sql`1` })
        .from(aiSessions)
        .innerJoin(members, eq(members.id, aiSessions.memberId))
        .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
        .where(where),
  }),
)

export async function findAiSession(db: Executor, viewer: Viewer, id: string) {
  const [found] = await db
    .select({
      ...row,
      memberId: aiSessions.memberId,
      externalId: aiSessions.externalId,
      assistantId: aiSessions.assistantId,
      senderName: apiKeys.name,
      ownerName: users.realName,
    })
    .from(aiSessions)
    .innerJoin(members, eq(members.id, aiSessions.memberId))
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .innerJoin(apiKeys, eq(apiKeys.id, aiSessions.apiKeyId))
    .leftJoin(users, eq(users.id, members.ownerId))
    .where(and(eq(aiSessions.id, id), salesScope(viewer, members.ownerId)))
  return found
}

/** Ids of the same member's sessions before and after one, in the order of their last messages. */
export async function neighboursOf(db: Db, { id, memberId, lastAt }: { id: string; memberId: string; lastAt: string }) {
  const beside = async (sign: SQL, order: SQL) => {
    const [found] = await db
      .select({ id: aiSessions.id })
      .from(aiSessions)
      .where(
        and(
          eq(aiSessions.memberId, memberId),
          sql`(${aiSessions.lastAt}, ${aiSessions.id}) ${sign} (${lastAt}, ${id})`,
        ),
      )
      .orderBy(sql`${aiSessions.lastAt} ${order}`, sql`${aiSessions.id} ${order}`)
      .limit(1)
    return found?.id ?? null
  }
  const [before, after] = await Promise.all([beside(sql`<`, sql`desc`), beside(sql`>`, sql`asc`)])
  return { before, after }
}

/** A session in scope, without its texts. */
export async function sessionSeen(db: Executor, viewer: Viewer, id: string) {
  const [found] = await db
    .select({ id: aiSessions.id, title: aiSessions.title })
    .from(aiSessions)
    .innerJoin(members, eq(members.id, aiSessions.memberId))
    .where(and(eq(aiSessions.id, id), salesScope(viewer, members.ownerId)))
  return found
}

/** Those in scope, locked by rising ids. */
export const lockAiSessions = (tx: Tx, viewer: Viewer, ids: readonly string[]) =>
  tx
    .select({
      id: aiSessions.id,
      externalId: aiSessions.externalId,
      title: aiSessions.title,
      loginName: members.loginName,
      assistantName: aiSessions.assistantName,
      messages: aiSessions.messages,
    })
    .from(aiSessions)
    .innerJoin(members, eq(members.id, aiSessions.memberId))
    .where(and(inArray(aiSessions.id, [...ids]), salesScope(viewer, members.ownerId)))
    .orderBy(aiSessions.id)
    .for('update', { of: aiSessions })

export const deleteAiSessions = (tx: Tx, ids: readonly string[]) =>
  tx.delete(aiSessions).where(inArray(aiSessions.id, [...ids]))

type Sums = { sessions: number; messages: number; tokens: string; cost: string }
type Troubles = { withDowns: number; withUnanswered: number }
type Days = { from: string; to: string }

const sums = sql`count(*)::int as sessions, coalesce(sum(s.messages), 0)::int as messages,
  coalesce(sum(s.tokens), 0)::text as tokens, coalesce(sum(s.cost), 0)::text as cost`
const troubles = sql`count(*) filter (where s.downs > 0)::int as "withDowns",
  count(*) filter (where s.unanswered > 0)::int as "withUnanswered"`

/** Sums of the sessions in scope whose last message is of these days, both included; by day, and by assistant. */
export async function figuresOf(db: Db, viewer: Viewer, { from, to }: Days) {
  const zone = sql`at time zone 'Asia/Shanghai'`
  const among = sql`${aiSessions} s join ${members} m on m.id = s.member_id
    where ${salesScope(viewer, sql`m.owner_id`)} and s.last_at >= ${from}::date::timestamp ${zone}
      and s.last_at < (${to}::date + 1)::timestamp ${zone}`
  const all = db.execute<Sums & Troubles & { withSensitive: number }>(
    sql`select ${sums}, ${troubles}, count(*) filter (where s.sensitive > 0)::int as "withSensitive" from ${among}`,
  )
  const days = db.execute<{ day: string } & Sums>(
    sql`select (s.last_at ${zone})::date::text as day, ${sums} from ${among} group by 1 order by 1`,
  )
  const assistants = db.execute<{ name: string } & Sums & Troubles>(
    sql`select s.assistant_name as name, ${sums}, ${troubles} from ${among} group by 1 order by 2 desc, 1`,
  )
  const [total, byDay, byAssistant] = await Promise.all([all, days, assistants])
  const [found] = total.rows
  if (!found) throw new Error('an aggregate has one row')
  return { total: found, days: byDay.rows, assistants: byAssistant.rows }
}
