// Charts and figures of articles, over HTTP: drawn from published entries, delivered to sites as pictures, never
// published with wrong figures.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { articleActs } from '#contract/articles/article-acts.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { htmlOf } from '#contract/articles/body.ts'
import { chartNode, figuresIn, readChart } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { type OpenArticle, readArticles } from '#contract/articles/open-articles.ts'
import { articlePreviews } from '#contract/articles/previews.ts'
import { passArticles } from '#contract/articles/reviews.ts'
import { checkFigures } from '#contract/articles/standards.ts'
import { FIGURES } from '#contract/articles/submission-rules.ts'
import { addTemplate, draftArticles, previewTemplate, readCourses } from '#contract/articles/templates.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { bodyOf, giveNewsCategory, makeNewsCategory, makeProduct, writeArticle } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makePrice, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'

const server = testServer()
const desk = pricePeople(server)
const { zh } = articleCalls
const acts = articleActs.zh
const DAY = '2026-11-20'
const person = async (...codes: string[]) => server().as((await makeRole(server().database.db, ...codes)).code)

let product: string
let category: string
let code: string
let editor: Person
let reviewer: Person
let stranger: Person
let key: string
let item: Item

beforeAll(async () => {
  const { db } = server().database
  product = await makeProduct(db)
  category = await makeNewsCategory(db, '走势图测试')
  const writes = ['view', 'add', 'edit', 'details'].map((alias) => `articles.${alias}`)
  editor = await person(...writes, 'articleTemplate.view', 'articleTemplate.add', 'articleTemplate.details')
  stranger = await person(...writes)
  reviewer = await person(
    'articles.view',
    'articles.details',
    'articles.launch',
    'articles.takeDown',
    'articlesEnglish.view',
    'newsReview.pass',
  )
  await giveProduct(db, [editor, reviewer, ...desk.all()], product)
  await giveNewsCategory(db, [editor, reviewer], category)
  item = await makeQuoteItem(db, { productId: product, decimals: 0 })
  const [found] = await db.select({ code: quoteItems.code }).from(quoteItems).where(eq(quoteItems.id, item.quoteItemId))
  code = found?.code ?? ''
  key = (
    await db.transaction((tx) =>
      // no person created it
      createApiKey(tx, { name: '走势图站点', scopes: ['readArticles'], dailyQuota: 10_000, createdBy: null }),
    )
  ).key
})

const course = async (by = editor) => (await by.call(readCourses, { day: DAY, days: 30, codes: [code] })).data
async function withChart(): Promise<BodyNode> {
  const [found] = await course()
  if (!found) throw new Error('no course')
  const content = bodyOf('今日持稳').content ?? []
  return { type: 'doc', content: [...content, chartNode(DAY, 30, found, found.points)] }
}
async function written(body: BodyNode, overrides = {}) {
  const wanted = { body, figures: figuresIn(body), newsCategoryId: category, ...overrides }
  const { id, versionId } = await writeArticle(editor, product, wanted)
  expect((await editor.call(acts.submit, { ids: [id] })).code).toBe(200)
  return { id, versionId, pass: () => reviewer.call(passArticles, { rows: [{ id, versionId }] }) }
}
const stateOf = async (id: string) => (await reviewer.call(zh.get, { id })).data

