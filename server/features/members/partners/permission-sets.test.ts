// Permission sets, over HTTP: products where they are granted by product, versions, copies, rights.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { listSetPartners, permissionSetCalls } from '#contract/members/permission-sets.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
let keeper: Person
let productId: string
let count = 0

beforeAll(async () => {
  const { db } = server().database
  const rights = ['view', 'add', 'edit', 'delete', 'copy', 'empower'].map((each) => `embed.permissionSets.${each}`)
  keeper = await server().as((await makeRole(db, ...rights)).code)
  productId = (await makeProduct(db)).id
})

const form = (changes: object = {}) => ({
  name: `方案${++count}`,
  subProducts: ['bigData' as const, 'aiWeb' as const],
  modules: [],
  productIds: [productId],
  remark: '',
  ...changes,
})
const add = async () => {
  const made = form()
  return { ...made, ...(await keeper.call(permissionSetCalls.add, made)).data }
}

describe('permission sets', () => {
  it('§2 are added, found by a sub-product, and edited by version', async () => {
    const { id, version, ...rest } = await add()
    const { data } = await keeper.call(permissionSetCalls.list, { name: rest.name, subProduct: 'aiWeb' })
    expect(data.records).toMatchObject([{ id, products: 1, partners: 0, subProducts: ['bigData', 'aiWeb'] }])
    const change = { ...rest, remark: '常用', id, version }
    expect((await keeper.call(permissionSetCalls.edit, change)).data).toEqual({ id, version: 2 })
    expect(await keeper.call(permissionSetCalls.edit, change)).toMatchObject({ code: 601, data: { version: 2 } })
    expect((await keeper.call(permissionSetCalls.get, { id })).data).toMatchObject({
      remark: '常用',
      productIds: [productId],
    })
  })

  it('§6 mark products that were hidden later, keep them until they are removed, and refuse to add any', async () => {
    const { db } = server().database
    const gone = await makeProduct(db, { name: '停售戊' })
    const saved = (
      await keeper.call(permissionSetCalls.add, form({ name: '含停售戊', productIds: [productId, gone.id] }))
    ).data
    await db.update(products).set({ isShow: false }).where(eq(products.id, gone.id))
    const { records } = (await keeper.call(permissionSetCalls.list, { name: '含停售戊' })).data
    expect(records).toMatchObject([{ products: 2, hidden: 1 }])
    const { hiddenProducts, ...stored } = (await keeper.call(permissionSetCalls.get, { id: saved.id })).data
    expect(hiddenProducts).toEqual([{ id: gone.id, name: '停售戊' }])
    expect((await keeper.call(permissionSetCalls.edit, { ...stored, remark: '保留' })).code).toBe(200)
    expect((await keeper.call(permissionSetCalls.copy, { id: saved.id, name: '含停售戊 副本' })).code).toBe(200)
    const refused = {
      status: 400,
      msg: '产品已隐藏，不能加入方案：停售戊',
      data: { fields: [{ field: 'productIds' }] },
    }
    expect(await keeper.call(permissionSetCalls.add, form({ productIds: [gone.id] }))).toMatchObject(refused)
    const { id, version, ...other } = await add()
    const wanted = { ...other, id, version, productIds: [productId, gone.id] }
    expect(await keeper.call(permissionSetCalls.edit, wanted)).toMatchObject(refused)
  })

  it('are copied under another name, and deleted', async () => {
    const { id, name } = await add()
    expect(await keeper.call(permissionSetCalls.copy, { id, name: ` ${name} ` })).toMatchObject({
      status: 400,
      msg: '方案名称已存在',
    })
    const { data } = await keeper.call(permissionSetCalls.copy, { id, name: `${name} 副本` })
    expect((await keeper.call(permissionSetCalls.get, data)).status).toBe(400)
    expect((await keeper.call(permissionSetCalls.get, { id: data.id })).data).toMatchObject({
      productIds: [productId],
      version: 1,
    })
    expect((await keeper.call(permissionSetCalls.remove, { ids: [data.id] })).code).toBe(200)
    expect(await keeper.call(permissionSetCalls.get, { id: data.id })).toMatchObject({ status: 404, code: 20404 })
    expect((await keeper.call(listSetPartners, { id })).data).toEqual([])
  })

  it.each([
    [{ productIds: [] }, 'productIds', '请选择产品'],
    [{ subProducts: ['aiWeb'] }, 'productIds', '所选子产品整体授权，不需要选择产品'],
    [{ subProducts: [] }, 'subProducts', '请选择子产品'],
    [{ subProducts: ['gold'] }, 'subProducts', '子产品不在可选范围内'],
    [{ productIds: ['999999999'] }, 'productIds', '产品不存在'],
  ])('refuse %j', async (changes, field, message) => {
    const reply = await keeper.call(permissionSetCalls.add, form(changes))
    expect(reply).toMatchObject({ status: 400, msg: message })
    expect(JSON.stringify(reply.data)).toContain(field)
  })

  it('§6 are refused without the right', async () => {
    const { id, version, ...rest } = await add()
    const reader = await server().as((await makeRole(server().database.db, 'embed.permissionSets.view')).code)
    const refused = { status: 403, code: 403 }
    expect((await reader.call(permissionSetCalls.list, {})).code).toBe(200)
    expect(await reader.call(permissionSetCalls.add, form())).toMatchObject(refused)
    expect(await reader.call(permissionSetCalls.edit, { ...rest, id, version })).toMatchObject(refused)
    expect(await reader.call(permissionSetCalls.copy, { id, name: 'x' })).toMatchObject(refused)
    expect(await reader.call(permissionSetCalls.remove, { ids: [id] })).toMatchObject(refused)
    expect(await reader.call(listSetPartners, { id })).toMatchObject(refused)
  })
})
