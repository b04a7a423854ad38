// Presets over HTTP: edited, copied, protected while in use, and applied to accounts with a preview.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import {
  applyPreset,
  batchApplyPreset,
  batchRevokePreset,
  matchPresetAccounts,
  type PresetPreview,
  presetCalls,
  searchPresetAccounts,
} from '#contract/members/grant-presets.ts'
import { startJob } from '#server/core/jobs/jobs.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { grantActs, grantPresets, grantRules, grants } from '#server/db/schema/members/grants.ts'
import { memberAccounts } from '#server/db/schema/members/members.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeMember, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { presetJob } from './presets.acts.ts'

const server = testServer()
const db = () => server().database.db
let admin: Person
let sales: Person
let reader: Person
let productIds: string[]

const subProduct = 'officialWebsite' as const
const rights = ['view', 'add', 'edit', 'delete', 'copy', 'empower', 'batchEmpower', 'revokeBatchEmpower']
const today = dayOf(Date.now())

beforeAll(async () => {
  const codes = (names: string[]) => names.map((alias) => `officialWebsite.quickAuthorization.${alias}`)
  admin = await server().as('administrator')
  sales = await server().as((await makeRole(db(), ...codes(rights))).code)
  reader = await server().as((await makeRole(db(), ...codes(['view']))).code)
  productIds = [(await makeProduct(db())).id, (await makeProduct(db())).id]
})

let count = 0
const form = (changes: object = {}) => ({
  name: `方案${++count}`,
  kind: 'trial' as const,
  days: 7,
  productIds,
  modules: ['price' as const],
  quota: null,
  isEnabled: true,
  remark: '',
  ...changes,
})
const add = async (changes: object = {}) =>
  (await admin.call(presetCalls.add, { subProduct, ...form(changes) })).data.id

describe('presets', () => {
  it('§6 are added, found, edited by version, and copied under another name', async () => {
    const id = await add({ name: '七天试用' })
    const stored = (await sales.call(presetCalls.get, { id })).data
    expect(stored).toMatchObject({ name: '七天试用', productIds, days: 7, version: 1 })
    const { hiddenProducts: _, ...rest } = stored
    expect((await sales.call(presetCalls.edit, { ...rest, days: 14 })).data.version).toBe(2)
    const stale = await sales.call(presetCalls.edit, { ...rest, days: 21 })
    expect(stale).toMatchObject({ code: 601, data: { days: 14, version: 2 } })
    expect((await sales.call(presetCalls.copy, { id })).code).toBe(200)
    const found = (await reader.call(presetCalls.list, { subProduct, name: '七天试用' })).data.records
    expect(found.map(({ name, products }) => [name, products])).toEqual([
      ['七天试用 副本', 2],
      ['七天试用', 2],
    ])
  })

  it('§5 report a taken name and invalid products', async () => {
    await add({ name: '同名' })
    const again = await admin.call(presetCalls.add, { subProduct, ...form({ name: ' 同名 ' }) })
    expect(again).toMatchObject({ status: 400, msg: '已有名为“同名”的方案，请换一个名称' })
    expect(await admin.call(presetCalls.add, { subProduct, ...form({ productIds: [] }) })).toMatchObject({
      msg: '请选择产品',
    })
    const gone = await admin.call(presetCalls.add, { subProduct, ...form({ productIds: ['999999'] }) })
    expect(gone).toMatchObject({ status: 400, msg: '部分产品已不存在，请重新选择' })
    expect((await admin.call(presetCalls.add, { subProduct, ...form({ days: 0 }) })).status).toBe(400)
  })

  it('§8 are not deleted while a rule uses them (603); others are', async () => {
    const id = await add()
    const rule = { subProduct, presetId: id }
    await db()
      .insert(grantRules)
      .values({ ...rule, name: '规则' })
    expect(await sales.call(presetCalls.remove, { ids: [id] })).toMatchObject({
      code: 603,
      data: [{ id, by: [{ kind: '授权规则', count: 1 }] }],
    })
    const free = await add()
    const { records } = (await sales.call(presetCalls.list, { subProduct })).data
    expect(records.flatMap((each) => ([id, free].includes(each.id) ? [each.rules] : [])).toSorted()).toEqual([0, 1])
    expect((await sales.call(presetCalls.remove, { ids: [free] })).code).toBe(200)
    expect((await sales.call(presetCalls.get, { id: free })).code).toBe(20404)
  })

  it('§6 refuse each act without its right, and on another sub-product', async () => {
    const id = await add()
    expect((await reader.call(presetCalls.copy, { id })).status).toBe(403)
    expect((await reader.call(presetCalls.remove, { ids: [id] })).status).toBe(403)
    expect((await reader.call(presetCalls.add, { subProduct, ...form() })).status).toBe(403)
    expect((await reader.call(presetCalls.edit, { id, version: 1, ...form() })).status).toBe(403)
    expect((await reader.call(applyPreset, { id, accountIds: ['1'], reason: '' })).status).toBe(403)
    expect((await sales.call(presetCalls.list, { subProduct: 'oilGas' })).status).toBe(403)
    const [other] = await db()
      .insert(grantPresets)
      .values({ subProduct: 'oilGas', name: '油气', kind: 'trial', days: 3 })
      .returning()
    expect((await sales.call(presetCalls.get, { id: other?.id ?? '' })).status).toBe(403)
  })
})

