// What a template costs beside its bare queries, how soon one is told who else has an article open, and typing in a long article
// in the built console, processor slowed 4×.
import type { CDPSession, Page } from '@playwright/test'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Viewer } from '#server/core/access/scope.ts'
import type { Db } from '#server/db/connection.ts'
import { fillFor } from '#server/features/articles/figures.queries.ts'
import { measurePresence } from './article-presence.ts'
import { longBody } from './articles-data.ts'
import { inBrowser, SLOWDOWN, slowDown } from './browser.ts'
import { type Bench, startContender } from './contenders.ts'
import { factor, median, type Row } from './harness.ts'
import { sized } from './sized.ts'
import { addPeople, enter } from './tabs.ts'
import { took } from './timed.ts'

const ROUNDS = sized(50, 1)
const FILL_RATIO = 2
const ITEMS = 60
const FIELDS = 40
const TABLES = 6

const viewer: Viewer = { id: '1', isAdministrator: true, roleCodes: ['administrator'] }

const prices: readonly string[] = [
  "insert into products (name) select '产品' || n from generate_series(1, 100) n",
  `insert into quote_items (product_id, name, market, unit) select p.id, p.name || k, '上海', '元/吨'
    from products p, generate_series(1, 10) k order by 1, k`,
  "insert into price_publications (number, by_name, entries) values (1, 'bench', 1)",
  `insert into prices (quote_item_id, product_id, day, low, high, average, change, percent, status, publication)
    select i.id, i.product_id, current_date - d, 3500, 3560, 3530, 10, 0.28, 'verified', 1
      from quote_items i, generate_series(0, 250) d`,
  'vacuum (analyze) products, quote_items, prices',
]

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

/** 40 fields of as many items, and 6 tables of ten items each. */
const templateOf = (codes: readonly string[]) => ({
  title: '{{产品}}{{日期}}早报',
  summary: '',
  body: {
    type: 'doc',
    content: [
      ...codes
        .slice(0, FIELDS)
        .map((code, n) => paragraph(`今日报 {{价格:${code}|${n % 2 ? '涨跌' : '均价'}}} 元/吨。`)),
      ...Array.from({ length: TABLES }, (_, n) =>
        paragraph(`{{价格表:${codes.slice(n * 10, n * 10 + 10).join('、')}}}`),
      ),
    ],
  },
})

async function measureFill(pool: pg.Pool): Promise<Row> {
  const db: Db = drizzle(pool)
  const { rows } = await pool.query<{ code: string; product: string; day: string }>(
    `select code, product_id::text as product, current_date::text as day from quote_items order by id limit ${ITEMS}`,
  )
  const [{ product, day } = { product: '', day: '' }] = rows
  const codes = rows.map(({ code }) => code)
  const template = templateOf(codes)
  const ours = async () => {
    const { filled } = await fillFor(db, viewer, template, [product], day)
    if (filled[0]?.missing.length !== 0) throw new Error('the template was not filled')
  }
  const bare = async () => {
    await pool.query('select id::text, name from products where id = any($1)', [[product]])
    await pool.query(
      `select i.id::text, i.code, i.name, p.id::text, p.name, i.market, i.unit, e.id::text, e.publication::text,
          round(e.low, i.decimals)::text, round(e.high, i.decimals)::text, round(e.average, i.decimals)::text,
          round(e.change, i.decimals)::text, e.percent::text
        from quote_items i join products p on p.id = i.product_id
        left join prices e on e.quote_item_id = i.id and e.day = $2 and e.publication is not null
        where i.code = any($1) order by p.sort, p.id, i.sort, i.id`,
      [codes, day],
    )
  }
  const turns: { ours: number; bare: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const turn = { ours: await took(ours), bare: await took(bare) }
    if (round > 0) turns.push(turn)
  }
  const ratio = median(turns.map((turn) => turn.ours / turn.bare))
  return {
    what: `填写模板，${FIELDS} 个字段、${TABLES} 张价格表`,
    figure: `${median(turns.map((turn) => turn.ours)).toFixed(1)} ms`,
    against: `只查询 ${median(turns.map((turn) => turn.bare)).toFixed(1)} ms`,
    ratio: factor(ratio),
    toReach: `≤ ${FILL_RATIO}`,
    isReached: ratio <= FILL_RATIO,
    why: '解析模板、写出正文',
  }
}

const KEY_MS = 16
const PICTURES = sized(200, 100)
const PICTURES_RATIO = 1.5
const KEYS = sized(60, 2)
/** From key to key, ms: faster than anybody writes. */
const KEY_EVERY_MS = 150
/** Until the standards, the draft and the autosave of what was typed are done, ms. */
const DONE_MS = sized(5_000, 0)

