// Derives the rows of demo articles from their versions, reviews and publications: state, pairs, figures, queued jobs.
import { sql } from 'drizzle-orm'
import type { ArticleState } from '#contract/articles/article-labels.ts'
import { DRAWN } from '#contract/articles/blocks.ts'
import { htmlOf } from '#contract/articles/body.ts'
import { nodesIn, type QuotedFigure } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { Config } from '#server/config.ts'
import { withPictures } from '#server/features/articles/charts.queries.ts'
import type { Tx } from '../../connection.ts'
import { articleFigures, articles, articleVersions } from '../../schema/articles/articles.ts'
import { fileUses } from '../../schema/core/files.ts'

type Settled = {
  id: string
  state: ArticleState
  channels: readonly string[]
  head: string
  passed: string | null
  /** The published version. */
  shown: string | null
}

/** Sets the rows to agree with their versions, reviews and publications. */
export async function settle(tx: Tx, rows: readonly Settled[]): Promise<void> {
  await tx.execute(sql`
    update ${articles} a set head_id = g.head, state = g.state, publish_at = case when g.state = 'scheduled' then v.publish_at end,
        reviewing_id = case when g.state = 'pending' then g.head end,
        passed_id = g.passed, published_id = g.shown, publication = p.number,
        published_at = (select min(f.at) from article_publications f where f.article_id = a.id),
        ever_channels = case when p.number is null then '{}' else array(select jsonb_array_elements_text(g.channels)) end,
        submitted_by_id = r.submitted_by_id, submitted_at = r.submitted_at, reviewer_id = r.reviewer_id,
        opinion = case when g.state = 'overruled' then r.opinion else '' end,
        updated_at = greatest(v.at, r.submitted_at, r.reviewed_at, p.at)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id bigint, state text, channels jsonb, head bigint,
        passed bigint, shown bigint)
      join ${articleVersions} v on v.id = g.head
      left join lateral (select * from article_reviews x where x.article_id = g.id order by x.id desc limit 1) r on true
      left join lateral (select * from article_publications x where x.article_id = g.id order by x.number desc limit 1) p on true
      where a.id = g.id`)
  await tx
    .update(articles)
    .set({ topUntil: sql`now() + interval '3 days'` })
    .where(
      sql`${articles.id} in (select id from ${articles} where published_id is not null order by publication desc limit 4)`,
    )
}

/** Queues the publication jobs of scheduled articles, as a pass would. */
export async function queueScheduled(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into job_runs (name, title, author, input, tries, tries_left, run_after)
    select 'articles.publish', '定时发布资讯 ' || id, '{"id":null,"name":"定时任务","address":"","requestId":""}'::jsonb,
        jsonb_build_object('id', id::text, 'versionId', passed_id::text), 21, 21, publish_at
      from ${articles} where state = 'scheduled'`)
}

type Pair = { id: string; pair: string; upTo: string }

export const pairUp = (tx: Tx, pairs: readonly Pair[]) =>
  tx.execute(sql`update ${articles} e set pair_id = g.pair, pair_version_id = g."upTo", pair_own_id = e.passed_id
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as g(id bigint, pair bigint, "upTo" bigint) where e.id = g.id`)

type Pictured = { articleId: string; byId: string; body: BodyNode; html: string }

/** Draws the charts of the versions as pictures into their HTML, as a save would. */
export async function drawCharts(tx: Tx, config: Config, versions: readonly Pictured[]): Promise<void> {
  const charted = versions.filter(({ body }) => body.content?.some(({ type }) => type === 'priceChart'))
  for (const version of charted) {
    const { articleId, byId, body } = version
    const drawn = await withPictures(tx, { core: { config }, actor: { id: byId } }, articleId, body)
    const fileIds = [...nodesIn(drawn)].flatMap(({ attrs }) => (attrs?.[DRAWN] ? [String(attrs[DRAWN])] : []))
    const uses = fileIds.map((fileId) => ({ fileId, targetType: 'article', targetId: articleId }))
    if (uses.length > 0) await tx.insert(fileUses).values(uses).onConflictDoNothing()
    version.html = htmlOf(drawn)
  }
}

type OfArticle = QuotedFigure & { versionId: string; articleId: string }

/** References the revision with that publication number, as a save would. */
export const addFigures = (tx: Tx, figures: readonly OfArticle[]) =>
  tx.execute(sql`insert into ${articleFigures} (version_id, place, article_id, price_id, quote_item_id, day, field, value,
      revision_id, publication)
    select g."versionId", g.place, g."articleId", r.price_id, r.quote_item_id, r.day, g.field, g.value, r.id, r.publication
      from jsonb_to_recordset(${JSON.stringify(figures)}::jsonb) as g("versionId" bigint, "articleId" bigint, place text,
        "priceId" bigint, field text, value text, publication bigint)
      join prices p on p.id = g."priceId"
      join price_revisions r on r.quote_item_id = p.quote_item_id and r.day = p.day and r.publication = g.publication
        and r.act = 'verify'`)
