// A thousand articles of the demo company in two editions: versions, reviews in every state, figures of published prices.

import { sql } from 'drizzle-orm'
import type { ArticleState, Edition } from '../../../../contract/articles/article-labels.ts'
import { htmlOf } from '../../../../contract/articles/body.ts'
import type { BodyNode } from '../../../../contract/articles/nodes.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import {
  articleComments,
  articleFigures,
  articleProducts,
  articleReaders,
  articleReviews,
  articles,
  articleTexts,
  articleVersions,
} from '../../schema/articles/articles.ts'
import { newsCategories } from '../../schema/catalogue.ts'
import { createDays } from '../members/customers-days.ts'
import { insertRows } from '../members/customers-insert.ts'
import { type Chance, createChance } from '../random.ts'
import { channels, kinds, plainOf, plan, type Quoted, stateAt } from './articles-plan.ts'
import { categoriesOf, generalEnglish, opinions, ownCategories, remarks } from './articles-texts.ts'
import { addArticleTemplates } from './templates.ts'

const SEED = 20_261_123
const CHINESE = 680
const ENGLISH = 320
/** Days back to which they reach. */
const REACH_DAYS = 150
const PRODUCTS = 24

type Person = { id: string; name: string }
/** Those that people try out among them: their home pages have work. */
async function people(tx: Tx, role: string): Promise<Person[]> {
  const { rows } = await tx.execute<Person>(sql`select u.id::text as id, u.real_name as name from users u
    join roles r on r.id = u.role_id and r.code = ${role}
    where u.status = 'enabled' and not u.locked and u.deleted_at is null
    order by u.user_name in ('editor', 'reviewer') desc, u.created_at, u.id limit 6`)
  return rows
}

/** The last published price of one item of each product, by how many items the product has. */
async function quoted(tx: Tx, today: string): Promise<Quoted[]> {
  const { rows } = await tx.execute<Quoted>(sql`
    select distinct on (p.product_id) p.product_id::text as "productId", d.name as "productName", i.name as "itemName",
        i.english_name as "englishName", i.id::text as "quoteItemId", i.unit, p.id::text as "priceId", r.id::text as "revisionId",
        p.publication::text as publication, p.day::text as day, p.low::text as low, p.high::text as high,
        p.average::text as average, p.change::text as change
      from prices p join quote_items i on i.id = p.quote_item_id and i.status = 'update' and i.english_name <> ''
      join products d on d.id = p.product_id
      join price_revisions r on r.quote_item_id = p.quote_item_id and r.day = p.day and r.publication = p.publication
        and r.act = 'verify'
      where p.publication is not null and p.day > ${today}::date - 20
      order by p.product_id, p.day desc, i.sort, p.id limit ${PRODUCTS}`)
  return rows
}

async function addNewsCategories(tx: Tx, products: readonly string[]): Promise<void> {
  for (const [name, englishName] of Object.entries(generalEnglish)) {
    await tx
      .update(newsCategories)
      .set({ englishName })
      .where(sql`${newsCategories.name} = ${name} and ${newsCategories.productId} is null`)
  }
  await tx
    .insert(newsCategories)
    .values(
      products
        .slice(0, 8)
        .flatMap((productId) => ownCategories.map((name, at) => ({ productId, name, sort: (at + 1) * 10 }))),
    )
    .onConflictDoNothing()
  await tx.execute(sql`insert into user_news_categories (user_id, news_category_id)
    select u.id, n.id from users u join roles r on r.id = u.role_id and r.code in ('newsEditor', 'reviewer'), news_categories n
    where u.deleted_at is null on conflict do nothing`)
}