async function addLongArticle(pool: pg.Pool, pictures = 0): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into articles (edition, kind, title, author_id) values ('zh', 'daily', '长文', (select min(id) from users)) returning id::text`,
  )
  const id = rows[0]?.id
  await pool.query(
    `with v as (insert into article_versions (article_id, number, kind, title, body, html, text, by_name)
        values ($1, 1, 'daily', '长文', $2, '', '', 'bench') returning id)
      update articles set head_id = v.id from v where articles.id = $1`,
    [id, JSON.stringify(longBody(pictures))],
  )
  return id ?? ''
}

/** As they are: limits, and words that may not stand in the text. */
const standard = `insert into publishing_standards (name, least_words, least_summary, required_fields, forbidden_words)
  select '日评', 300, 20, '{summary,source}', array_agg('禁用词' || n) from generate_series(1, 30) n`

const isEditor = /ProseMirror/

/** Of the scripts so far, bytes of those that hold the editor. */
async function editorBytes(scripts: ReadonlyMap<string, string>): Promise<number> {
  return [...scripts.values()].filter((text) => isEditor.test(text)).reduce((sum, { length }) => sum + length, 0)
}

type Typed = { usual: number; longest: number; mean: number }

/** Script of each key, ms, and on the whole: with what follows once nobody types. */
async function typeIn(page: Page, devtools: CDPSession): Promise<Typed> {
  const script = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000
  }
  const times: number[] = []
  const since = await script()
  for (let key = 0; key < KEYS; key += 1) {
    const before = await script()
    // a letter from the keyboard and a character as an input method enters it
    if (key % 2 === 0) await page.keyboard.press('a')
    else await page.keyboard.insertText('钢')
    await page.waitForTimeout(KEY_EVERY_MS)
    times.push((await script()) - before)
  }
  await page.waitForTimeout(DONE_MS)
  return { usual: median(times), longest: Math.max(...times), mean: ((await script()) - since) / KEYS }
}

async function typeTwice(page: Page, devtools: CDPSession): Promise<{ slowed: Typed; unslowed: Typed }> {
  await page.locator('.article-text .bound-chart').nth(4).waitFor()
  await page.locator('.article-text .rich-text-content > p').nth(40).click()
  const unslowed = await typeIn(page, devtools)
  await slowDown(devtools)
  const slowed = await typeIn(page, devtools)
  await slowDown(devtools, 1)
  return { slowed, unslowed }
}

async function measureTyping(
  { cluster }: Bench,
  database: Parameters<typeof startContender>[1],
  [id, pictured]: readonly [string, string],
) {
  const { person } = await addPeople(database.ownerUrl)
  const server = await startContender('server', database, cluster.folder, 'articles', {
    method: 'GET',
    path: '/api/adminauth/login/captcha',
  })
  try {
    return await inBrowser(async (page, devtools) => {
      // leaves what was typed; the page may be gone before the answer
      page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
      const scripts = new Map<string, string>()
      page.on('response', (reply) => {
        if (new URL(reply.url()).pathname.endsWith('.js'))
          void reply.text().then(
            (text) => scripts.set(reply.url(), text),
            () => undefined,
          )
      })
      await enter(page, server.url, person)
      await page.goto(`${server.url}/backend/data/actciles/articles/index`)
      await page.locator('[data-page] .table-row').first().waitFor()
      const before = await editorBytes(scripts)
      const edit = (article: string) => page.goto(`${server.url}/backend/data/actciles/editDetail?id=${article}`)
      // of the page's own thread: what else the machine does then does not count, but for what it takes from its caches
      await devtools.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
      await devtools.send('Performance.enable')
      await edit(id)
      const usual = await typeTwice(page, devtools)
      const after = await editorBytes(scripts)
      await edit(pictured)
      return { before, after, ...usual, pictured: await typeTwice(page, devtools) }
    })
  } finally {
    await server.stop()
  }
}

const kB = (bytes: number) => `${Math.round(bytes / 1_000)} kB`

export async function measureArticles(bench: Bench): Promise<Row[]> {
  const database = await bench.cluster.prepare('articles', 0)
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
  try {
    for (const statement of prices) await pool.query(statement)
    const filled = await measureFill(pool)
    const id = await addLongArticle(pool)
    const told = await measurePresence(bench, database, pool, id)
    await pool.query(standard)
    const ids = [id, await addLongArticle(pool, PICTURES)] as const
    const { before, after, slowed, unslowed, pictured } = await measureTyping(bench, database, ids)
    const ofPictures = pictured.slowed.usual / slowed.usual
    return [
      filled,
      told,
      {
        what: `在 20,000 字、50 张表、5 张走势图的资讯中键入一个字符的脚本，处理器放慢 ${SLOWDOWN} 倍`,
        figure: `${slowed.usual.toFixed(1)} ms`,
        against: `${KEYS} 次，最长 ${slowed.longest.toFixed(1)} ms，连同发布标准、草稿和自动保存平均 ${slowed.mean.toFixed(1)} ms；不放慢 ${unslowed.usual.toFixed(1)} ms`,
        ratio: factor(slowed.usual / KEY_MS),
        toReach: `≤ ${KEY_MS} ms`,
        isReached: slowed.usual <= KEY_MS,
        why: '时间是绝对值，机器繁忙时成倍变慢',
      },
      {
        what: `同一篇资讯再有 ${PICTURES} 张图片时键入一个字符的脚本`,
        figure: `${pictured.slowed.usual.toFixed(1)} ms`,
        against: `没有图片 ${slowed.usual.toFixed(1)} ms；不放慢 ${pictured.unslowed.usual.toFixed(1)} ms`,
        ratio: factor(ofPictures),
        toReach: `≤ ${PICTURES_RATIO}`,
        isReached: ofPictures <= PICTURES_RATIO,
        why: '编辑器在每次键入时看过所有段落和图片',
      },
      {
        what: '打开编辑器之前取来的编辑器代码',
        figure: kB(before),
        against: `打开之后 ${kB(after)}`,
        ratio: factor(before / after),
        toReach: '0 kB',
        isReached: before === 0 && after > 0,
      },
    ]
  } finally {
    await pool.end()
  }
}
