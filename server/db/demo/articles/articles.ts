// A thousand demo articles in two editions at a scale of 1: versions, reviews in every state, figures of published prices.

import { sql } from 'drizzle-orm'
import type { Edition } from '#contract/articles/article-labels.ts'
import { htmlOf } from '#contract/articles/body.ts'
import { textOf } from '#contract/articles/body-blocks.ts'
import { figuresIn } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { Config } from '#server/config.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import {
  articleComments,
  articleProducts,
  articleReaders,
  articleReviews,
  articles,
  articleTexts,
  articleVersions,
} from '../../schema/articles/articles.ts'
import { newsCategories } from '../../schema/catalogue.ts'
import { createDays } from '../members/customers-days.ts'
import { type Chance, createChance } from '../random.ts'
import { CHART_DAYS, channels, kinds, plainOf, planned, type Quoted, stateAt, written } from './articles-plan.ts'
import { addFigures, drawCharts, pairUp, queueScheduled, settle } from './articles-settled.ts'
import { categoriesOf, generalEnglish, opinions, ownCategories, remarks } from './articles-texts.ts'
import { addArticleTemplates } from './templates.ts'

const SEED = 20_261_123
/** Articles of each edition at a scale of 1. */
const CHINESE = 680
const ENGLISH = 320
/** The oldest article, in days before today. */
const REACH_DAYS = 150
const PRODUCTS = 24
/** Published articles whose newest version is in review. */
const REVISED = 8

type Person = { id: string; name: string }
/** The accounts for trying out the demo come first, so that their home pages have work. */
async function people(tx: Tx, role: string): Promise<Person[]> {
  const { rows } = await tx.execute<Person>(sql`select u.id::text as id, u.real_name as name from users u
    join roles r on r.id = u.role_id and r.code = ${role}
    where u.status = 'enabled' and not u.locked and u.deleted_at is null
    order by u.user_name in ('editor', 'reviewer') desc, u.created_at, u.id limit 6`)
  return rows
}

