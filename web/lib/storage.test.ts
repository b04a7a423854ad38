import { beforeEach, expect, test } from 'vitest'
import { clearEntries, keyOf, packEntry, readEntry, removeEntry, unpackEntry, writeEntry } from './storage.ts'

const isNumber = (value: unknown): value is number => typeof value === 'number'

beforeEach(() => {
  clearEntries('local')
  clearEntries('session')
})

test('§3 a local storage entry carries dataType, content, type and datetime', () => {
  expect(JSON.parse(packEntry({ a: 1 }, 'local', 5))).toEqual({
    dataType: 'object',
    content: { a: 1 },
    type: 'local',
    datetime: 5,
  })
})

test('§3 entries are namespaced by the site key', () => {
  expect(keyOf('session')).toBe('console-session')
})

test('§3 text that is not an entry reads as undefined', () => {
  for (const text of [null, '', 'x', '5', 'null', '{"a":1}']) expect(unpackEntry(text)).toBeUndefined()
})

test('§3 an entry of the wrong shape reads as undefined', () => {
  writeEntry('local', 'size', 'ten')
  expect(readEntry('local', 'size', isNumber)).toBeUndefined()
  writeEntry('local', 'size', 10)
  expect(readEntry('local', 'size', isNumber)).toBe(10)
  removeEntry('local', 'size')
  expect(readEntry('local', 'size', isNumber)).toBeUndefined()
})

test('§3 clearing one storage leaves the other', () => {
  writeEntry('local', 'size', 1)
  writeEntry('session', 'size', 2)
  clearEntries('session')
  expect(readEntry('session', 'size', isNumber)).toBeUndefined()
  expect(readEntry('local', 'size', isNumber)).toBe(1)
})