describe('accounts to apply it to', () => {
  it('§6 are found by text and by pasted names, within sales scope only', async () => {
    const own = await makeMember(db(), { ownerId: sales.id, loginName: 'preset.own', realName: '自己客户' })
    const foreign = await makeMember(db(), { loginName: 'preset.foreign', realName: '他人客户' })
    const { id } = await makeAccount(db(), subProduct, { memberId: own.id })
    await makeAccount(db(), subProduct, { memberId: foreign.id })
    const search = async (by: Person) =>
      (await by.call(searchPresetAccounts, { subProduct, text: 'preset.' })).data.map(({ loginName }) => loginName)
    expect(await search(sales)).toEqual(['preset.own'])
    expect((await search(admin)).toSorted()).toEqual(['preset.foreign', 'preset.own'])
    const matched = await sales.call(matchPresetAccounts, {
      subProduct,
      loginNames: ['PRESET.OWN', ' preset.foreign ', 'nobody', ''],
    })
    expect(matched.data).toMatchObject({ found: [{ id }], missing: ['preset.foreign', 'nobody'] })
  })
})

async function hiddenLater(name: string) {
  const { id } = await makeProduct(db(), { name })
  return { id, hide: () => db().update(products).set({ isShow: false }).where(eq(products.id, id)) }
}

