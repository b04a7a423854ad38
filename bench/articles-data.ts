// Articles by SQL: many for lists, and a long one for the editor.
import type pg from 'pg'
import type { BodyNode } from '../contract/articles/nodes.ts'

/** Articles of one product, and of one rare word: the same however many articles there are. */
const A_PRODUCT = 2_000
const A_WORD = 100
/** Products of the person who asks. */
const OWN_PRODUCTS = 5

/** A pair of characters that stands in A_WORD articles, and in no other text. */
export const rareWord = (n: number): string => String.fromCodePoint(0x5000 + Math.floor(n / 100), 0x6000 + (n % 100))
export const rareWords = (articles: number): number => articles / A_WORD

const common =
  '今日市场价格稳中有涨跌幅度成交一般商家报价心态谨慎下游采购需求按订单进行库存继续下降预计明日窄幅整理钢厂出货顺畅贸易环节观望情绪浓厚资源偏紧'

const statements = (articles: number): readonly string[] => [
  `insert into products (name) select '资讯产品' || n from generate_series(1, ${articles / A_PRODUCT}) n`,
  `insert into news_categories (name) select '栏目' || n from generate_series(1, 20) n`,
  `create temporary table written as select n, (array['flash', 'flash', 'flash', 'morning', 'daily', 'weekly'])[1 + n % 6] as kind,
      '建筑钢材市场' || n as title,
      (select id from news_categories where name = '栏目' || (1 + n % 20)) as category,
      (select id from products where name = '资讯产品' || (1 + n % ${articles / A_PRODUCT})) as product,
      now() - interval '1 minute' * (${articles} - n) as at,
      (select string_agg(substr('${common}', 1 + ((n::bigint * 7919 + k * 104729) % ${common.length - 8})::int, 8), '，' order by k)
        from generate_series(1, 14) k)
        || '。' || chr(20480 + (n / ${A_WORD}) / 100) || chr(24576 + (n / ${A_WORD}) % 100) as text
    from generate_series(0, ${articles - 1}) n`,
  `insert into articles (edition, kind, title, news_category_id, state, published_at, publication, ever_channels, author_id,
      created_at, updated_at)
    select 'zh', kind, title, category, 'published', at, n + 1, '{officialWebsite}', (select min(id) from users), at, at
    from written order by n`,
  `insert into article_versions (article_id, number, kind, news_category_id, product_ids, title, channels, body, html, text, by_name, at)
    select a.id, 1, w.kind, w.category, array[w.product], w.title, '{officialWebsite}',
      jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content',
        jsonb_build_array(jsonb_build_object('type', 'text', 'text', w.text))))),
      '<p>' || w.text || '</p>', w.text, 'bench', w.at
    from written w join articles a on a.publication = w.n + 1 order by w.n`,
  `update articles a set head_id = v.id, passed_id = v.id, published_id = v.id from article_versions v where v.article_id = a.id`,
  `insert into article_products (article_id, product_id) select article_id, product_ids[1] from article_versions order by article_id`,
  `insert into article_texts (article_id, text) select v.article_id, v.title || E'\\n' || v.text from article_versions v order by v.article_id`,
  `insert into article_readers (article_id, channel, day, readers) select id, 'officialWebsite', current_date, id % 300 from articles`,
  `insert into user_products (user_id, role_id, product_id) select u.id, r.id, p.id from users u, roles r,
    (select id from products where name like '资讯产品%' order by id limit ${OWN_PRODUCTS}) p
      where u.user_name = 'bench' and r.code = 'newsEditor'`,
]

/** Built at the end, as row by row takes four times as long. */
const heavy = ['article_texts_grams', 'articles_edition', 'articles_state', 'articles_category', 'articles_author']

export async function fillArticles(client: pg.Client, articles: number): Promise<void> {
  await client.query("set maintenance_work_mem = '1GB'; set work_mem = '256MB'")
  const { rows } = await client.query<{ name: string; says: string }>(
    'select indexname as name, indexdef as says from pg_indexes where indexname = any($1)',
    [heavy],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  for (const statement of statements(articles)) await client.query(statement)
  for (const { says } of rows) await client.query(says)
  await client.query('vacuum (analyze)')
}

const WORDS = 20_000
const TABLES = 50
const CHARTS = 5
const DAYS = 90

const text = (of: string): BodyNode => ({ type: 'paragraph', content: [{ type: 'text', text: of }] })
const cell = (of: string): BodyNode => ({ type: 'tableCell', content: [text(of)] })
const typedTable = (n: number): BodyNode => ({
  type: 'table',
  content: Array.from({ length: 8 }, (_, row) => ({
    type: 'tableRow',
    content: Array.from({ length: 6 }, (_, column) => cell(String(3_000 + n * 8 + row + column))),
  })),
})
const ref = (n: number) => ({ priceId: String(n + 1), publication: '1' })
const boundTable = (n: number): BodyNode => ({
  type: 'priceTable',
  attrs: {
    day: '2026-03-02',
    rows: Array.from({ length: 8 }, (_, row) => ({
      ...{ code: `Q${String(n * 8 + row).padStart(6, '0')}`, ...ref(n * 8 + row) },
      cells: ['螺纹钢', '上海', '3500', '3560', '3530', '10', '0.28%', '元/吨'],
    })),
  },
})
const dayOf = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
const chart = (n: number): BodyNode => ({
  type: 'priceChart',
  attrs: {
    ...{ code: `Q${String(n).padStart(6, '0')}`, day: dayOf(DAYS - 1), days: DAYS, title: `走势 ${n}`, unit: '元/吨' },
    points: Array.from({ length: DAYS }, (_, day) => ({ day: dayOf(day), value: String(3_500 + day), ...ref(n) })),
  },
})

/** 20,000 characters in 100 paragraphs, 50 tables among them, half of them bound to prices, and some charts. */
export const longBody = (): BodyNode => ({
  type: 'doc',
  content: Array.from({ length: TABLES * 2 }, (_, n) => [
    text(common.repeat(4).slice(0, WORDS / (TABLES * 2))),
    ...(n % 2 === 0 ? [n % 4 === 0 ? typedTable(n) : boundTable(n)] : []),
    ...(n % ((TABLES * 2) / CHARTS) === 0 ? [chart(n)] : []),
  ]).flat(),
})