describe('articles.md "Editor": charts', () => {
  let entries: string[]
  beforeAll(async () => {
    entries = [await desk.publish(item, '2026-11-18', '3800'), await desk.publish(item, DAY, '3830')]
    await makePrice(server().database.db, item, '2026-11-19', { low: '9999', high: '9999', average: '9999' })
  })

  it('are drawn from the published entries of their days, for people who work on the product', async () => {
    expect(await course()).toMatchObject([
      {
        code,
        points: [
          { day: '2026-11-18', average: '3800', id: entries[0] },
          { day: DAY, average: '3830', id: entries[1] },
        ],
      },
    ])
    const [short] = (await editor.call(readCourses, { day: DAY, days: 1, codes: [code] })).data
    expect(short?.points.map(({ day }) => day)).toEqual([DAY])
    expect(await course(stranger)).toEqual([])
    const bad = (overrides: object) => editor.call(readCourses, { day: DAY, days: 30, codes: [code], ...overrides })
    for (const overrides of [{ days: 366 }, { days: 0 }, { codes: [] }, { codes: Array(21).fill(code) }, { day: 'x' }])
      expect((await bad(overrides)).status).toBe(400)
    const nobody = await person('articleTemplate.details')
    expect(await nobody.call(readCourses, { day: DAY, days: 30, codes: [code] })).toMatchObject({ status: 403 })
  })

  it('prices.md "Data": begin with a change of unit and say so, also at sites', async () => {
    const { db } = server().database
    const changed = await makeQuoteItem(db, { productId: product, decimals: 0 })
    for (const day of ['2026-11-17', '2026-11-18', DAY]) await desk.publish(changed, day, '800')
    await db.execute(sql`insert into quote_item_definitions
        (quote_item_id, until, unit, currency, is_tax_included, kind, decimals, market, specification)
      select id, '2026-11-18', '美元/桶', currency, is_tax_included, kind, decimals, market, specification
        from quote_items where id = ${changed.quoteItemId}`)
    const [own] = await db.select().from(quoteItems).where(eq(quoteItems.id, changed.quoteItemId))
    const read = async (day: string, days: 30 | 1) =>
      (await editor.call(readCourses, { day, days, codes: [own?.code ?? ''] })).data[0]
    const found = await read(DAY, 30)
    expect(found).toMatchObject({ since: '2026-11-18', points: [{ day: '2026-11-18' }, { day: DAY }] })
    expect((await read('2026-11-17', 30))?.since).toBeNull()
    expect((await read(DAY, 1))?.since).toBeNull()
    const chart = chartNode(DAY, 30, found ?? { code, name: '', unit: '' }, found?.points ?? [])
    const note = '2026-11-18 起单位或口径变更，图中只含此后的价格'
    expect(readChart(chart.attrs)).toMatchObject({ note })
    expect(htmlOf(chart)).toContain(`<p class="rt-center">${note}</p>`)
    expect((await written({ type: 'doc', content: [chart] })).id).toBeDefined()
  })

  it('are filled in by templates, in preview and draft alike', async () => {
    const body = bodyOf(`{{图:${code}|90}}`, '{{图:#1|30}}')
    const asked = { title: '走势', summary: '', body, edition: 'zh' as const, productId: product, day: DAY }
    const filled = (await editor.call(previewTemplate, asked)).data
    const charts = filled.body.content?.map(({ attrs }) => readChart(attrs)) ?? []
    expect(charts.map((chart) => [chart?.days, chart?.points.map(({ value }) => value)])).toEqual([
      [90, ['3800', '3830']],
      [30, ['3800', '3830']],
    ])
    const form = { name: '走势图模板', edition: 'zh', kind: 'daily', newsCategoryId: category } as const
    const texts = {
      productIds: [],
      title: '走势',
      summary: '',
      keywords: [],
      channels: [],
      source: '',
      remark: '',
      note: '',
      body,
    }
    const { id } = (await editor.call(addTemplate, { ...form, ...texts })).data
    const [draft] = (await editor.call(draftArticles.zh, { id, productIds: [product], day: DAY })).data
    const { newest } = (await editor.call(zh.get, { id: draft?.articleId ?? '' })).data
    expect(newest.figures.filter(({ place }) => place.startsWith('chart'))).toHaveLength(4)
  })

  it('become pictures with alternative text in the HTML; sites can fetch them', async () => {
    const { id, pass } = await written(await withChart())
    const before = (await stateOf(id)).newest
    expect(before.html).toMatch(
      /<img data-file-id="\d+" alt="2026-11-18 均价 3800，2026-11-20 均价 3830" src="\/api\/backend\/file\/.+<p class="rt-center">.+近 30 天走势（元\/吨）<\/p>/,
    )
    expect(before.figures.map(({ place, value }) => [place, value])).toEqual([
      ['chart-1', '3800'],
      ['chart-1', '3830'],
    ])
    expect(JSON.stringify(before.body)).not.toContain('drawnId')
    expect((await pass()).code).toBe(200)
    const reply = await server().send('GET', `${readArticles.path}?channel=officialWebsite&size=100`, undefined, {
      headers: { [API_KEY_HEADER]: key },
    })
    expect(reply.code).toBe(200)
    const { records } = reply.data as { records: OpenArticle[] }
    const html = records.find((each) => each.id === id)?.content?.html ?? ''
    const [, src = ''] = /<img [^>]*src="([^"]+)"/.exec(html) ?? []
    const picture = await fetch(`${server().base}${src.replaceAll('&amp;', '&')}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    // articles.md "Editor": the preview of the unsaved text equals what sites read
    const form = { id: null, coverId: null, attachmentIds: [], body: await withChart() }
    const preview = (await editor.call(articlePreviews.zh.site, form)).data.html
    const png = Buffer.from(await picture.arrayBuffer()).toString('base64')
    expect(preview).toContain(` src="data:image/png;base64,${png}"`)
    const withoutFiles = (text: string) => text.replaceAll(/ (?:src|data-file-id)="[^"]*"/g, '')
    expect(withoutFiles(preview)).toBe(withoutFiles(html))
    // works only while the key is valid
    await server().database.pool.query("update api_keys set revoked_at = now() where name = '走势图站点'")
    expect((await fetch(`${server().base}${src.replaceAll('&amp;', '&')}`)).status).toBe(403)
  })

  it('are drawn once for the same figures', async () => {
    const body = await withChart()
    const wanted = { body, figures: figuresIn(body) }
    const { id, version } = await writeArticle(editor, product, wanted)
    const pictureOf = async () => /data-file-id="(\d+)"/.exec((await stateOf(id)).newest.html)?.[1]
    const first = await pictureOf()
    const { newest } = (await editor.call(zh.get, { id })).data
    const form = { title: '改过标题', subtitle: '', summary: '', keywords: [], tags: [], source: '', author: '' }
    const rest = { kind: newest.kind, newsCategoryId: null, productIds: [product], channels: [], attachmentIds: [] }
    const none = { coverId: null, publishAt: null, takeDownAt: null, topUntil: null }
    expect((await editor.call(zh.save, { id, version, ...form, ...rest, ...none, ...wanted })).code).toBe(200)
    expect(first).toMatch(/^\d+$/)
    expect(await pictureOf()).toBe(first)
  })
})

describe('articles.md: nothing wrong or unreviewed is published', () => {
  it('submission names a figure that differs from the published one, whatever client saved it', async () => {
    const body = JSON.parse(JSON.stringify(await withChart()).replace('"value":"3800"', '"value":"3900"')) as BodyNode
    const wanted = { body, figures: figuresIn(body), newsCategoryId: category }
    const { id } = await writeArticle(editor, product, wanted)
    const reply = await editor.call(acts.submit, { ids: [id] })
    expect(JSON.stringify(reply)).toMatch(
      /引用的价格与已发布的不一致：.+ 2026-11-18 均价文中为 3900，已发布 3800。请在编辑器中用“核对价格”更新/,
    )
    expect(reply.data).toMatchObject([{ id, ok: false, fields: [{ field: FIGURES }] }])
    expect((await stateOf(id)).state).toBe('draft')
  })

  it('experience.md "A refusal says why": the editor is told what submission would say of the figures it holds', async () => {
    const entry = await desk.publish(item, '2026-11-13', '3650')
    const figures = figuresIn(await withChart())
    const told = async (who: Person) => (await who.call(checkFigures, { figures })).data
    expect(await told(editor)).toEqual({ whyFalse: null })
    expect((await told(stranger)).whyFalse).toContain('已更正或撤回')
    const wrong = figures.map((figure, at) => (at === 0 ? { ...figure, value: '1' } : figure))
    expect((await editor.call(checkFigures, { figures: wrong })).data.whyFalse).toMatch(/文中为 1，已发布/)
    await desk.correct(entry, '3660')
    expect(await told(editor)).toEqual({ whyFalse: '引用的价格有 1 条已更正或撤回，请更新后重新提交审核' })
    expect(await (await person('articles.view')).call(checkFigures, { figures })).toMatchObject({ status: 403 })
  })

  it('refuses a pass and a launch with figures that were corrected since', async () => {
    const entry = await desk.publish(item, '2026-11-16', '3700')
    const { id, versionId, pass } = await written(await withChart())
    await desk.correct(entry, '3710')
    expect(await pass()).toMatchObject({ code: 602, data: [{ ok: false, msg: expect.stringContaining('已更正') }] })
    expect((await stateOf(id)).state).toBe('pending')
    expect(versionId).toBe((await stateOf(id)).reviewingId)

    const shown = await written(await withChart())
    expect((await shown.pass()).code).toBe(200)
    expect((await reviewer.call(acts.takeDown, { ids: [shown.id], reason: '重新核对' })).code).toBe(200)
    await desk.correct(entry, '3720')
    expect(await reviewer.call(acts.launch, { ids: [shown.id] })).toMatchObject({ code: 602 })
    expect((await stateOf(shown.id)).state).toBe('takenDown')
  })

  it('publishes the approved version at its minute, or returns it if its figures are wrong by then', async () => {
    const entry = await desk.publish(item, '2026-11-17', '3750')
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const right = await written(bodyOf('没有引用价格'), { publishAt })
    const wrong = await written(await withChart(), { publishAt })
    for (const { pass } of [right, wrong]) expect((await pass()).code).toBe(200)
    await desk.correct(entry, '3760')
    const { pool } = server().database
    await pool.query("update articles set publish_at = publish_at - interval '2 hours' where state = 'scheduled'")
    await pool.query("update job_runs set run_after = now() where name = 'articles.publish' and state = 'queued'")
    await pool.query(`select pg_notify('console_changes', '{"type":"queued","ids":[]}')`)
    await expect.poll(async () => (await stateOf(right.id)).state).toBe('published')
    await expect.poll(async () => (await stateOf(wrong.id)).state).toBe('overruled')
    expect(await stateOf(wrong.id)).toMatchObject({
      publishedId: null,
      publishAt: null,
      opinion: expect.stringContaining('没有按时发布'),
    })
    const told = await pool.query(
      "select recipient_id::text as id from messages where subject = '资讯没有按时发布' and channel = 'bell'",
    )
    expect(told.rows.map(({ id }) => id).sort()).toEqual([editor.id, reviewer.id].sort())
  })
})
