// quality.md, the row of rich text: the same hostile texts, on every path of an article through the server. What
// browsers render of them is tested in web/features/articles/hostile-texts.test.ts.
import { beforeAll, describe, expect, it } from 'vitest'
import { articleActs } from '#contract/articles/article-acts.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { cleanBody, htmlOf } from '#contract/articles/body.ts'
import { tableHead } from '#contract/articles/bound-figures.ts'
import { type BodyNode, escapeHtml } from '#contract/articles/nodes.ts'
import { type OpenArticle, readArticles } from '#contract/articles/open-articles.ts'
import { articlePreviews } from '#contract/articles/previews.ts'
import { getArticleReview, passArticles } from '#contract/articles/reviews.ts'
import { previewTemplate } from '#contract/articles/templates.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { cleanRichText } from '#server/core/files/rich-text.ts'
import { mailHtml } from '#server/core/mail/mail-layout.ts'
import { giveNewsCategory, makeNewsCategory, makeProduct, writeArticle } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { attacks, expectInert, expectInertMail } from '#test/hostile-html.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct } from '#test/price-factories.ts'
import { pusherOn, pushForm } from '#test/push-factories.ts'

const server = testServer()
const { zh } = articleCalls
const person = async (...codes: string[]) => server().as((await makeRole(server().database.db, ...codes)).code)

/** The attack in every attribute and text of a body that a client controls. */
function blocksWith(attack: string): BodyNode[] {
  const text = attack.slice(0, 200)
  const cells = tableHead.map(() => text)
  const paragraph: BodyNode = {
    type: 'paragraph',
    attrs: { align: text, onclick: text, style: text, class: text },
    content: [
      { type: 'text', text: attack },
      { type: 'text', text: '链接', marks: [{ type: 'link', attrs: { href: attack, onclick: text } }] },
      { type: 'text', text: '颜色', marks: [{ type: 'colour', attrs: { colour: text } }] },
      { type: 'text', text: '价格', marks: [{ type: 'priceFigure', attrs: { code: text, day: text, part: text } }] },
    ],
  }
  return [
    paragraph,
    { type: 'heading', attrs: { level: text, align: text }, content: [{ type: 'text', text: attack }] },
    {
      type: 'table',
      attrs: { caption: text, style: text },
      content: [
        {
          type: 'tableRow',
          content: [{ type: 'tableCell', attrs: { colspan: text, colwidth: [text] }, content: [paragraph] }],
        },
      ],
    },
    {
      type: 'priceTable',
      attrs: { day: '2026-11-20', caption: text, rows: [{ code: 'Q000001', priceId: '1', publication: '1', cells }] },
    },
    {
      type: 'priceChart',
      attrs: { code: 'Q000001', day: '2026-11-20', days: 30, title: text, unit: text, points: [], drawnId: text },
    },
  ]
}
/** The server refuses a NUL before it reads the rest. */
const sent = attacks.map((attack) => attack.replaceAll('\u0000', ''))
const body: BodyNode = { type: 'doc', content: sent.flatMap(blocksWith) }
/** HTML as browsers render it from a body of the server. */
const htmlFrom = (given: BodyNode) => htmlOf(cleanBody(given))

