import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOME } from '../lib/menu.rules.ts'
import {
  addressOf,
  close,
  closeAll,
  closeOthers,
  homeTab,
  isClosable,
  leaveTabs,
  noTabs,
  refresh,
  restore,
  type Tab,
  type Tabs,
  visit,
} from './tabs.rules.ts'

const tab = (key: string, isKept = true, search = ''): Omit<Tab, 'round'> => ({
  key,
  title: key,
  isKept,
  place: { pathname: key, search, hash: '' },
})
const open = (...keys: string[]) => keys.reduce((state, key) => visit(state, tab(key)), noTabs)
const keys = (state: Tabs) => state.tabs.map(({ key }) => key)

test('§4 a tab is added on navigation, and only if it is not there yet', () => {
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
  expect(close(open('/a'), HOME)).toEqual(open('/a'))
  expect(keys(close(open('/a'), '/a'))).toEqual([HOME])
})

test('§2 closing the active tab activates its neighbour: the next one, else the one before', () => {
  expect(close(visit(open('/a', '/b', '/c'), tab('/b')), '/b').active).toBe('/c')
  expect(close(open('/a', '/b', '/c'), '/c').active).toBe('/b')
  expect(close(open('/a'), '/a').active).toBe(HOME)
})

test('§2 closing another tab leaves the active one in front', () => {
  const state = close(open('/a', '/b', '/c'), '/a')
  expect(state.active).toBe('/c')
  expect(state.mounted).not.toContain('/a')
})

test('§2 close others keeps home and the one chosen, which comes to the front', () => {
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

test('§2 refreshing starts one page anew', () => {
  const state = refresh(open('/a', '/b'), '/a')
  expect(state.tabs.map(({ round }) => round)).toEqual([0, 1, 0])
})

test('§4 tabs survive a reload, but not another person', () => {
  const stored = JSON.parse(JSON.stringify({ userId: '7', tabs: open('/a', '/b').tabs }))
  expect(keys(restore(stored, '7'))).toEqual([HOME, '/a', '/b'])
  expect(restore(stored, '8')).toEqual(noTabs)
  for (const broken of [null, 5, {}, { userId: '7', tabs: 'x' }]) expect(restore(broken, '7')).toEqual(noTabs)
  expect(keys(restore({ userId: '7', tabs: [{ key: 1 }, null, ...open('/a').tabs] }, '7'))).toEqual([HOME, '/a'])
})

const key = fc.integer({ min: 0, max: 24 }).map((at) => (at === 0 ? HOME : `/p${at}`))
const operation = fc.oneof(
  fc.record({ do: fc.constant('visit' as const), key, isKept: fc.boolean() }),
  fc.record({ do: fc.constantFrom('close' as const, 'closeOthers' as const, 'refresh' as const), key }),
  fc.record({ do: fc.constantFrom('closeAll' as const, 'leave' as const) }),
)

function apply(state: Tabs, step: typeof operation extends fc.Arbitrary<infer T> ? T : never): Tabs {
  switch (step.do) {
    case 'visit':
      return visit(state, tab(step.key, step.key === HOME || step.isKept))
    case 'close':
      return close(state, step.key)
    case 'closeOthers':
      return closeOthers(state, step.key)
    case 'refresh':
      return refresh(state, step.key)
    case 'closeAll':
      return closeAll(state)
    case 'leave':
      return leaveTabs(state)
  }
}

test('§2 whatever is done: home stays first, no tab twice, what is mounted has a tab, and one of them is in front', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 60 }), (steps) => {
      let state = noTabs
      for (const step of steps) {
        state = apply(state, step)
        const now = keys(state)
        expect(now[0]).toBe(HOME)
        expect(new Set(now).size).toBe(now.length)
        expect(state.active === '' || now.includes(state.active)).toBe(true)
        expect(new Set(state.mounted).size).toBe(state.mounted.length)
        expect(state.mounted.length).toBeLessThanOrEqual(16)
        for (const mounted of state.mounted) {
          const owner = state.tabs.find((one) => one.key === mounted)
          expect(owner?.isKept === true || mounted === state.active).toBe(true)
        }
        if (step.do === 'visit' || step.do === 'closeAll') expect(state.mounted[0]).toBe(state.active)
      }
    }),
    { numRuns: 500 },
  )
})
