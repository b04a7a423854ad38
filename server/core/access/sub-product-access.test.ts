// Rights on one page of the sub-product that a call concerns (`canOn`), over HTTP.
import { Type } from 'typebox'
import { beforeAll, describe, expect, it } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { Fields, Id, OneOf } from '#contract/fields.ts'
import { canOn } from '#contract/sub-product-access.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { serve } from '../http/serve.ts'

const Reply = Type.Object({ subProduct: Type.String() })
const listed = endpoint({
  summary: '某子产品的列表',
  method: 'POST',
  path: '/api/test/list',
  access: canOn('request', 'accounts', 'view'),
  effect: 'read',
  body: Fields({ subProduct: OneOf('子产品', ['bigData', 'app', 'embed']) }),
  data: Reply,
})
const acted = endpoint({
  summary: '某子产品的一行',
  method: 'POST',
  path: '/api/test/act',
  access: canOn('row', 'accounts', 'disable'),
  effect: 'write',
  body: Fields({ id: Id(), subProduct: Type.Optional(OneOf('子产品', ['bigData', 'app'])) }),
  data: Reply,
})

const rows: Record<string, SubProductKey> = { '1': 'bigData', '2': 'app' }
let done: string[] = []

const server = testServer({}, [
  serve(listed, async ({ subProduct }) => ({ subProduct })),
  serve(
    acted,
    async ({ body, subProduct }) => {
      done.push(body.id)
      return { subProduct }
    },
    { subProductOf: async ({ body }) => rows[body.id] ?? null },
  ),
])
let person: Person

beforeAll(async () => {
  const role = await makeRole(server().database.db, 'bigData.accounts.view', 'bigData.accounts.disable')
  person = await server().as(role.code)
})

const post = (path: string, body: object, by = person) => server().send('POST', path, body, { token: by.token })

describe('§6 a right on one sub-product', () => {
  it('passes a list of that one, and gives its key to the handler', async () => {
    expect(await post(listed.path, { subProduct: 'bigData' })).toMatchObject({
      code: 200,
      data: { subProduct: 'bigData' },
    })
  })

  it('refuses a list of another one, and one that names none', async () => {
    expect(await post(listed.path, { subProduct: 'app' })).toMatchObject({ status: 403, code: 403 })
    expect((await post(listed.path, {})).status).toBe(400)
  })

  it('is checked for the stored row, whatever the request claims', async () => {
    done = []
    expect((await post(acted.path, { id: '1', subProduct: 'app' })).data).toEqual({ subProduct: 'bigData' })
    expect(await post(acted.path, { id: '2', subProduct: 'bigData' })).toMatchObject({ status: 403 })
    expect(await post(acted.path, { id: '3' })).toMatchObject({ status: 404, code: 20404 })
    expect(done).toEqual(['1'])
  })

  it('refuses before reading the input if held on no sub-product', async () => {
    const other = await server().as((await makeRole(server().database.db, 'userList.view')).code)
    expect((await post(listed.path, {}, other)).status).toBe(403)
    expect((await post(acted.path, {}, other)).status).toBe(403)
  })

  it('is not held on a sub-product without that page; administrators pass', async () => {
    const admin = await server().as('administrator')
    expect((await post(listed.path, { subProduct: 'embed' }, admin)).code).toBe(200)
    expect((await post(acted.path, { id: '2' }, admin)).data).toEqual({ subProduct: 'app' })
  })

  it('does not compile for a row without subProductOf', () => {
    // @ts-expect-error: subProductOf is missing
    const route = serve(acted, async ({ subProduct }) => ({ subProduct }))
    expect(route.options).toEqual({})
  })
})
