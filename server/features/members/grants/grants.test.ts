// The grants of one account over HTTP: read, saved in one act, confirmed first where a formal grant is lost.
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { type GrantSetting, grantableProducts, grantsOfAccount, saveGrants } from '#contract/members/grants.ts'
import { databaseToday } from '#server/core/clock.ts'
import { categories, products } from '#server/db/schema/catalogue.ts'
import { grantActs, grantChanges, grants } from '#server/db/schema/members/grants.ts'
import { members } from '#server/db/schema/members/members.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeMember, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
let seller: Person
let other: Person
let admin: Person
let accountId: string
let productId: string
let now: string

const db = () => server().database.db

beforeAll(async () => {
  const rights = ['bigData.accounts.view', 'bigData.accounts.empower', 'aiWeb.accounts.view', 'aiWeb.accounts.empower']
  const { code } = await makeRole(db(), ...rights)
  seller = await server().as(code)
  other = await server().as(code)
  admin = await server().as('administrator')
  now = await databaseToday(db())
})

beforeEach(async () => {
  accountId = (await makeAccount(db(), 'bigData', { ownerId: seller.id })).id
  productId = (await makeProduct(db())).id
})

const setting = (changes: Partial<GrantSetting> = {}): GrantSetting => ({
  productId,
  version: null,
  kind: 'trial',
  startsOn: now,
  endsOn: addDays(now, 14),
  quota: null,
  ...changes,
})
const saving = (set: GrantSetting[] = [setting()], more: object = {}) => ({
  accountId,
  set,
  revoke: [],
  reason: '',
  ...more,
})
const live = async () => (await seller.call(grantsOfAccount, { accountId })).data.grants
const ledger = () =>
  db().select().from(grantChanges).where(eq(grantChanges.accountId, accountId)).orderBy(grantChanges.id)

describe('POST /api/backend/member/grant/ofAccount', () => {
  it('returns the account and its live grants with product and path', async () => {
    const [first] = await db().insert(categories).values({ name: '能源', level: 1 }).returning()
    const [second] = await db()
      .insert(categories)
      .values({ name: '原油', level: 2, parentId: first?.id ?? null })
      .returning()
    const product = await makeProduct(db(), { name: '布伦特', categoryId: second?.id ?? null })
    await seller.call(saveGrants, saving([setting({ productId: product.id, quota: 5 })]))
    const { data } = await seller.call(grantsOfAccount, { accountId })
    expect(data).toMatchObject({ accountId, subProduct: 'bigData', today: now, refusal: '' })
    expect(data.grants).toMatchObject([
      { productId: product.id, productName: '布伦特', path: '能源 > 原油', kind: 'trial', quota: 5, version: 1 },
    ])
  })

  it('§6 refuses without the right on that sub-product, and does not find accounts out of sales scope', async () => {
    const stranger = await server().as((await makeRole(db(), 'app.accounts.view')).code)
    expect(await stranger.call(grantsOfAccount, { accountId })).toMatchObject({ status: 403, code: 403 })
    expect(await other.call(grantsOfAccount, { accountId })).toMatchObject({ status: 404, code: 20404 })
    expect(await seller.call(grantsOfAccount, { accountId: '999999' })).toMatchObject({ code: 20404 })
    expect(await admin.call(grantsOfAccount, { accountId })).toMatchObject({ code: 200 })
  })
})

describe('POST /api/backend/member/grant/products', () => {
  it('finds visible products below a category, also those that the person does not write about', async () => {
    const [first] = await db().insert(categories).values({ name: '化工', level: 1 }).returning()
    const [second] = await db()
      .insert(categories)
      .values({ name: '烯烃', level: 2, parentId: first?.id ?? null })
      .returning()
    const shown = await makeProduct(db(), { name: '丙烯', categoryId: second?.id ?? null })
    const hidden = await makeProduct(db(), { name: '丁烯', categoryId: second?.id ?? null, isShow: false })
    const find = async (values: string[]) =>
      (await seller.call(grantableProducts, { subProduct: 'bigData', values })).data
    const expected = [{ id: shown.id, name: '丙烯', path: '化工 > 烯烃' }]
    expect(await find([`c${first?.id}`])).toEqual(expected)
    expect(await find([`c${second?.id}`, shown.id, hidden.id])).toEqual(expected)
  })

  it('§6 refuses without the right on that sub-product', async () => {
    expect(await seller.call(grantableProducts, { subProduct: 'app', values: [] })).toMatchObject({ status: 403 })
  })
})

