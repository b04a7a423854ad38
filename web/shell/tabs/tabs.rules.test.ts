// The operations on the tab strip one by one; tabs.property.test.ts runs random sequences.
import { expect, test } from 'vitest'
import { HOME } from '#web/lib/session/menu.rules.ts'
import {
  addressOf,
  canMove,
  close,
  closeAll,
  closeForbidden,
  closeOthers,
  dropLeftBehind,
  findTab,
  homeTab,
  isClosable,
  leavePage,
  leftBehind,
  move,
  type NewPage,
  neighbour,
  noTabs,
  pagesOf,
  pin,
  refresh,
  type Tabs,
  topOf,
  visit,
  visitOver,
} from './tabs.rules.ts'
import { restore } from './tabs-stored.rules.ts'

const tab = (key: string, isKept = true, search = ''): NewPage => ({
  key,
  title: key,
  isKept,
  place: { pathname: key, search, hash: '' },
})
const open = (...keys: string[]) => keys.reduce((state, key) => visit(state, tab(key)), noTabs)
const keys = (state: Tabs) => state.tabs.map(({ key }) => key)

test('§4 navigation adds a tab only if it is not open yet', () => {
  const state = visit(open('/a', '/b'), tab('/a'))
  expect(keys(state)).toEqual([HOME, '/a', '/b'])
  expect(state.active).toBe('/a')
})

test('§4 a reused tab takes the new query', () => {
  const state = visit(open('/a'), tab('/a', true, '?current=2'))
  expect(addressOf(state.tabs[1]?.place ?? homeTab.place)).toBe('/a?current=2')
})

test('§2 the home tab cannot be closed, nor the last one', () => {
  expect(isClosable(noTabs, HOME)).toBe(false)
  expect(isClosable(open('/a'), HOME)).toBe(false)
  expect(close(open('/a'), HOME)).toEqual(open('/a'))
  expect(keys(close(open('/a'), '/a'))).toEqual([HOME])
})

test('§2 closing the active tab activates the next one, else the previous one', () => {
  expect(close(visit(open('/a', '/b', '/c'), tab('/b')), '/b').active).toBe('/c')
  expect(close(open('/a', '/b', '/c'), '/c').active).toBe('/b')
  expect(close(open('/a'), '/a').active).toBe(HOME)
})

test('§2 closing another tab keeps the active one', () => {
  const state = close(open('/a', '/b', '/c'), '/a')
  expect(state.active).toBe('/c')
  expect(state.mounted).not.toContain('/a')
})

test('§2 close others keeps home and the chosen tab, and activates it', () => {
  const state = closeOthers(open('/a', '/b', '/c'), '/a')
  expect(keys(state)).toEqual([HOME, '/a'])
  expect(state.active).toBe('/a')
})

test('§2 close all returns to the welcome tab', () => {
  const state = closeAll(open('/a', '/b'))
  expect(keys(state)).toEqual([HOME])
  expect(state.active).toBe(HOME)
})

test('§9 at most 16 pages are kept, the least recently used goes first, its tab stays', () => {
  const many = Array.from({ length: 20 }, (_, index) => `/p${index}`)
  const state = open(...many)
  expect(state.tabs).toHaveLength(21)
  expect(state.mounted).toHaveLength(16)
  expect(state.mounted[0]).toBe('/p19')
  expect(state.mounted).not.toContain('/p3')
  expect(visit(state, tab('/p3')).mounted[0]).toBe('/p3')
})

test('§2 only pages flagged as cached are kept', () => {
  const state = visit(visit(open('/a'), tab('/once', false)), tab('/a'))
  expect(state.mounted).toEqual(['/a'])
  expect(keys(state)).toContain('/once')
})

test('§2 refresh remounts one page', () => {
  const state = refresh(open('/a', '/b'), '/a')
  expect(state.tabs.map(({ round }) => round)).toEqual([0, 1, 0])
})

test('§9 a page with unsaved input is never unmounted, even beyond the limit', () => {
  const many = Array.from({ length: 20 }, (_, index) => tab(`/p${index}`))
  const holding = (...keys: string[]) =>
    many.reduce((now, page) => visit(now, page, (each) => keys.includes(each)), noTabs)
  const some = holding('/p0', '/p2')
  expect(some.mounted).toHaveLength(16)
  expect(some.mounted).toEqual(expect.arrayContaining(['/p0', '/p2', '/p19']))
  expect(some.mounted).not.toContain('/p5')
  const all = many.reduce((now, page) => visit(now, page, () => true), noTabs)
  expect(all.mounted).toHaveLength(20)
  // after saving, the limit applies again
  expect(visit(all, tab('/p0')).mounted).toHaveLength(16)
})

