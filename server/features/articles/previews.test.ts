// Previews of unsaved articles, over HTTP: whose files they show, and who may call them. That they equal what is
// delivered is tested in charts.test.ts (sites) and ../push/pushes/articles.test.ts (mails).
import { beforeAll, describe, expect, it } from 'vitest'
import { articlePreviews } from '#contract/articles/previews.ts'
import { fileContents, files } from '#server/db/schema/core/files.ts'
import { articleForm, bodyOf, makeProduct, writeArticle } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct } from '#test/price-factories.ts'

const server = testServer()
const { site, mail } = articlePreviews.zh
const person = async (...codes: string[]) => server().as((await makeRole(server().database.db, ...codes)).code)

let product: string
let editor: Person
let colleague: Person
let stranger: Person

beforeAll(async () => {
  const { db } = server().database
  product = await makeProduct(db)
  const own = ['view', 'add', 'edit', 'details'].map((alias) => `articles.${alias}`)
  editor = await person(...own)
  colleague = await person(...own)
  stranger = await person(...own)
  await giveProduct(db, [editor, colleague], product)
})

let count = 0
async function fileOf(owner: Person, type: string, purpose: 'image' | 'attachment'): Promise<string> {
  count += 1
  const sha256 = String(count).padStart(64, '0')
  const { db } = server().database
  await db.insert(fileContents).values({ sha256, size: 10 })
  const row = { sha256, name: `文件${count}`, type, purpose, ownerId: owner.id }
  const [file] = await db.insert(files).values(row).returning({ id: files.id })
  return file?.id ?? ''
}
const withPicture = (fileId: string) => ({
  type: 'doc',
  content: [{ type: 'picture', attrs: { fileId, alt: '图' } }, ...(bodyOf('正文').content ?? [])],
})
const texts = { title: '', summary: '', source: '', author: '' }

describe('articles.md "Editor": previews', () => {
  it('show pictures, cover and attachments of the writer or the article, and refuse those of others', async () => {
    const picture = await fileOf(editor, 'image/png', 'image')
    const sheet = await fileOf(editor, 'application/pdf', 'attachment')
    const form = { coverId: picture, attachmentIds: [sheet], body: withPicture(picture) }
    const link = `/api/backend/file/${picture}?user=${editor.id}`
    expect((await editor.call(site, { id: null, ...form })).data).toMatchObject({
      html: expect.stringContaining(`<img data-file-id="${picture}" alt="图" src="${link}`),
      coverUrl: expect.stringContaining(link),
      attachments: [{ id: sheet, name: expect.stringContaining('文件') }],
    })
    const refused = {
      status: 400,
      data: { fields: [{ field: 'coverId' }, { field: 'attachmentIds' }, { field: 'body' }] },
    }
    expect(await colleague.call(site, { id: null, ...form })).toMatchObject(refused)
    const { id } = await writeArticle(editor, product, form)
    expect((await colleague.call(site, { id, ...form })).data).toMatchObject({ attachments: [{ id: sheet }] })
    const sheetIn = { id: null, ...texts, attachmentIds: [sheet], body: bodyOf('x') }
    expect((await editor.call(mail, sheetIn)).data.html).toContain('附件')
    expect(await colleague.call(mail, sheetIn)).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'attachmentIds' }] },
    })
    expect(await stranger.call(site, { id, ...form })).toMatchObject({ code: 20404 })
    expect(await stranger.call(mail, { id, ...texts, attachmentIds: [], body: form.body })).toMatchObject({
      code: 20404,
    })
  })

  it('work without a title, and refuse what a save would refuse', async () => {
    const empty = { id: null, ...texts, attachmentIds: [], body: bodyOf('') }
    expect((await editor.call(mail, empty)).code).toBe(200)
    const strange = { type: 'doc', content: [{ type: 'iframe', attrs: { src: 'https://example.com' } }] }
    const refused = { status: 400, data: { fields: [{ field: 'body' }] } }
    expect(await editor.call(mail, { ...empty, body: strange })).toMatchObject(refused)
    expect(await editor.call(site, { id: null, coverId: null, attachmentIds: [], body: strange })).toMatchObject(
      refused,
    )
    // exceeds PostgreSQL's bigint, so no file has such an id
    const high = {
      id: null,
      coverId: '9999999999999999999',
      attachmentIds: [],
      body: withPicture('9900000000000000000'),
    }
    expect(await editor.call(site, high)).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'coverId' }, { field: 'body' }] },
    })
  })

  it('§6 need the right to write', async () => {
    const reader = await person('articles.view', 'articles.details', 'articlesEnglish.add')
    const { body } = articleForm(product)
    const refused = { status: 403 }
    expect(await reader.call(site, { id: null, coverId: null, attachmentIds: [], body })).toMatchObject(refused)
    expect(await reader.call(mail, { id: null, ...texts, attachmentIds: [], body })).toMatchObject(refused)
    expect((await reader.call(articlePreviews.en.mail, { id: null, ...texts, attachmentIds: [], body })).code).toBe(200)
  })
})