export async function addArticles(tx: Tx, today: Date): Promise<void> {
  await addArticleTemplates(tx)
  if (!(await isEmpty(tx, articles))) return
  const [editors, reviewers, sources] = [
    await people(tx, 'newsEditor'),
    await people(tx, 'reviewer'),
    await quoted(tx, createDays(today).day(0)),
  ]
  if (editors.length === 0 || reviewers.length === 0 || sources.length === 0) return
  await addNewsCategories(
    tx,
    sources.map(({ productId }) => productId),
  )
  const categories = await tx.select().from(newsCategories).orderBy(newsCategories.id)
  const chance = createChance(SEED)
  const days = createDays(today)

  const drafted = Array.from({ length: CHINESE + ENGLISH }, (_, at) => {
    const edition: Edition = at < CHINESE ? 'zh' : 'en'
    const of = chance.pick(sources)
    const kind = chance.pick(kinds)
    const ago = chance.happens(0.15) ? chance.between(0, 7) : chance.between(0, REACH_DAYS)
    const isToday = kind === 'daily' && chance.happens(0.12)
    const day = isToday ? of.day : days.day(-ago)
    const daysAgo = isToday ? Math.max(0, Math.round((Date.parse(days.day(0)) - Date.parse(of.day)) / 86_400_000)) : ago
    const at2 = days.moment(chance, -daysAgo)
    const own = categories.filter(
      ({ productId, name }) => (productId === null || productId === of.productId) && categoriesOf[kind].includes(name),
    )
    const category = chance.pick(own)
    return {
      ...plan(chance, { edition, kind, category: category.name }, of, day),
      state: stateAt(chance, daysAgo),
      at: at2,
      by: chance.pick(editors),
      reviewer: chance.pick(reviewers),
      category,
    }
  })
  // in the order in which they were published, whose numbers grow
  const all = drafted.toSorted((a, b) => (a.at < b.at ? -1 : 1))

  const ids = await insertRows(
    tx,
    articles,
    all.map(({ edition, kind, title, category, by, at }) => ({
      edition,
      kind,
      title,
      newsCategoryId: category.id,
      authorId: by.id,
      createdAt: at,
      updatedAt: at,
    })),
  )
  await insertRows(
    tx,
    articleProducts,
    all.map(({ of }, i) => ({ articleId: ids[i] ?? '', productId: of.productId })),
  )
  await insertRows(
    tx,
    articleTexts,
    all.map(({ title, summary, words }, i) => ({ articleId: ids[i] ?? '', text: [title, summary, words].join('\n') })),
  )

  const later = (at: string, minutes: number) =>
    new Date(Math.min(Date.parse(at) + minutes * 60_000, today.getTime())).toISOString()
  const versionOf = (i: number, number: number, isLast: boolean) => {
    const each = all[i]
    if (!each) throw new Error('no such article')
    const { kind, title, summary, body, words, category, of, edition, by, at, state } = each
    // a first version lacks the outlook
    const own: BodyNode = isLast ? body : { ...body, content: (body.content ?? []).slice(0, -1) }
    return {
      articleId: ids[i] ?? '',
      number,
      kind,
      newsCategoryId: category.id,
      productIds: [of.productId],
      title,
      summary,
      keywords: [of.productName],
      source: edition === 'zh' ? '本网' : 'Our desk',
      author: by.name,
      channels: channels[edition],
      publishAt:
        state === 'scheduled'
          ? new Date(today.getTime() + (i % 40) * 3_600_000 + 3_600_000).toISOString().replace(/\d\d\.\d+Z$/, '00.000Z')
          : null,
      body: own,
      html: htmlOf(own),
      text: isLast ? words : plainOf(own),
      byId: by.id,
      byName: by.name,
      at: isLast ? later(at, 20) : at,
    }
  }
  const twice = all.map(({ kind }) => kind !== 'flash' && kind !== 'notice' && chance.happens(0.35))
  const planned = all.flatMap((_, i) =>
    twice[i] ? [versionOf(i, 1, false), versionOf(i, 2, true)] : [versionOf(i, 1, true)],
  )
  const versionIds = await insertRows(tx, articleVersions, planned)
  const headOf = new Map(planned.map(({ articleId }, at) => [articleId, versionIds[at] ?? '']))

  const figures = all.flatMap(({ figures: has, of }, i) =>
    has
      ? (['low', 'high', 'average'] as const).map((field) => ({
          versionId: headOf.get(ids[i] ?? '') ?? '',
          place: 'table',
          articleId: ids[i] ?? '',
          priceId: of.priceId,
          quoteItemId: of.quoteItemId,
          day: of.day,
          field,
          value: of[field],
          revisionId: of.revisionId,
          publication: of.publication,
        }))
      : [],
  )
  await insertRows(tx, articleFigures, figures)

  const reviewed = all.flatMap(({ state, by, reviewer, at }, i) => {
    if (state === 'draft') return []
    const outcome = state === 'pending' ? null : state === 'overruled' ? ('overrule' as const) : ('pass' as const)
    const opinion = outcome === 'overrule' ? chance.pick(opinions) : ''
    const done =
      outcome === null
        ? { reviewerId: null, reviewerName: '', reviewedAt: null }
        : { reviewerId: reviewer.id, reviewerName: reviewer.name, reviewedAt: later(at, 50) }
    return [
      {
        articleId: ids[i] ?? '',
        versionId: headOf.get(ids[i] ?? '') ?? '',
        submittedById: by.id,
        submittedByName: by.name,
        submittedAt: later(at, 25),
        outcome,
        opinion,
        ...done,
      },
    ]
  })
  await insertRows(tx, articleReviews, reviewed)
  await addComments(tx, chance, reviewed)

  const seen = all.flatMap(({ state, at, reviewer }, i) =>
    state === 'published' || state === 'takenDown'
      ? [{ i, at: later(at, 50), reviewer, isGone: state === 'takenDown' }]
      : [],
  )
  const acts = seen.flatMap(({ i, at, reviewer, isGone }) => {
    const own = { articleId: ids[i] ?? '', byId: reviewer.id, byName: reviewer.name }
    const shown = { ...own, versionId: headOf.get(ids[i] ?? '') ?? null, reason: '', at }
    return isGone ? [shown, { ...own, versionId: null, reason: '数据有误，更正后重发', at: later(at, 600) }] : [shown]
  })
  await tx.execute(sql`insert into article_publications (number, article_id, version_id, reason, by_id, by_name, at)
    select row_number() over (order by g.at, g."articleId"), g."articleId", g."versionId", g.reason, g."byId", g."byName", g.at
      from jsonb_to_recordset(${JSON.stringify(acts)}::jsonb) as g("articleId" bigint, "versionId" bigint, reason text,
        "byId" bigint, "byName" text, at timestamptz)`)
  await settle(
    tx,
    all.map(({ state, edition }, i) => ({
      id: ids[i] ?? '',
      state,
      channels: channels[edition],
      head: headOf.get(ids[i] ?? '') ?? '',
    })),
  )
  await pairUp(tx)
  await queueScheduled(tx)
  await insertRows(
    tx,
    articleReaders,
    seen
      .filter(({ isGone }) => !isGone)
      .slice(-200)
      .flatMap(({ i }) =>
        [3, 2, 1].map((back) => ({
          articleId: ids[i] ?? '',
          channel: channels[all[i]?.edition ?? 'zh'][0] ?? '',
          day: days.day(-back),
          readers: chance.between(20, 900),
        })),
      ),
  )
}

