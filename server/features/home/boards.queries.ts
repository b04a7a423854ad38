// Accounts on a follow-up board: which and why, their number, and the marks of handled ones.
import { eq, type SQL, sql } from 'drizzle-orm'
import {
  type BoardHint,
  type BoardKind,
  type BoardQuery,
  type BoardRow,
  boardKinds,
  EXPIRED_DAYS,
  NEAR_DAYS,
  NEW_DAYS,
  SILENT_DAYS,
} from '#contract/home/boards.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import {
  perSalesScope,
  type ScopeValues,
  salesList,
  salesScope,
  scopeValues,
  type Viewer,
} from '#server/core/access/scope.ts'
import { list } from '#server/core/lists/paging.ts'
import { statement } from '#server/core/lists/statements.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { boardMarks, enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { isLive, liveIn, nextGrant } from '#server/features/members/accounts/accounts.queries.ts'

/** Viewer and scope of a board. `days`: how many days before its end an account appears. */
export type BoardOf = {
  viewer: Viewer & { id: string }
  subProducts: readonly SubProductKey[]
  days: number
}

const days = sql`${sql.placeholder('days')}::int`
const until = (end: ReturnType<typeof sql>) =>
  sql`${memberAccounts.endsOn} between current_date and current_date + ${end}`
const near = (most: number) => until(sql`least(${days}, ${sql.raw(String(most))})`)

/** A subselect, evaluated once and not for every account. */
const ago = (most: number) => sql`(select now() - make_interval(days => ${sql.raw(String(most))}))`
const isNew = sql<boolean>`${memberAccounts.openedAt} >= ${ago(NEW_DAYS)}`
/** Valid today, and unused for so long. */
const isSilent = sql<boolean>`(coalesce(${memberAccounts.startsOn} <= current_date and ${memberAccounts.endsOn} >= current_date, false)
  and coalesce(${memberAccounts.lastSeenAt}, ${memberAccounts.openedAt})
    < ${ago(SILENT_DAYS)})`

const due: Readonly<Record<BoardKind, ReturnType<typeof sql>>> = {
  new: isNew,
  expiring: until(days),
  expiring15: near(NEAR_DAYS.expiring15),
  expiring7: near(NEAR_DAYS.expiring7),
  expired: sql`${memberAccounts.endsOn} between current_date - ${sql.raw(String(EXPIRED_DAYS))} and current_date - 1`,
  silent: isSilent,
}

/** A mark is valid while the account still ends on the day for which it was made. */
const isHandled = sql`(${boardMarks.accountId} is not null and ${boardMarks.endsOn} is not distinct from ${memberAccounts.endsOn})`

const stands = (whose: SQL) => sql`${memberAccounts.subProduct} = any(${sql.placeholder('subProducts')}::text[])
  and ${memberAccounts.status} = 'enabled' and ${whose}
  and (${due.new} or ${due.expiring} or ${due.expired} or ${due.silent})`

const valuesOf = ({ viewer, subProducts, days: own }: BoardOf): ScopeValues => ({
  ...scopeValues(viewer),
  subProducts: [...subProducts],
  days: own,
})

