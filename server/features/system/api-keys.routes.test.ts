// API keys of other systems under 系统管理, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { type ApiScope, apiScopes, isOfSubProduct } from '#contract/access.ts'
import { sendRegistration } from '#contract/members/registrations.ts'
import { getRole, grantRole } from '#contract/organisation/roles.ts'
import { disableUser } from '#contract/organisation/users.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import { addApiKey, queryApiKeys, removeApiKey } from '#contract/system/api-keys.ts'
import { hashToken } from '#server/core/access/actors.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
let keeper: Person
let reader: Person

beforeAll(async () => {
  const { db } = server().database
  keeper = await server().as(
    (await makeRole(db, 'apiKeys.view', 'apiKeys.add', 'apiKeys.delete', 'registration.edit', 'apiData.accounts.edit'))
      .code,
  )
  reader = await server().as((await makeRole(db, 'apiKeys.view')).code)
})

const input = { name: '官网', scopes: ['registrations' as const], addresses: [], dailyQuota: 100 }
const register = (key: string, mobile = '13812340001') =>
  server().send(
    'POST',
    sendRegistration.path,
    { company: '东海石化', contact: '王敏', mobile, subProduct: 'officialWebsite' },
    { headers: { 'x-api-key': key } },
  )

describe('keys of other systems', () => {
  it('are shown once, work at once, and cannot be read again', async () => {
    const { id, key } = (await keeper.call(addApiKey, input)).data
    expect((await register(key)).code).toBe(200)
    const { data } = await keeper.call(queryApiKeys, { name: '官网' })
    expect(data.records).toMatchObject([
      { id, hint: key.slice(0, 10), callsToday: 1, revokedAt: null, lastUsedAt: expect.any(String) },
    ])
    const { pool } = server().database
    const everywhere = [data, (await pool.query('select * from audit_log')).rows]
    expect(JSON.stringify(everywhere)).not.toContain(key.slice(12))
    expect(JSON.stringify(data)).not.toContain(hashToken(key))
  })

  it('§6 have no more rights than their maker, on every sub-product', async () => {
    const making = async (scopes: readonly ApiScope[], ...rights: string[]) => {
      const maker = await server().as((await makeRole(server().database.db, 'apiKeys.add', ...rights)).code)
      return maker.call(addApiKey, { ...input, scopes: [...scopes] })
    }
    const everyLog = subProductsWith('accountLog').map((key) => `${key}.accountLog.view`)
    expect((await making(['accountLogs'], ...everyLog)).code).toBe(200)
    const refused = { status: 409, code: 409 }
    for (const scope of apiScopes) expect(await making([scope])).toMatchObject(refused)
    expect(await making(['accountLogs'], ...everyLog.slice(1))).toMatchObject({
      ...refused,
      msg: '不能授予自己没有的权限：上报账号日志',
    })
    expect(await making(['registrations', 'orders'], 'registration.edit')).toMatchObject({
      ...refused,
      msg: '不能授予自己没有的权限：提交订单',
    })
    const admin = await server().as('administrator')
    const unbound = apiScopes.filter((scope) => !isOfSubProduct(scope))
    expect((await admin.call(addApiKey, { ...input, scopes: unbound })).code).toBe(200)
  })

  it('entitlements.md "check": belong to one sub-product whose accounts their maker may view', async () => {
    const { db } = server().database
    const maker = await server().as((await makeRole(db, 'apiKeys.add', 'apiKeys.view', 'bigData.accounts.view')).code)
    const make = (scopes: ApiScope[], subProduct?: 'bigData' | 'steel') =>
      maker.call(addApiKey, { ...input, scopes, ...(subProduct && { subProduct }) })
    const { id } = (await make(['entitlements', 'memberSignIn'], 'bigData')).data
    const { records } = (await maker.call(queryApiKeys, {})).data
    expect(records.find((row) => row.id === id)).toMatchObject({ subProduct: 'bigData', lostScopes: [] })
    expect(await make(['entitlements'], 'steel')).toMatchObject({
      status: 409,
      msg: '不能授予自己没有的权限：查询子产品账号的权益',
    })
    expect(await make(['entitlements'])).toMatchObject({ status: 400, msg: '请选择子产品' })
    const admin = await server().as('administrator')
    const mixed = { ...input, scopes: ['entitlements', 'orders'] as ApiScope[], subProduct: 'bigData' as const }
    const msg = '限于一个子产品的用途不能与其他用途共用一个密钥'
    expect(await admin.call(addApiKey, mixed)).toMatchObject({ status: 400, msg })
    expect(await admin.call(addApiKey, { ...mixed, scopes: ['orders'] })).toMatchObject({
      status: 400,
      msg: '所选用途不限于一个子产品，请清空子产品',
    })
  })

  it('§6 stop working when their maker loses the right, and work again with it', async () => {
    const { db } = server().database
    const role = await makeRole(db, 'apiKeys.add', 'apiKeys.view', 'registration.edit')
    const maker = await server().as(role.code)
    const { id, key } = (await maker.call(addApiKey, { ...input, name: '会失效' })).data
    const admin = await server().as('administrator')
    const { menuIds } = (await admin.call(getRole, { id: role.id })).data
    const set = async (ids: string[]) => {
      const { version } = (await admin.call(getRole, { id: role.id })).data
      await confirm(server(), admin, grantRole, { id: role.id, version, menuIds: ids })
    }
    await set([])
    expect(await register(key)).toMatchObject({ status: 403, msg: '此 API 密钥的创建人已没有该权限' })
    const { data } = await admin.call(queryApiKeys, { name: '会失效' })
    expect(data.records).toMatchObject([{ id, scopes: ['registrations'], lostScopes: ['registrations'] }])
    await set(menuIds)
    expect((await register(key, '13812340002')).code).toBe(200)
    await admin.call(disableUser, { id: maker.id })
    expect((await register(key)).status).toBe(403)
  })

  it('are refused from the call after they were revoked, and stay in the list', async () => {
    const { id, key } = (await keeper.call(addApiKey, { ...input, name: '数据网关', scopes: ['dataCalls'] })).data
    expect((await keeper.call(removeApiKey, { id })).code).toBe(200)
    expect((await register(key)).status).toBe(401)
    expect(await keeper.call(removeApiKey, { id })).toMatchObject({ status: 409, msg: '密钥已吊销' })
    expect(await keeper.call(removeApiKey, { id: '999999' })).toMatchObject({ status: 404, code: 20404 })
    const listed = (query: object) => keeper.call(queryApiKeys, { name: '数据网关', ...query })
    expect((await listed({ state: 'active' })).data.total).toBe(0)
    expect((await listed({ state: 'revoked', scope: 'dataCalls' })).data.records).toMatchObject([{ id }])
  })

  it.each([
    [{ scopes: [] }, '请选择用途'],
    [{ scopes: ['everything'] }, '用途不在可选范围内'],
    [{ addresses: ['10.0.0.0/99'] }, '允许的地址应为 IP 地址或网段，如 10.0.0.0/8'],
    [{ dailyQuota: 0 }, '每日调用上限不能小于1'],
    [{ name: '' }, '请输入名称'],
  ])('refuse %j', async (changes, msg) => {
    const reply = await server().send('POST', addApiKey.path, { ...input, ...changes }, { token: keeper.token })
    expect(reply).toMatchObject({ status: 400, msg })
  })

  it('§6 are refused without the right', async () => {
    const refused = { status: 403, code: 403 }
    expect((await reader.call(queryApiKeys, {})).code).toBe(200)
    expect(await reader.call(addApiKey, input)).toMatchObject(refused)
    expect(await reader.call(removeApiKey, { id: '1' })).toMatchObject(refused)
    const nobody = await server().as((await makeRole(server().database.db)).code)
    expect(await nobody.call(queryApiKeys, {})).toMatchObject(refused)
  })
})
