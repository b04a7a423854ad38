// Third parties, over HTTP: rights by sub-product, form checks, and versions.
import { beforeAll, describe, expect, it } from 'vitest'
import { readThirdPower, thirdPowerCalls } from '#contract/members/third-powers.ts'
import { makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
let keeper: Person
let productId: string
let count = 0

beforeAll(async () => {
  const { db } = server().database
  const rights = ['view', 'add', 'edit', 'delete', 'disable', 'open', 'details'].map(
    (each) => `bigData.thirdPower.${each}`,
  )
  keeper = await server().as((await makeRole(db, ...rights)).code)
  productId = (await makeProduct(db, { name: '热轧卷板' })).id
})

const form = (changes: object = {}) => {
  count++
  return {
    name: `第三方${count}`,
    appId: `app-${count}-x`,
    productIds: [productId],
    modules: ['price' as const],
    addresses: ['10.1.0.0/16', '192.0.2.7'],
    endsOn: null,
    remark: '',
    ...changes,
  }
}
const on = { subProduct: 'bigData' } as const
const add = async (changes: object = {}) => {
  const made = form(changes)
  const { data } = await keeper.call(thirdPowerCalls.add, { ...on, ...made })
  return { ...made, ...data }
}

describe('third parties', () => {
  it('§2 are added, found and read in full', async () => {
    const { id, name, appId } = await add({ endsOn: '2020-01-01', remark: ' 试点 ' })
    const { data } = await keeper.call(thirdPowerCalls.list, { ...on, appId })
    expect(data.records).toMatchObject([
      {
        id,
        name,
        appId,
        products: 1,
        modules: ['price'],
        status: 'enabled',
        isExpired: true,
        remark: '试点',
        version: 1,
      },
    ])
    const details = await keeper.call(readThirdPower, { id })
    expect(details.data).toMatchObject({ productNames: ['热轧卷板'], addresses: ['10.1.0.0/16', '192.0.2.7'] })
  })

  it('§3 are edited by version: 601 with the newer row for the second of two', async () => {
    const { id, version, appId } = await add()
    const change = form({ appId })
    const saved = await keeper.call(thirdPowerCalls.edit, { id, version, ...change })
    expect(saved).toMatchObject({ code: 200, data: { id, version: 2 } })
    const late = await keeper.call(thirdPowerCalls.edit, { id, version, ...form({ appId }) })
    expect(late).toMatchObject({ code: 601, data: { id, version: 2, name: change.name } })
    expect((await keeper.call(thirdPowerCalls.get, { id })).data.name).toBe(change.name)
  })

  it('have an app id that is unique within the sub-product, whatever its case', async () => {
    const { appId } = await add()
    const twice = await keeper.call(thirdPowerCalls.add, { ...on, ...form({ appId: appId.toUpperCase() }) })
    expect(twice).toMatchObject({ status: 400, data: { fields: [{ field: 'appId' }] } })
  })

  it('are disabled, enabled and deleted, each in the audit log', async () => {
    const { id, appId } = await add()
    const status = async () => (await keeper.call(thirdPowerCalls.list, { ...on, appId })).data.records[0]?.status
    expect((await keeper.call(thirdPowerCalls.disable, { ids: [id] })).code).toBe(200)
    expect(await status()).toBe('disabled')
    expect((await keeper.call(thirdPowerCalls.open, { ids: [id] })).code).toBe(200)
    expect(await status()).toBe('enabled')
    expect((await keeper.call(thirdPowerCalls.remove, { ids: [id] })).code).toBe(200)
    expect(await status()).toBeUndefined()
    expect(await keeper.call(thirdPowerCalls.get, { id })).toMatchObject({ status: 404, code: 20404 })
    const { rows } = await server().database.pool.query(
      "select action from audit_log where target_type = 'thirdPower' and target_id = $1 order by id",
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'thirdPower.add',
      'thirdPower.disable',
      'thirdPower.open',
      'thirdPower.delete',
    ])
  })

  it.each([
    [{ addresses: ['10.0.0.0/33'] }, 'addresses', '允许的地址应为 IP 地址或网段，如 10.0.0.0/8'],
    [{ addresses: ['10.0.0.0/8/9'] }, 'addresses.0', '允许的地址应为 IP 地址或网段，如 10.0.0.0/8'],
    [{ addresses: ['999.1.1.1'] }, 'addresses', '允许的地址应为 IP 地址或网段，如 10.0.0.0/8'],
    [{ appId: 'ab' }, 'appId', 'App ID 为4至64位字母、数字或 . _ -，以字母或数字开头'],
    [{ name: ' ' }, 'name', '请输入第三方名称'],
    [{ productIds: ['999999999'] }, 'productIds', '产品不存在'],
    [{ endsOn: '2026-13-01' }, 'endsOn', '截止日期应为 YYYY-MM-DD'],
  ])('refuse %j', async (changes, field, message) => {
    const reply = await keeper.call(thirdPowerCalls.add, { ...on, ...form(changes) })
    expect(reply).toMatchObject({ status: 400, data: { fields: [{ message }] } })
    expect(JSON.stringify(reply.data)).toContain(field.split('.')[0])
  })

  it('§6 are refused without the right, each act by its own', async () => {
    const { id, version, appId } = await add()
    const reader = await server().as((await makeRole(server().database.db, 'bigData.thirdPower.view')).code)
    expect((await reader.call(thirdPowerCalls.list, on)).code).toBe(200)
    const refused = { status: 403, code: 403 }
    expect(await reader.call(readThirdPower, { id })).toMatchObject(refused)
    expect(await reader.call(thirdPowerCalls.add, { ...on, ...form() })).toMatchObject(refused)
    expect(await reader.call(thirdPowerCalls.edit, { id, version, ...form({ appId }) })).toMatchObject(refused)
    for (const act of [thirdPowerCalls.remove, thirdPowerCalls.disable, thirdPowerCalls.open])
      expect(await reader.call(act, { ids: [id] })).toMatchObject(refused)
  })
})
