// Authorisation rules over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { getRuleChoices, grantRuleCalls, moveGrantRule, tryGrantRules } from '#contract/members/grant-rules.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { grantPresets, grantRules } from '#server/db/schema/members/grants.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
const subProduct = 'oilGas' as const
let editor: Person
let reader: Person
let presetId: string
let otherPreset: string

beforeAll(async () => {
  const codes = (names: string[]) => names.map((alias) => `oilGas.authorizationRules.${alias}`)
  const all = codes(['view', 'add', 'edit', 'delete', 'disable', 'open', 'copy'])
  editor = await server().as((await makeRole(db(), ...all)).code)
  reader = await server().as((await makeRole(db(), ...codes(['view']))).code)
  const kept = await db()
    .insert(grantPresets)
    .values([
      { subProduct, name: '三天', kind: 'trial', days: 3, productIds: ['1', '2'] },
      { subProduct: 'officialWebsite', name: '官网三天', kind: 'trial', days: 3 },
    ])
    .returning()
  presetId = kept[0]?.id ?? ''
  otherPreset = kept[1]?.id ?? ''
  await db().insert(regions).values({ name: '规则省', level: 1 }).onConflictDoNothing()
})

let count = 0
const form = (changes: object = {}) => ({
  name: `规则${++count}`,
  source: '' as const,
  province: '',
  presetId,
  isEnabled: true,
  ...changes,
})
const add = async (changes: object = {}) =>
  (await editor.call(grantRuleCalls.add, { subProduct, ...form(changes) })).data.id
const names = async () => (await reader.call(grantRuleCalls.list, { subProduct })).data.records.map(({ name }) => name)
const attempt = async (query: { source: 'page' | 'open'; province: string }) =>
  (await reader.call(tryGrantRules, { subProduct, ...query })).data

describe('authorisation rules', () => {
  it('§2 are tried in order, a new one last; 试算 returns the one that decides', async () => {
    await db().delete(grantRules)
    await add({ name: '山东网页', source: 'page', province: '规则省' })
    const any = await add({ name: '其余' })
    expect(await names()).toEqual(['山东网页', '其余'])
    expect(await attempt({ source: 'page', province: '规则省' })).toMatchObject({
      ruleName: '山东网页',
      presetName: '三天',
      summary: '试用 3 天 · 2 个产品',
    })
    expect(await attempt({ source: 'open', province: '规则省' })).toMatchObject({ ruleName: '其余' })
    await editor.call(moveGrantRule, { id: any, to: 'up' })
    expect(await names()).toEqual(['其余', '山东网页'])
    expect(await attempt({ source: 'page', province: '规则省' })).toMatchObject({ ruleName: '其余' })
    await editor.call(grantRuleCalls.disable, { ids: [any] })
    expect(await attempt({ source: 'open', province: '' })).toBeNull()
    await editor.call(grantRuleCalls.open, { ids: [any] })
    expect(await attempt({ source: 'open', province: '' })).toMatchObject({ ruleName: '其余' })
  })

  it('§8 are edited by version, copied as disabled, and deleted', async () => {
    await db().delete(grantRules)
    const id = await add({ name: '原规则' })
    expect((await editor.call(grantRuleCalls.edit, { id, version: 1, ...form({ name: '改名' }) })).data.version).toBe(2)
    const stale = await editor.call(grantRuleCalls.edit, { id, version: 1, ...form() })
    expect(stale).toMatchObject({ code: 601, data: { name: '改名', version: 2 } })
    await editor.call(grantRuleCalls.copy, { id })
    const { records } = (await reader.call(grantRuleCalls.list, { subProduct })).data
    expect(records.map(({ name, isEnabled, sort }) => [name, isEnabled, sort])).toEqual([
      ['改名', true, 1],
      ['改名 副本', false, 2],
    ])
    await editor.call(grantRuleCalls.remove, { ids: [id] })
    expect(await names()).toEqual(['改名 副本'])
    expect((await editor.call(grantRuleCalls.remove, { ids: [id] })).code).toBe(20404)
  })

  it('§5 refuse a taken name, a preset of another sub-product, an unknown province', async () => {
    await add({ name: '占用' })
    const refused = (changes: object) => editor.call(grantRuleCalls.add, { subProduct, ...form(changes) })
    expect(await refused({ name: '占用' })).toMatchObject({ msg: '已有名为“占用”的规则，请换一个名称' })
    expect(await refused({ presetId: otherPreset })).toMatchObject({ status: 400, msg: '授权方案不存在' })
    expect(await refused({ province: '无此省' })).toMatchObject({ status: 400, msg: '省份不存在' })
  })

  it('§6 refuse each act without its right, and offer only the presets of its sub-product', async () => {
    const id = await add()
    for (const endpoint of [grantRuleCalls.open, grantRuleCalls.disable, grantRuleCalls.remove]) {
      expect((await reader.call(endpoint, { ids: [id] })).status).toBe(403)
    }
    expect((await reader.call(grantRuleCalls.copy, { id })).status).toBe(403)
    expect((await reader.call(moveGrantRule, { id, to: 'up' })).status).toBe(403)
    expect((await reader.call(grantRuleCalls.add, { subProduct, ...form() })).status).toBe(403)
    const { presets } = (await reader.call(getRuleChoices, { subProduct })).data
    expect(presets).toEqual([{ id: presetId, name: '三天', isEnabled: true, summary: '试用 3 天 · 2 个产品' }])
  })
})
