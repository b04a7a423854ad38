// Shares as they are stored, always within sales scope by the person who shares.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { sharePath } from '#contract/sharing/share-codes.ts'
import type { ShareChannel, ShareState } from '#contract/sharing/share-labels.ts'
import { SHARE_HOSTS, type ShareDetail, type ShareQuery, type ShareRow } from '#contract/sharing/shares.ts'
import { type ScopeValues, salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { equals, list, nameHas, oneOf } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { users } from '#server/db/schema/organisation.ts'
import { shareDays, shares, shareVisits } from '#server/db/schema/sharing.ts'
import { figureSums, figuresBy, shareFigures, withDays } from './share-figures.queries.ts'

const published = alias(articleVersions, 'published')
/** What readers see, or the newest title of an article that was taken down. */
const shownTitle = sql<string>`coalesce(${published.title}, ${articles.title})`

const isEnded = sql`${shares.endedAt} is not null`
const isLive = sql`${shares.endedAt} is null`
const conditions = {
  open: sql`${shares.endedAt} is null and ${articles.publishedId} is not null`,
  ended: isEnded,
  offline: sql`${shares.endedAt} is null and ${articles.publishedId} is null`,
}
export const shareState = sql<ShareState>`case when ${isEnded} then 'ended'
  when ${articles.publishedId} is null then 'offline' else 'open' end`

const row = {
  id: shares.id,
  path: sql<string>`${sharePath('')} || ${shares.code}`,
  articleId: shares.articleId,
  title: shownTitle,
  sharerId: shares.sharerId,
  sharerName: users.realName,
  channel: shares.channel,
  state: shareState,
  ...shareFigures,
  lastOpenedAt: sql<string | null>`f.last_at`.mapWith(shares.createdAt),
  createdAt: shares.createdAt,
  canEnd: sql<boolean>`(${shares.endedAt} is null and (${shares.sharerId} = ${sql.placeholder('viewerId')}::bigint
    or ${sql.placeholder('seesAll')}::boolean))`,
}

type Filters = Omit<ShareQuery, 'from' | 'to'> & { id?: string; isCounted?: boolean }

const found = salesList((scope, suffix) => {
  const figures = figuresBy(sql`e.share_id`, scope)
  return list<ShareRow, Filters, keyof typeof figureSums>({
    name: `shares${suffix}`,
    always: scope(shares.sharerId),
    filters: {
      id: equals(shares.id, 'id'),
      isCounted: { where: sql`(f.key is not null) = ${sql.placeholder('isCounted')}` },
      title: nameHas(shownTitle, 'title'),
      articleId: equals(shares.articleId, 'articleId'),
      sharerId: equals(shares.sharerId, 'sharerId'),
      channel: equals(shares.channel, 'channel'),
      state: oneOf(conditions),
    },
    sorts: {
      ...shareFigures,
      createdAt: shares.createdAt,
      lastOpenedAt: sql`f.last_at`,
      title: sql`${shownTitle} collate "zh-x-icu"`,
      sharerName: sql`${users.realName} collate "zh-x-icu"`,
    },
    usual: sql`${shares.createdAt} desc`,
    tie: shares.id,
    isShared: true,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(shares)
        .innerJoin(articles, eq(articles.id, shares.articleId))
        .leftJoin(published, eq(published.id, articles.publishedId))
        .innerJoin(users, eq(users.id, shares.sharerId))
        .leftJoin(figures, sql`f.key = ${shares.id}`),
    matches: (db, where) =>
      db
        .select({ n: sql`1`, all: sql`f.*` })
        .from(shares)
        .innerJoin(articles, eq(articles.id, shares.articleId))
        .leftJoin(published, eq(published.id, articles.publishedId))
        .leftJoin(figures, sql`f.key = ${shares.id}`)
        .where(where),
    sums: figureSums,
  })
})

/** With days, only what was opened or applied for in them. */
const filtersOf = ({ from, to, ...rest }: ShareQuery): Filters => ({
  ...rest,
  ...((from ?? to) !== undefined && { isCounted: true }),
})

export const listShares = Object.assign(
  (db: Db, query: ShareQuery, scope: ScopeValues) => found(db, filtersOf(query), withDays(query, scope)),
  {
    each: (db: Db, query: ShareQuery, scope: ScopeValues, limit: number) =>
      found.each(db, filtersOf(query), withDays(query, scope), limit),
  },
)

/** Undefined out of scope. */
export async function findShare(
  db: Db,
  scope: ScopeValues,
  { id, ...days }: { id: string; from?: string; to?: string },
): Promise<ShareRow | undefined> {
  const { records } = await found(db, { id, size: 1 }, withDays(days, scope))
  return records[0]
}

type Days = { from: string; to: string }

/** Of one share: by day, by host, by hour, and how many fetches no browser reported. */
export async function countsOf(
  db: Db,
  id: string,
  { from, to }: Days,
): Promise<Pick<ShareDetail, 'days' | 'hosts' | 'hours' | 'machines'>> {
  const within = (day: SQL) => sql`${day} between ${from}::date and ${to}::date`
  const visits = sql`from ${shareVisits} v where v.share_id = ${id} and ${within(sql`v.day`)}`
  const [days, hosts, hours] = await Promise.all([
    db.execute<ShareDetail['days'][number] & { fetches: number }>(sql`
      select d.day::text as day, d.opens, d.people, d.fetches
        from ${shareDays} d where d.share_id = ${id} and ${within(sql`d.day`)} order by d.day`),
    db.execute<ShareDetail['hosts'][number]>(sql`
      select v.host, count(*)::int as opens ${visits} group by v.host order by 2 desc, 1 limit ${SHARE_HOSTS}`),
    db.execute<{ hour: number; opens: number }>(sql`
      select extract(hour from v.at at time zone 'Asia/Shanghai')::int as hour, count(*)::int as opens
        ${visits} group by 1`),
  ])
  const byHour = new Map(hours.rows.map(({ hour, opens }) => [hour, opens]))
  const machines = days.rows.reduce((sum, { fetches, opens }) => sum + Math.max(0, fetches - opens), 0)
  return {
    days: days.rows.filter(({ opens }) => opens > 0).map(({ day, opens, people }) => ({ day, opens, people })),
    hosts: hosts.rows,
    hours: Array.from({ length: 24 }, (_, hour) => byHour.get(hour) ?? 0),
    machines,
  }
}

export type StoredShare = {
  id: string
  code: string
  sharerId: string
  channel: ShareChannel
  state: ShareState
  title: string
  summary: string
  coverId: string | null
}

const stored = {
  id: shares.id,
  code: shares.code,
  sharerId: shares.sharerId,
  channel: shares.channel,
  state: shareState,
  title: shownTitle,
  summary: sql<string>`coalesce(${published.summary}, '')`,
  coverId: published.coverId,
}

/** For its card; null out of scope. */
export async function readShare(db: Executor, viewer: Viewer, id: string): Promise<StoredShare | undefined> {
  const [share] = await db
    .select(stored)
    .from(shares)
    .innerJoin(articles, eq(articles.id, shares.articleId))
    .leftJoin(published, eq(published.id, articles.publishedId))
    .where(and(eq(shares.id, id), salesScope(viewer, shares.sharerId)))
  return share
}

/** Locked until the transaction ends. */
export async function lockShare(tx: Tx, viewer: Viewer, id: string) {
  const [share] = await tx
    .select({ id: shares.id, sharerId: shares.sharerId, endedAt: shares.endedAt })
    .from(shares)
    .where(and(eq(shares.id, id), salesScope(viewer, shares.sharerId)))
    .for('update')
  return share
}

export const setEnded = (tx: Tx, id: string) => tx.update(shares).set({ endedAt: sql`now()` }).where(eq(shares.id, id))

type Place = { articleId: string; sharerId: string; channel: ShareChannel }

/** @returns its id, and whether it is new; two at once make one */
export async function ensureShare(tx: Tx, place: Place, code: string): Promise<{ id: string; isNew: boolean }> {
  const [made] = await tx
    .insert(shares)
    .values({ ...place, code })
    .onConflictDoNothing({ target: [shares.sharerId, shares.articleId, shares.channel], where: isLive })
    .returning({ id: shares.id })
  if (made) return { id: made.id, isNew: true }
  const [known] = await tx
    .select({ id: shares.id })
    .from(shares)
    .where(
      and(
        eq(shares.sharerId, place.sharerId),
        eq(shares.articleId, place.articleId),
        eq(shares.channel, place.channel),
        isLive,
      ),
    )
  if (!known) throw new Error('no share was made')
  return { id: known.id, isNew: false }
}
