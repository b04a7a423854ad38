// Questions every call of the console: who may not, and what is not input.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Access } from '../contract/access.ts'
import { errors } from '../contract/errors.ts'
import { beginLook } from '../contract/looks.ts'
import { routes } from '../server/app.ts'
import { menuRows } from '../server/db/seed/menus.ts'
import { makeRole, makeUser } from './factories.ts'
import { type Person, testServer } from './http.ts'

const server = testServer()
let powerless: Person
/** An administrator, and a look of theirs at a person who holds every right there is to hold. */
let looker: Person
let look: string

beforeAll(async () => {
  const { database, as } = server()
  powerless = await as((await makeRole(database.db)).code)
  looker = await as('administrator')
  const buttons = menuRows.flatMap(({ type, code }) => (type === 3 ? [code] : []))
  const { id } = await makeUser(database.db, { roleCode: (await makeRole(database.db, ...buttons)).code })
  look = (await looker.call(beginLook, { userId: id })).data.id
})

const endpoints = routes.map(({ endpoint }) => endpoint)
const named = endpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }))
const isOpen = ({ kind }: Access) => kind === 'anonymous'
const needsRight = ({ kind }: Access) => kind === 'can' || kind === 'anyOf' || kind === 'administrator'
const send = (endpoint: (typeof endpoints)[number], body?: unknown, token?: string, query = '') =>
  server().send(
    endpoint.method,
    endpoint.path + query,
    endpoint.method === 'GET' ? undefined : body,
    token ? { token } : {},
  )

describe('every call', () => {
  it('stands once', () => {
    expect(new Set(named.map(({ name }) => name)).size).toBe(named.length)
  })

  it.each(named.filter(({ endpoint }) => !isOpen(endpoint.access)))('$name: 401 unsigned', async ({ endpoint }) => {
    const reply = await send(endpoint, {})
    expect(reply).toMatchObject({ status: 401, code: 401, success: false, msg: errors.signedOut.text })
  })

  it.each(named.filter(({ endpoint }) => needsRight(endpoint.access)))(
    '$name: 403 without the right',
    async ({ endpoint }) => {
      const reply = await send(endpoint, {}, powerless.token)
      expect(reply).toMatchObject({ status: 403, code: 403, success: false, msg: '没有操作权限' })
    },
  )

  it.each(named.filter(({ endpoint }) => endpoint.query ?? endpoint.body))(
    '$name: 400 for unknown fields',
    async ({ endpoint }) => {
      // The two logouts take any body (spec §7).
      if (endpoint.path === '/api/admin/user/logout') return
      const admin = await server().as('administrator')
      const reply = await send(endpoint, { isDeleted: 0 }, admin.token, endpoint.body ? '' : '?isDeleted=0')
      expect(reply.status).toBe(400)
    },
  )

  it.each(named.filter(({ endpoint }) => endpoint.method === 'POST'))(
    '$name: 400 for a body that is no JSON',
    async ({ endpoint }) => {
      const admin = await server().as('administrator')
      const reply = await send(endpoint, '{"a":', admin.token)
      expect(reply).toMatchObject({ status: 400, code: 400 })
    },
  )

  it.each(named.filter(({ endpoint }) => endpoint.effect === 'write'))(
    '$name: 403 from another site',
    async ({ endpoint }) => {
      const admin = await server().as('administrator')
      const options = { token: admin.token, headers: { 'sec-fetch-site': 'cross-site' } }
      expect((await server().send(endpoint.method, endpoint.path, undefined, options)).status).toBe(403)
    },
  )

  it.each(named.filter(({ endpoint }) => endpoint.effect === 'write' && !isOpen(endpoint.access)))(
    '$name: 403 while looking as somebody',
    async ({ endpoint }) => {
      const { token } = looker
      const options = { token, headers: { 'console-look': look } }
      const reply = await server().send(endpoint.method, endpoint.path, undefined, options)
      expect(reply).toMatchObject({ status: 403, code: 403, msg: '只读查看中，不能进行操作' })
    },
  )

  it('names only rights that stand in the menu tree', () => {
    const codes = new Set(menuRows.map(({ code }) => code))
    const rights = endpoints.flatMap(({ access }) =>
      access.kind === 'can' ? [access] : access.kind === 'anyOf' ? access.of : [],
    )
    const missing = rights.filter(({ menu, alias }) => !codes.has(`${menu}.${alias}`))
    expect(missing).toEqual([])
  })

  it('limits every text and every list in its input', () => {
    const unlimited: string[] = []
    const visit = (schema: unknown, path: string) => {
      if (typeof schema !== 'object' || schema === null) return
      const { type, maxLength, maxItems, pattern, format, properties, items } = schema as Record<string, unknown>
      const isEnum = 'enum' in schema || 'const' in schema
      const types = [type].flat()
      if (
        types.includes('string') &&
        !isEnum &&
        maxLength === undefined &&
        pattern === undefined &&
        format === undefined
      )
        unlimited.push(path)
      if (types.includes('array') && maxItems === undefined) unlimited.push(path)
      for (const [name, each] of Object.entries((properties ?? {}) as object)) visit(each, `${path}.${name}`)
      visit(items, `${path}[]`)
    }
    for (const { name, endpoint } of named) for (const schema of [endpoint.query, endpoint.body]) visit(schema, name)
    expect(unlimited).toEqual([])
  })
})
