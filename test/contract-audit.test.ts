// Audits every call of the console: refuses callers without the right, and invalid input.
import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Access, apiScopes, type Right } from '#contract/access.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { beginImpersonation } from '#contract/organisation/impersonation.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import { subProductMenu } from '#contract/sub-products.ts'
import { routes } from '#server/app.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { menuRows } from '#server/db/seed/menus.ts'
import { makeRole, makeUser } from './factories.ts'
import { type Person, testServer } from './http.ts'

const server = testServer()
let powerless: Person
/** An administrator, and their impersonation of a person who holds every right. */
let administrator: Person
let impersonation: string
/** API keys: one with every scope, one with none. */
let keys: { full: string; empty: string }

beforeAll(async () => {
  const { database, as } = server()
  powerless = await as((await makeRole(database.db)).code)
  administrator = await as('administrator')
  const buttons = menuRows.flatMap(({ type, code }) => (type === 3 ? [code] : []))
  const { id } = await makeUser(database.db, { roleCode: (await makeRole(database.db, ...buttons)).code })
  impersonation = (await administrator.call(beginImpersonation, { userId: id })).data.id
  const makeKey = (scopes: typeof apiScopes | []) =>
    database.db.transaction((tx) =>
      createApiKey(tx, { name: 'audit', scopes, subProduct: 'bigData', dailyQuota: 10_000 }),
    )
  keys = { full: (await makeKey(apiScopes)).key, empty: (await makeKey([])).key }
})

const endpoints = routes.map(({ endpoint }) => endpoint)
const named = endpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }))
const isOpen = ({ kind }: Access) => kind === 'anonymous'
const isForSystems = ({ kind }: Access) => kind === 'apiKey'
const isForPeople = (access: Access) => !isOpen(access) && !isForSystems(access)
const needsRight = ({ kind }: Access) => ['can', 'anyOf', 'administrator', 'canOn'].includes(kind)
type Credentials = { token?: string; headers?: Record<string, string> }
const send = (endpoint: (typeof endpoints)[number], body?: unknown, by: Credentials = {}, query = '') =>
  server().send(endpoint.method, endpoint.path + query, endpoint.method === 'GET' ? undefined : body, by)
const withKey = (key: string): Credentials => ({ headers: { [API_KEY_HEADER]: key } })
const isLogout = ({ path }: (typeof endpoints)[number]) => path.endsWith('/logout')
/** Credentials for any call: an administrator, anew for a logout, or a key of every scope. */
const entitled = async (endpoint: (typeof endpoints)[number]): Promise<Credentials> => {
  if (isForSystems(endpoint.access)) return withKey(keys.full)
  return { token: (isLogout(endpoint) ? await server().as('administrator') : administrator).token }
}

