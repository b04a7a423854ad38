// Loaded permissions: their lifetime, and the reported changes.
import { beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ADMIN_PERMISSION_TIME_MS, BUTTONS_TIMEOUT_MS } from '#contract/limits.ts'
import { call } from '../call.ts'

vi.mock('../call.ts', () => ({ call: vi.fn() }))

const info = (version: string, permissionTime = ADMIN_PERMISSION_TIME_MS) => ({
  user_id: '1',
  userName: 'sjgly',
  realName: '数据管理员',
  role_info: '{"roleCode":"sjgly"}',
  pageOpenMethod: 0,
  biPermission: ['home', 'userList'],
  permissionVersion: version,
  permissionTime,
})
const menu = (id: string, name: string) => ({ id, type: 2, name, path: `/${name}`, meta: {} })

let replies: Record<string, unknown>
const asked = (path: string) => vi.mocked(call).mock.calls.filter(([endpoint]) => (endpoint as Endpoint).path === path)
const REFRESH = '/admin/user/refesh'
const ROUTES = '/api/admin/menu/routes_v2'
const BUTTONS = '/api/admin/menu/buttons'

beforeEach(() => {
  replies = { [REFRESH]: info('v1'), [ROUTES]: [menu('1', '用户管理')], [BUTTONS]: [] }
  vi.mocked(call)
    .mockReset()
    .mockImplementation((async (endpoint: Endpoint) => {
      const reply = replies[endpoint.path]
      if (reply instanceof Error) throw reply
      return reply
    }) as typeof call)
  vi.resetModules()
})

const load = () => import('./permissions.ts')

test('§4 permissions are reloaded after the permission time', async () => {
  const { loadPermissions, keepPermissionsFresh, currentPermissions } = await load()
  await loadPermissions()
  const { loadedAt } = currentPermissions()
  await keepPermissionsFresh(loadedAt + 239_999)
  expect(asked(REFRESH)).toHaveLength(1)
  await keepPermissionsFresh(loadedAt + 240_000)
  expect(asked(REFRESH)).toHaveLength(2)
})

test('§4 the server sets the permission time', async () => {
  replies[REFRESH] = info('v1', 30_000)
  const { loadPermissions, keepPermissionsFresh, currentPermissions } = await load()
  await loadPermissions()
  const { loadedAt } = currentPermissions()
  await keepPermissionsFresh(loadedAt + 29_999)
  expect(asked(REFRESH)).toHaveLength(1)
  await keepPermissionsFresh(loadedAt + 30_000)
  expect(asked(REFRESH)).toHaveLength(2)
})

test('§7 menus and buttons are fetched only if the version changed; buttons with a 10 s timeout', async () => {
  const { loadPermissions } = await load()
  await loadPermissions()
  await loadPermissions()
  expect(asked(REFRESH)).toHaveLength(2)
  expect(asked(ROUTES)).toHaveLength(1)
  expect(asked(BUTTONS)).toHaveLength(1)
  expect(asked(BUTTONS)[0]?.[2]).toMatchObject({ timeout: BUTTONS_TIMEOUT_MS })
})

test('§6 loading returns the change: null at first and without a change, else page names', async () => {
  const { loadPermissions } = await load()
  expect(await loadPermissions()).toBeNull()
  expect(await loadPermissions()).toBeNull()
  replies[REFRESH] = info('v2')
  replies[ROUTES] = [menu('2', '角色')]
  expect(await loadPermissions()).toEqual({
    added: [{ title: '角色', path: '/角色' }],
    removed: [{ title: '用户管理', path: '/用户管理' }],
    hasOtherButtons: false,
  })
})

test('§6 after a failed reload the old permissions stay; a failed first load is an error', async () => {
  const { loadPermissions, currentPermissions } = await load()
  replies[BUTTONS] = new Error('no network')
  await loadPermissions()
  expect(currentPermissions().status).toBe('failed')
  replies[BUTTONS] = []
  await loadPermissions()
  expect(currentPermissions()).toMatchObject({ status: 'ready', version: 'v1' })
  replies[REFRESH] = new Error('no network')
  expect(await loadPermissions()).toBeNull()
  expect(currentPermissions()).toMatchObject({ status: 'ready', version: 'v1' })
})