/** The last published price of one item per product. */
async function quoted(tx: Tx, today: string): Promise<Quoted[]> {
  const { rows } = await tx.execute<Quoted>(sql`
    select distinct on (p.product_id) p.product_id::text as "productId", d.name as "productName", i.code, i.name,
        i.english_name as "englishName", i.market, i.unit, p.day::text as day, json_build_object('id', p.id::text,
          'publication', p.publication::text, 'low', round(p.low, i.decimals)::text, 'high', round(p.high, i.decimals)::text,
          'average', round(p.average, i.decimals)::text, 'change', round(p.change, i.decimals)::text,
          'percent', p.percent::text) as entry,
        (select json_agg(json_build_object('day', c.day, 'id', c.id::text, 'publication', c.publication::text,
            'average', round(c.average, i.decimals)::text) order by c.day) from prices c where c.quote_item_id = p.quote_item_id
          and c.publication is not null and c.average is not null and c.day > p.day - ${CHART_DAYS}::int and c.day <= p.day) as course
      from prices p join quote_items i on i.id = p.quote_item_id and i.status = 'update' and i.english_name <> ''
      join products d on d.id = p.product_id
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

/** @param config storage for chart pictures; without it the HTML has only the charts' titles */
type ArticleOptions = { scale: number; today: Date; config?: Config | undefined }

/** All at once: a larger scale makes more of them where there are none yet, as of prices. */
export async function addArticles(tx: Tx, { scale, today, config }: ArticleOptions): Promise<void> {
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

  const chinese = Array.from({ length: CHINESE * scale }, () => {
    const of = chance.pick(sources)
    const kind = chance.pick(kinds)
    const ago = chance.happens(0.15) ? chance.between(0, 7) : chance.between(0, REACH_DAYS)
    const isToday = kind === 'daily' && chance.happens(0.12)
    const day = isToday ? of.day : days.day(-ago)
    const daysAgo = isToday ? Math.max(0, Math.round((Date.parse(days.day(0)) - Date.parse(of.day)) / 86_400_000)) : ago
    const own = categories.filter(
      ({ productId, name }) => (productId === null || productId === of.productId) && categoriesOf[kind].includes(name),
    )
    const category = chance.pick(own)
    return {
      plan: planned(chance, { kind, category: category.name, day, of }),
      edition: 'zh' as Edition,
      state: stateAt(chance, daysAgo),
      daysAgo,
      at: days.moment(chance, -daysAgo),
      by: chance.pick(editors),
      reviewer: chance.pick(reviewers),
      category,
      source: undefined as number | undefined,
    }
  })
  // translations, an hour or two after the original
  const english = chinese
    .map((each, source) => ({ each, source }))
    .filter(({ each, source }) => source % 2 === 0 && each.state !== 'draft')
    .slice(0, ENGLISH * scale)
    .map(({ each, source }) => ({
      ...each,
      source,
      edition: 'en' as Edition,
      by: chance.pick(editors),
      reviewer: chance.pick(reviewers),
      at: new Date(
        Math.min(Date.parse(each.at) + chance.between(40, 160) * 60_000, today.getTime() - 3_600_000),
      ).toISOString(),
      state: each.state === 'published' ? stateAt(chance, each.daysAgo) : each.state,
    }))
  // English articles without a Chinese one
  const alone = chinese.slice(0, ENGLISH * scale - english.length).map((each) => ({
    ...each,
    edition: 'en' as Edition,
    by: chance.pick(editors),
    reviewer: chance.pick(reviewers),
    at: each.at,
  }))
  const drafted = [...chinese, ...english, ...alone].map((each, place) => ({
    ...each,
    place,
    kind: each.plan.kind,
    ...written(each.plan, each.edition),
  }))
  // sorted by time, like their publication numbers
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
    all.map(({ plan, edition, at }, i) => ({
      articleId: ids[i] ?? '',
      productId: plan.of.productId,
      edition,
      updatedAt: at,
    })),
  )
  await insertRows(
    tx,
    articleTexts,
    all.map(({ title, summary, body }, i) => ({
      articleId: ids[i] ?? '',
      text: [title, summary, textOf(body)].join('\n'),
    })),
  )

  const twice = all.map(({ kind }) => kind !== 'flash' && kind !== 'notice' && chance.happens(0.35))
  const earlier = new Date(today.getTime() - 6 * 3_600_000).toISOString()
  const revised = new Set(
    all.flatMap(({ state, at }, i) => (twice[i] && state === 'published' && at < earlier ? [i] : [])).slice(-REVISED),
  )
  const later = (at: string, minutes: number) =>
    new Date(Math.min(Date.parse(at) + minutes * 60_000, today.getTime())).toISOString()
  const versionOf = (i: number, number: number, isLast: boolean) => {
    const each = all[i]
    if (!each) throw new Error('no such article')
    const { kind, title, summary, keyword, body, category, edition, by, at, state } = each
    const { of } = each.plan
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
      keywords: [keyword],
      source: edition === 'zh' ? '本网' : 'Our desk',
      author: by.name,
      channels: channels[edition],
      publishAt:
        state === 'scheduled'
          ? new Date(today.getTime() + (i % 40) * 3_600_000 + 3_600_000).toISOString().replace(/\d\d\.\d+Z$/, '00.000Z')
          : null,
      body: own,
      html: htmlOf(own),
      text: textOf(own),
      byId: by.id,
      byName: by.name,
      at: isLast ? later(at, revised.has(i) ? 180 : 20) : at,
    }
  }
  const versions = all.flatMap((_, i) =>
    twice[i] ? [versionOf(i, 1, false), versionOf(i, 2, true)] : [versionOf(i, 1, true)],
  )
  if (config) await drawCharts(tx, config, versions)
  const versionIds = await insertRows(tx, articleVersions, versions)
  const idsOfVersions = versions.map(({ articleId }, at): [string, string] => [articleId, versionIds[at] ?? ''])
  const headOf = new Map(idsOfVersions)
  const firstOf = new Map(idsOfVersions.toReversed())
  const head = (i: number) => headOf.get(ids[i] ?? '') ?? ''
  const passed = (i: number) => (revised.has(i) ? (firstOf.get(ids[i] ?? '') ?? '') : head(i))

  const figures = all.flatMap(({ body }, i) =>
    [...new Set([passed(i), head(i)])].flatMap((versionId) =>
      figuresIn(body).map((figure) => ({ ...figure, versionId, articleId: ids[i] ?? '' })),
    ),
  )
  await addFigures(tx, figures)

  const reviewed = all.flatMap(({ state, by, reviewer, at }, i) => {
    if (state === 'draft') return []
    const submitted = { articleId: ids[i] ?? '', submittedById: by.id, submittedByName: by.name }
    const open = { outcome: null, opinion: '', reviewerId: null, reviewerName: '', reviewedAt: null }
    const outcome = state === 'pending' ? null : state === 'overruled' ? ('overrule' as const) : ('pass' as const)
    const opinion = outcome === 'overrule' ? chance.pick(opinions) : ''
    const decided = { reviewerId: reviewer.id, reviewerName: reviewer.name, reviewedAt: later(at, 50) }
    const done = outcome === null ? open : { outcome, opinion, ...decided }
    return [
      { ...submitted, versionId: passed(i), submittedAt: later(at, 25), ...done },
      ...(revised.has(i) ? [{ ...submitted, versionId: head(i), submittedAt: later(at, 185), ...open }] : []),
    ]
  })
  await insertRows(tx, articleReviews, reviewed)
  const bodies = new Map(all.map(({ body }, i) => [ids[i] ?? '', body]))
  await addComments(
    tx,
    chance,
    reviewed.map((each) => ({ ...each, ...passageOf(bodies.get(each.articleId)) })),
  )

  const seen = all.flatMap(({ state, at, reviewer }, i) =>
    state === 'published' || state === 'takenDown'
      ? [{ i, at: later(at, 50), reviewer, isGone: state === 'takenDown' }]
      : [],
  )
  const acts = seen.flatMap(({ i, at, reviewer, isGone }) => {
    const own = { articleId: ids[i] ?? '', byId: reviewer.id, byName: reviewer.name }
    const shown = { ...own, versionId: passed(i), reason: '', at }
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
      state: revised.has(i) ? 'pending' : state,
      channels: channels[edition],
      head: head(i),
      passed: state === 'published' || state === 'takenDown' || state === 'scheduled' ? passed(i) : null,
      shown: state === 'published' ? passed(i) : null,
    })),
  )
  const idAt = new Map(all.map(({ place }, i) => [place, ids[i] ?? '']))
  await pairUp(
    tx,
    all.flatMap(({ source }, i) => {
      const chineseId = source === undefined ? undefined : idAt.get(source)
      if (chineseId === undefined) return []
      // some were translated before the Chinese one was saved again
      const upTo = i % 3 === 0 ? firstOf.get(chineseId) : headOf.get(chineseId)
      return [{ id: ids[i] ?? '', pair: chineseId, upTo: upTo ?? '' }]
    }),
  )
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
    block: number
    quote: string
  }[],
): Promise<void> {
  const overruled = reviewed.filter(({ outcome }) => outcome === 'overrule')
  await insertRows(
    tx,
    articleComments,
    overruled.map(({ articleId, versionId, block, quote, reviewerId, reviewerName, reviewedAt }) => ({
      articleId,
      versionId,
      block,
      quote,
      content: chance.pick(remarks),
      byId: reviewerId,
      byName: reviewerName,
      at: reviewedAt ?? '',
    })),
  )
}

/** The first paragraph of a body, for a reviewer's comment. */
function passageOf(body: BodyNode | undefined): { block: number; quote: string } {
  const blocks = body?.content ?? []
  const block = Math.max(
    0,
    blocks.findIndex(({ type }) => type === 'paragraph'),
  )
  const [quote = ''] = plainOf(blocks[block] ?? { type: 'paragraph' }).split(/(?<=[。.])/)
  return { block, quote: quote.slice(0, 80) }
}