test('§2 a page that is not cached stays mounted while it has unsaved input', () => {
  const left = visit(visit(noTabs, tab('/once', false)), tab('/a'), (each) => each === '/once')
  expect(left.mounted).toContain('/once')
  expect(visit(left, tab('/a')).mounted).not.toContain('/once')
})

test('§2 pinned tabs come right after home and cannot be closed until unpinned', () => {
  const state = pin(pin(open('/a', '/b', '/c'), '/c', true), '/b', true)
  expect(keys(state)).toEqual([HOME, '/c', '/b', '/a'])
  expect(isClosable(state, '/c')).toBe(false)
  expect(close(state, '/c')).toBe(state)
  expect(keys(closeOthers(state, '/a'))).toEqual([HOME, '/c', '/b', '/a'])
  expect(keys(closeAll(state))).toEqual([HOME, '/c', '/b'])
  expect(closeAll(state).active).toBe(HOME)
  const unpinned = pin(state, '/c', false)
  expect(keys(unpinned)).toEqual([HOME, '/b', '/c', '/a'])
  expect(keys(close(unpinned, '/c'))).toEqual([HOME, '/b', '/a'])
  expect(pin(state, HOME, true)).toBe(state)
})

test('§2 moving a tab keeps home first and pinned tabs before the rest', () => {
  const state = pin(open('/a', '/b', '/c'), '/a', true)
  expect(keys(move(state, '/c', 2))).toEqual([HOME, '/a', '/c', '/b'])
  expect(keys(move(state, '/c', 0))).toEqual([HOME, '/a', '/c', '/b'])
  expect(keys(move(state, '/b', 99))).toEqual([HOME, '/a', '/c', '/b'])
  expect(move(state, '/a', 3)).toBe(state)
  expect(move(state, HOME, 2)).toBe(state)
  expect([canMove(state, '/b', -1), canMove(state, '/b', 1), canMove(state, HOME, 1)]).toEqual([false, true, false])
  expect(move(state, '/c', 2).active).toBe('/c')
})

test('§2 next and previous tab wrap around', () => {
  const state = visit(open('/a', '/b'), tab(HOME))
  expect(neighbour(state, 1)?.key).toBe('/a')
  expect(neighbour(state, -1)?.key).toBe('/b')
  expect(neighbour(visit(state, tab('/b')), 1)?.key).toBe(HOME)
})

const list = open('/list')
const over = (key: string, state = list, holds?: (key: string) => boolean) =>
  visitOver(state, tab(key), tab('/list'), holds)

test('§4 a two-level page adds no tab: it opens inside the current one, whose own page stays mounted', () => {
  const state = over('/form')
  expect(keys(state)).toEqual([HOME, '/list'])
  expect([state.active, state.front]).toEqual(['/list', '/form'])
  expect(state.mounted.slice(0, 2)).toEqual(['/form', '/list'])
  const back = visit(state, tab('/list'))
  expect(pagesOf(back).map(({ key }) => key)).toEqual([HOME, '/list'])
  expect(back.mounted).not.toContain('/form')
  // also if the tab's own page is not cached
  const once = visitOver(visit(noTabs, tab('/once', false)), tab('/form'), tab('/once'))
  expect(once.mounted).toContain('/once')
})

test('§4 a two-level page stays in its tab and is reused there', () => {
  const away = visit(over('/form'), tab('/a'))
  expect(topOf(findTab(away, '/list') ?? homeTab).key).toBe('/form')
  expect(over('/form', away)).toMatchObject({ active: '/list', front: '/form' })
  expect(keys(over('/form', away))).toEqual([HOME, '/list', '/a'])
  expect(close(away, '/list').mounted).toEqual(['/a'])
})

test('§4 a two-level page without a current tab opens in the tab of its home page', () => {
  expect(over('/form', noTabs)).toMatchObject({ active: '/list', front: '/form', mounted: ['/form'] })
  expect(keys(over('/form', noTabs))).toEqual([HOME, '/list'])
  expect(over('/form', open('/form'))).toMatchObject({ active: '/form', front: '/form' })
})

