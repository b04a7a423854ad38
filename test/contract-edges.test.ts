// Sends the edges of each field's type to every call, as somebody with every right: whatever the reply is, it is no 500.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiScopes } from '#contract/access.ts'
import { API_KEY_HEADER, type Endpoint } from '#contract/endpoint.ts'
import { routes } from '#server/app.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { checkInput } from '#server/core/http/validation.ts'
import { cloneDatabase } from './database.ts'
import { openTestServer, type Person, type TestServer } from './http.ts'
import { edges, sample } from './inputs.ts'

/** Calls at once. */
const WIDTH = 8

let server: TestServer
let administrator: Person
let key: string
let calls = 0
let handled = 0

// the demo company: where the rows that are named are there, handlers go on to use the other fields
beforeAll(async () => {
  server = await openTestServer(await cloneDatabase('demo'), { trustProxy: 1 })
  administrator = await server.as('administrator')
  const wished = { name: 'edges', scopes: apiScopes, subProduct: 'bigData', dailyQuota: 1_000_000 } as const
  key = (await server.database.db.transaction((tx) => createApiKey(tx, wished))).key
})
afterAll(async () => {
  await server.server.close()
  await server.database.close()
})

type Sent = { query?: unknown; body?: unknown }

/** A valid input, and one for each edge of each field. */
function inputsOf({ query, body }: Endpoint): Sent[] {
  const whole: Sent = { ...(query && { query: sample(query) }), ...(body && { body: sample(body) }) }
  return [
    whole,
    ...(query ? edges(query) : []).map((edge) => ({ ...whole, query: edge })),
    ...(body ? edges(body) : []).map((edge) => ({ ...whole, body: edge })),
  ]
}

/** What the schema refuses is answered 400 before the handler, by this same function: only the rest is sent. */
function isHandled(endpoint: Endpoint, { query, body }: Sent): boolean {
  try {
    if (endpoint.query) checkInput(endpoint.query, query, endpoint.method === 'GET' ? 'reading' : 'strict')
    if (endpoint.body) checkInput(endpoint.body, body, 'strict')
    return true
  } catch (error) {
    if (error instanceof Refusal && error.key === 'invalid') return false
    throw error
  }
}

const asTexts = (query: object): [string, string][] =>
  Object.entries(query).flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, String(each)]))

/** An address of its own for each call, as some calls are limited by address. */
function address(): string {
  calls += 1
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
}

/** A busy machine may keep a call waiting for a connection for so long that it is asked to come again (503). */
const TRIES = 3

async function send(endpoint: Endpoint, { query, body }: Sent, tries = TRIES): Promise<number> {
  const { method, path, access } = endpoint
  const isInAddress = query !== undefined && (method === 'GET' || body !== undefined)
  const target = isInAddress ? `${path}?${new URLSearchParams(asTexts(query as object))}` : path
  const headers = { 'x-forwarded-for': address(), ...(access.kind === 'apiKey' && { [API_KEY_HEADER]: key }) }
  const { token } = administrator
  const sent = method === 'GET' ? undefined : (body ?? query)
  const { status } = await server.send(method, target, sent, { headers, ...(access.kind !== 'apiKey' && { token }) })
  // some calls end the session
  if (status === 401) administrator = await server.as('administrator')
  if (status === 200) handled += 1
  return status === 503 && tries > 1 ? send(endpoint, { query, body }, tries - 1) : status
}

describe('every call', () => {
  const withInput = routes.map(({ endpoint }) => endpoint).filter(({ query, body }) => query ?? body)

  it.each(withInput.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
    '$name: no 500 for the edges of its fields',
    async ({ endpoint }) => {
      const wrong: string[] = []
      const inputs = inputsOf(endpoint).filter((each) => isHandled(endpoint, each))
      for (let at = 0; at < inputs.length; at += WIDTH) {
        await Promise.all(
          inputs.slice(at, at + WIDTH).map(async (each) => {
            const status = await send(endpoint, each)
            if (status >= 500) wrong.push(`${status} ${JSON.stringify(each).slice(0, 400)}`)
          }),
        )
      }
      expect(wrong).toEqual([])
    },
  )

  it('is reached by many of them', () => {
    expect(handled).toBeGreaterThan(2_000)
  })
})
