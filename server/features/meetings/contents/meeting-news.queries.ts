// News of meetings as they are stored and shown.
import { and, count, desc, eq, sql } from 'drizzle-orm'
import { mapBody } from '#contract/articles/body.ts'
import { NEWS_MAX } from '#contract/meetings/content-labels.ts'
import type { NewsDetail, NewsRow } from '#contract/meetings/meeting-news.ts'
import type { Core } from '#server/core/core.ts'
import { linkTo } from '#server/core/files/files.ts'
import { showRichText } from '#server/core/files/rich-text.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { meetingNews as news } from '#server/db/schema/meeting-contents.ts'
import { users } from '#server/db/schema/organisation.ts'
import { meetingOf, shownFiles } from './contents.queries.ts'

export type StoredNews = typeof news.$inferSelect

export const listNews = (db: Executor, meetingId: string, actor: { id: string }): Promise<NewsRow[]> =>
  db
    .select({
      id: news.id,
      version: news.version,
      title: news.title,
      day: news.day,
      state: news.state,
      authorName: users.realName,
      opinion: news.opinion,
      publishedAt: news.publishedAt,
      updatedAt: news.updatedAt,
      isOwn: sql<boolean>`${actor.id}::bigint in (${news.authorId}, ${news.editorId})`,
    })
    .from(news)
    .innerJoin(users, eq(users.id, news.authorId))
    .where(eq(news.meetingId, meetingId))
    .orderBy(desc(news.day), desc(news.id))
    .limit(NEWS_MAX)

export async function countNews(tx: Tx, meetingId: string): Promise<number> {
  const [counted] = await tx.select({ n: count() }).from(news).where(eq(news.meetingId, meetingId))
  return counted?.n ?? 0
}

/** Locked; 20404 without it. */
export async function lockNews(tx: Tx, id: string): Promise<StoredNews> {
  const [found] = await tx.select().from(news).where(eq(news.id, id)).for('update')
  return orNotFound(found)
}

/** For this person to read or edit, with links. 20404 without it. */
export async function readNews(
  core: Pick<Core, 'config'>,
  db: Executor,
  id: string,
  actor: { id: string },
): Promise<NewsDetail> {
  const [found] = await db.select().from(news).where(eq(news.id, id))
  const { meetingId, coverId, body, html, ...rest } = orNotFound(found)
  const covers = await shownFiles(core, db, coverId === null ? [] : [coverId], actor)
  return {
    id,
    version: rest.version,
    title: rest.title,
    source: rest.source,
    day: rest.day,
    state: rest.state,
    opinion: rest.opinion,
    meeting: await meetingOf(db, meetingId),
    cover: covers.get(coverId ?? '') ?? null,
    body: mapBody(body, (node) =>
      node.type === 'picture' && typeof node.attrs?.fileId === 'string'
        ? { ...node, attrs: { ...node.attrs, src: linkTo(core, node.attrs.fileId, actor) } }
        : node,
    ),
    html: showRichText(core, html, actor),
  }
}

/** Newest day first. */
export const publishedNews = (db: Executor, meetingId: string) =>
  db
    .select({
      id: news.id,
      title: news.title,
      source: news.source,
      day: news.day,
      coverId: news.coverId,
      html: news.html,
      publishedAt: sql<string>`${news.publishedAt}`.mapWith(news.publishedAt),
    })
    .from(news)
    .where(and(eq(news.meetingId, meetingId), eq(news.state, 'published')))
    .orderBy(desc(news.day), desc(news.id))
    .limit(NEWS_MAX)
