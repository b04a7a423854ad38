// Tracking of opened mails and clicks: only where configuration, push and reader allow it; signed; no open redirects.
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { articleActs } from '#contract/articles/article-acts.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { passArticles } from '#contract/articles/reviews.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import type { PushForm } from '#contract/push/pushes.ts'
import { ownLinks } from '#server/core/mail/own-links.ts'
import { tracked, untracked } from '#server/core/mail/tracking.ts'
import { compose } from '#server/core/outbox/compose.ts'
import { messageBodies, messageOptOuts, messages } from '#server/db/schema/core/outbox.ts'
import { pushes } from '#server/db/schema/push.ts'
import { giveNewsCategory, makeNewsCategory, makeProduct, writeArticle } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { openTestServer, testServer } from '#test/http.ts'
import { giveProduct } from '#test/price-factories.ts'
import { pusherOn, pushForm } from '#test/push-factories.ts'
import { pushCause } from './pushes.cause.ts'

const publicUrl = 'https://console.example.com'
const server = testServer({ mailTracking: true, publicUrl })
const calls = pushCalls.report
const db = () => server().database.db
const config = () => server().server.core.config
const TARGET = 'https://prices.example.com/report?a=1&b=%E4%BB%B7'
let fixture: Awaited<ReturnType<typeof pusherOn>>
let articleId: string

beforeAll(async () => {
  fixture = await pusherOn(server())
  const product = await makeProduct(db())
  const category = await makeNewsCategory(db(), '打开测试')
  const rights = ['view', 'add', 'edit', 'details', 'launch'].map((alias) => `articles.${alias}`)
  const role = await makeRole(db(), ...rights, 'newsReview.view', 'newsReview.pass')
  const [editor, reviewer] = [await server().as(role.code), await server().as(role.code)]
  await giveProduct(db(), [editor, reviewer, fixture.pusher], product)
  await giveNewsCategory(db(), [editor, reviewer], category)
  const marks = [{ type: 'link', attrs: { href: TARGET } }]
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '全文', marks }] }] }
  const made = await writeArticle(editor, product, {
    newsCategoryId: category,
    title: '带链接',
    body: body as BodyNode,
  })
  await editor.call(articleActs.zh.submit, { ids: [made.id] })
  expect((await reviewer.call(passArticles, { rows: [{ id: made.id, versionId: made.versionId }] })).code).toBe(200)
  articleId = made.id
})

/** A sent push with one reader, and the addresses in its mail. */
async function sent(changes: Partial<PushForm> = {}) {
  const reader = await fixture.makeReader()
  const push = await fixture.sendTo([reader.id], { articleIds: [articleId], isTracked: true, ...changes })
  await db().update(messages).set({ state: 'sent' }).where(eq(messages.pushId, push.id))
  const row = async () => (await fixture.messagesOf(push.id))[0]
  const message = await row()
  const [body] = await db()
    .select()
    .from(messageBodies)
    .where(eq(messageBodies.id, message?.bodyId ?? ''))
  if (!message || !body) throw new Error('no message')
  const of = (settings = config()) => {
    const ready = compose(message, body, pushCause, ownLinks(settings))
    if (typeof ready === 'string') throw new Error(ready)
    return ready.html
  }
  const html = of()
  const pathOf = (what: 'opened' | 'link') =>
    new RegExp(`"${publicUrl}(/api/open/push/${what}\\?token=[^"]+)"`).exec(html)?.[1] ?? ''
  return { push, reader, row, html, of, opened: pathOf('opened'), link: pathOf('link') }
}
const get = (path: string, headers: Record<string, string> = {}, at = server()) =>
  at.send('GET', path, undefined, { headers })