describe('every call', () => {
  it('is declared once', () => {
    expect(new Set(named.map(({ name }) => name)).size).toBe(named.length)
  })

  it('has valid schemas: the server takes them as they are', () => {
    const ajv = new Ajv({ strict: false, logger: false })
    const wrong = endpoints.filter((endpoint) =>
      (['query', 'body', 'data'] as const).some((part) => !ajv.validateSchema(endpoint[part] ?? {})),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it.each(named.filter(({ endpoint }) => isForPeople(endpoint.access)))(
    '$name: 401 when signed out',
    async ({ endpoint }) => {
      const reply = await send(endpoint, {})
      expect(reply).toMatchObject({ status: 401, code: 401, success: false, msg: errors.signedOut.text })
    },
  )

  it.each(named.filter(({ endpoint }) => needsRight(endpoint.access)))(
    '$name: 403 without the right',
    async ({ endpoint }) => {
      const reply = await send(endpoint, {}, { token: powerless.token })
      expect(reply).toMatchObject({ status: 403, code: 403, success: false, msg: '没有操作权限' })
    },
  )

  it.each(named.filter(({ endpoint }) => isForSystems(endpoint.access)))(
    '$name: 401 without a valid key even when signed in, 403 without its scope',
    async ({ endpoint }) => {
      for (const by of [{}, { token: administrator.token }, withKey(`key_${'x'.repeat(43)}`)]) {
        expect(await send(endpoint, {}, by)).toMatchObject({ status: 401, code: 401, success: false })
      }
      expect(await send(endpoint, {}, withKey(keys.empty))).toMatchObject({ status: 403, code: 403, success: false })
    },
  )

  it.each(named)('$name: 400 for unknown fields, in the query and in the body', async ({ endpoint }) => {
    const by = await entitled(endpoint)
    const inQuery = await send(endpoint, undefined, by, '?isDeleted=0')
    expect(inQuery).toMatchObject({ status: 400, code: 400 })
    if (!endpoint.query) expect(inQuery.msg).toBe('不支持的字段 isDeleted')
    // spec §7: one of the two logouts takes any body
    if (endpoint.method === 'GET' || endpoint.path === '/api/admin/user/logout') return
    const inBody = await send(endpoint, { isDeleted: 0 }, by)
    expect(inBody).toMatchObject({ status: 400, code: 400 })
    if (!endpoint.query && !endpoint.body) expect(inBody.msg).toBe('不支持的字段 isDeleted')
  })

  it.each(named.filter(({ endpoint }) => endpoint.method === 'POST'))(
    '$name: 400 for a body that is no JSON',
    async ({ endpoint }) => {
      const reply = await send(endpoint, '{"a":', await entitled(endpoint))
      expect(reply).toMatchObject({ status: 400, code: 400 })
    },
  )

  it.each(named.filter(({ endpoint }) => endpoint.effect === 'write'))(
    '$name: 403 from another site',
    async ({ endpoint }) => {
      const options = { token: administrator.token, headers: { 'sec-fetch-site': 'cross-site' } }
      expect((await server().send(endpoint.method, endpoint.path, undefined, options)).status).toBe(403)
    },
  )

  it.each(named.filter(({ endpoint }) => endpoint.effect === 'write' && isForPeople(endpoint.access)))(
    '$name: 403 while impersonating somebody',
    async ({ endpoint }) => {
      const { token } = administrator
      const options = { token, headers: { 'console-impersonation': impersonation } }
      const reply = await server().send(endpoint.method, endpoint.path, undefined, options)
      expect(reply).toMatchObject({ status: 403, code: 403, msg: '只读查看中，不能进行操作' })
    },
  )

  it('names only rights of the menu tree', () => {
    const codes = new Set(menuRows.map(({ code }) => code))
    const rights = endpoints.flatMap(({ access }): readonly Pick<Right, 'menu' | 'alias'>[] => {
      if (access.kind === 'anyOf') return access.of
      if (access.kind !== 'canOn') return access.kind === 'can' ? [access] : []
      const { page, alias } = access
      const all = subProductsWith(page).map((key) => ({ menu: subProductMenu(key, page), alias }))
      // some sub-products may lack this button
      return all.some(({ menu }) => codes.has(`${menu}.${alias}`)) ? [] : all
    })
    const missing = rights.filter(({ menu, alias }) => !codes.has(`${menu}.${alias}`))
    expect(missing).toEqual([])
  })

  it('§6 with a right by sub-product requires it in the input, or finds it from the row', () => {
    const wrong = routes.filter(({ endpoint: { access, query, body }, options }) => {
      if (access.kind !== 'canOn') return false
      if (access.from === 'row') return !('subProductOf' in options)
      // an export names it in the query that it exports
      type Schema = { required?: readonly string[]; properties?: { query?: Schema } }
      const { required = [], properties } = (body ?? query ?? {}) as Schema
      return ![required, properties?.query?.required ?? []].some((names) => names.includes('subProduct'))
    })
    expect(wrong.map(({ endpoint }) => endpoint.path)).toEqual([])
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
