// Recipients of a push and those left out, over HTTP; refusals before it goes out.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { pushCalls } from '#contract/push/push-calls.ts'
import { PUSH_FILE_BYTES, PUSH_FILES_MAX, type PushForm } from '#contract/push/pushes.ts'
import { MAIL_ADDRESS } from '#server/core/mail/mail-fields.ts'
import { fileContents, files } from '#server/db/schema/core/files.ts'
import { messageOptOuts } from '#server/db/schema/core/outbox.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { pushes } from '#server/db/schema/push.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, makeQuoteItem } from '#test/price-factories.ts'
import { pusherOn, pushForm, pushRights } from '#test/push-factories.ts'
import { isMailForm } from './audience.queries.ts'
import { pushCause } from './pushes.cause.ts'

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
const makeReader: typeof fixture.makeReader = (overrides) => fixture.makeReader(overrides)
const { add, launch, sendTo, messagesOf } = {
  add: (form: PushForm) => fixture.add(form),
  launch: (push: { id: string; version: number }, person = pusher) => fixture.launch(push, person),
  sendTo: (ids: string[], changes: Partial<PushForm> = {}) => fixture.sendTo(ids, changes),
  messagesOf: (id: string) => fixture.messagesOf(id),
}

describe('recipients', () => {
  it('§2 are those with an address and a live grant, once each; the others are left out with the reason', async () => {
    const [good, twice, noMail, noGrant, wrong, locked, out] = [
      await makeReader({ email: 'Same@example.com' }),
      await makeReader({ email: 'same@example.com' }),
      await makeReader({ email: '' }),
      await makeReader({ grant: false }),
      await makeReader({ email: 'a@example.com,b@example.com' }),
      await makeReader(),
      await makeReader({ email: 'Out@example.com' }),
    ]
    await db().update(members).set({ locked: true }).where(eq(members.id, locked.memberId))
    await db().insert(messageOptOuts).values({ channel: 'mail', address: 'out@example.com' })
    const ids = [good, twice, noMail, noGrant, wrong, locked, out].map(({ id }) => id)
    const form = pushForm(ids)
    const { data } = await pusher.call(calls.audience, {
      audience: form.audience,
      isAdvert: false,
      productIds: [],
      quoteItemIds: [],
      articleIds: [],
      subject: form.subject,
      text: form.text,
    })
    expect(data.total).toBe(1)
    expect(data.leftOut.map(({ reason, count: n }) => [reason, n])).toEqual([
      ['account', 1],
      ['address', 1],
      ['form', 1],
      ['optOut', 1],
      ['grant', 1],
      ['twice', 1],
    ])
    const push = await sendTo(ids)
    const rows = await messagesOf(push.id)
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ['queued', ''],
      ['withheld', '与其他收件人邮箱相同'],
      ['withheld', '没有邮箱'],
      ['withheld', '没有有效授权'],
      ['withheld', '邮箱格式不正确'],
      ['withheld', '账号或会员已禁用、锁定'],
      ['withheld', '已退订'],
    ])
    // the text uses no other fields; the unsubscribe link is made on sending
    expect(rows[0]?.fields).toEqual({ 姓名: good.name, 日期: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    const { data: page } = await pusher.call(calls.recipients, { pushId: push.id, state: 'withheld' })
    expect(page.total).toBe(6)
  })

  it('§2 need a grant for each product of the push', async () => {
    const item = await makeQuoteItem(db())
    await giveProduct(db(), [pusher], item.productId)
    const [one, none] = [await makeReader({ productId: item.productId }), await makeReader({ grant: false })]
    const whole = await makeReader()
    const form = pushForm([one.id, none.id, whole.id])
    const { audience, subject, text } = form
    const input = { audience, subject, text, isAdvert: false, productIds: [], articleIds: [] }
    const found = await pusher.call(calls.audience, { ...input, quoteItemIds: [item.quoteItemId] })
    expect(found.data.first.map(({ id }) => id)).toEqual([one.id, whole.id])
  })

  it('§2 never belong to another salesperson, whatever ids are named, nor can be saved as a list', async () => {
    const foreign = await makeReader({ ownerId: other.id })
    const push = await add(pushForm([foreign.id]))
    expect((await launch(push)).initial).toMatchObject({ code: 409, msg: '没有人可以收到' })
    expect((await pusher.call(calls.candidates, { ids: [foreign.id] })).data).toEqual([])
    expect((await pusher.call(calls.saveList, { name: '别人的', accountIds: [foreign.id] })).code).toBe(20404)
  })

  it('§2 are chosen by rule or list, without the excluded', async () => {
    const [inList, byLevel, excluded] = [await makeReader(), await makeReader(), await makeReader()]
    await db().execute(sql`update enterprises set level = 'A' where id in (select enterprise_id from members
      where id in (${byLevel.memberId}::bigint, ${excluded.memberId}::bigint))`)
    const { data } = await pusher.call(calls.saveList, { name: '华东重点', accountIds: [inList.id] })
    const rule = { productIds: [], kinds: [], levels: ['A' as const], ownerIds: [] }
    const audience = { rule, listIds: [data.id], accountIds: [], excludedIds: [excluded.id] }
    const found = await pusher.call(calls.audience, {
      audience,
      isAdvert: false,
      productIds: [],
      quoteItemIds: [],
      articleIds: [],
      subject: '周报',
      text: '正文',
    })
    expect(found.data.first.map(({ id }) => id)).toEqual([inList.id, byLevel.id])
  })

  it('exclude those without a value for a used field', async () => {
    const [good, without] = [await makeReader(), await makeReader()]
    await db().update(memberAccounts).set({ endsOn: '2036-01-01' }).where(eq(memberAccounts.id, good.id))
    const push = await sendTo([good.id, without.id], { text: '{{姓名}}，有效期至 {{截止日期}}' })
    expect((await messagesOf(push.id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['queued', ''],
      ['withheld', '缺少字段的值“截止日期”'],
    ])
  })

  it('who share an address: the one with a value for each field gets the mail', async () => {
    const email = 'both@example.com'
    const [without, good] = [await makeReader({ email }), await makeReader({ email })]
    await db().update(memberAccounts).set({ endsOn: '2036-01-01' }).where(eq(memberAccounts.id, good.id))
    const push = await sendTo([without.id, good.id], { text: '有效期至 {{截止日期}}' })
    expect((await messagesOf(push.id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['withheld', '缺少字段的值“截止日期”'],
      ['queued', ''],
    ])
  })

  it('have the form of their address judged the same in the database and in the program', async () => {
    const part = fc.string({ unit: fc.constantFrom(...'aZ09._-+%@中 '), minLength: 0, maxLength: 12 })
    const whole = fc.oneof(
      part,
      fc
        .tuple(part, fc.constantFrom('@', '@a.', '@a-b.c.'), part, fc.constantFrom('', '.cn', '.xn--fiqs8s'))
        .map((all) => all.join('')),
      fc.nat(70).map((length) => `${'a'.repeat(length)}@${'b'.repeat(70 - length)}.com`),
    )
    const forms = fc.sample(whole, { numRuns: 2_000, seed: 84 })
    const { rows } = await db().execute<{ form: string; fits: boolean }>(
      sql`select form, ${isMailForm(sql`form`)} as fits from unnest(${sql.param(forms)}::text[]) as f(form)`,
    )
    expect(rows.filter(({ fits }) => fits).length).toBeGreaterThan(100)
    expect(rows.filter(({ form, fits }) => fits !== MAIL_ADDRESS.test(form))).toEqual([])
  })

  it('§2 who lose the grant between queueing and sending are withheld', async () => {
    const reader = await makeReader()
    const push = await sendTo([reader.id])
    const claimed = await messagesOf(push.id)
    const refusals = () => db().transaction((tx) => pushCause.refuse(tx, claimed))
    expect([...(await refusals())]).toEqual([])
    await db().update(grants).set({ revokedAt: new Date().toISOString() }).where(eq(grants.accountId, reader.id))
    expect([...(await refusals())]).toEqual([[claimed[0]?.id, '没有有效授权']])
  })
})

describe('refusals', () => {
  const refused = async (changes: Partial<PushForm>, field: string) => {
    const reply = await pusher.call(calls.add, { ...pushForm(['1']), ...changes })
    expect(reply.status).toBe(400)
    expect(reply.data).toMatchObject({ fields: [{ field }] })
    return reply.msg
  }

  it('a header injected in the subject', async () => {
    expect(await refused({ subject: '周报\r\nBcc: all@example.com' }, 'subject')).toContain('换行')
  })

  it('a time that has passed, or none', async () => {
    expect(await refused({ timing: 'at', sendAt: '2020-01-01T08:00:00+08:00' }, 'sendAt')).toContain('已过')
    expect(await refused({ timing: 'at' }, 'sendAt')).toContain('请选择')
    expect(await refused({ timing: 'workday' }, 'sendTime')).toContain('请选择')
  })

  it('an unknown field', async () => {
    expect(await refused({ text: '{{密码}}' }, 'text')).toContain('没有字段“{{密码}}”')
    expect(await refused({ text: '{{姓名}，您好' }, 'text')).toBe('字段没有写完整，应为 {{字段}}')
  })

  it('files over the total limit, and files of others', async () => {
    const stored = async (size: number, ownerId: string) => {
      const sha256 = `push-limit-${size}`
      await db().insert(fileContents).values({ sha256, size }).onConflictDoNothing()
      const values = { sha256, name: '周报.pdf', type: 'application/pdf', purpose: 'attachment' as const, ownerId }
      const [file] = await db().insert(files).values(values).returning()
      return file?.id ?? ''
    }
    const half = PUSH_FILE_BYTES / 2
    const [one, two, over] = [await stored(half, pusher.id), await stored(half, pusher.id), await stored(1, pusher.id)]
    expect(await refused({ attachmentIds: [one, two, over] }, 'attachmentIds')).toBe('附件合计不能超过 10 MB')
    expect((await pusher.call(calls.add, pushForm(['1'], { attachmentIds: [one, two] }))).code).toBe(200)
    const foreign = await stored(2, other.id)
    expect((await pusher.call(calls.add, pushForm(['1'], { attachmentIds: [foreign] }))).code).not.toBe(200)
    const many = Array.from({ length: PUSH_FILES_MAX + 1 }, (_, n) => String(n + 1))
    expect(await refused({ attachmentIds: many }, 'attachmentIds')).toContain('5')
  })

  it('no header in the name, which is one line', async () => {
    const { data } = await pusher.call(calls.add, pushForm(['1'], { title: '周报\r\nBcc: all@example.com' }))
    const [stored] = await db().select().from(pushes).where(eq(pushes.id, data.id))
    expect(stored?.title).toBe('周报 Bcc: all@example.com')
  })

  it('an empty audience', async () => {
    const nobody = { rule: null, listIds: [], accountIds: [], excludedIds: [] }
    expect(await refused({ audience: nobody }, 'audience')).toBe('请选择收件人')
  })

  it('quote items out of editorial scope', async () => {
    const item = await makeQuoteItem(db())
    expect(await refused({ quoteItemIds: [item.quoteItemId] }, 'quoteItemIds')).toContain('不在您的编辑范围内')
  })

  it('§6 every act without its right', async () => {
    const reader = await server().as((await makeRole(db(), ...pushRights('view'))).code)
    const form = pushForm(['1'])
    const push = await add(form)
    const forbidden = { status: 403, code: 403 }
    expect(await reader.call(calls.add, form)).toMatchObject(forbidden)
    expect(await reader.call(calls.edit, { ...push, ...form })).toMatchObject(forbidden)
    expect(await reader.call(calls.launch, push)).toMatchObject(forbidden)
    expect(await reader.call(calls.stop, { id: push.id })).toMatchObject(forbidden)
    expect(await reader.call(calls.pass, push)).toMatchObject(forbidden)
    expect(await reader.call(calls.recipients, { pushId: push.id })).toMatchObject(forbidden)
    expect((await reader.call(calls.list, {})).code).toBe(200)
    // the other page has rights of its own
    expect(await pusher.call(pushCalls.price.get, { id: push.id })).toMatchObject(forbidden)
  })
})