describe('quality.md "rich text with script, svg, srcdoc, mXSS": an article is inert', () => {
  let author: Person
  let reviewer: Person
  let key: string
  let product: string
  let pusher: Awaited<ReturnType<typeof pusherOn>>
  let written: { id: string; versionId: string }

  beforeAll(async () => {
    const { db } = server().database
    product = await makeProduct(db)
    const category = await makeNewsCategory(db, '恶意文本测试')
    const rights = [
      ...['articles.view', 'articles.add', 'articles.edit', 'articles.details'],
      ...['articlesEnglish.view', 'articleTemplate.view'],
    ]
    author = await person(...rights)
    reviewer = await person(...rights, 'newsReview.view', 'newsReview.details', 'newsReview.pass')
    pusher = await pusherOn(server())
    await giveProduct(db, [author, reviewer, pusher.pusher], product)
    await giveNewsCategory(db, [author, reviewer], category)
    const made = { name: '恶意文本站点', scopes: ['readArticles'], dailyQuota: 10_000, createdBy: reviewer.id } as const
    key = (await db.transaction((tx) => createApiKey(tx, made))).key
    written = await writeArticle(author, product, { body, newsCategoryId: category, title: sent[0] ?? '' })
  })

  it('when saved', async () => {
    const sql = 'select html, body from article_versions where id = $1'
    const [stored] = (await server().database.pool.query(sql, [written.versionId])).rows
    expectInert(stored.html)
    // only valid attributes are left
    const kept = JSON.stringify(stored.body)
    expect(kept).not.toMatch(/"(?:onclick|style|class|drawnId)":/)
    expect(kept).not.toMatch(/"href":"(?!https?:|ftp:|mailto:|tel:)/)
  })

  it('when read, reviewed and compared', async () => {
    const { newest } = (await author.call(zh.get, { id: written.id })).data
    expectInert(newest.html)
    expectInert((await author.call(zh.version, { id: written.id, versionId: written.versionId })).data.html)
    expect((await author.call(articleActs.zh.submit, { ids: [written.id] })).code).toBe(200)
    expectInert((await reviewer.call(getArticleReview, { id: written.id })).data.version.html)
    expectInert(htmlFrom(newest.body))
  })

  it('when autosaved and restored', async () => {
    const form = { title: sent[0], body }
    expect(
      (await author.call(zh.autosave, { id: null, draft: '1'.repeat(32), baseId: null, form } as never)).code,
    ).toBe(200)
    const kept = (await author.call(zh.autosaved, { draft: '1'.repeat(32) })).data
    expectInert(htmlFrom(kept?.form.body as BodyNode))
  })

  it('when previewed from a template', async () => {
    const texts = { title: sent[0] ?? '', summary: sent[1] ?? '', body, edition: 'zh' as const }
    const { code, data } = await author.call(previewTemplate, { ...texts, productId: product, day: '2026-11-20' })
    expect(code).toBe(200)
    expectInert(htmlFrom(data.body))
    expect(JSON.stringify(data.body)).not.toMatch(/"(?:onclick|style|class|drawnId)":/)
  })

  it('when read by sites', async () => {
    expect((await reviewer.call(passArticles, { rows: [{ id: written.id, versionId: written.versionId }] })).code).toBe(
      200,
    )
    const address = `${readArticles.path}?channel=officialWebsite&size=100`
    const reply = await server().send('GET', address, undefined, { headers: { [API_KEY_HEADER]: key } })
    const { records } = reply.data as { records: OpenArticle[] }
    const html = records.find(({ id }) => id === written.id)?.content?.html ?? ''
    expect(html.length).toBeGreaterThan(1_000)
    expectInert(html)
  })

  it('when previewed unsaved', async () => {
    const texts = { title: sent[0] ?? '', summary: sent[1] ?? '', source: sent[2] ?? '', author: sent[3] ?? '' }
    const form = { id: null, attachmentIds: [], body }
    const { code, data } = await author.call(articlePreviews.zh.site, { ...form, coverId: null })
    expect(code).toBe(200)
    expectInert(data.html)
    const short = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.slice(0, 100)]))
    const mail = (await author.call(articlePreviews.zh.mail, { ...form, ...(short as typeof texts) })).data.html
    expect(mail).toContain(escapeHtml(sent[0] ?? ''))
    expectInertMail(mail)
  })

  it('in a push: previewed, sent, and shown afterwards', async () => {
    const calls = pushCalls.report
    const reader = await pusher.makeReader({ productId: product })
    const form = pushForm([reader.id], { articleIds: [written.id] })
    const { title: _, timing: __, sendAt: ___, sendTime: ____, ...contents } = form
    const previewed = (await pusher.pusher.call(calls.preview, { ...contents, accountId: null })).data.html
    const { id } = await pusher.sendTo([reader.id], { articleIds: [written.id] })
    const sql = 'select b.html from message_bodies b join messages m on m.body_id = b.id where m.push_id = $1'
    const [mail] = (await server().database.pool.query(sql, [id])).rows
    const afterwards = (await pusher.pusher.call(calls.shown, { id })).data.html
    for (const html of [previewed, mail.html, afterwards]) {
      expect(html).toContain(escapeHtml(sent[0] ?? ''))
      expectInertMail(html)
    }
  })

  it.each(attacks)('as the texts of a picture: %s', (attack) => {
    const text = attack.slice(0, 200)
    const picture = { type: 'picture', attrs: { fileId: '5', alt: text, caption: text, width: text, src: text } }
    expectInert(cleanRichText(htmlOf(cleanBody({ type: 'doc', content: [picture] }))).html)
  })

  it.each(attacks)('in a mail: %s', (attack) => {
    const cells = [[{ text: attack }]]
    const mail = {
      title: attack,
      lead: attack,
      reason: attack,
      blocks: [
        { kind: 'text', text: attack } as const,
        { kind: 'heading', text: attack } as const,
        { kind: 'table', title: attack, note: attack, columns: [{ label: attack }], rows: cells } as const,
        { kind: 'picture', cid: 'a', title: attack, alt: attack, width: 1, height: 1 } as const,
        { kind: 'files', names: [attack] } as const,
      ],
      sender: { name: attack, telephone: attack, email: attack, address: attack, signature: attack },
    }
    const tagsOf = (html: string) => [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([tag]) => tag)
    const plain = JSON.parse(JSON.stringify(mail).replaceAll(JSON.stringify(attack), '"文"')) as typeof mail
    const tags = new Set(tagsOf(mailHtml(plain)))
    expect(tagsOf(mailHtml(mail)).filter((tag) => !tags.has(tag))).toEqual([])
    // text inside quotes is no attribute
    expect(mailHtml(mail).replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son[a-z]+=/i)
  })
})