describe('products that are hidden later', () => {
  it('§6 are marked, may stay until they are removed, and cannot be added', async () => {
    const gone = await hiddenLater('停售甲')
    const id = await add({ name: '含停售', productIds: [...productIds, gone.id] })
    const clean = await add({ name: '不含停售' })
    await gone.hide()
    const rows = (await reader.call(presetCalls.list, { subProduct, name: '含停售' })).data.records
    expect(rows.map(({ name, products: all, hidden }) => [name, all, hidden]).toSorted()).toEqual([
      ['不含停售', 2, 0],
      ['含停售', 3, 1],
    ])
    const { hiddenProducts, ...stored } = (await reader.call(presetCalls.get, { id })).data
    expect(hiddenProducts).toEqual([{ id: gone.id, name: '停售甲' }])
    const kept = await sales.call(presetCalls.edit, { ...stored, days: 9 })
    expect(kept.code).toBe(200)
    const stale = await sales.call(presetCalls.edit, { ...stored, days: 10 })
    expect(stale).toMatchObject({ code: 601, data: { hiddenProducts: [{ id: gone.id }] } })
    const msg = '产品已隐藏，不能加入方案：停售甲'
    const refused = { status: 400, msg, data: { fields: [{ field: 'productIds' }] } }
    const wanted = { productIds: [...productIds, gone.id] }
    const { hiddenProducts: _, ...other } = (await reader.call(presetCalls.get, { id: clean })).data
    expect(await sales.call(presetCalls.edit, { ...other, ...wanted })).toMatchObject(refused)
    expect(await admin.call(presetCalls.add, { subProduct, ...form(wanted) })).toMatchObject(refused)
    expect((await sales.call(presetCalls.edit, { ...stored, version: 2, productIds })).code).toBe(200)
    expect((await reader.call(presetCalls.get, { id })).data.hiddenProducts).toEqual([])
  })

  it('§6 are not granted, and named (602); they can be revoked', async () => {
    const gone = await hiddenLater('停售乙')
    const id = await add({ productIds: [...productIds, gone.id] })
    const { id: before } = await makeAccount(db(), subProduct, { ownerId: sales.id })
    await confirm(server(), sales, applyPreset, { id, accountIds: [before], reason: '' })
    await gone.hide()
    const { id: accountId } = await makeAccount(db(), subProduct, { ownerId: sales.id })
    const { preview, done } = await confirm(server(), sales, applyPreset, { id, accountIds: [accountId], reason: '' })
    expect(preview?.text).toContain('授权2 个产品')
    expect(preview?.text).toContain('已隐藏的产品不授权：停售乙。')
    expect(done).toMatchObject({
      code: 602,
      data: [
        { id: accountId, ok: true },
        { name: '产品 停售乙', ok: false, msg: '产品已隐藏，未授权' },
      ],
    })
    const held = async (of: string) =>
      (await db().select().from(grants).where(eq(grants.accountId, of))).filter((each) => !each.revokedAt)
    expect((await held(accountId)).map(({ productId }) => productId).toSorted()).toEqual(productIds.toSorted())
    expect(await held(before)).toHaveLength(3)
    const revoked = await confirm(server(), sales, batchRevokePreset, { id, accountIds: [before], reason: '到期' })
    expect(revoked.done.code).toBe(200)
    expect(await held(before)).toEqual([])
  })

  it('§6 are not granted where no other product is left: that would be the whole sub-product', async () => {
    const gone = await hiddenLater('停售丙')
    const id = await add({ productIds: [gone.id] })
    await gone.hide()
    const { id: accountId } = await makeAccount(db(), subProduct, { ownerId: sales.id })
    expect(await sales.call(applyPreset, { id, accountIds: [accountId], reason: '' })).toMatchObject({
      status: 409,
      msg: '方案中的产品已全部隐藏，请先修改方案',
    })
    expect(await db().select().from(grants).where(eq(grants.accountId, accountId))).toEqual([])
  })

  it('§6 are not granted by the job either, which names them', async () => {
    const gone = await hiddenLater('停售丁')
    const presetId = await add({ productIds: [...productIds, gone.id] })
    await gone.hide()
    const { id: accountId } = await makeAccount(db(), subProduct, { ownerId: sales.id })
    const input = { call: 'batchApply' as const, presetId, presetVersion: 1, accountIds: [accountId], reason: '' }
    const by = { id: sales.id, name: sales.userName, address: '', requestId: '' }
    const jobId = await db().transaction((tx) => startJob(tx, presetJob, input, by))
    const job = async () => (await db().select().from(jobRuns).where(eq(jobRuns.id, jobId)))[0]
    await expect.poll(async () => (await job())?.state).toBe('done')
    expect((await job())?.message).toContain('已隐藏的产品不授权：停售丁。')
    expect(await db().select().from(grants).where(eq(grants.accountId, accountId))).toHaveLength(2)
  })
})

