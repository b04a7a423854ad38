// Figures in title and summary over HTTP: stored, outdated by corrections, compared before review; placeholders filled
// once prices are out; forbidden words wherever they stand.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { articleActs } from '#contract/articles/article-acts.ts'
import { type ArticleContent, articleCalls } from '#contract/articles/articles.ts'
import { fieldOfNodes } from '#contract/articles/bound-fields.ts'
import { figureMark } from '#contract/articles/bound-figures.ts'
import { standardCalls } from '#contract/articles/standards.ts'
import {
  addTemplate,
  draftArticles,
  findFigures,
  refillCalls,
  type TemplateForm,
} from '#contract/articles/templates.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import {
  articleForm,
  bodyOf,
  giveNewsCategory,
  makeNewsCategory,
  makeProduct,
  writeArticle,
} from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'

const server = testServer()
const desk = pricePeople(server)
const DAY = '2026-11-20'
const BEFORE = '2026-11-19'
const { zh } = articleCalls

let product: string
let category: string
let editor: Person
let stranger: Person
let item: Item
let code: string
let entry: string

const templateRights = ['view', 'add', 'edit', 'details'].map((alias) => `articleTemplate.${alias}`)
const articleRights = ['view', 'add', 'edit', 'details'].map((alias) => `articles.${alias}`)

async function newItem(): Promise<{ item: Item; code: string }> {
  const made = await makeQuoteItem(server().database.db, { productId: product })
  const [found] = await server()
    .database.db.select({ code: quoteItems.code })
    .from(quoteItems)
    .where(eq(quoteItems.id, made.quoteItemId))
  return { item: made, code: found?.code ?? '' }
}

beforeAll(async () => {
  const { db } = server().database
  product = await makeProduct(db)
  category = await makeNewsCategory(db, '引用测试')
  editor = await server().as((await makeRole(db, ...templateRights, ...articleRights)).code)
  stranger = await server().as((await makeRole(db, ...articleRights)).code)
  await giveProduct(db, [editor, ...desk.all()], product)
  await giveNewsCategory(db, [editor, stranger], category)
  ;({ item, code } = await newItem())
  await desk.publish(item, BEFORE, '7820')
  entry = await desk.publish(item, DAY, '7800')
})

let count = 0
const template = (overrides: Partial<TemplateForm> = {}): TemplateForm => {
  count += 1
  return {
    name: `引用模板${count}`,
    edition: 'zh',
    kind: 'daily',
    newsCategoryId: category,
    productIds: [],
    remark: '',
    note: '',
    title: '{{产品}}日评',
    summary: '',
    keywords: [],
    channels: ['officialWebsite'],
    source: '',
    body: bodyOf('今日无事'),
    ...overrides,
  }
}
async function drafted(overrides: Partial<TemplateForm>): Promise<string> {
  const { id } = (await editor.call(addTemplate, template(overrides))).data
  const [draft] = (await editor.call(draftArticles.zh, { id, productIds: [product], day: DAY })).data
  return draft?.articleId ?? ''
}
const newest = async (id: string) => (await editor.call(zh.get, { id })).data.newest
const submit = async (id: string) => editor.call(articleActs.zh.submit, { ids: [id] })

