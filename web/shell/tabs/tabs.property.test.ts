// Invariants of the tab strip under random operations.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAGE_CACHE_MAX } from '#contract/limits.ts'
import { HOME } from '#web/lib/session/menu.rules.ts'
import {
  close,
  closeAll,
  closeForbidden,
  closeOthers,
  dropLeftBehind,
  leavePage,
  leaveTabs,
  leftBehind,
  move,
  type NewPage,
  noTabs,
  pagesOf,
  pin,
  refresh,
  type Tabs,
  visit,
  visitOver,
} from './tabs.rules.ts'
import { restore } from './tabs-stored.rules.ts'

const key = fc.integer({ min: 0, max: 24 }).map((at) => (at === 0 ? HOME : `/p${at}`))
const page = (name: string, isKept: boolean): NewPage => ({
  key: name,
  title: name,
  isKept: name === HOME || isKept,
  place: { pathname: name, search: '', hash: '' },
})

type Step = { run: (state: Tabs, holds: (key: string) => boolean) => Tabs; opens?: string }

const byKey = (run: (state: Tabs, key: string, holds: (key: string) => boolean) => Tabs) =>
  key.map((name): Step => ({ run: (state, holds) => run(state, name, holds) }))

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(key, fc.boolean()).map(
    ([name, isKept]): Step => ({
      run: (state, holds) => visit(state, page(name, isKept), holds),
      opens: name,
    }),
  ),
  fc.tuple(key, key, fc.boolean()).map(
    ([name, home, isKept]): Step => ({
      run: (state, holds) => visitOver(state, page(name, isKept), page(home, true), holds),
      opens: name,
    }),
  ),
  byKey(close),
  byKey(closeOthers),
  byKey(refresh),
  byKey(leavePage),
  byKey((state, name) => pin(state, name, true)),
  byKey((state, name) => pin(state, name, false)),
  fc
    .tuple(key, fc.integer({ min: -2, max: 30 }))
    .map(([name, to]): Step => ({ run: (state) => move(state, name, to) })),
  fc.constantFrom<Step>({ run: closeAll }, { run: leaveTabs }, { run: dropLeftBehind }),
  fc
    .uniqueArray(
      key.filter((name) => name !== HOME),
      { maxLength: 4 },
    )
    .map(
      (gone): Step => ({ run: (state, holds) => closeForbidden(state, (each) => gone.includes(each.key), holds).tabs }),
    ),
)

function expectSound(state: Tabs, held: ReadonlySet<string>): void {
  const kinds = state.tabs.map((tab) => (tab.key === HOME ? 0 : tab.isPinned ? 1 : 2))
  expect(kinds).toEqual(kinds.toSorted())
  expect(state.tabs[0]?.key).toBe(HOME)
  const pages = pagesOf(state)
  const names = pages.map((each) => each.key)
  expect(new Set(names).size).toBe(names.length)
  const inFront = state.tabs.find((tab) => tab.key === state.active)
  const own = inFront ? [inFront, ...inFront.over].map((each) => each.key) : ['']
  expect(own).toContain(state.front)
  expect(new Set(state.mounted).size).toBe(state.mounted.length)
  for (const mounted of state.mounted) {
    const found = pages.find((each) => each.key === mounted)
    expect(found !== undefined && (found.isKept || own.includes(mounted) || held.has(mounted))).toBe(true)
  }
  const over = state.mounted.length - PAGE_CACHE_MAX
  const free = state.mounted.slice(1).filter((mounted) => !held.has(mounted))
  expect(over <= 0 || free.length === 0).toBe(true)
  for (const behind of leftBehind(state)) expect(held.has(behind.key)).toBe(true)
}

test('§2 invariants: home first, pinned next, no page twice, mounted pages are open, one in front, at most 16', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.uniqueArray(key, { maxLength: 6 }), (steps, names) => {
      const held = new Set(names)
      let state = noTabs
      for (const { run, opens } of steps) {
        const before = state
        state = run(state, (name) => held.has(name))
        expectSound(state, held)
        if (opens) expect([state.front, state.mounted[0]]).toEqual([opens, opens])
        // open pages with unsaved input stay mounted
        for (const name of before.mounted)
          if (held.has(name) && pagesOf(state).some((each) => each.key === name)) expect(state.mounted).toContain(name)
      }
    }),
    { numRuns: 500 },
  )
})

test('§4 stored tabs are restored in the same order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const state = steps.reduce((now, { run }) => run(now, () => false), noTabs)
      const back = restore(JSON.parse(JSON.stringify({ userId: '7', tabs: state.tabs })), '7')
      const shape = ({ tabs }: Tabs) => tabs.map((tab) => [tab.key, tab.isPinned, tab.over.map((each) => each.key)])
      expect(shape(back)).toEqual(shape(state))
      expect(back.mounted).toEqual([])
    }),
    { numRuns: 200 },
  )
})
