// Articles in pushes, over HTTP: only to holders of grants for their products, as published; corrected, withdrawn.
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { articleActs } from '#contract/articles/article-acts.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { articlePreviews } from '#contract/articles/previews.ts'
import { passArticles } from '#contract/articles/reviews.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import { PUSH_FILE_BYTES, type PushForm } from '#contract/push/pushes.ts'
import { fileContents, files, fileUses } from '#server/db/schema/core/files.ts'
import { messageBodies } from '#server/db/schema/core/outbox.ts'
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
import { giveProduct } from '#test/price-factories.ts'
import { pusherOn, pushForm } from '#test/push-factories.ts'
import { articleParts } from './article-mail.ts'
import { pushCause } from './pushes.cause.ts'

const server = testServer()
const calls = pushCalls.report
const { zh } = articleCalls
const db = () => server().database.db
let fixture: Awaited<ReturnType<typeof pusherOn>>
let editor: Person
let reviewer: Person
let product: string
let category: string

beforeAll(async () => {
  fixture = await pusherOn(server())
  product = await makeProduct(db())
  category = await makeNewsCategory(db(), '推送测试')
  const rights = ['view', 'add', 'edit', 'details', 'launch', 'takeDown'].map((alias) => `articles.${alias}`)
  const role = await makeRole(db(), ...rights, 'newsReview.view', 'newsReview.pass')
  editor = await server().as(role.code)
  reviewer = await server().as(role.code)
  await giveProduct(db(), [editor, reviewer, fixture.pusher], product)
  await giveNewsCategory(db(), [editor, reviewer], category)
})

const inCategory = () => ({ newsCategoryId: category })
async function pass(id: string, versionId: string): Promise<void> {
  expect((await editor.call(articleActs.zh.submit, { ids: [id] })).msg).toBe('操作成功')
  expect((await reviewer.call(passArticles, { rows: [{ id, versionId }] })).code).toBe(200)
  expect((await reviewer.call(zh.get, { id })).data.state).toBe('published')
}
async function published(title: string, text: string): Promise<string> {
  const { id, versionId } = await writeArticle(editor, product, { ...inCategory(), title, body: bodyOf(text) })
  await pass(id, versionId)
  return id
}
async function revise(id: string, title: string, text: string): Promise<void> {
  const { version } = (await editor.call(zh.get, { id })).data
  const form = articleForm(product, { ...inCategory(), title, body: bodyOf(text) })
  const { data, msg } = await editor.call(zh.save, { ...form, id, version })
  expect(msg).toBe('操作成功')
  await pass(id, data.versionId)
}
const takeDown = async (id: string) =>
  expect((await reviewer.call(articleActs.zh.takeDown, { ids: [id], reason: '数据有误' })).code).toBe(200)

const send = async (accountIds: string[], articleIds: string[], changes: Partial<PushForm> = {}) =>
  await fixture.sendTo(accountIds, { articleIds, ...changes })
const bodyOfPush = async (pushId: string) => {
  const [row] = await fixture.messagesOf(pushId)
  const [body] = await db()
    .select()
    .from(messageBodies)
    .where(eq(messageBodies.id, row?.bodyId ?? ''))
  return body
}