describe('applying', () => {
  it('§6 previews each account with its end or refusal, then returns each outcome', async () => {
    const id = await add({ name: '两周', days: 14 })
    const good = await makeAccount(db(), subProduct, { ownerId: sales.id })
    const off = await makeAccount(db(), subProduct, { ownerId: sales.id, status: 'disabled' })
    const body = { id, accountIds: [good.id, off.id], reason: '展会' }
    const { initial, preview, done } = await confirm(server(), sales, applyPreset, body)
    expect(initial.code).toBe(600)
    expect(preview?.text).toBe(`按方案“两周”授权2 个产品，自 ${today} 至 ${addDays(today, 13)}。`)
    expect((preview as PresetPreview).lines.map(({ before, after, refusal }) => [before, after, refusal])).toEqual([
      [null, addDays(today, 13), '账号已禁用，请先启用'],
      [null, addDays(today, 13), ''],
    ])
    expect(done).toMatchObject({ code: 602, data: [{ ok: true }, { ok: false, msg: '账号已禁用，请先启用' }] })
    const live = await db().select().from(grants).where(eq(grants.accountId, good.id))
    expect(live.map(({ endsOn, kind }) => [endsOn, kind])).toEqual([
      [addDays(today, 13), 'trial'],
      [addDays(today, 13), 'trial'],
    ])
    const [account] = await db().select().from(memberAccounts).where(eq(memberAccounts.id, good.id))
    expect(account).toMatchObject({ endsOn: addDays(today, 13), modules: ['price'] })
    const acts = await db().select().from(grantActs).where(eq(grantActs.reason, '展会'))
    expect(acts).toMatchObject([{ via: 'preset', actorId: sales.id }])
    const again = await sales.call(applyPreset, body)
    expect(again).toMatchObject({ status: 409 })
    expect(again.msg).toMatch(/^没有可以授权的账号/)
  })

  it('§6 revokes what the preset grants, and nothing else', async () => {
    const id = await add()
    const { id: accountId } = await makeAccount(db(), subProduct, { ownerId: sales.id })
    await confirm(server(), sales, batchApplyPreset, { id, accountIds: [accountId], reason: '' })
    const narrow = await add({ productIds: productIds.slice(0, 1) })
    const { done } = await confirm(server(), sales, batchRevokePreset, {
      id: narrow,
      accountIds: [accountId],
      reason: '到期',
    })
    expect(done).toMatchObject({ code: 200, data: { done: 1, jobId: null } })
    const rows = await db().select().from(grants).where(eq(grants.accountId, accountId))
    expect(rows.filter(({ revokedAt }) => revokedAt === null).map(({ productId }) => productId)).toEqual(
      productIds.slice(1),
    )
  })

  it('§6 revokes nothing without a reason', async () => {
    const id = await add()
    const reply = await sales.call(batchRevokePreset, { id, accountIds: ['1'], reason: ' ' })
    expect(reply).toMatchObject({ status: 400, msg: '请输入原因' })
  })

  it('§6 does not find accounts out of scope or of another sub-product', async () => {
    const id = await add()
    const foreign = await makeAccount(db(), subProduct)
    const elsewhere = await makeAccount(db(), 'bigData', { ownerId: sales.id })
    for (const accountIds of [[foreign.id], [elsewhere.id], ['999999']]) {
      expect((await sales.call(applyPreset, { id, accountIds, reason: '' })).code).toBe(20404)
    }
    expect((await sales.call(applyPreset, { id, accountIds: [], reason: '' })).status).toBe(400)
    const off = await add({ isEnabled: false })
    expect(await sales.call(applyPreset, { id: off, accountIds: [foreign.id], reason: '' })).toMatchObject({
      status: 409,
      msg: '方案已禁用，请先启用',
    })
  })

  it('its job does nothing where the preset has changed since the confirmation', async () => {
    const presetId = await add()
    const { id: accountId } = await makeAccount(db(), subProduct, { ownerId: sales.id })
    const input = { call: 'batchApply' as const, presetId, presetVersion: 0, accountIds: [accountId], reason: '' }
    const by = { id: sales.id, name: sales.userName, address: '', requestId: '' }
    const jobId = await db().transaction((tx) => startJob(tx, presetJob, input, by))
    const job = async () => (await db().select().from(jobRuns).where(eq(jobRuns.id, jobId)))[0]
    await expect.poll(async () => (await job())?.state).toBe('failed')
    expect(await job()).toMatchObject({ message: '方案已被修改，请重新授权' })
    expect(await db().select().from(grants).where(eq(grants.accountId, accountId))).toEqual([])
  })

  it('§6 runs as a job with progress above 100 accounts', async () => {
    const id = await add()
    const accountIds: string[] = []
    for (let n = 0; n < 101; n++) {
      const status = n === 7 ? ('disabled' as const) : ('enabled' as const)
      accountIds.push((await makeAccount(db(), subProduct, { ownerId: sales.id, status })).id)
    }
    const { done } = await confirm(server(), sales, batchApplyPreset, { id, accountIds, reason: '' })
    const { jobId } = done.data as unknown as { jobId: string }
    expect(jobId).toEqual(expect.any(String))
    const job = async () => (await db().select().from(jobRuns).where(eq(jobRuns.id, jobId)))[0]
    await expect.poll(async () => (await job())?.state).toMatch(/done|partly/)
    expect(await job()).toMatchObject({ failed: 1, fileId: expect.any(String) })
    const [last] = await db()
      .select()
      .from(memberAccounts)
      .where(eq(memberAccounts.id, accountIds[100] ?? ''))
    expect(last?.endsOn).toBe(addDays(today, 6))
  })
})
