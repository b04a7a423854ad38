import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearEntries, isLossy, keyOf, packEntry, readEntry, removeEntry, unpackEntry, writeEntry } from './storage.ts'

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

describe('imports.md "storage full or denied"', () => {
  afterEach(() => vi.unstubAllGlobals())
  const held = new Map<string, string>()
  const storage = (setItem: () => void) => ({
    getItem: (key: string) => held.get(key) ?? null,
    removeItem: (key: string) => held.delete(key),
    setItem,
    length: 0,
    key: () => null,
  })

  test('what is not stored lasts for the page, also over what stood there before, and is said', () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    held.set(keyOf('size'), packEntry(1, 'local'))
    vi.stubGlobal('window', { localStorage: storage(refuse) })
    expect(isLossy()).toBe(false)
    writeEntry('local', 'size', 2)
    expect(readEntry('local', 'size', isNumber)).toBe(2)
    expect(held.has(keyOf('size'))).toBe(false)
    expect(isLossy()).toBe(true)
    removeEntry('local', 'size')
    expect(readEntry('local', 'size', isNumber)).toBeUndefined()
  })

  test('a denied storage throws nowhere', () => {
    vi.stubGlobal('window', {
      get localStorage() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    writeEntry('local', 'size', 3)
    expect(readEntry('local', 'size', isNumber)).toBe(3)
    clearEntries('local')
    expect(readEntry('local', 'size', isNumber)).toBeUndefined()
  })
})