describe('pushes.md "Pushes": articles', () => {
  it('are found where they are published and in the scope of the pusher', async () => {
    const id = await published('螺纹钢午评', '午后走强')
    await writeArticle(editor, product, { ...inCategory(), title: '螺纹钢草稿' })
    const found = async (person: Person) => (await person.call(calls.articles, { text: '螺纹钢' })).data
    expect((await found(fixture.pusher)).map((article) => article.id)).toEqual([id])
    // imports.md "Searched": by the key of texts
    for (const text of ['螺紋鋼 午評', '螺纹钢\u200b午评', '%', '螺纹午评']) {
      const { data } = await fixture.pusher.call(calls.articles, { text })
      expect(
        data.map((article) => article.id),
        text,
      ).toEqual(text.startsWith('螺') && text !== '螺纹午评' ? [id] : [])
    }
    const stranger = await server().as(fixture.role.code)
    expect(await found(stranger)).toEqual([])
    const reply = await stranger.call(calls.add, { ...pushForm(['1']), articleIds: [id] })
    expect(reply).toMatchObject({ status: 400, msg: expect.stringContaining('资讯不存在') })
  })

  it('go only to holders of a live grant for their products, as HTML and as text', async () => {
    const id = await published('华东日评', '稳中有涨 <b>')
    const [granted, other] = [
      await fixture.makeReader({ productId: product }),
      await fixture.makeReader({ productId: await makeProduct(db()) }),
    ]
    const push = await send([granted.id, other.id], [id])
    expect((await fixture.messagesOf(push.id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['queued', ''],
      ['withheld', '没有有效授权'],
    ])
    const body = await bodyOfPush(push.id)
    expect(body?.html).toContain('华东日评</h2>')
    expect(body?.html).toContain('稳中有涨 &lt;b&gt;')
    expect(body?.text).toContain('稳中有涨 <b>')
    expect((await fixture.get(push.id)).articles).toEqual([{ id, title: '华东日评' }])
  })

  it('articles.md "Editor": are previewed before they are saved as the mail will have them', async () => {
    const texts = { title: '预览与邮件', summary: '成交好转', source: '本网', author: '编辑部' }
    const chart = { code: 'Q000001', day: '2026-11-20', days: 30, title: '走势', unit: '元/吨' }
    const points = ['18', '20'].map((day, at) => ({
      day: `2026-11-${day}`,
      value: `38${at}0`,
      priceId: '1',
      publication: '1',
    }))
    const content = [...(bodyOf('稳中有涨').content ?? []), { type: 'priceChart', attrs: { ...chart, points } }]
    const body = { type: 'doc', content }
    const { id, versionId } = await writeArticle(editor, product, { ...inCategory(), ...texts, body })
    await db().execute(sql`update articles set state = 'published', published_id = ${versionId}, published_at = now()
      where id = ${id}`)
    const part = (html: string) => /<h2[^>]*>预览与邮件<\/h2>.*?(?=<\/td>)/s.exec(html)?.[0]
    const mail = { id: null, ...texts, attachmentIds: [], body }
    const previewed = part((await editor.call(articlePreviews.zh.mail, mail)).data.html)
    expect(previewed).toMatch(/成交好转.*稳中有涨.*data:image\/png;base64,/s)
    const { title: _, timing: __, sendAt: ___, sendTime: ____, ...contents } = pushForm(['1'], { articleIds: [id] })
    const pushed = part((await fixture.pusher.call(calls.preview, { ...contents, accountId: null })).data.html)
    // charts are named by their article's id, but a preview inlines them
    expect(previewed).toBe(pushed)
  })

  it('when taken down before a message goes, withhold it; before the push goes, stop it with the reason', async () => {
    const id = await published('早间快讯', '成交清淡')
    const reader = await fixture.makeReader({ productId: product })
    const [queued, waiting, unsent] = [
      await send([reader.id], [id]),
      await fixture.add(pushForm([reader.id], { articleIds: [id], timing: 'workday', sendTime: '09:00' })),
      await fixture.add(pushForm([reader.id], { articleIds: [id] })),
    ]
    expect((await fixture.launch(waiting)).done.code).toBe(200)
    const rows = await fixture.messagesOf(queued.id)
    const refusals = () => db().transaction((tx) => pushCause.refuse(tx, rows))
    expect([...(await refusals())]).toEqual([])
    await takeDown(id)
    expect([...(await refusals())]).toEqual([[rows[0]?.id, '其中的资讯已下架']])
    expect((await fixture.launch(unsent)).initial).toMatchObject({
      code: 409,
      msg: '《早间快讯》已下架，请改选其他资讯',
    })
    expect(
      (await fixture.pusher.call(calls.edit, { ...unsent, ...pushForm([reader.id], { articleIds: [id] }) })).msg,
    ).toContain('资讯不存在、未发布')
  })

  it('when corrected or withdrawn afterwards, have a correction sent to exactly those who got them', async () => {
    const [changed, gone] = [await published('周评', '上涨 10 元'), await published('误发稿', '错误内容')]
    const [got, missed] = [await fixture.makeReader({ productId: product }), await fixture.makeReader({ email: '' })]
    const push = await send([got.id, missed.id], [changed, gone])
    expect(await fixture.pusher.call(calls.correct, { id: push.id })).toMatchObject({ code: 409 })
    await revise(changed, '周评', '上涨 20 元')
    await takeDown(gone)
    expect(await fixture.get(push.id)).toMatchObject({ corrected: 0, correctedArticles: 2 })
    await db().execute(`update messages set state = 'sent' where push_id = ${push.id} and state = 'queued'`)
    const { data: draft } = await fixture.pusher.call(calls.correct, { id: push.id })
    expect((await fixture.launch(draft)).done.code).toBe(200)
    await fixture.sent(draft.id)
    const rows = await fixture.messagesOf(draft.id)
    expect(rows.map(({ address, state }) => [address, state])).toEqual([[got.email, 'queued']])
    expect([...(await db().transaction((tx) => pushCause.refuse(tx, rows)))]).toEqual([])
    const text = (await bodyOfPush(draft.id))?.text
    expect(text).toContain('上涨 20 元')
    expect(text).toContain('《误发稿》已撤回')
    expect(text).not.toContain('错误内容')
  })

  it('bring their files; those that do not fit are only named', async () => {
    const fileOf = async (name: string, size: number) => {
      const sha256 = Buffer.from(createHash('sha256').update(name).digest('hex')).toString()
      await db().insert(fileContents).values({ sha256, size })
      const [file] = await db()
        .insert(files)
        .values({ sha256, name, type: 'application/pdf', purpose: 'attachment', ownerId: editor.id })
        .returning({ id: files.id })
      return file?.id ?? ''
    }
    const [small, large] = [await fileOf('附表{{姓名}}.pdf', 1_000), await fileOf('大图册.pdf', PUSH_FILE_BYTES)]
    const own = await fileOf('周报.pdf', 2_000)
    await db().update(files).set({ ownerId: fixture.pusher.id }).where(eq(files.id, own))
    const { id, versionId } = await writeArticle(editor, product, {
      ...inCategory(),
      title: '带附件',
      body: bodyOf('正文'),
      attachmentIds: [large, small],
    })
    await pass(id, versionId)
    const reader = await fixture.makeReader()
    const push = await send([reader.id], [id], { attachmentIds: [own] })
    const body = await bodyOfPush(push.id)
    expect(body?.attachmentIds).toEqual([own, small])
    expect(body?.text).toContain('附件：周报.pdf、附表{\u200b{姓名}}.pdf')
    expect(body?.text).toContain('以下附件过大，没有随邮件发送，请登录网站查看：大图册.pdf')
    const uses = await db()
      .select()
      .from(fileUses)
      .where(eq(fileUses.targetId, body?.id ?? ''))
    expect(uses.map(({ fileId }) => fileId).toSorted()).toEqual([own, small].toSorted())
  })

  it('have tables, charts and pictures in forms that mail clients show', () => {
    const point = (day: string, value: string) => ({ day, value, priceId: '1', publication: '1' })
    const cell = (type: string, text: string): BodyNode => ({
      type,
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    })
    const points = [point('2026-11-19', '3500'), point('2026-11-20', '3520')]
    const { blocks, charts, pictures } = articleParts({
      id: '7',
      versionId: '8',
      title: '图文',
      summary: '',
      author: '张',
      source: '',
      day: '2026-11-20',
      attachmentIds: [],
      body: {
        type: 'doc',
        content: [
          { type: 'picture', attrs: { fileId: '31', alt: '库存', width: 'w50' } },
          {
            type: 'priceChart',
            attrs: {
              code: 'Q000001',
              day: '2026-11-20',
              days: 30,
              title: '走势',
              unit: '元/吨',
              points,
              note: '起变更',
            },
          },
          {
            type: 'table',
            content: [{ type: 'tableRow', content: [cell('tableHeader', '城市'), cell('tableCell', '上海')] }],
          },
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: '{{姓名}}', marks: [{ type: 'link', attrs: { href: 'https://example.com' } }] },
            ],
          },
        ],
      },
    })
    const [, facts, picture, chart, note, table, link] = blocks
    expect(facts).toEqual({ kind: 'note', text: '2026-11-20 · 张' })
    expect(picture).toMatchObject({
      kind: 'rich',
      html: expect.stringMatching(/^<img src="cid:file-31" alt="库存" style="[^"]*width:50%"/),
    })
    expect([...pictures]).toEqual([['file-31', '31']])
    expect(chart).toMatchObject({ kind: 'picture', title: '走势（元/吨）', alt: '2026-11-19 3500，2026-11-20 3520' })
    expect(note).toEqual({ kind: 'note', text: '起变更' })
    expect([...charts.values()].map((png) => png.subarray(1, 4).toString())).toEqual(['PNG'])
    expect(table).toMatchObject({
      html: expect.stringMatching(/<table class="rule" style="width:100%.*<td class="rule" style=".*上海/),
    })
    expect(link).toMatchObject({ html: expect.stringContaining('href="https://example.com"'), text: '{\u200b{姓名}}' })
    // braces in an article are text, not fields of the push
    expect(JSON.stringify(blocks)).not.toContain('{{')
  })
})
