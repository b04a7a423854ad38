// Article templates over HTTP: edit, fill with verified prices only, make drafts; and which standard applies.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { articleCalls } from '#contract/articles/articles.ts'
import { findStandard, standardCalls } from '#contract/articles/standards.ts'
import {
  addTemplate,
  copyTemplate,
  draftArticles,
  draftToday,
  editTemplate,
  favourTemplate,
  findFigures,
  getTemplate,
  listTemplates,
  listTemplateVersions,
  previewTemplate,
  removeTemplates,
  resumeTemplates,
  stopTemplates,
  type TemplateForm,
} from '#contract/articles/templates.ts'
import { fileContents, files, fileUses } from '#server/db/schema/core/files.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { articleForm, bodyOf, makeNewsCategory, makeProduct } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, makePrice, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'
import { storeVersion } from './templates.queries.ts'

const server = testServer()
const desk = pricePeople(server)
const person = async (...codes: string[]) => server().as((await makeRole(server().database.db, ...codes)).code)
const rights = ['view', 'add', 'edit', 'delete', 'details', 'copy', 'move', 'update', 'stopUpdate']
const DAY = '2026-11-20'

let products: string[]
let editor: Person
let stranger: Person
let reader: Person
let codes: string[]
let entries: string[]

const form = (overrides: Partial<TemplateForm> = {}): TemplateForm => ({
  name: '早报模板',
  edition: 'zh',
  kind: 'morning',
  newsCategoryId: null,
  productIds: [],
  remark: '',
  note: '',
  title: '{{产品}}{{日期}}早报',
  summary: '均价 {{价格:#1}}',
  keywords: ['早报'],
  channels: [],
  source: '本站',
  body: bodyOf('今日均价 {{价格:#1}} {{价格:#1|单位}}', '{{价格表:本产品}}'),
  ...overrides,
})
let count = 0
const named = (overrides: Partial<TemplateForm> = {}) => {
  count += 1
  return form({ name: `早报模板${count}`, ...overrides })
}

beforeAll(async () => {
  const { db } = server().database
  products = [await makeProduct(db), await makeProduct(db)]
  const own = [
    ...rights.map((alias) => `articleTemplate.${alias}`),
    'articles.add',
    'articles.details',
    'articles.view',
  ]
  editor = await server().as((await makeRole(db, ...own)).code, { realName: '王编辑' })
  stranger = await person(...own)
  reader = await person('articleTemplate.view')
  codes = []
  entries = []
  for (const productId of products) {
    await giveProduct(db, [editor, ...desk.all()], productId)
    const item = await makeQuoteItem(db, { productId })
    entries.push(await desk.publish(item, DAY, '8550'))
    await makePrice(db, item, '2026-11-21', { low: '9999', high: '9999', average: '9999' })
    const found = await db.select({ code: quoteItems.code }).from(quoteItems).where(eq(quoteItems.id, item.quoteItemId))
    codes.push(found[0]?.code ?? '')
  }
})