describe('articles.md "Templates": figures of title and summary', () => {
  it('are bound in a draft; a correction marks the article, and its submission is refused', async () => {
    const id = await drafted({
      title: `均价 {{价格:${code}}}`,
      summary: `均价 {{价格:${code}}}，{{下跌:${code}}}价格走弱{{/下跌}}`,
    })
    const version = await newest(id)
    expect(version).toMatchObject({ title: '均价 7800.00', summary: '均价 7800.00，价格走弱' })
    expect(version.bindings.map(({ field, type, text }) => [field, type, text])).toEqual([
      ['title', 'priceFigure', '7800.00'],
      ['summary', 'priceFigure', '7800.00'],
      ['summary', 'priceMove', '价格走弱'],
    ])
    expect(version.figures.map(({ place, value }) => [place, value])).toEqual([
      ['summary-figure-1', '7800.00'],
      ['summary-move-1', '下跌'],
      ['title-figure-1', '7800.00'],
    ])
    await desk.correct(entry, '7900')
    expect((await newest(id)).figures.every(({ isOutdated }) => isOutdated)).toBe(true)
    expect((await editor.call(zh.list, { isOutdated: true, size: 100 })).data.records.map((row) => row.id)).toContain(
      id,
    )
    expect((await submit(id)).msg).toContain('引用的价格有 1 条已更正或撤回')
    // what readers saw before is told, so that typed figures can be compared with it
    const [found] = (await editor.call(findFigures, { day: DAY, codes: [code] })).data
    expect(found).toMatchObject({ entry: { average: '7900.00', change: '80.00' }, was: [{ average: '7800.00' }] })
    expect(
      (await editor.call(findFigures, { day: DAY, productId: product })).data.every(({ was }) => was === undefined),
    ).toBe(true)
  })

  const bound = async (text: string, part: 'average' | 'change', summary = `均价 ${text}`) => {
    const [found] = (await editor.call(findFigures, { day: DAY, codes: [code] })).data
    const { id: priceId = '', publication = '' } = found?.entry ?? {}
    const mark = figureMark({ code, part, day: DAY, priceId, publication })
    const [lead = '', behind = ''] = summary.split(text)
    const nodes = [
      { type: 'text', text: lead },
      { type: 'text', text, marks: [mark] },
      { type: 'text', text: behind },
    ]
    const { bindings, text: whole } = fieldOfNodes('summary', nodes)
    return { summary: whole, bindings, newsCategoryId: category }
  }
  const written = async (wishes: Partial<ArticleContent>) => (await writeArticle(editor, product, wishes)).id

  it('changed by hand are refused with place and both figures; words against the move as well', async () => {
    expect((await submit(await written(await bound('7,900', 'average')))).msg).toBe('操作成功')
    expect((await submit(await written(await bound('7,999', 'average')))).msg).toContain(
      '均价文中为 7,999，已发布 7900.00',
    )
    const clash = await submit(await written(await bound('80', 'change', '较昨日下跌 80')))
    expect(clash.msg).toContain('用词与涨跌一致：摘要中“下跌”与 80 不符')
    expect((await submit(await written(await bound('80', 'change', '较昨日上涨 80')))).msg).toBe('操作成功')
  })

  it('end with their words; malformed ones are left out, those out of scope refused', async () => {
    const wishes = await bound('7,900', 'average')
    const gone = await written({ ...wishes, summary: '均价上调' })
    expect(await newest(gone)).toMatchObject({ bindings: [], figures: [] })
    const malformed = (wishes.bindings ?? []).map((each) => ({ ...each, attrs: { ...each.attrs, priceId: 'x' } }))
    expect(await newest(await written({ ...wishes, bindings: malformed }))).toMatchObject({ bindings: [], figures: [] })
    const own = articleForm(product, { ...wishes, productIds: [] })
    expect((await stranger.call(zh.add, own)).msg).toContain('引用的价格不存在、尚未发布，或不在您的编辑范围内')
  })

  it('a summary with an open placeholder is refused like the body', async () => {
    const { code: unpublished } = await newItem()
    const id = await drafted({ summary: `均价 {{价格:${unpublished}}}` })
    expect((await newest(id)).summary).toMatch(/【待补：.*没有已发布的价格】/)
    expect((await submit(id)).msg).toContain('模板字段已填好：还有 1 处')
  })
})