describe('pushes.md: opened and clicked where allowed', () => {
  it('pixel and links record each reader once, and the page counts them', async () => {
    const { push, row, html, opened, link } = await sent()
    expect(html).not.toContain(TARGET.replaceAll('&', '&amp;'))
    expect(html).toContain('本邮件记录您是否打开邮件、点击链接，退订后不再记录。')
    // mails are read on another site
    const picture = await get(opened, { 'sec-fetch-site': 'cross-site' })
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/gif')
    const first = await row()
    expect(first).toMatchObject({ openedAt: expect.any(String), clickedAt: null })
    const led = await get(link, { 'sec-fetch-site': 'cross-site' })
    expect([led.status, led.headers.get('location')]).toEqual([302, TARGET])
    await get(opened)
    expect(await row()).toMatchObject({ openedAt: first?.openedAt, clickedAt: expect.any(String) })
    expect(await fixture.get(push.id)).toMatchObject({ isTracked: true, opened: 1, clicked: 1 })
    const { data } = await fixture.pusher.call(calls.recipients, { pushId: push.id })
    expect(data.records).toMatchObject([{ openedAt: first?.openedAt, clickedAt: expect.any(String) }])
    // the console’s view of the mail is unmarked and does not count
    const { data: shown } = await fixture.pusher.call(calls.shown, { id: push.id })
    expect(shown.html).toContain(TARGET.replaceAll('&', '&amp;'))
    expect(shown.html).not.toContain('/api/open/push/opened')
  })

  it('a click counts as opened', async () => {
    const { row, link } = await sent()
    await get(link)
    expect(await row()).toMatchObject({ openedAt: expect.any(String), clickedAt: expect.any(String) })
  })

  it('forged signatures, other messages, targets and addresses neither redirect nor record', async () => {
    const [one, other] = [await sent(), await sent()]
    const token = (path: string) => new URL(path, publicUrl).searchParams.get('token') ?? ''
    const [id, place, signature = ''] = token(one.link).split('.')
    const [otherId] = token(other.link).split('.')
    const wrong = signature.replace(/^./, (sign) => (sign === '0' ? '1' : '0'))
    for (const forged of [
      `${id}.${place}.${wrong}`,
      `${otherId}.${place}.${signature}`,
      `${id}.2.${signature}`,
      `${id}.0.${signature}`,
      `${id}.${place}.${signature.slice(1)}`,
    ]) {
      for (const what of ['opened', 'link'])
        expect((await get(`/api/open/push/${what}?token=${forged}`)).status, forged).toBe(400)
    }
    expect((await get(`${one.link}&url=https://evil.example.com`)).status).toBe(400)
    // signed, but no link of the mail
    expect(await get(token(one.opened) && `/api/open/push/link?token=${token(one.opened)}`)).toMatchObject({
      status: 404,
    })
    const rows = await db()
      .select()
      .from(messages)
      .where(inArray(messages.id, [id ?? '', otherId ?? '']))
    expect(rows.map(({ openedAt, clickedAt }) => [openedAt, clickedAt])).toEqual([
      [null, null],
      [null, null],
    ])
  })

  it('readers with DNT or an opt-out are redirected and not recorded', async () => {
    const { row, reader, opened, link } = await sent()
    for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }]) {
      expect((await get(opened, headers)).status).toBe(200)
      expect((await get(link, headers)).status).toBe(302)
    }
    await db().insert(messageOptOuts).values({ channel: 'mail', address: reader.email })
    expect((await get(link)).status).toBe(302)
    expect(await row()).toMatchObject({ openedAt: null, clickedAt: null })
  })

  it('tracking is absent where the push does not use it, and where the configuration forbids it', async () => {
    const plain = await sent({ isTracked: false })
    expect([plain.opened, plain.link]).toEqual(['', ''])
    expect(plain.html).toContain(TARGET.replaceAll('&', '&amp;'))
    expect(plain.html).not.toContain('本邮件记录')
    expect(await fixture.get(plain.push.id)).toMatchObject({ isTracked: false, opened: null, clicked: null })
    for (const [changes, state] of [
      [{ mailTracking: true }, 'noUrl'],
      [{ publicUrl }, 'off'],
    ] as const) {
      const off = await openTestServer(server().database, changes)
      try {
        const local = await pusherOn(off)
        expect((await local.pusher.call(calls.tracking, {})).data).toEqual({ state })
        const reader = await local.makeReader()
        const push = await local.add(pushForm([reader.id], { isTracked: true }))
        const { data: mail } = await local.pusher.call(calls.shown, { id: push.id })
        expect(mail.html).not.toContain('本邮件记录')
      } finally {
        await off.server.close()
      }
    }
    expect((await fixture.pusher.call(calls.tracking, {})).data).toEqual({ state: 'on' })
  })

  it('tracking switched off after queueing leaves mails unmarked; links already sent still redirect', async () => {
    const { of, link, row } = await sent()
    const html = of({ ...config(), mailTracking: false })
    expect(html).toContain(`href="${TARGET.replaceAll('&', '&amp;')}"`)
    expect(html).not.toContain('{{')
    const off = await openTestServer(server().database, {
      mailTracking: false,
      publicUrl,
      secretKey: config().secretKey,
    })
    try {
      expect((await get(link, {}, off)).status).toBe(302)
      expect(await row()).toMatchObject({ openedAt: null, clickedAt: null })
    } finally {
      await off.server.close()
    }
  })

  it('links of a deleted mail do not redirect', async () => {
    const { link, push } = await sent()
    const [stored] = await db().select().from(pushes).where(eq(pushes.id, push.id))
    await db()
      .update(messageBodies)
      .set({ links: [], html: '' })
      .where(eq(messageBodies.id, stored?.bodyId ?? ''))
    expect(await get(link)).toMatchObject({ status: 404, msg: '链接已失效' })
  })

  it('answers 429 to an address with too many requests, and still answers others', async () => {
    const { app } = server().server
    for (const what of ['opened', 'link']) {
      const url = `/api/open/push/${what}?token=1.0.${'0'.repeat(64)}`
      const ask = async (remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode
      const answers = new Map<number, number>()
      for (let n = 0; n < 1_205; n++) {
        const status = await ask('198.51.100.7')
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
      expect([...answers]).toEqual([
        [400, 1_200],
        [429, 5],
      ])
      expect(await ask('198.51.100.8')).toBe(400)
    }
  })

  it('marks only web links, and restores them unchanged', () => {
    const html = `<body><a style="x" href="https://a.example/?q=1&amp;r=%22">a</a><a href="mailto:b@example.com">b</a><a href="{{unsubscribe}}">c</a></body>`
    const marked = tracked(html)
    expect(marked.links).toEqual(['https://a.example/?q=1&r=%22'])
    expect(marked.html).toContain('href="mailto:b@example.com"')
    expect(marked.html).toContain('href="{{unsubscribe}}"')
    expect(untracked(marked.html, marked.links)).toBe(html)
  })
})