describe('templates of articles', () => {
  it('§2 are kept in versions; a save of an older one is refused (601)', async () => {
    const typed = named()
    const { id, version } = (await editor.call(addTemplate, typed)).data
    expect((await editor.call(editTemplate, { id, version, ...typed, note: '改了表' })).data.version).toBe(2)
    expect(await editor.call(editTemplate, { id, version, ...typed })).toMatchObject({ code: 601, data: { number: 2 } })
    const versions = (await editor.call(listTemplateVersions, { id })).data
    expect(versions.map(({ number, note }) => [number, note])).toEqual([
      [2, '改了表'],
      [1, ''],
    ])
    expect((await editor.call(getTemplate, { id, versionId: versions[1]?.id ?? '' })).data.number).toBe(1)
  })

  it('§9 with an unknown field, an open condition or an unknown node are refused, with the place', async () => {
    const add = (body: TemplateForm['body']) => editor.call(addTemplate, named({ body }))
    const unknown = await add(bodyOf('好', '{{厂家}}'))
    expect(unknown).toMatchObject({ status: 400, data: { fields: [{ field: 'body' }] } })
    expect(unknown.msg).toContain('第 2 段 {{厂家}}：没有名为“厂家”的字段')
    expect((await add(bodyOf('{{上涨:#1}}涨'))).msg).toContain('条件没有在同一段内结束')
    expect((await add({ type: 'doc', content: [{ type: 'script' }] })).status).toBe(400)
  })

  it('keep their pictures, which drafts and copies take over whoever made them', async () => {
    const { db } = server().database
    const sha256 = 'of a template'
    await db.insert(fileContents).values({ sha256, size: 1 })
    const colleague = await server().as((await makeRole(db, ...rights.map((alias) => `articleTemplate.${alias}`))).code)
    await giveProduct(db, [colleague], products[0] ?? '')
    const fileOf = async (ownerId: string) => {
      const row = { sha256, name: '图.png', type: 'image/png', purpose: 'image' as const, ownerId }
      return (await db.insert(files).values(row).returning({ id: files.id }))[0]?.id ?? ''
    }
    const withPicture = (fileId: string) => ({
      type: 'doc',
      content: [{ type: 'picture', attrs: { fileId } }, ...(bodyOf('正文').content ?? [])],
    })
    const fileId = await fileOf(colleague.id)
    const typed = named({ body: withPicture(fileId) })
    const { id, version } = (await colleague.call(addTemplate, typed)).data
    const { title, summary, body } = typed
    const asked = { title, summary, body, edition: 'zh' as const, productId: products[0] ?? '', day: DAY }
    expect(await editor.call(previewTemplate, asked)).toMatchObject({ status: 400 })
    expect((await editor.call(previewTemplate, { ...asked, id })).code).toBe(200)
    expect((await editor.call(editTemplate, { id, version, ...typed, note: '改了' })).code).toBe(200)
    expect((await editor.call(copyTemplate, { id, name: `${typed.name}副本` })).code).toBe(200)
    const [draft] = (await editor.call(draftArticles.zh, { id, productIds: [products[0] ?? ''], day: DAY })).data
    const usesOf = async () =>
      (await db.select().from(fileUses).where(eq(fileUses.fileId, fileId))).map((use) => use.targetType)
    expect((await usesOf()).toSorted()).toEqual(['article', 'articleTemplate', 'articleTemplate'])
    expect(draft?.articleId).toBeDefined()
    // filled in the editor, too
    const article = articleForm(products[0] ?? '', { body: withPicture(fileId) })
    const { versionId } = (await editor.call(getTemplate, { id })).data
    expect(await editor.call(articleCalls.zh.add, article)).toMatchObject({ status: 400 })
    expect((await editor.call(articleCalls.zh.add, { ...article, templateVersionId: versionId })).code).toBe(200)
    // stored before files of templates were asked for
    const foreign = (await editor.call(addTemplate, named())).data
    const older = named({ body: withPicture(await fileOf(colleague.id)) })
    const by = { id: colleague.id, name: '', address: '', requestId: '' }
    await db.transaction((tx) => storeVersion(tx, by, foreign.id, older))
    const drafting = { id: foreign.id, productIds: [products[0] ?? ''], day: DAY }
    expect(await editor.call(draftArticles.zh, drafting)).toMatchObject({ status: 400 })
  })

  it('§2 are filled only with verified entries of the day', async () => {
    const { title, summary, body } = form()
    const asked = { title, summary, body, edition: 'zh' as const, productId: products[0] ?? '' }
    const filled = (await editor.call(previewTemplate, { ...asked, day: DAY })).data
    expect(filled).toMatchObject({ summary: '均价 8550.00', problems: [], missing: [] })
    expect(filled.body.content?.[1]).toMatchObject({ type: 'priceTable', attrs: { rows: [{ code: codes[0] }] } })
    const draftOnly = (await editor.call(previewTemplate, { ...asked, day: '2026-11-21' })).data
    expect(draftOnly.missing.length).toBeGreaterThan(0)
    expect(JSON.stringify(draftOnly)).not.toContain('9999')
  })

  it('§6 show no products or prices out of scope', async () => {
    const { title, summary } = form()
    const asked = { title, summary, body: bodyOf(`{{价格:${codes[0]}}}`), edition: 'zh' as const, day: DAY }
    expect((await stranger.call(previewTemplate, { ...asked, productId: products[0] ?? '' })).code).toBe(20404)
    expect((await stranger.call(findFigures, { day: DAY, codes })).data).toEqual([])
    expect((await editor.call(findFigures, { day: DAY, codes })).data.map(({ entry }) => entry?.average)).toEqual([
      '8550.00',
      '8550.00',
    ])
    const own = (await editor.call(addTemplate, named({ productIds: products }))).data
    expect((await stranger.call(getTemplate, { id: own.id })).code).toBe(20404)
    expect((await stranger.call(stopTemplates, { ids: [own.id], reason: '不用了' })).code).toBe(20404)
    expect((await stranger.call(addTemplate, named({ productIds: products }))).status).toBe(400)
    expect((await reader.call(addTemplate, named())).status).toBe(403)
    expect((await reader.call(draftArticles.zh, { id: own.id, productIds: products, day: DAY })).status).toBe(403)
  })

  it('§6 list the products for drafts: those that the reader works on', async () => {
    const half = await person('articleTemplate.view')
    await giveProduct(server().database.db, [half], products[0] ?? '')
    const { id } = (await editor.call(addTemplate, named({ productIds: products }))).data
    const productsFor = async (who: Person) =>
      (await who.call(listTemplates, {})).data.records.find((row) => row.id === id)?.productIds
    expect(await productsFor(editor)).toEqual(products)
    expect(await productsFor(half)).toEqual([products[0]])
    expect(await productsFor(stranger)).toBeUndefined()
  })

  it('§2 make a draft per product, with the entries that filled it', async () => {
    const { id } = (await editor.call(addTemplate, named())).data
    const drafts = (await editor.call(draftArticles.zh, { id, productIds: products, day: DAY })).data
    expect(drafts).toHaveLength(2)
    const article = (await editor.call(articleCalls.zh.get, { id: drafts[0]?.articleId ?? '' })).data
    const author = '王编辑'
    expect(article.newest).toMatchObject({
      origin: 'template',
      productIds: [products[0]],
      title: drafts[0]?.title,
      author,
    })
    // the first entry has no change yet: three figures in the table, one in the text and one in the summary
    expect(article.newest.figures.map(({ field, value }) => `${field} ${value}`).sort()).toEqual([
      ...['average 8550.00', 'average 8550.00', 'average 8550.00', 'high 8550.00', 'low 8550.00'],
    ])
    expect(article.newest.html).toContain('<table>')
    // a correction marks the articles that quote the entry
    await desk.correct(entries[0] ?? '', '8500')
    const marked = (await editor.call(articleCalls.zh.get, { id: article.id })).data
    expect(marked.newest.figures.every(({ isOutdated }) => isOutdated)).toBe(true)
    expect((await editor.call(articleCalls.zh.list, { isOutdated: true })).data.records[0]?.id).toBe(article.id)
    expect((await editor.call(findFigures, { day: DAY, codes: codes.slice(0, 1) })).data[0]?.entry?.average).toBe(
      '8500.00',
    )
    // a template with articles is not deleted
    expect((await editor.call(removeTemplates, { ids: [id] })).code).toBe(603)
    await editor.call(stopTemplates, { ids: [id], reason: '改版' })
    expect((await editor.call(draftArticles.zh, { id, productIds: products, day: DAY })).status).toBe(409)
    await editor.call(resumeTemplates, { ids: [id] })
    expect((await editor.call(draftArticles.zh, { id, productIds: products, day: DAY })).code).toBe(200)
  })

  it('§2 are found, marked as personal favourites, copied and deleted', async () => {
    const typed = named()
    const { id } = (await editor.call(addTemplate, typed)).data
    await editor.call(favourTemplate, { id, isFavourite: true })
    const mine = await editor.call(listTemplates, { isFavourite: true })
    expect(mine.data.records.map((row) => row.id)).toEqual([id])
    expect((await stranger.call(listTemplates, { isFavourite: true })).data.records).toEqual([])
    expect((await editor.call(copyTemplate, { id, name: typed.name })).status).toBe(400)
    const copy = (await editor.call(copyTemplate, { id, name: `${typed.name}副本` })).data
    expect((await editor.call(getTemplate, { id: copy.id })).data).toMatchObject({ title: typed.title, number: 1 })
    expect((await editor.call(removeTemplates, { ids: [copy.id, id] })).code).toBe(200)
    expect((await editor.call(getTemplate, { id })).code).toBe(20404)
  })
})