const totalOf = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`
const counted = {
  total: sql<number>`count(*)::int`,
  open: totalOf(sql`not ${isHandled}`),
  ...(Object.fromEntries(
    boardKinds.flatMap((kind) => [
      [`${kind}Total`, totalOf(due[kind])],
      [`${kind}Open`, totalOf(sql`${due[kind]} and not ${isHandled}`)],
    ]),
  ) as Record<`${BoardKind}${'Total' | 'Open'}`, ReturnType<typeof totalOf>>),
}

const isMarked = eq(boardMarks.accountId, memberAccounts.id)

const countIn = perSalesScope((scope, suffix) =>
  statement<{ [K in keyof typeof counted]: number }>(`board_counts${suffix}`, counted, (db) =>
    db
      .select(counted)
      .from(memberAccounts)
      .leftJoin(boardMarks, isMarked)
      .where(stands(liveIn(scope(members.ownerId), suffix))),
  ),
)

export async function countBoard(db: Db, board: BoardOf): Promise<BoardHint> {
  const values = valuesOf(board)
  const [found] = await countIn(values).shared(db, values)
  const counts = boardKinds.map((kind) => ({
    kind,
    total: found?.[`${kind}Total`] ?? 0,
    open: found?.[`${kind}Open`] ?? 0,
  }))
  return { days: board.days, total: found?.total ?? 0, open: found?.open ?? 0, counts }
}

const fields = {
  id: memberAccounts.id,
  subProduct: memberAccounts.subProduct,
  loginName: members.loginName,
  realName: members.realName,
  mobile: members.mobile,
  enterprise: enterprises.name,
  ownerName: sql<string>`coalesce(${users.realName}, '')`,
  openedAt: memberAccounts.openedAt,
  lastSeenAt: memberAccounts.lastSeenAt,
  endsOn: memberAccounts.endsOn,
  next: nextGrant,
  daysLeft: sql<number | null>`${memberAccounts.endsOn} - current_date`,
  isNew,
  isSilent,
  handledAt: sql<string | null>`case when ${isHandled}
    then to_char(${boardMarks.at}, 'YYYY-MM-DD"T"HH24:MI:SS') || '+08:00' end`,
  handledBy: sql<string>`coalesce(case when ${isHandled}
    then (select marker.real_name from ${users} marker where marker.id = ${boardMarks.userId}) end, '')`,
  remark: sql<string>`coalesce(case when ${isHandled} then ${boardMarks.remark} end, '')`,
}

type Listed = Omit<BoardQuery, 'kind' | 'showNotHandle'> & { [K in BoardKind]?: true } & { isOpen?: true }

/** Ending soonest first, then ended last, then silent, then new. */
const urgency = sql`case when ${memberAccounts.endsOn} between current_date and current_date + ${days} then 0
  when ${memberAccounts.endsOn} < current_date then 1 when ${isSilent} then 2 else 3 end,
  abs(${memberAccounts.endsOn} - current_date)`

const boardRows = salesList((scope, suffix) =>
  list<BoardRow, Listed>({
    name: `board_rows${suffix}`,
    always: stands(liveIn(scope(members.ownerId), suffix)),
    filters: {
      ...(Object.fromEntries(boardKinds.map((kind) => [kind, { where: due[kind] }])) as {
        [K in BoardKind]: { where: SQL }
      }),
      isOpen: { where: sql`not ${isHandled}` },
    },
    sorts: {},
    isShared: true,
    usual: urgency,
    tie: memberAccounts.id,
    fields,
    rows: (db) =>
      db
        .select(fields)
        .from(memberAccounts)
        .innerJoin(members, eq(members.id, memberAccounts.memberId))
        .innerJoin(enterprises, eq(enterprises.id, members.enterpriseId))
        .leftJoin(users, eq(users.id, members.ownerId))
        .leftJoin(boardMarks, isMarked),
    ids: (db, where) =>
      db.select({ id: memberAccounts.id }).from(memberAccounts).leftJoin(boardMarks, isMarked).where(where),
    matches: (db, where) => db.select({ n: sql`1` }).from(memberAccounts).leftJoin(boardMarks, isMarked).where(where),
  }),
)

export function listBoard(db: Db, board: BoardOf, { kind, showNotHandle, ...query }: BoardQuery) {
  const filters = { ...query, ...(kind && { [kind]: true }), ...(showNotHandle && { isOpen: true }) }
  return boardRows(db, filters as Listed, valuesOf(board))
}

/** An account of a board's sub-products in the viewer's scope, locked. */
export async function lockBoardAccount(tx: Tx, { viewer, subProducts }: BoardOf, id: string) {
  const [found] = await tx
    .select({ id: memberAccounts.id, loginName: members.loginName, endsOn: memberAccounts.endsOn })
    .from(memberAccounts)
    .innerJoin(members, eq(members.id, memberAccounts.memberId))
    .where(
      sql`${memberAccounts.id} = ${id} and ${memberAccounts.subProduct} = any(${sql.param([...subProducts])}::text[])
        and ${isLive} and ${salesScope(viewer, members.ownerId)}`,
    )
    .for('no key update', { of: memberAccounts })
  return found
}

export async function storeMark(
  db: Executor,
  mark: { accountId: string; endsOn: string | null; userId: string; remark: string },
): Promise<void> {
  const row = { ...mark, at: sql`now()` }
  await db.insert(boardMarks).values(row).onConflictDoUpdate({ target: boardMarks.accountId, set: row })
}

/** @returns whether there was one */
export async function removeMark(db: Executor, accountId: string): Promise<boolean> {
  const removed = await db.delete(boardMarks).where(eq(boardMarks.accountId, accountId)).returning()
  return removed.length > 0
}
