// The permission list of one menu: from session storage, else from the loaded permissions, else fetched (spec §6).
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { call } from '../call.ts'
import { packEntry } from '../storage.ts'
import { mayPress } from './menu-buttons.ts'

vi.mock('../call.ts', () => ({ call: vi.fn() }))

const button = (alias: string) => ({ code: `x.${alias}`, alias })
const ENTRY = 'console-buttons'
let items: Map<string, string>
const fetched = () =>
  vi
    .mocked(call)
    .mock.calls.filter(([endpoint]) => (endpoint as Endpoint).path === '/api/admin/menu/getButtonsByRoutes')
    .map(([, input]) => input)
const kept = () => JSON.parse(items.get(ENTRY) ?? 'null')

beforeEach(() => {
  items = new Map()
  const storage = { getItem: (key: string) => items.get(key) ?? null, setItem: items.set.bind(items), length: 0 }
  vi.stubGlobal('window', { sessionStorage: storage, localStorage: storage })
  vi.resetModules()
  vi.mocked(call)
    .mockReset()
    .mockImplementation((async ({ path }: Endpoint) => {
      if (path.endsWith('refesh')) return { user_id: '1', role_info: '{}', permissionVersion: 'v1', permissionTime: 1 }
      if (path.endsWith('routes_v2')) return []
      if (path.endsWith('/buttons')) return [{ id: '1', code: 'userList', children: [button('add')] }]
      return [button('edit')]
    }) as typeof call)
})

afterEach(() => vi.unstubAllGlobals())

/** Fresh modules, as in a newly loaded window, with permissions loaded. */
async function load() {
  const { loadPermissions } = await import('./permissions.ts')
  const { learnButtons } = await import('./menu-buttons.ts')
  await loadPermissions()
  return { learnButtons }
}

test('§6 a list in the loaded permissions is kept in session storage as in §3, and not fetched', async () => {
  const { learnButtons } = await load()
  await learnButtons('1')
  expect(kept()).toMatchObject({ dataType: 'object', type: 'session', content: { menus: { 1: ['add'] } } })
  expect(fetched()).toEqual([])
})

test('§6 a list that is in session storage is used as it is', async () => {
  items.set(ENTRY, packEntry({ version: 'v1', menus: { 2: ['delete'] } }, 'session'))
  const { learnButtons } = await load()
  await learnButtons('2')
  expect(fetched()).toEqual([])
  expect(kept().content.menus).toEqual({ 2: ['delete'] })
})

test('§6 else it is fetched by menu id, once for all callers; lists of older permissions are dropped', async () => {
  items.set(ENTRY, packEntry({ version: 'v0', menus: { 2: ['delete'] } }, 'session'))
  const { learnButtons } = await load()
  await Promise.all([learnButtons('2'), learnButtons('2')])
  await learnButtons('2')
  expect(fetched()).toEqual([{ menuId: '2' }])
  expect(kept().content).toEqual({ version: 'v1', menus: { 2: ['edit'] } })
})

test('§6 the alias in the list of the current menu decides; dateEdit grants too, administrator passes', () => {
  const lists = { version: 'v1', menus: { 1: ['add'], 2: ['dateEdit'] } }
  const nobody = { isAdministrator: false, rights: new Set<string>() }
  expect(mayPress('add', '1', lists, nobody, 'v1')).toBe(true)
  expect(mayPress('edit', '1', lists, nobody, 'v1')).toBe(false)
  expect(mayPress('add', '2', lists, nobody, 'v1')).toBe(true)
  expect(mayPress('add', '3', lists, nobody, 'v1')).toBe(false)
  expect(mayPress('add', undefined, lists, nobody, 'v1')).toBe(false)
  expect(mayPress('add', '1', lists, nobody, 'v2')).toBe(false)
  expect(mayPress('edit', undefined, lists, { ...nobody, isAdministrator: true }, 'v1')).toBe(true)
})