describe('publishing standards', () => {
  const standard = {
    name: '通用',
    edition: null,
    newsCategoryId: null,
    kind: null,
    leastWords: 10,
    mostWords: null,
    leastPictures: 0,
    leastSummary: 0,
    mostSummary: null,
    requiredFields: [],
    sources: [],
    forbiddenWords: [],
    timesADay: 0,
    deadline: '',
    reviewSteps: 1,
    firstReviewerIds: [],
    secondReviewerIds: [],
    remark: '',
  }

  it('§2 the most specific applies; one standard per place', async () => {
    const keeper = await person(
      ...['view', 'add', 'edit', 'delete', 'copy'].map((alias) => `publishingStandards.${alias}`),
    )
    await keeper.call(standardCalls.add, standard)
    const narrow = { ...standard, name: '周报', kind: 'weekly' as const, leastWords: 800, reviewSteps: 2 }
    expect((await keeper.call(standardCalls.add, narrow)).code).toBe(200)
    expect((await keeper.call(standardCalls.add, { ...narrow, name: '又一个' })).msg).toContain('已有发布标准')
    expect((await keeper.call(standardCalls.add, { ...narrow, kind: 'daily', mostWords: 5 })).status).toBe(400)
    const held = (kind: 'weekly' | 'flash') => keeper.call(findStandard, { edition: 'zh', newsCategoryId: null, kind })
    expect((await held('weekly')).data).toMatchObject({ leastWords: 800, reviewSteps: 2 })
    expect((await held('flash')).data).toMatchObject({ leastWords: 10 })
    // the category takes precedence over the kind
    const newsCategoryId = await makeNewsCategory(server().database.db, '标准栏目')
    await keeper.call(standardCalls.add, { ...standard, name: '栏目', newsCategoryId, edition: null, leastWords: 99 })
    const inCategory = await keeper.call(findStandard, { edition: 'zh', newsCategoryId, kind: 'weekly' })
    expect(inCategory.data).toMatchObject({ name: '栏目', leastWords: 99, reviewSteps: 1 })
    expect((await stranger.call(standardCalls.add, standard)).status).toBe(403)
  })

  it('articles.md "Templates": today’s drafts of several templates are one act, which may be repeated', async () => {
    const { db } = server().database
    const own = await makeProduct(db)
    await giveProduct(db, [editor], own)
    const of = async (change: Partial<TemplateForm> = {}) =>
      (await editor.call(addTemplate, named({ productIds: [own], ...change }))).data.id
    const [first, second, stopped] = [await of(), await of(), await of()]
    await editor.call(stopTemplates, { ids: [stopped], reason: '不再使用' })
    const ids = [first, second, stopped]
    const made = (await editor.call(draftToday, { ids })).data
    expect(made.drafts).toHaveLength(2)
    expect(made.drafts[0]).toMatchObject({ edition: 'zh' })
    expect(made.leftOut.map(({ reason }) => reason)).toEqual(['模板已停用'])
    const { newest } = (await editor.call(articleCalls.zh.get, { id: made.drafts[0]?.articleId ?? '' })).data
    expect(newest).toMatchObject({ origin: 'template', productIds: [own] })
    const again = (await editor.call(draftToday, { ids })).data
    expect(again.drafts).toEqual([])
    expect(again.leftOut.map(({ reason }) => reason).toSorted()).toEqual(
      ['今日已生成', '今日已生成', '模板已停用'].toSorted(),
    )
    // one without products is for each product of the person's scope
    const general = (await editor.call(draftToday, { ids: [await of({ productIds: [] })] })).data
    expect(general.drafts.length).toBe(products.length + 1)
    expect((await stranger.call(draftToday, { ids: [first] })).status).toBe(404)
    expect((await reader.call(draftToday, { ids })).status).toBe(403)
  })
})
