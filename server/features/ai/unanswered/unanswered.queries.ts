// Questions that were not answered, with what became of each.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { NO_TEXT } from '#contract/ai/ai-labels.ts'
import type { UnansweredQuery, UnansweredRow } from '#contract/ai/unanswered.ts'
import { type UnansweredState, unansweredRefusals } from '#contract/ai/unanswered-labels.ts'
import { isInSalesScope, salesList, type Viewer } from '#server/core/access/scope.ts'
import { equals, list, oneOf } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { aiMessages, aiSessions, aiUnanswered } from '#server/db/schema/ai.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { enterprises, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'

const owner = alias(users, 'owner')
const doer = alias(users, 'doer')

/** A sub-product's own engine says no reason. */
const isWork = sql`(${aiMessages.isUnanswered}
  and (${aiMessages.refusal} is null or ${inArray(aiMessages.refusal, [...unansweredRefusals])}))`

const question = sql<string>`coalesce((select nullif(q.content, '') from ai_messages q where q.session_id = ${aiMessages.sessionId}
  and q.role = 'user' and q.number < ${aiMessages.number} order by q.number desc limit 1), ${NO_TEXT})`

const rowWhere = (inScope: SQL) => ({
  id: aiMessages.id,
  version: sql<number>`coalesce(${aiUnanswered.version}, 0)`,
  at: aiMessages.at,
  question,
  refusal: aiMessages.refusal,
  productName: products.name,
  state: sql<UnansweredState>`case when ${aiUnanswered.doneAt} is not null then 'done'
    when ${aiUnanswered.ownerId} is null then 'open' else 'assigned' end`,
  ownerId: aiUnanswered.ownerId,
  ownerName: owner.realName,
  sessionId: sql<string | null>`case when ${inScope} then ${aiMessages.sessionId}::text end`,
  enterprise: sql<string | null>`case when ${inScope} then ${enterprises.name} end`,
  doneAt: aiUnanswered.doneAt,
  doneByName: doer.realName,
  result: sql<string>`coalesce(${aiUnanswered.result}, '')`,
})

const states = {
  open: sql`(${aiUnanswered.doneAt} is null and ${aiUnanswered.ownerId} is null)`,
  assigned: sql`(${aiUnanswered.doneAt} is null and ${aiUnanswered.ownerId} is not null)`,
  done: sql`${aiUnanswered.doneAt} is not null`,
}

const joined = (db: Executor, fields: Record<string, SQL | SQL.Aliased | PgColumn>) =>
  db
    .select(fields)
    .from(aiMessages)
    .innerJoin(aiSessions, eq(aiSessions.id, aiMessages.sessionId))
    .innerJoin(members, eq(members.id, aiSessions.memberId))
    .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
    .leftJoin(aiUnanswered, eq(aiUnanswered.messageId, aiMessages.id))
    .leftJoin(products, eq(products.id, aiMessages.productId))
    .leftJoin(owner, eq(owner.id, aiUnanswered.ownerId))
    .leftJoin(doer, eq(doer.id, aiUnanswered.doneById))

export const listUnanswered = salesList((scope, suffix) => {
  const inScope = sql`coalesce(${scope(members.ownerId)}, false)`
  const isOwn = suffix === '' ? sql`true` : sql`${aiUnanswered.ownerId} = ${sql.placeholder('viewerId')}::bigint`
  const row = rowWhere(inScope)
  return list<UnansweredRow, UnansweredQuery>({
    name: `ai_unanswered${suffix}`,
    always: sql`(${isWork} and (${inScope} or ${isOwn}))`,
    filters: {
      productId: equals(aiMessages.productId, 'productId'),
      ownerId: equals(aiUnanswered.ownerId, 'ownerId'),
      refusal: equals(aiMessages.refusal, 'refusal'),
      state: oneOf(states),
    },
    sorts: { at: aiMessages.at },
    // what is not done comes first
    usual: sql`(${aiUnanswered.doneAt} is not null), ${aiMessages.at} desc`,
    tie: aiMessages.id,
    fields: row,
    rows: (db) => joined(db, row),
    matches: (db, where) => joined(db, { n: sql`1` }).where(where),
  })
})

const isSeen = (viewer: Viewer) =>
  sql`(${isInSalesScope(viewer, members.ownerId)} or coalesce(${aiUnanswered.ownerId} = ${viewer.id}::bigint, false))`

export async function openByProduct(db: Db, viewer: Viewer) {
  const found = await joined(db, {
    productId: sql`${aiMessages.productId}::text`,
    name: sql`coalesce(${products.name}, '未识别产品')`,
    open: sql`count(*)::int`,
  })
    .where(and(isWork, isSeen(viewer), sql`${aiUnanswered.doneAt} is null`))
    .groupBy(aiMessages.productId, products.name)
    .orderBy(sql`3 desc, 2`)
  return found as { productId: string | null; name: string; open: number }[]
}

export type LockedQuestion = {
  id: string
  version: number
  question: string
  ownerId: string | null
  doneAt: string | null
  result: string
}

/** One that the viewer may see, its message locked. */
export async function lockUnanswered(tx: Tx, viewer: Viewer, id: string) {
  await tx.execute(sql`select from ${aiMessages} where id = ${id}::bigint for update`)
  const [found] = await joined(tx, {
    id: sql`${aiMessages.id}::text`,
    version: sql`coalesce(${aiUnanswered.version}, 0)`,
    question,
    ownerId: sql`${aiUnanswered.ownerId}::text`,
    doneAt: sql`${aiUnanswered.doneAt}::text`,
    result: sql`coalesce(${aiUnanswered.result}, '')`,
  }).where(and(eq(aiMessages.id, id), isWork, isSeen(viewer)))
  return found as LockedQuestion | undefined
}

type Change = { ownerId: string } | { doneById: string | null; doneAt: SQL<string> | null; result: string }

/** @returns its version */
export async function storeUnanswered(tx: Tx, id: string, changes: Change): Promise<number> {
  // due since it was first handed to somebody, whoever has it now
  const isHanded = 'ownerId' in changes
  const first = sql<string>`now()`
  const kept = sql`coalesce(${aiUnanswered.handedAt}, now())`
  const [stored] = await tx
    .insert(aiUnanswered)
    .values({ messageId: id, ...changes, ...(isHanded && { handedAt: first }) })
    .onConflictDoUpdate({
      target: aiUnanswered.messageId,
      set: { ...changes, ...(isHanded && { handedAt: kept }), version: sql`${aiUnanswered.version} + 1` },
    })
    .returning({ version: aiUnanswered.version })
  return stored?.version ?? 1
}
