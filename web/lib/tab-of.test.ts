// `?tab=` comes from links, bookmarks and menus: a page never stands without a tab.
import { expect, it } from 'vitest'
import { tabOf } from './tab-of.ts'

const tabs = [{ key: 'sessions' }, { key: 'unanswered' }]

it('an address names a tab; any other text means the first', () => {
  const read = (query: string) => tabOf(new URLSearchParams(query), tabs)
  expect(read('tab=unanswered')).toBe('unanswered')
  expect(['', 'tab=', 'tab=models', 'tab=sessions'].map(read)).toEqual(Array(4).fill('sessions'))
})
