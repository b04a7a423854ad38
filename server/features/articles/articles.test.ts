// Articles, over HTTP: scope and rights of writers, versions, autosaves.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { articleCalls } from '#contract/articles/articles.ts'
import { correctPrices, getPrice, listRevisions, savePrice, submitPrices } from '#contract/prices/prices.ts'
import { passPrices } from '#contract/prices/reviews.ts'
import { fileContents, files } from '#server/db/schema/core/files.ts'
import { users } from '#server/db/schema/organisation.ts'
import { articleForm, bodyOf, makeNewsCategory, makeProduct, writeArticle } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, makePrice, makeQuoteItem } from '#test/price-factories.ts'
import { lockPublications, publish as publishVersion } from './publications.acts.ts'

const server = testServer()
const { zh, en } = articleCalls
const DRAFT = '1'.repeat(32)
const rights = ['view', 'add', 'edit', 'delete', 'details']
const person = async (...codes: string[]) => server().as((await makeRole(server().database.db, ...codes)).code)

let product: string
let editor: Person
let colleague: Person
let stranger: Person
let reader: Person

beforeAll(async () => {
  const { db } = server().database
  product = await makeProduct(db)
  const own = rights.flatMap((alias) => [`articles.${alias}`, `articlesEnglish.${alias}`])
  editor = await person(...own)
  colleague = await person(...own)
  stranger = await person(...own)
  reader = await person('articles.view', 'articles.details')
  await giveProduct(db, [editor, colleague, reader], product)
})