describe('articles.md "Templates": placeholders', () => {
  it('of all own drafts are filled once the prices are out; what an author has not saved stays', async () => {
    const fresh = await newItem()
    const other = await newItem()
    const texts = {
      summary: `均价 {{价格:${fresh.code}}}`,
      body: bodyOf(`报 {{价格:${fresh.code}}}，另报 {{价格:${other.code}}}`, `{{价格表:${code}、${fresh.code}}}`),
    }
    const [first, second] = [await drafted(texts), await drafted({ ...texts, summary: '' })]
    const before = await newest(first)
    // early: filled as far as it can be
    const early = (await editor.call(refillCalls.zh.drafts, {})).data
    expect(early.filter(({ id }) => id === first || id === second)).toMatchObject([{ filled: 0 }, { filled: 0 }])
    expect((await newest(first)).id).toBe(before.id)
    await desk.publish(fresh.item, DAY, '5600')
    const { title, subtitle, summary, bindings } = before
    const unsaved = { id: first, title, subtitle, summary, bindings, body: before.body }
    const shown = (await editor.call(refillCalls.zh.filled, unsaved)).data
    expect(shown).toMatchObject({ summary: '均价 5600.00', filled: 3, left: 1, bindings: [{ text: '5600.00' }] })
    expect((await stranger.call(refillCalls.zh.filled, unsaved)).code).toBe(20404)
    expect((await stranger.call(refillCalls.zh.filled, { ...unsaved, id: null })).data).toMatchObject({
      filled: 0,
      left: 4,
    })
    const draft = '0123456789abcdef0123456789abcdef'
    const typed = { baseId: (await newest(second)).id, form: { title: '写到一半' } }
    await editor.call(zh.autosave, { id: second, draft, ...typed })
    const reply = await editor.call(refillCalls.zh.drafts, {})
    expect(reply).toMatchObject({ code: 602 })
    const rows = reply.data as unknown as { id: string; ok: boolean; msg: string }[]
    expect(rows.find(({ id }) => id === first)).toMatchObject({ ok: true })
    expect(rows.find(({ id }) => id === second)).toMatchObject({ ok: false, msg: '有未保存的内容，请打开后补填' })
    const filled = await newest(first)
    expect(filled).toMatchObject({ origin: 'template', note: '补填待补的价格', summary: '均价 5600.00' })
    expect(JSON.stringify(filled.body)).toContain(`没有已发布的价格】`)
    expect(
      filled.figures.filter(({ quoteItemId }) => quoteItemId === fresh.item.quoteItemId).map(({ place }) => place),
    ).toEqual(expect.arrayContaining(['summary-figure-1', 'figure-1', 'table-1']))
    expect((await editor.call(zh.autosaved, { draft })).data).toMatchObject({ form: { title: '写到一半' } })
    expect((await stranger.call(refillCalls.zh.drafts, {})).data).toEqual([])
    const reader = await server().as((await makeRole(server().database.db, 'articles.view')).code)
    expect((await reader.call(refillCalls.zh.drafts, {})).status).toBe(403)
    expect((await reader.call(refillCalls.zh.filled, unsaved)).status).toBe(403)
  })
})

describe('articles.md "Standards": forbidden words', () => {
  const cell = (text: string) => ({ type: 'tableCell', content: bodyOf(text).content ?? [] })
  const table = {
    type: 'table',
    attrs: { caption: '绝　密表' },
    content: [{ type: 'tableRow', content: [cell('绝 密')] }],
  }

  it.each<[string, Partial<ArticleContent>, string]>([
    ['标题', { title: '绝密日评' }, '标题“绝密”'],
    ['副标题', { subtitle: '绝 密' }, '副标题“绝密”'],
    ['摘要', { summary: '绝\u200b密' }, '摘要“绝密”'],
    ['关键词', { keywords: ['ＶＩＰ'] }, '关键词“vip”'],
    ['标签', { tags: ['绝密'] }, '标签“绝密”'],
    ['表格', { body: { type: 'doc', content: [table] } }, '表格标题“绝密”、表格“绝密”'],
    ['正文', { body: bodyOf('这是绝\u00ad密的') }, '正文“绝密”'],
  ])('§9 are found in %s, by the key of texts, and named with their place', async (_place, wishes, named) => {
    const keeper = await server().as((await makeRole(server().database.db, 'publishingStandards.add')).code)
    const standard = {
      name: `禁用词${count}`,
      edition: null,
      newsCategoryId: null,
      kind: 'notice' as const,
      leastWords: null,
      mostWords: null,
      leastPictures: 0,
      leastSummary: 0,
      mostSummary: null,
      requiredFields: [],
      sources: [],
      forbiddenWords: ['绝密', 'vip'],
      timesADay: 0,
      deadline: '',
      reviewSteps: 1,
      firstReviewerIds: [],
      secondReviewerIds: [],
      remark: '',
    }
    await keeper.call(standardCalls.add, standard)
    const { id } = await writeArticle(editor, product, { kind: 'notice', newsCategoryId: category, ...wishes })
    expect((await submit(id)).msg).toContain(`没有禁用词：含有 ${named}`)
  })
})
