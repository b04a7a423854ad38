// Drafts of pushes, over HTTP: previewed, copied, deleted, and what they carry when they go out.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '#contract/days.ts'
import { updateUserSendInfo } from '#contract/organisation/staff-links.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import { pushPages } from '#contract/push/push-labels.ts'
import type { PushForm } from '#contract/push/pushes.ts'
import { fileContents, files } from '#server/db/schema/core/files.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { memberAccounts } from '#server/db/schema/members/members.ts'
import { pushes } from '#server/db/schema/push.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, makeQuoteItem } from '#test/price-factories.ts'
import { publishPrice, pusherOn, pushForm } from '#test/push-factories.ts'
import { schedulePush } from './pushes.jobs.ts'
import { lockPush } from './pushes.queries.ts'

const server = testServer()
const calls = pushCalls.report
const db = () => server().database.db
let fixture: Awaited<ReturnType<typeof pusherOn>>
let pusher: Person
let other: Person

beforeAll(async () => {
  fixture = await pusherOn(server())
  pusher = fixture.pusher
  other = await server().as(fixture.role.code)
})

const contentsOf = ({ title: _t, timing: _w, sendAt: _a, sendTime: _s, ...contents }: PushForm) => contents

/** A file that this person uploaded, or made. */
async function fileOf(owner: Person, purpose: 'attachment' | 'export', name: string): Promise<string> {
  const sha256 = 'of a draft'
  await db().insert(fileContents).values({ sha256, size: 1 }).onConflictDoNothing()
  const values = { sha256, name, type: 'application/pdf', purpose, ownerId: owner.id }
  const [file] = await db().insert(files).values(values).returning()
  return file?.id ?? ''
}

describe('files of a draft', () => {
  it('§6 are never those of others: neither named in a preview nor mailed to oneself', async () => {
    const administrator = await server().as('administrator')
    const before = await db().$count(messages)
    for (const [owner, purpose] of [
      [administrator, 'export'],
      [administrator, 'attachment'],
      [pusher, 'export'],
    ] as const) {
      const attachmentIds = [await fileOf(owner, purpose, '全部员工.pdf')]
      const form = contentsOf(pushForm([], { attachmentIds }))
      const refused = {
        status: 400,
        msg: '附件不存在或已过期，请重新上传',
        data: { fields: [{ field: 'attachmentIds' }] },
      }
      const preview = await pusher.call(calls.preview, { ...form, accountId: null })
      expect(preview).toMatchObject(refused)
      expect(JSON.stringify(preview)).not.toContain('全部员工')
      expect(await pusher.call(calls.test, form)).toMatchObject(refused)
      expect(await pusher.call(calls.add, pushForm(['1'], { attachmentIds }))).toMatchObject(refused)
    }
    expect(await db().$count(messages)).toBe(before)
  })

  it('§6 may be used by a colleague who opens the draft that has them, on that page alone', async () => {
    const attachmentIds = [await fileOf(pusher, 'attachment', '周报.pdf')]
    const { id, version } = await fixture.add(pushForm(['1'], { attachmentIds }))
    const form = { ...contentsOf(pushForm([], { attachmentIds })), accountId: null }
    expect((await other.call(calls.preview, { ...form, id })).data.html).toContain('周报.pdf')
    expect(await other.call(calls.preview, form)).toMatchObject({ status: 400 })
    expect(await other.call(calls.edit, { id, version, ...pushForm(['1'], { attachmentIds }) })).toMatchObject({
      code: 200,
    })
    const prices = await server().as((await makeRole(db(), `${pushPages.price.menu}.add`)).code)
    expect(await prices.call(pushCalls.price.preview, { ...form, id })).toMatchObject({ status: 400 })
  })
})