describe('articles', () => {
  it('product.md "Articles": each save adds a version; unsaved input is kept apart, for its author only', async () => {
    const { id, version, versionId } = await writeArticle(editor, product, { title: ' 早间综述 ' })
    const form = articleForm(product, { title: '早间综述（修订）', body: bodyOf('第一段', '第二段') })
    await editor.call(zh.autosave, { id, draft: DRAFT, baseId: versionId, form })
    expect((await editor.call(zh.get, { id })).data).toMatchObject({ hasAutosave: true, newest: { title: '早间综述' } })
    expect((await colleague.call(zh.autosaves, { id })).data).toEqual([])
    expect((await colleague.call(zh.autosaved, { draft: DRAFT })).data).toBeNull()
    expect((await editor.call(zh.autosaved, { draft: DRAFT })).data).toMatchObject({
      baseId: versionId,
      form: { title: '早间综述（修订）' },
    })
    const saved = (await editor.call(zh.save, { id, version, ...form, draft: DRAFT })).data
    expect(saved).toMatchObject({ version: version + 1, number: 2 })
    expect((await editor.call(zh.autosaves, { id })).data).toEqual([])
    const [{ name } = { name: '' }] = await server()
      .database.db.select({ name: users.realName })
      .from(users)
      .where(eq(users.id, editor.id))
    expect(
      (await reader.call(zh.versions, { id })).data.map(({ number, title, byName }) => [number, title, byName]),
    ).toEqual([
      [2, '早间综述（修订）', name],
      [1, '早间综述', name],
    ])
    expect((await reader.call(zh.version, { id, versionId })).data.html).toBe(
      '<p>今日建筑钢材价格稳中有涨，成交一般。</p>',
    )
  })

  it('experience.md "Nothing typed is ever lost": two new articles are two drafts; saving, restoring or dropping one leaves the other', async () => {
    const [first = '', second = '', third = ''] = ['2', '3', '4'].map((digit) => digit.repeat(32))
    const keep = (draft: string, title: string, rest: { replaces?: string[] } = {}) =>
      editor.call(zh.autosave, { id: null, draft, baseId: null, form: { title }, ...rest })
    const kept = async (who = editor) =>
      (await who.call(zh.autosaves, { id: null })).data.map(({ draft, title }) => [draft, title])
    await keep(first, '第一篇')
    await keep(second, '第二篇')
    expect(await kept()).toEqual([
      [second, '第二篇'],
      [first, '第一篇'],
    ])
    expect(await kept(colleague)).toEqual([])
    expect((await colleague.call(zh.dropAutosave, { draft: first })).code).toBe(200)
    expect((await editor.call(en.autosaved, { draft: first })).data).toBeNull()

    expect((await editor.call(zh.add, { ...articleForm(product), draft: second })).code).toBe(200)
    expect(await kept()).toEqual([[first, '第一篇']])
    // restored into another editor, which goes on with it
    await keep(third, '第一篇，续', { replaces: [first] })
    expect(await kept()).toEqual([[third, '第一篇，续']])
    expect((await editor.call(zh.autosaved, { draft: third })).data).toMatchObject({ form: { title: '第一篇，续' } })
    await editor.call(zh.dropAutosave, { draft: third })
    expect(await kept()).toEqual([])
    expect(await reader.call(zh.autosaves, { id: null })).toMatchObject({ status: 403 })
    expect(await reader.call(zh.autosaved, { draft: first })).toMatchObject({ status: 403 })
    expect(await editor.call(zh.autosaved, { draft: '../x' } as never)).toMatchObject({ status: 400 })
  })

  it('experience.md "Nothing typed is ever lost": a draft that nobody ended is kept for 30 days', async () => {
    const { pool } = server().database
    const [old = '', fresh = ''] = ['5', '6'].map((digit) => digit.repeat(32))
    const keep = (draft: string) => editor.call(zh.autosave, { id: null, draft, baseId: null, form: { title: draft } })
    await keep(old)
    await pool.query("update article_autosaves set at = now() - interval '31 days' where draft = $1", [old])
    expect((await editor.call(zh.autosaves, { id: null })).data).toEqual([])
    await keep(fresh)
    expect((await pool.query('select from article_autosaves where draft = $1', [old])).rowCount).toBe(0)
    await editor.call(zh.dropAutosave, { draft: fresh })
  })

  it('product.md "Articles": saving over a newer version is refused, and returns the newer text', async () => {
    const { id, version } = await writeArticle(editor, product)
    await colleague.call(zh.save, { id, version, ...articleForm(product, { title: '同事改过' }) })
    const reply = await editor.call(zh.save, { id, version, ...articleForm(product, { title: '我的' }) })
    expect(reply).toMatchObject({ code: 601, data: { version: version + 1, newest: { title: '同事改过' } } })
  })

  it('articles.md "Speed": the list by product shows each article of the product once, within the scope', async () => {
    const { db } = server().database
    const [other, general] = [await makeProduct(db), await makeNewsCategory(db, '综合')]
    const both = await person('articles.view', 'articles.add')
    await giveProduct(db, [both], product)
    await giveProduct(db, [both], other)
    const mixed = await writeArticle(both, product, { title: '两个产品', productIds: [product, other] })
    const apart = await writeArticle(both, other, { title: '另一产品' })
    const without = await writeArticle(editor, product, { title: '综合资讯', productIds: [], newsCategoryId: general })
    const found = async (who: Person, query: object) =>
      (await who.call(zh.list, query)).data.records.map(({ id }) => id)
    expect(await found(both, { productId: other })).toEqual([apart.id, mixed.id])
    expect(await found(both, { productId: other, words: '另一' })).toEqual([apart.id])
    expect(await found(editor, { productId: other })).toEqual([mixed.id])
    expect(await found(editor, { productId: other, words: '另一' })).toEqual([])
    expect(await found(stranger, { productId: other })).toEqual([])
    expect(await found(editor, { newsCategoryId: general })).toEqual([without.id])
    const newcomer = await person('articles.view')
    expect(await found(newcomer, { newsCategoryId: general })).toEqual([])
  })

  it('product.md: outsiders of the product cannot find or read its articles; nor does the other edition', async () => {
    const { id, version, versionId } = await writeArticle(editor, product, { title: '范围之外' })
    const notFound = { status: 404, code: 20404 }
    expect((await stranger.call(zh.list, { words: '范围之外' })).data.total).toBe(0)
    expect((await colleague.call(zh.list, { words: '围之' })).data.records).toMatchObject([
      { id, title: '范围之外', state: 'draft' },
    ])
    expect(await stranger.call(zh.get, { id })).toMatchObject(notFound)
    expect(await stranger.call(zh.versions, { id })).toMatchObject(notFound)
    expect(await stranger.call(zh.version, { id, versionId })).toMatchObject(notFound)
    expect(await stranger.call(zh.save, { id, version, ...articleForm(product) })).toMatchObject(notFound)
    expect(await stranger.call(zh.autosave, { id, draft: DRAFT, baseId: null, form: {} })).toMatchObject(notFound)
    expect(await stranger.call(zh.remove, { ids: [id] })).toMatchObject(notFound)
    expect(await editor.call(en.get, { id })).toMatchObject(notFound)
    expect(await stranger.call(zh.add, articleForm(product))).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'productIds', message: '产品不存在，或不在您的编辑范围内' }] },
    })
  })

  it('§6 are not written without the right', async () => {
    const { id, version } = await writeArticle(editor, product)
    const refused = { status: 403 }
    expect(await reader.call(zh.add, articleForm(product))).toMatchObject(refused)
    expect(await reader.call(zh.save, { id, version, ...articleForm(product) })).toMatchObject(refused)
    expect(await reader.call(zh.autosave, { id, draft: DRAFT, baseId: null, form: {} })).toMatchObject(refused)
    expect(await reader.call(zh.remove, { ids: [id] })).toMatchObject(refused)
    expect(await reader.call(en.list, {})).toMatchObject(refused)
  })

  it('§6 the right to the list alone gives no text and no version', async () => {
    const looker = await person('articles.view')
    await giveProduct(server().database.db, [looker], product)
    const { id, versionId } = await writeArticle(editor, product, {
      title: '同事的草稿',
      body: bodyOf('尚未审核的正文'),
    })
    const { records } = (await looker.call(zh.list, { id })).data
    expect(records).toMatchObject([{ id, title: '同事的草稿', state: 'draft' }])
    expect(JSON.stringify(records)).not.toContain('尚未审核')
    const refused = { status: 403 }
    expect(await looker.call(zh.get, { id })).toMatchObject(refused)
    expect(await looker.call(zh.versions, { id })).toMatchObject(refused)
    expect(await looker.call(zh.version, { id, versionId })).toMatchObject(refused)
  })

  it('articles.md "Data": an English article is paired with its Chinese one and marked when that changes', async () => {
    const chinese = await writeArticle(editor, product)
    const english = (
      await editor.call(en.add, { ...articleForm(product, { title: 'Daily review' }), pairId: chinese.id })
    ).data
    expect((await editor.call(en.get, { id: english.id })).data).toMatchObject({
      pairId: chinese.id,
      isPairAhead: false,
    })
    await editor.call(zh.save, { id: chinese.id, version: chinese.version, ...articleForm(product, { title: '又改' }) })
    expect((await editor.call(en.get, { id: english.id })).data).toMatchObject({
      pairVersionId: chinese.versionId,
      isPairAhead: true,
    })
    // an unreviewed translation does not count as a change of the original
    expect((await editor.call(zh.get, { id: chinese.id })).data).toMatchObject({
      pairId: english.id,
      isPairAhead: false,
    })
    const form = articleForm(product, { title: 'Daily review' })
    const isAhead = async () => (await editor.call(en.get, { id: english.id })).data.isPairAhead
    const save = async (version: number, pairUpToId: string) =>
      await editor.call(en.save, { id: english.id, version, ...form, pairUpToId })
    const { headId, version } = (await editor.call(zh.get, { id: chinese.id })).data
    // the Chinese text changes again during the translation
    const again = articleForm(product, { title: '第三稿' })
    const third = (await editor.call(zh.save, { id: chinese.id, version, ...again })).data
    expect((await save(1, headId)).code).toBe(200)
    expect(await isAhead()).toBe(true)
    expect((await save(2, third.versionId)).code).toBe(200)
    expect(await isAhead()).toBe(false)
    const other = await writeArticle(editor, product)
    expect(await save(3, other.versionId)).toMatchObject({ code: 20404 })
    const late = { ...form, pairId: other.id, pairUpToId: other.versionId }
    await editor.call(zh.save, { id: other.id, version: other.version, ...again })
    const begun = (await editor.call(en.add, late)).data
    expect((await editor.call(en.get, { id: begun.id })).data.isPairAhead).toBe(true)
    // without a Chinese article nothing can be ahead
    const alone = (await editor.call(en.add, form)).data
    expect((await editor.call(en.get, { id: alone.id })).data).toMatchObject({ pairId: null, isPairAhead: false })
  })

  it('quality.md "rich text": unknown nodes are refused, scripts and event attributes are not stored', async () => {
    const node = (type: string, attrs: Record<string, unknown>) => ({ type: 'doc', content: [{ type, attrs }] })
    for (const body of [
      node('script', {}),
      node('iframe', { src: 'https://x' }),
      { type: 'doc', content: [{ type: 'doc' }] },
    ]) {
      expect(await editor.call(zh.add, articleForm(product, { body }))).toMatchObject({
        status: 400,
        data: { fields: [{ field: 'body' }] },
      })
    }
    const text = (marks: object[]) => ({ type: 'text', text: '<script>alert(1)</script>', marks }) as never
    const body = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          attrs: { onclick: 'x', align: 'center' },
          content: [
            text([{ type: 'link', attrs: { href: 'java\nscript:alert(1)' } }]),
            text([{ type: 'link', attrs: { href: 'https://example.com' } }]),
          ],
        },
      ],
    }
    const { id } = await writeArticle(editor, product, { body })
    const { newest } = (await editor.call(zh.get, { id })).data
    const shown = '&lt;script&gt;alert(1)&lt;/script&gt;'
    expect(newest.html).toBe(
      `<p class="rt-center">${shown}<a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">${shown}</a></p>`,
    )
    expect(JSON.stringify(newest.body)).not.toMatch(/javascript|java\\nscript|onclick/)
  })

  it('articles.md "Bad input": 100,000 characters are kept whole and found, a far longer text is refused', async () => {
    const long = Array.from({ length: 100 }, (_, n) => `第${n}段${'钢'.repeat(990)}完。`)
    const { id, versionId } = await writeArticle(editor, product, { title: '长文', body: bodyOf('黄铜开头', ...long) })
    const version = (await editor.call(zh.version, { id, versionId })).data
    expect(version.words).toBeGreaterThan(99_000)
    expect(version.html).toContain(`<p>${long[99]}</p>`)
    expect((await editor.call(zh.list, { words: '黄铜开头' })).data.records).toMatchObject([{ id }])
    const refused = { status: 413, msg: '正文过长，请删减后再保存' }
    const endless = bodyOf(...Array.from({ length: 10 }, () => 'a'.repeat(95_000)))
    expect(await editor.call(zh.add, articleForm(product, { body: endless }))).toMatchObject(refused)
  })

  it('articles.md "Bad input": only what was uploaded as a picture can be a picture or cover', async () => {
    const { db } = server().database
    const fileOf = async (type: string, purpose: 'image' | 'attachment', sha256: string) => {
      await db.insert(fileContents).values({ sha256, size: 10 })
      const row = { sha256, name: '文件', type, purpose, ownerId: editor.id }
      const [file] = await db.insert(files).values(row).returning({ id: files.id })
      return file?.id ?? ''
    }
    const [workbook, picture] = [
      await fileOf('application/pdf', 'attachment', 'a'.repeat(64)),
      await fileOf('image/png', 'image', 'b'.repeat(64)),
    ]
    const withPicture = (fileId: string) => ({
      type: 'doc',
      content: [{ type: 'picture', attrs: { fileId, alt: '图' } }],
    })
    const add = (wishes: object) => editor.call(zh.add, articleForm(product, wishes))
    expect(await add({ body: withPicture(workbook) })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'body' }] },
    })
    expect(await add({ coverId: workbook })).toMatchObject({ status: 400, data: { fields: [{ field: 'coverId' }] } })
    expect(await add({ body: withPicture('999999') })).toMatchObject({ status: 400 })
    expect((await add({ body: withPicture(picture), coverId: picture, attachmentIds: [workbook] })).code).toBe(200)
  })

  it('articles.md "Data": figures are those of published entries; a later publication outdates the text', async () => {
    const { db, pool } = server().database
    const item = await makeQuoteItem(db, { productId: product })
    const priceId = await makePrice(db, item, '2026-11-02', { status: 'verified' })
    const figure = { place: 'p1', priceId, field: 'average' as const, value: '3230.25', publication: '900001' }
    const form = articleForm(product, { title: '引用价格', figures: [figure] })
    expect(await editor.call(zh.add, form)).toMatchObject({ status: 400 })
    const publish = async (number: string) => {
      await pool.query('insert into price_publications (number, by_name, entries) values ($1, $2, 1)', [number, 'x'])
      await pool.query(
        `insert into price_revisions (price_id, quote_item_id, day, number, act, low, high, average, origin, publication, by_name)
        select id, quote_item_id, day, 1, 'verify', low, high, average, 'grid', $2, 'x' from prices where id = $1`,
        [priceId, number],
      )
      await pool.query('update prices set publication = $2 where id = $1', [priceId, number])
    }
    await publish('900001')
    const { id } = (await editor.call(zh.add, form)).data
    expect((await editor.call(zh.get, { id })).data.newest.figures).toMatchObject([
      { ...figure, day: '2026-11-02', isOutdated: false },
    ])
    await publish('900002')
    expect((await editor.call(zh.get, { id })).data.newest.figures).toMatchObject([{ isOutdated: true }])
    expect((await editor.call(zh.list, { words: '引用价格', isOutdated: true })).data.records).toMatchObject([
      { id, isOutdated: true },
    ])
  })

  it('articles.md "Data": a published correction marks the article and notifies its author', async () => {
    const { db, pool } = server().database
    const pricing = await makeRole(
      db,
      'price.view',
      'price.add',
      'price.edit',
      'price.details',
      'priceReview.view',
      'priceReview.pass',
    )
    const [analyst, verifier] = [await server().as(pricing.code), await server().as(pricing.code)]
    await giveProduct(db, [analyst, verifier], product)
    const { quoteItemId } = await makeQuoteItem(db, { productId: product, decimals: 0 })
    const figures = { low: '3200', high: '3260', average: null, remark: '' }
    const entry = {
      quoteItemId,
      day: '2026-11-18',
      ...figures,
      englishRemark: '',
      reason: '',
      version: null,
      isOffDay: true,
    }
    const { id: priceId } = (await analyst.call(savePrice, entry)).data
    const pass = async () => {
      const [revision] = (await verifier.call(listRevisions, { id: priceId })).data
      expect((await verifier.call(passPrices, { rows: [{ id: priceId, revisionId: revision?.id ?? '' }] })).code).toBe(
        200,
      )
      return (await verifier.call(getPrice, { id: priceId })).data
    }
    await analyst.call(submitPrices, { rows: [{ id: priceId, version: 1 }] })
    const { publication, version } = await pass()
    const quoted = { place: 'p1', priceId, field: 'average' as const, value: '3230', publication: publication ?? '' }
    const { id } = await writeArticle(editor, product, { title: '会过时的日评', figures: [quoted] })
    const newest = (await editor.call(zh.get, { id })).data.newest.id
    const by = { id: editor.id, name: '编辑', address: '', requestId: '' }
    await server().database.db.transaction(async (tx) => {
      await lockPublications(tx)
      await publishVersion(tx, by, { id }, newest)
    })
    const uses = () =>
      pool.query("select title, publication::text from price_uses where channel = 'article' and target_id = $1", [id])
    expect((await uses()).rows).toEqual([{ title: '会过时的日评', publication }])
    const correction = {
      cause: 'error' as const,
      reason: '录错',
      rows: [{ id: priceId, version, ...figures, high: '3300' }],
    }
    expect((await analyst.call(correctPrices, correction)).code).toBe(200)
    await pass()
    expect((await editor.call(zh.list, { isOutdated: true, words: '会过时' })).data.records).toMatchObject([
      { id, isOutdated: true },
    ])
    const told = await pool.query("select subject, body from messages where recipient_id = $1 and channel = 'bell'", [
      editor.id,
    ])
    expect(told.rows).toEqual([{ subject: '引用的价格已更正', body: expect.stringContaining('会过时的日评') }])
  })

  it('§7 drafts are deleted; their versions stay', async () => {
    const { id } = await writeArticle(editor, product)
    expect((await editor.call(zh.remove, { ids: [id] })).code).toBe(200)
    expect((await editor.call(zh.get, { id })).code).toBe(20404)
    const { rows } = await server().database.pool.query('select 1 from article_versions where article_id = $1', [id])
    expect(rows).toHaveLength(1)
  })
})
