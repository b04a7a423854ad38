// The window of an impersonation: administrator's tokens, another person's data, nothing in shared storage.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshUserInfo } from '#contract/identity/own-account.ts'
import type { Session } from '#contract/identity/sign-in.ts'
import { packEntry } from '../storage.ts'

const session = (changes: Partial<Session> = {}): Session => ({
  access_token: 'a'.repeat(30),
  refresh_token: 'r'.repeat(30),
  token_type: 'bearer',
  expires_in: 32_399,
  user_id: '1',
  userName: 'admin',
  realName: '管理员',
  role_info: '{"roleCode":"administrator"}',
  tokenStartTime: 0,
  draftKey: '',
  pageOpenMethod: 0,
  biPermission: [],
  topMenu: [],
  ...changes,
})
const seller = { user_id: '7', userName: 'seller', realName: '销售甲' }
const looking = { id: '42', userName: 'seller', realName: '销售甲', by: '1', until: Date.now() + 3_600_000 }

function storage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  }
}

let localStorage: Storage
let sessionStorage: Storage
let followStorage: (event: { key: string; newValue: string | null }) => void
const open = vi.fn<() => unknown>()
const replace = vi.fn<(address: string) => void>()
const sent = vi.fn<(url: string, init: RequestInit) => void>()
const toast = vi.fn()

beforeEach(() => {
  localStorage = storage()
  sessionStorage = storage()
  for (const mock of [open, replace, sent, toast]) mock.mockReset()
  localStorage.setItem('console-session', packEntry({ session: session(), receivedAt: Date.now() }, 'local'))
  const addEventListener = (_type: string, listener: typeof followStorage) => {
    followStorage = listener
  }
  vi.stubGlobal('window', { localStorage, sessionStorage, addEventListener, open, close: () => undefined })
  vi.stubGlobal('location', { protocol: 'http:', pathname: '/backend/', search: '', replace })
  vi.stubGlobal('document', { cookie: '', querySelector: () => null })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent(url, init)
    return Response.json({ code: 200, success: true, data: null, msg: '' })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Fresh modules, as in a newly loaded window. */
async function load({ isImpersonation = true } = {}) {
  if (isImpersonation) {
    sessionStorage.setItem('console-impersonation', packEntry(looking, 'session'))
    sessionStorage.setItem('console-person', packEntry(seller, 'session'))
  }
  vi.resetModules()
  const lib = {
    ...(await import('./impersonation.ts')),
    ...(await import('./session.ts')),
    ...(await import('../call.ts')),
    ...(await import('./sign-out.ts')),
    ...(await import('../notify.ts')),
  }
  lib.setNotifier({ toast, ask: () => Promise.resolve(false), undoable: vi.fn(), outcomes: vi.fn() })
  return lib
}

const headersSent = () => sent.mock.calls.map(([, init]) => new Headers(init.headers).get('console-impersonation'))

test('calls of an impersonation carry its header, except asOneself calls; other windows never send it', async () => {
  const { call } = await load()
  await call(refreshUserInfo)
  await call(refreshUserInfo, undefined, { asOneself: true })
  expect(headersSent()).toEqual(['42', null])
  sessionStorage.clear()
  const own = await load({ isImpersonation: false })
  await own.call(refreshUserInfo)
  expect(own.isImpersonating()).toBe(false)
  expect(headersSent()).toEqual(['42', null, null])
})

test('an impersonation shows the person and uses the administrator’s tokens, before and after a renewal', async () => {
  const { acceptSession, currentSession } = await load()
  expect(currentSession()).toMatchObject({ ...seller, access_token: 'a'.repeat(30) })
  acceptSession(session({ access_token: 'b'.repeat(30) }))
  expect(currentSession()).toMatchObject({ ...seller, access_token: 'b'.repeat(30) })
})

test('person data of an impersonation stays in its window', async () => {
  const { notePerson, currentSession } = await load()
  notePerson({ ...seller, realName: '销售乙', pageOpenMethod: 1 })
  expect(currentSession()).toMatchObject({ user_id: '7', realName: '销售乙', pageOpenMethod: 1 })
  expect(localStorage.getItem('console-person')).toBeNull()
  expect(localStorage.getItem('console-session')).not.toContain('销售')
  sessionStorage.clear()
  const own = await load({ isImpersonation: false })
  expect(own.currentSession()).toMatchObject({ user_id: '1', realName: '管理员' })
})

test('an impersonation follows the administrator’s tabs: token renewal, and sign-in as another user', async () => {
  const { followOtherTabs, currentSession } = await load()
  followOtherTabs(() => Promise.resolve(false))
  const store = (changes: Partial<Session>) => {
    localStorage.setItem('console-session', packEntry({ session: session(changes), receivedAt: Date.now() }, 'local'))
    followStorage({ key: 'console-session', newValue: 'changed' })
  }
  store({ access_token: 'c'.repeat(30) })
  expect(currentSession()).toMatchObject({ ...seller, access_token: 'c'.repeat(30) })
  expect(replace).not.toHaveBeenCalled()
  store({ user_id: '9' })
  expect(replace).toHaveBeenCalledWith('/backend/')
  expect(sessionStorage.getItem('console-impersonation')).toBeNull()
})

test('signing out of an impersonation is refused: the session is the administrator’s', async () => {
  const { signOutHere } = await load()
  await signOutHere()
  expect(toast).toHaveBeenCalledWith('error', '只读查看中，不能进行操作', undefined)
  expect(sent).not.toHaveBeenCalled()
  expect(localStorage.getItem('console-session')).not.toBeNull()
})

test('an impersonation opens with clean session storage, and reports a blocked popup', async () => {
  const { openImpersonation } = await load({ isImpersonation: false })
  const opened = { sessionStorage: storage(), location: { replace: vi.fn() } }
  opened.sessionStorage.setItem('console-tags', 'copied')
  const begun = { id: '42', userId: '7', userName: 'seller', realName: '销售甲', expiresIn: 3_600 }
  open.mockReturnValueOnce(opened)
  expect(openImpersonation(begun, '1')).toBe(true)
  expect(opened.location.replace).toHaveBeenCalledWith('/backend/')
  expect(opened.sessionStorage.getItem('console-tags')).toBeNull()
  expect(JSON.parse(opened.sessionStorage.getItem('console-impersonation') ?? '')).toMatchObject({
    dataType: 'object',
    type: 'session',
    content: { id: '42', realName: '销售甲', by: '1' },
  })
  expect(sessionStorage.length).toBe(0)
  open.mockReturnValueOnce(null)
  expect(openImpersonation(begun, '1')).toBe(false)
})