describe('a preview', () => {
  it('§2 shows the mail with the values of the first recipient, or of a named one, from the person’s own sender', async () => {
    const sender = { senderName: '周报组', address: '上海市', telephone: '021-5555', signature: '敬上' }
    expect((await pusher.call(updateUserSendInfo, sender)).code).toBe(200)
    const [first, second] = [await fixture.makeReader(), await fixture.makeReader()]
    await db().update(memberAccounts).set({ endsOn: '2036-01-01' }).where(eq(memberAccounts.id, second.id))
    const form = contentsOf(pushForm([first.id, second.id], { text: '{{姓名}}，有效期至 {{截止日期}}' }))
    const preview = async (accountId: string | null) => (await pusher.call(calls.preview, { ...form, accountId })).data
    // the first account lacks the value of a field, so that the second is the first recipient
    const shown = await preview(null)
    expect(shown.text).toContain(`${second.name}，有效期至 2036-01-01`)
    expect(shown).toMatchObject({ sender: '周报组 <pusher@example.com>', missing: [] })
    for (const part of ['周报组', '敬上', '电话：021-5555', '地址：上海市']) {
      expect(shown.text).toContain(part)
      expect(shown.html).toContain(part)
    }
    expect((await preview(first.id)).missing).toEqual(['截止日期'])
    expect(await pusher.call(calls.preview, { ...form, accountId: '999999' })).toMatchObject({ code: 20404 })
  })

  it('of a draft without recipients shows the names of its fields, and today', async () => {
    const audience = { rule: null, listIds: [], accountIds: [], excludedIds: [] }
    const form = contentsOf(pushForm([], { audience, text: '{{企业}}，{{日期}}' }))
    const { data } = await pusher.call(calls.preview, { ...form, accountId: null })
    expect(data.text).toMatch(/（企业），\d{4}-\d\d-\d\d/)
  })

  it('of quote items out of scope, or of an unknown field, is refused', async () => {
    const item = await makeQuoteItem(db())
    const form = contentsOf(pushForm([], { quoteItemIds: [item.quoteItemId] }))
    expect(await pusher.call(calls.preview, { ...form, accountId: null })).toMatchObject({ status: 400 })
    const wrong = contentsOf(pushForm([], { text: '{{密码}}' }))
    expect(await pusher.call(calls.preview, { ...wrong, accountId: null })).toMatchObject({
      msg: expect.stringContaining('没有字段“{{密码}}”'),
    })
  })
})

describe('a copy', () => {
  it('is a draft owned by the copier, without files and without its time', async () => {
    const reader = await fixture.makeReader()
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const push = await fixture.add(pushForm([reader.id], { timing: 'at', sendAt, isAdvert: true }))
    const { data } = await other.call(calls.copy, { id: push.id })
    expect(data.id).not.toBe(push.id)
    expect((await other.call(calls.get, { id: data.id })).data).toMatchObject({
      title: '周报（副本）',
      state: 'draft',
      timing: 'now',
      sendAt: null,
      isAdvert: true,
      attachmentIds: [],
      authorId: other.id,
      isOwn: true,
      audience: { accountIds: [reader.id] },
      counts: null,
    })
    expect(await other.call(calls.copy, { id: '999999' })).toMatchObject({ code: 20404 })
  })
})

describe('a draft', () => {
  it('is deleted; a push in another state is not', async () => {
    const reader = await fixture.makeReader()
    const draft = await fixture.add(pushForm([reader.id]))
    expect((await pusher.call(calls.remove, draft)).code).toBe(200)
    expect(await pusher.call(calls.get, { id: draft.id })).toMatchObject({ code: 20404 })
    const gone = await fixture.sendTo([reader.id])
    const { version } = await fixture.get(gone.id)
    expect(await pusher.call(calls.remove, { id: gone.id, version })).toMatchObject({
      code: 409,
      msg: '只有草稿可以删除',
    })
  })

  it('whose time passed before it was submitted is refused, with the field', async () => {
    const reader = await fixture.makeReader()
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const draft = await fixture.add(pushForm([reader.id], { timing: 'at', sendAt }))
    await db().update(pushes).set({ sendAt: '2026-01-05T09:00:00+08:00' }).where(eq(pushes.id, draft.id))
    expect(await pusher.call(calls.launch, draft)).toMatchObject({
      status: 400,
      msg: '定时时间已过，请重新选择',
      data: { fields: [{ field: 'sendAt' }] },
    })
  })
})

describe('prices of a push that waits', () => {
  it.each([
    ['fixed', '3,500'],
    ['sending', '3,600'],
  ] as const)('pushes.md rendered %s: it goes out with %s', async (rendering, figure) => {
    const item = await makeQuoteItem(db())
    await giveProduct(db(), [pusher], item.productId)
    const day = dayOf(Date.now())
    await publishPrice(db(), item, day, '3500')
    const reader = await fixture.makeReader()
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const draft = await fixture.add(
      pushForm([reader.id], { title: '内部名称', timing: 'at', sendAt, rendering, quoteItemIds: [item.quoteItemId] }),
    )
    expect((await fixture.launch(draft)).done.code).toBe(200)
    await publishPrice(db(), item, day, '3600')
    await db().transaction(async (tx) => {
      const push = await lockPush(tx, draft.id)
      if (!push) throw new Error('no push')
      await schedulePush(tx, { ...push, timing: 'now' }, { id: pusher.id, name: 'test', address: '', requestId: '' })
    })
    await fixture.sent(draft.id)
    const { data } = await pusher.call(calls.shown, { id: draft.id })
    expect(data.text).toContain(figure)
    // the push's name is shown in the console only
    expect(data.text).not.toContain('内部名称')
  })
})
