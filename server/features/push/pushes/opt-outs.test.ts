// Opting out of mails by topic, over HTTP: by one click, on the page of the link, and restored there and by staff.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MailTopic } from '#contract/outbox/message-labels.ts'
import { mailOptOutCalls } from '#contract/push/mail-opt-outs.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import type { PushForm } from '#contract/push/pushes.ts'
import { chooseMail, mailChoices, openUnsubscribe, unsubscribe } from '#contract/push/unsubscribe.ts'
import { unsubscribeLink } from '#server/core/mail/unsubscribe.ts'
import { messageBodies, messageOptOuts } from '#server/db/schema/core/outbox.ts'
import { users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { pusherOn, pushForm, pushRights } from '#test/push-factories.ts'

const server = testServer()
const db = () => server().database.db
const calls = pushCalls.report
const oneClick = { 'List-Unsubscribe': 'One-Click' }

let fixture: Awaited<ReturnType<typeof pusherOn>>
beforeAll(async () => {
  fixture = await pusherOn(server())
})

const tokenFor = (address: string, topic: MailTopic | null) =>
  new URL(unsubscribeLink(server().server.core.config, address, topic), 'http://x').searchParams.get('token') ?? ''
const click = (token: string) => server().nobody.call(unsubscribe, { query: { token }, body: oneClick })
const choices = async (token: string) => (await server().nobody.call(mailChoices, { query: { token }, body: {} })).data
const choose = (token: string, out: MailTopic[]) =>
  server().nobody.call(chooseMail, { query: { token }, body: { out } })
const rowsOf = (address: string) =>
  db().select().from(messageOptOuts).where(eq(messageOptOuts.address, address)).orderBy(messageOptOuts.topic)

const found = async (accountIds: string[], changes: Partial<PushForm> = {}) => {
  const { audience, isAdvert, productIds, quoteItemIds, articleIds, subject, text } = pushForm(accountIds, changes)
  const input = { audience, isAdvert, productIds, quoteItemIds, articleIds, subject, text }
  return (await fixture.pusher.call(calls.audience, input)).data
}

describe('pushes.md: opting out of mail', () => {
  it('by one click ends mails on the topic of that mail alone', async () => {
    const reader = await fixture.makeReader({ email: 'One@example.com' })
    expect((await click(tokenFor('One@example.com', 'reports'))).data).toEqual({ address: 'o***@example.com' })
    expect(await rowsOf('one@example.com')).toMatchObject([{ topic: 'reports', reason: '邮件一键退订' }])
    expect(await found([reader.id])).toMatchObject({ total: 0, leftOut: [{ reason: 'optOut', count: 1 }] })
    expect(await found([reader.id], { isAdvert: true })).toMatchObject({ total: 1, leftOut: [] })
  })

  it('by the link of a mail from before topics ends all of them', async () => {
    await click(tokenFor('old@example.com', null))
    expect((await rowsOf('old@example.com')).map(({ topic }) => topic)).toEqual(['marketing', 'prices', 'reports'])
  })

  it('is not done by opening the link, which leads to the page', async () => {
    const token = tokenFor('scanned@example.com', 'prices')
    const opened = await server().send('GET', `${openUnsubscribe.path}?token=${token}`, undefined, {})
    expect(opened.status).toBe(302)
    expect(opened.headers.get('location')).toBe(`/backend/unsubscribe?token=${token}`)
    expect(await choices(token)).toEqual({ address: 's***@example.com', sender: '', topic: 'prices', out: [] })
    expect(await rowsOf('scanned@example.com')).toEqual([])
  })

  it('needs a signature for its address and topic', async () => {
    const token = tokenFor('reader@example.com', 'prices')
    const [address, , signature] = token.split('.')
    const other = Buffer.from('victim@example.com').toString('base64url')
    for (const forged of [
      `${other}.prices.${signature}`,
      `${address}.reports.${signature}`,
      `${address}.${signature}`,
    ]) {
      expect(await click(forged)).toMatchObject({ status: 400, msg: '退订链接无效' })
      expect(await choose(forged, ['prices'])).toMatchObject({ status: 400, msg: '退订链接无效' })
    }
    expect(await click(`${address}.others.${signature}`)).toMatchObject({ status: 400, msg: '退订链接不完整' })
  })

  it('works for 128 characters of any script', async () => {
    const address = `${'\u{20000}'.repeat(116)}@example.com`
    expect([...address]).toHaveLength(128)
    expect((await click(tokenFor(address, 'reports'))).data).toEqual({ address: '\u{20000}***@example.com' })
    expect(await rowsOf(address)).toMatchObject([{ topic: 'reports' }])
  })

  it('by one click of many readers of one mail provider is not throttled', async () => {
    const tokens = Array.from({ length: 100 }, (_, n) => tokenFor(`many${n}@example.com`, 'reports'))
    const replies = await Promise.all(tokens.map(click))
    expect(replies.filter(({ code }) => code !== 200)).toEqual([])
  })

  it('on the page is a choice by topic, undone there, and a new opt-out begins anew', async () => {
    const token = tokenFor('page@example.com', 'reports')
    expect((await choose(token, ['reports', 'marketing'])).code).toBe(200)
    expect((await choices(token)).out).toEqual(['reports', 'marketing'])
    expect((await choose(token, ['marketing'])).code).toBe(200)
    expect((await choices(token)).out).toEqual(['marketing'])
    expect(await rowsOf('page@example.com')).toMatchObject([
      { topic: 'marketing', restoredAt: null },
      { topic: 'reports', restoredAt: expect.any(String), restoredByName: '本人', restoreReason: '在退订页面恢复' },
    ])
    await click(token)
    expect(await rowsOf('page@example.com')).toMatchObject([
      { topic: 'marketing' },
      { topic: 'reports', restoredAt: null, restoredByName: '', reason: '邮件一键退订' },
    ])
    expect(await choose(token, ['prices', 'prices'])).toMatchObject({ status: 400 })
  })

  it('the link of each mail names what that mail is about', async () => {
    const reader = await fixture.makeReader()
    const topicOf = async (changes: Partial<PushForm>) => {
      const { id } = await fixture.sendTo([reader.id], changes)
      const [message] = await fixture.messagesOf(id)
      const [body] = await db()
        .select()
        .from(messageBodies)
        .where(eq(messageBodies.id, message?.bodyId ?? ''))
      return body?.topic
    }
    expect(await topicOf({})).toBe('reports')
    expect(await topicOf({ isAdvert: true })).toBe('marketing')
  })
})

describe('pushes.md: opted-out addresses for staff', () => {
  it('are listed masked, and restored by whoever types the address, with the reason', async () => {
    const role = await makeRole(db(), ...pushRights('view', 'open'))
    const keeper = await server().as(role.code)
    const address = 'Kept@example.com'
    const reader = await fixture.makeReader({ email: address })
    await choose(tokenFor(address, 'reports'), ['reports'])
    const listed = await keeper.call(mailOptOutCalls.list, { address })
    expect(listed.data.records).toMatchObject([
      { address: 'k***@example.com', topic: 'reports', reason: '退订页面', restoredAt: null },
    ])
    const input = { address, topic: 'reports' as const, restoreReason: '本人来电' }
    expect(await keeper.call(mailOptOutCalls.restore, { ...input, restoreReason: ' ' })).toMatchObject({ status: 400 })
    expect(await keeper.call(mailOptOutCalls.restore, { ...input, topic: 'prices' })).toMatchObject({
      status: 400,
      msg: '这个邮箱没有退订价格',
    })
    expect((await fixture.pusher.call(mailOptOutCalls.restore, input)).code).toBe(403)
    const { initial, done } = await confirm(server(), keeper, mailOptOutCalls.restore, input)
    expect(initial).toMatchObject({
      code: 600,
      data: { preview: { text: expect.stringMatching(/退订报告（退订页面）。恢复后/) } },
    })
    expect(done.code).toBe(200)
    expect((await keeper.call(mailOptOutCalls.list, { address, isRestored: true })).data.records).toHaveLength(1)
    expect(await found([reader.id])).toMatchObject({ total: 1 })
    expect(await keeper.call(mailOptOutCalls.restore, input)).toMatchObject({
      status: 400,
      msg: '这个邮箱已经恢复接收报告',
    })
    const [act] = await db().select().from(auditLog).where(eq(auditLog.action, 'mailOptOut.restore'))
    const [person] = await db().select().from(users).where(eq(users.id, keeper.id))
    expect(act).toMatchObject({
      targetId: 'kept@example.com',
      actorId: person?.id,
      after: { restoreReason: '本人来电' },
    })
  })

  it('are not shown to who has neither page', async () => {
    const stranger = await server().as((await makeRole(db(), 'smsListPush.view')).code)
    expect((await stranger.call(mailOptOutCalls.list, {})).code).toBe(403)
  })
})
