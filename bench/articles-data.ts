// Articles by SQL: many for lists, and a long one for the editor.
import type pg from 'pg'
import type { BodyNode } from '#contract/articles/nodes.ts'

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

/** Texts that differ, besides the rare word: reading a text for the index takes most of the time of filling. */
const TEXTS = 500
const NAME = '建筑钢材市场'
const rare = `chr(20480 + (n / ${A_WORD}) / 100) || chr(24576 + (n / ${A_WORD}) % 100)`

const statements = (articles: number): readonly string[] => [
  `insert into products (name) select '资讯产品' || n from generate_series(1, ${articles / A_PRODUCT}) n`,
  `insert into news_categories (name) select '栏目' || n from generate_series(1, 20) n`,
  `create temporary table texts as select place, text, text_grams('${NAME}\n' || text) as grams from (
    select place, string_agg(substr('${common}', 1 + (place * 7919 + k * 104729) % ${common.length - 8}, 8), '，' order by k) as text
      from generate_series(0, ${TEXTS - 1}) place, generate_series(1, 14) k group by place)`,
  `create temporary table written as select n, (array['flash', 'flash', 'flash', 'morning', 'daily', 'weekly'])[1 + n % 6] as kind,
      '${NAME}' || n as title, c.id as category, p.id as product, now() - interval '1 minute' * (${articles} - n) as at
    from generate_series(0, ${articles - 1}) n
      join (select id, row_number() over (order by id) - 1 as place from news_categories where name like '栏目%') c on c.place = n % 20
      join (select id, row_number() over (order by id) - 1 as place from products where name like '资讯产品%') p
        on p.place = n % ${articles / A_PRODUCT}
    order by n`,
  `insert into articles (id, edition, kind, title, news_category_id, state, published_at, publication, ever_channels, author_id,
      head_id, passed_id, published_id, created_at, updated_at) overriding system value
    select n + 1, 'zh', kind, title, category, 'published', at, n + 1, '{officialWebsite}', (select min(id) from users),
        n + 1, n + 1, n + 1, at, at
      from written order by n`,
  // long texts stand outside of the row: it is as short as theirs
  `insert into article_versions (id, article_id, number, kind, news_category_id, product_ids, title, channels, body, html, text, by_name, at)
      overriding system value
    select n + 1, n + 1, 1, kind, category, array[product], title, '{officialWebsite}', '{"type": "doc"}', '', '', 'bench', at
      from written order by n`,
  // as the triggers would
  `insert into article_products (article_id, product_id, edition, updated_at)
    select n + 1, product, 'zh', at from written order by n`,
  `insert into article_texts (article_id, text, grams)
    select n + 1, title || E'\n' || text || '。' || ${rare},
        grams || array_to_tsvector(array[${rare}, right(${rare}, 1), n::text])
      from written join texts on place = n % ${TEXTS} order by n`,
  `insert into article_readers (article_id, channel, day, readers)
    select n + 1, 'officialWebsite', current_date, n % 300 from written order by n`,
  `insert into user_products (user_id, role_id, product_id) select u.id, r.id, p.id from users u, roles r,
    (select id from products where name like '资讯产品%' order by id limit ${OWN_PRODUCTS}) p
      where u.user_name = 'bench' and r.code = 'newsEditor'`,
]

/** Built at the end, as row by row takes four times as long; what holds the rows together is not checked for each. */
const heavy = [
  'article_texts_grams',
  'articles_edition',
  'articles_state',
  'articles_category',
  'articles_author',
  'article_products_order',
]
const filled = ['articles', 'article_versions', 'article_products', 'article_texts', 'article_readers']
const builtLater = `
  select 'drop index ' || indexname as drop, indexdef as make from pg_indexes where indexname = any($1)
  union all select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and conrelid = any($2::regclass[])`

export async function fillArticles(client: pg.Client, articles: number): Promise<void> {
  await client.query("set maintenance_work_mem = '1GB'; set work_mem = '256MB'")
  const { rows } = await client.query<{ drop: string; make: string }>(builtLater, [heavy, filled])
  for (const { drop } of rows) await client.query(drop)
  // nobody writes after this: the grams of a text are put together instead of read from it
  await client.query('alter table article_texts alter column grams drop expression')
  await client.query('alter table article_products disable trigger user')
  for (const statement of statements(articles)) await client.query(statement)
  await client.query('alter table article_products enable trigger user')
  const { rowCount } = await client.query(
    'select from article_texts where article_id <= 100 and grams <> text_grams(text)',
  )
  if (rowCount !== 0) throw new Error('the grams are not those of the texts')
  for (const { make } of rows) await client.query(make)
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
      code: `Q${String(n * 8 + row).padStart(6, '0')}`,
      ...ref(n * 8 + row),
      cells: ['螺纹钢', '上海', '3500', '3560', '3530', '10', '0.28%', '元/吨'],
    })),
  },
})
const dayOf = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
const chart = (n: number): BodyNode => ({
  type: 'priceChart',
  attrs: {
    code: `Q${String(n).padStart(6, '0')}`,
    day: dayOf(DAYS - 1),
    days: DAYS,
    title: `走势 ${n}`,
    unit: '元/吨',
    points: Array.from({ length: DAYS }, (_, day) => ({ day: dayOf(day), value: String(3_500 + day), ...ref(n) })),
  },
})

const picture = (n: number): BodyNode => ({
  type: 'picture',
  attrs: { fileId: String(n + 1), alt: `图 ${n}`, width: 'w50', caption: `图 ${n}` },
})

/** 20,000 characters in 100 paragraphs, 50 tables among them, half of them bound to prices, and some charts. */
export const longBody = (pictures = 0): BodyNode => ({
  type: 'doc',
  content: Array.from({ length: TABLES * 2 }, (_, n) => [
    text(common.repeat(4).slice(0, WORDS / (TABLES * 2))),
    ...(n % 2 === 0 ? [n % 4 === 0 ? typedTable(n) : boundTable(n)] : []),
    ...(n % ((TABLES * 2) / CHARTS) === 0 ? [chart(n)] : []),
    ...Array.from({ length: pictures / (TABLES * 2) }, (_, k) => picture(n * 10 + k)),
  ]).flat(),
})