async function addComments(
  tx: Tx,
  chance: Chance,
  reviewed: readonly {
    articleId: string
    versionId: string
    outcome: string | null
    reviewerId: string | null
    reviewerName: string
    reviewedAt: string | null
  }[],
): Promise<void> {
  const overruled = reviewed.filter(({ outcome }) => outcome === 'overrule')
  await insertRows(
    tx,
    articleComments,
    overruled.map(({ articleId, versionId, reviewerId, reviewerName, reviewedAt }) => ({
      articleId,
      versionId,
      block: 1,
      quote: '',
      content: chance.pick(remarks),
      byId: reviewerId,
      byName: reviewerName,
      at: reviewedAt ?? '',
    })),
  )
}

type Settled = { id: string; state: ArticleState; channels: readonly string[]; head: string }

/** The rows as their versions, reviews and publications say. */
async function settle(tx: Tx, rows: readonly Settled[]): Promise<void> {
  await tx.execute(sql`
    update ${articles} a set head_id = g.head, state = g.state, publish_at = case when g.state = 'scheduled' then v.publish_at end,
        reviewing_id = case when g.state = 'pending' then g.head end,
        passed_id = case when g.state in ('published', 'takenDown', 'scheduled') then g.head end,
        published_id = case when g.state = 'published' then g.head end, publication = p.number,
        published_at = (select min(f.at) from article_publications f where f.article_id = a.id),
        ever_channels = case when p.number is null then '{}' else array(select jsonb_array_elements_text(g.channels)) end,
        submitted_by_id = r.submitted_by_id, submitted_at = r.submitted_at, reviewer_id = r.reviewer_id,
        opinion = case when g.state = 'overruled' then r.opinion else '' end,
        updated_at = greatest(v.at, r.submitted_at, r.reviewed_at, p.at)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id bigint, state text, channels jsonb, head bigint)
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

/** The jobs that publish what is scheduled, as the act of passing would have queued them. */
async function queueScheduled(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into job_runs (name, title, author, input, tries, tries_left, run_after)
    select 'articles.publish', '定时发布资讯 ' || id, '{"id":null,"name":"定时任务","address":"","requestId":""}'::jsonb,
        jsonb_build_object('id', id::text, 'versionId', passed_id::text), 21, 21, publish_at
      from ${articles} where state = 'scheduled'`)
}

/** English ones with the Chinese one of the same kind and product that was written next to them. */
async function pairUp(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with en as (select a.id, a.kind, s.product_id, row_number() over (partition by a.kind, s.product_id order by a.created_at) as n
      from ${articles} a join ${articleProducts} s on s.article_id = a.id where a.edition = 'en'),
    zh as (select a.id, a.kind, a.head_id, s.product_id, row_number() over (partition by a.kind, s.product_id order by a.created_at) as n
      from ${articles} a join ${articleProducts} s on s.article_id = a.id where a.edition = 'zh')
    update ${articles} e set pair_id = zh.id, pair_version_id = zh.head_id
      from en join zh on zh.kind = en.kind and zh.product_id = en.product_id and zh.n = en.n where e.id = en.id`)
}