describe('POST /api/backend/member/grant/save', () => {
  it('grants, changes and revokes several products in one act with one reason', async () => {
    const [kept, gone] = [await makeProduct(db()), await makeProduct(db())]
    await seller.call(saveGrants, saving([setting({ productId: kept.id }), setting({ productId: gone.id })]))
    const reply = await seller.call(
      saveGrants,
      saving([setting(), setting({ productId: kept.id, version: 1, kind: 'formal', endsOn: addDays(now, 364) })], {
        revoke: [{ productId: gone.id, version: 1 }],
        reason: ' 已签约 ',
      }),
    )
    expect(reply).toMatchObject({ code: 200, data: { changed: 3 } })
    expect((await live()).map((grant) => [grant.productId, grant.kind])).toEqual([
      [kept.id, 'formal'],
      [productId, 'trial'],
    ])
    const rows = (await ledger()).slice(2)
    expect(rows.map(({ action }) => action).toSorted()).toEqual(['extend', 'grant', 'revoke'])
    const acts = await db()
      .select()
      .from(grantActs)
      .where(eq(grantActs.id, rows[0]?.actId ?? ''))
    expect(acts).toMatchObject([{ via: 'single', reason: '已签约', actorName: seller.userName }])
    expect(new Set(rows.map(({ actId }) => actId)).size).toBe(1)
    const audited = await db().select().from(auditLog).where(eq(auditLog.targetId, accountId)).orderBy(auditLog.id)
    expect(audited.at(-1)).toMatchObject({
      action: 'account.setGrants',
      targetType: 'account',
      actorId: seller.id,
      after: { act: rows[0]?.actId, changes: 3, reason: '已签约' },
    })
  })

  it('stores nothing where nothing changes', async () => {
    await seller.call(saveGrants, saving())
    expect(await seller.call(saveGrants, saving([setting({ version: 1 })]))).toMatchObject({ data: { changed: 0 } })
    expect(await ledger()).toHaveLength(1)
  })

  it('of two people at once makes one grant; the second gets 601 with the state that the first left', async () => {
    const overrides = [30, 60].map((days) => saving([setting({ endsOn: addDays(now, days) })]))
    const replies = await Promise.all(overrides.map((input, at) => (at === 0 ? seller : admin).call(saveGrants, input)))
    const [won] = replies.flatMap((reply, at) => (reply.code === 200 ? [at] : []))
    const lost = replies.find(({ code }) => code !== 200)
    const stored = await live()
    expect(replies.map(({ code }) => code).toSorted()).toEqual([200, 601])
    expect(stored).toMatchObject([{ endsOn: overrides[won ?? 0]?.set[0]?.endsOn, version: 1 }])
    expect(lost?.data).toMatchObject({ accountId, grants: stored })
    expect(await ledger()).toHaveLength(1)
  })

  it('is refused with the newer state where somebody changed or revoked what was shown', async () => {
    await seller.call(saveGrants, saving())
    await admin.call(saveGrants, saving([setting({ version: 1, endsOn: addDays(now, 20) })]))
    const stale = saving([setting({ version: 1, endsOn: addDays(now, 40) })])
    expect(await seller.call(saveGrants, stale)).toMatchObject({ code: 601, data: { grants: [{ version: 2 }] } })
    await admin.call(saveGrants, saving([], { revoke: [{ productId, version: 2 }], reason: '误授' }))
    expect(await seller.call(saveGrants, stale)).toMatchObject({ code: 601, data: { grants: [] } })
  })

  it('§8 601 where a grant to be revoked has changed, and revokes nothing', async () => {
    await seller.call(saveGrants, saving())
    await admin.call(saveGrants, saving([setting({ version: 1, endsOn: addDays(now, 20) })]))
    const revoking = saving([], { revoke: [{ productId, version: 1 }], reason: '误授' })
    expect(await seller.call(saveGrants, revoking)).toMatchObject({ code: 601, data: { grants: [{ version: 2 }] } })
    expect(await live()).toMatchObject([{ version: 2, endsOn: addDays(now, 20) }])
  })

  it('needs confirmation where a formal grant is shortened or revoked', async () => {
    const formal = { kind: 'formal', endsOn: addDays(now, 200) } as const
    await seller.call(saveGrants, saving([setting(formal)]))
    const shorter = saving([setting({ ...formal, version: 1, endsOn: addDays(now, 100) })], { reason: '退款' })
    const { initial, done } = await confirm(server(), seller, saveGrants, shorter)
    expect(initial).toMatchObject({ code: 600, data: { preview: { groups: [{ title: '缩短正式授权', count: 1 }] } } })
    expect(done).toMatchObject({ code: 200, data: { changed: 1 } })
    const gone = saving([], { revoke: [{ productId, version: 2 }], reason: '退款' })
    const revoked = await confirm(server(), seller, saveGrants, gone)
    expect(revoked.initial).toMatchObject({ code: 600, data: { preview: { groups: [{ title: '取消正式授权' }] } } })
    expect(revoked.done.code).toBe(200)
    expect(await live()).toEqual([])
  })

  it('revokes a trial without confirmation, but not without a reason', async () => {
    await seller.call(saveGrants, saving())
    const revoke = [{ productId, version: 1 }]
    const noReason = await seller.call(saveGrants, saving([], { revoke, reason: ' ' }))
    expect(noReason).toMatchObject({ status: 400, msg: '缩短或取消授权请填写原因' })
    const shorter = saving([setting({ version: 1, endsOn: addDays(now, 3) })])
    expect(await seller.call(saveGrants, shorter)).toMatchObject({ status: 400 })
    expect(await seller.call(saveGrants, saving([], { revoke, reason: '误授' }))).toMatchObject({ code: 200 })
  })

  it('refuses grants for a disabled account or a locked member, and allows revoking', async () => {
    const disabled = await makeAccount(db(), 'bigData', { ownerId: seller.id, status: 'disabled' })
    const reply = await seller.call(saveGrants, { ...saving(), accountId: disabled.id })
    expect(reply).toMatchObject({ status: 409, msg: '账号已禁用，不能授权' })
    const member = await makeMember(db(), { ownerId: seller.id })
    const locked = (await makeAccount(db(), 'bigData', { memberId: member.id })).id
    await seller.call(saveGrants, { ...saving(), accountId: locked })
    await db().update(members).set({ locked: true }).where(eq(members.id, member.id))
    const more = { ...saving([setting({ version: 1, endsOn: addDays(now, 90) })]), accountId: locked }
    expect(await seller.call(saveGrants, more)).toMatchObject({ status: 409, msg: '会员已锁定，不能授权' })
    expect((await seller.call(grantsOfAccount, { accountId: locked })).data.refusal).toBe('会员已锁定，不能授权')
    const taken = { ...saving([], { revoke: [{ productId, version: 1 }], reason: '停用' }), accountId: locked }
    expect(await seller.call(saveGrants, taken)).toMatchObject({ code: 200 })
  })

  it('§6 refuses without the right, and does not find accounts out of scope', async () => {
    const reader = await server().as((await makeRole(db(), 'bigData.accounts.view')).code)
    expect(await reader.call(saveGrants, saving())).toMatchObject({ status: 403, code: 403 })
    expect(await other.call(saveGrants, saving())).toMatchObject({ status: 404, code: 20404 })
    const apart = { ...saving(), accountId: (await makeAccount(db(), 'app', { ownerId: seller.id })).id }
    expect(await seller.call(saveGrants, apart)).toMatchObject({ status: 403 })
  })

  it('grants the whole of a sub-product only where it is not granted by product', async () => {
    const whole = (await makeAccount(db(), 'aiWeb', { ownerId: seller.id })).id
    const onWhole = (set: GrantSetting) => seller.call(saveGrants, { ...saving([set]), accountId: whole })
    expect(await onWhole(setting())).toMatchObject({ status: 400, msg: '此子产品只能整体授权' })
    expect(await onWhole(setting({ productId: null }))).toMatchObject({ code: 200, data: { changed: 1 } })
    const byProduct = await seller.call(saveGrants, saving([setting({ productId: null })]))
    expect(byProduct).toMatchObject({ status: 400, msg: '请选择要授权的产品' })
  })

  it('refuses invalid days and products', async () => {
    const hidden = await makeProduct(db(), { isShow: false })
    const wrong: [Partial<GrantSetting>, string][] = [
      [{ endsOn: addDays(now, -1) }, '截止日期不能早于开始日期'],
      [{ startsOn: addDays(now, -9), endsOn: addDays(now, -1) }, '截止日期不能早于今天'],
      [{ endsOn: addDays(now, 3_700) }, '截止日期不能晚于 10 年后'],
      [{ productId: hidden.id }, '产品不存在或已隐藏'],
      [{ productId: '999999' }, '产品不存在或已隐藏'],
    ]
    for (const [changes, msg] of wrong) {
      expect(await seller.call(saveGrants, saving([setting(changes)]))).toMatchObject({ status: 400, msg })
    }
    expect(await seller.call(saveGrants, saving([setting(), setting()]))).toMatchObject({ status: 400 })
    expect(await live()).toEqual([])
  })

  it('§6 a grant that runs does not end in the past either: it is cancelled instead', async () => {
    await seller.call(saveGrants, saving([setting({ startsOn: now })]))
    const past = setting({ version: 1, startsOn: addDays(now, -9), endsOn: addDays(now, -1) })
    expect(await seller.call(saveGrants, { ...saving([past]), reason: '停用' })).toMatchObject({
      status: 400,
      msg: '截止日期不能早于今天',
    })
    expect(await db().select().from(grants).where(eq(grants.accountId, accountId))).toMatchObject([{ version: 1 }])
  })

  it('still edits a grant whose product was hidden later', async () => {
    await seller.call(saveGrants, saving())
    await db().update(products).set({ isShow: false }).where(eq(products.id, productId))
    const more = saving([setting({ version: 1, endsOn: addDays(now, 90) })])
    expect(await seller.call(saveGrants, more)).toMatchObject({ code: 200, data: { changed: 1 } })
    expect(await db().select().from(grants).where(eq(grants.accountId, accountId))).toMatchObject([{ version: 2 }])
  })
})
