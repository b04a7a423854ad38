import { expect, it } from 'vitest'
import { offersOf } from './recovery.rules.ts'

const NAME = '7-article-zh-new'
const local = (draft: string, title: string, savedAt: number) => ({
  place: { name: draft === '' ? NAME : `${NAME}-${draft}`, key: 'k' },
  draft: { changes: { title }, savedAt },
})
const kept = (draft: string, title: string, at: number) => ({
  draft,
  title,
  at: new Date(at).toISOString(),
  baseId: null,
})
const none: ReadonlySet<string> = new Set()

it('experience.md "Nothing typed is ever lost": what is kept here and on the server is one offer, the newest first', () => {
  const offers = offersOf({
    name: NAME,
    local: [local('a', '甲，最后几个字', 3_000), local('', '旧版', 500)],
    kept: [kept('b', '乙', 2_000), kept('a', '甲', 1_000)],
    open: none,
  })
  expect(
    offers.map(({ draft, title, at, isKept, local: own }) => [draft, title, at, isKept, own !== undefined]),
  ).toEqual([
    ['a', '甲，最后几个字', 3_000, true, true],
    ['b', '乙', 2_000, true, false],
    ['', '旧版', 500, false, true],
  ])
})

it('experience.md "Nothing typed is ever lost": what another tab is writing is not offered', () => {
  const found = { name: NAME, local: [local('a', '甲', 1)], kept: [kept('b', '乙', 2)] }
  expect(offersOf({ ...found, open: new Set(['a', 'b']) })).toEqual([])
  expect(offersOf({ ...found, open: new Set(['b']) }).map(({ draft }) => draft)).toEqual(['a'])
})