test('§4 two-level pages stack; going back removes those above', () => {
  const three = over('/c', over('/b', over('/a')))
  expect(topOf(findTab(three, '/list') ?? homeTab).key).toBe('/c')
  const back = over('/a', three)
  expect(pagesOf(back).map(({ key }) => key)).toEqual([HOME, '/list', '/a'])
  const waiting = over('/a', three, (key) => key === '/c')
  expect(leftBehind(waiting).map(({ key }) => key)).toEqual(['/c'])
})

test('§4 a two-level page that becomes a tab, as when the setting changes, stays mounted', () => {
  const state = visit(over('/form'), tab('/form'))
  expect(keys(state)).toEqual([HOME, '/list', '/form'])
  expect(state.mounted.slice(0, 2)).toEqual(['/form', '/list'])
})

test('§4 going back below a page with unsaved input keeps it until the person decides', () => {
  const holds = (key: string) => key === '/form'
  const back = visit(over('/form'), tab('/list'), holds)
  expect(back.front).toBe('/list')
  expect(leftBehind(back).map(({ key }) => key)).toEqual(['/form'])
  expect(back.mounted).toContain('/form')
  expect(leftBehind(dropLeftBehind(back))).toEqual([])
  expect(dropLeftBehind(back).mounted).not.toContain('/form')
  expect(over('/form', back, holds).front).toBe('/form')
})

test('§2 a page that closes itself is removed; one that cannot be closed remounts', () => {
  expect(keys(leavePage(open('/a', '/b'), '/a'))).toEqual([HOME, '/b'])
  expect(leavePage(over('/form'), '/form')).toMatchObject({ active: '/list', front: '/list' })
  const pinned = pin(open('/a'), '/a', true)
  expect(findTab(leavePage(pinned, '/a'), '/a')?.round).toBe(1)
})

test('§6 pages forbidden by a change of rights close, even pinned ones; the neighbour becomes active', () => {
  const state = pin(open('/a', '/b', '/c'), '/a', true)
  const without = (...gone: string[]) =>
    closeForbidden(
      state,
      ({ key }) => gone.includes(key),
      () => false,
    )
  expect(keys(without('/a', '/c').tabs)).toEqual([HOME, '/b'])
  expect(without('/a', '/c')).toMatchObject({
    closed: [{ title: '/a' }, { title: '/c' }],
    held: [],
    tabs: { active: '/b', front: '/b' },
  })
  expect(without().tabs).toBe(state)
  const form = closeForbidden(
    over('/form'),
    ({ key }) => key === '/form',
    () => false,
  )
  expect(form).toMatchObject({ closed: [{ title: '/form' }], tabs: { active: '/list', front: '/list' } })
})

test('§6 a forbidden page with unsaved input stays and is reported', () => {
  const state = over('/form', open('/list', '/a'))
  const kept = closeForbidden(
    state,
    ({ key }) => key !== HOME,
    (key) => key === '/form',
  )
  expect(kept).toMatchObject({ closed: [{ title: '/list' }], held: [{ title: '/a' }, { title: '/form' }] })
})

test('§4 tabs survive a reload with their pins, order and two-level pages', () => {
  const state = pin(move(over('/form', open('/a', '/list')), '/list', 1), '/a', true)
  const back = restore(JSON.parse(JSON.stringify({ userId: '7', tabs: state.tabs })), '7')
  expect(keys(back)).toEqual([HOME, '/a', '/list'])
  expect(findTab(back, '/a')?.isPinned).toBe(true)
  expect(topOf(findTab(back, '/list') ?? homeTab).key).toBe('/form')
  expect(visitOver(back, tab('/form'), tab('/list')).active).toBe('/list')
})

test('§4 stored tabs of another person are dropped', () => {
  const stored = JSON.parse(JSON.stringify({ userId: '7', tabs: open('/a', '/b').tabs }))
  expect(keys(restore(stored, '7'))).toEqual([HOME, '/a', '/b'])
  expect(restore(stored, '8')).toEqual(noTabs)
  for (const broken of [null, 5, {}, { userId: '7', tabs: 'x' }]) expect(restore(broken, '7')).toEqual(noTabs)
  expect(keys(restore({ userId: '7', tabs: [{ key: 1 }, null, ...open('/a').tabs] }, '7'))).toEqual([HOME, '/a'])
})
