import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedKeys, isSame, mergeVersions } from './merge-versions.ts'

describe('a save over a newer version', () => {
  it('keeps what I changed, and what they changed where I did not', () => {
    const base = { name: '张三', email: '', roles: ['1'], note: 'a' }
    const mine = { ...base, name: '王五', note: 'b' }
    const theirs = { ...base, email: 'new@x.cn', roles: ['1', '2'], note: 'c' }
    expect(mergeVersions(base, mine, theirs)).toEqual({ name: '王五', email: 'new@x.cn', roles: ['1', '2'], note: 'b' })
  })

  it('keeps exactly the chosen fields of mine', () => {
    const base = { name: '张三', email: '', note: 'a' }
    const mine = { name: '王五', email: '', note: 'b' }
    const theirs = { name: '李四', email: 'new@x.cn', note: 'a' }
    expect(changedKeys(base, mine)).toEqual(['name', 'note'])
    expect(mergeVersions(base, mine, theirs, ['email'])).toEqual({ name: '李四', email: '', note: 'a' })
    expect(mergeVersions(base, mine, theirs, [])).toEqual(theirs)
  })

  it('loses no change if only one side changed the row', () => {
    const row = fc.record({ a: fc.nat(2), b: fc.nat(2), c: fc.array(fc.nat(1), { maxLength: 2 }) })
    fc.assert(
      fc.property(row, row, row, (base, mine, theirs) => {
        expect(mergeVersions(base, base, theirs)).toEqual(theirs)
        expect(mergeVersions(base, mine, base)).toEqual(mine)
        expect(mergeVersions(theirs, mine, theirs)).toEqual(mine)
      }),
    )
  })
})

it('isSame leaves out the order of keys, as a stored list has its own, and the link of a file', () => {
  expect(isSame([{ name: '李', email: '', mobile: '1' }], [{ name: '李', mobile: '1', email: '' }])).toBe(true)
  expect(isSame([{ name: '李', email: '1', mobile: '' }], [{ name: '李', mobile: '1', email: '' }])).toBe(false)
  const file = { id: '3', name: '封面.png', size: 10, type: 'image/png', url: '/api/backend/file/3?expires=1' }
  expect(isSame(file, { ...file, url: '/api/backend/file/3?expires=2' })).toBe(true)
  expect(isSame([file], [{ ...file, id: '4' }])).toBe(false)
})

it('isSame leaves out what the links in a formatted text are signed with', () => {
  const html = (id: string, at: number, amp = '&amp;') =>
    `<p>图</p><img data-file-id="${id}" src="/api/backend/file/${id}?user=7${amp}expires=${at}${amp}signature=a-_${at}" alt="">`
  expect(isSame(html('3', 1), html('3', 2))).toBe(true)
  expect(isSame(html('3', 1), html('3', 2, '&'))).toBe(true)
  expect(isSame(html('3', 1), html('4', 1))).toBe(false)
  const body = (at: number) => ({
    type: 'doc',
    content: [{ type: 'picture', attrs: { fileId: '3', src: html('3', at) } }],
  })
  expect(isSame(body(1), body(2))).toBe(true)
})

/** JSON with the keys of every object in one order. */
const sorted = (value: unknown) =>
  JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )

it('isSame agrees with comparing JSON, for any values', () => {
  const value = fc.oneof(
    fc.anything({
      values: [fc.constantFrom(null, undefined, '', 0, 'a', 1, Number.NaN, new Date(0))],
      key: fc.constantFrom('a', 'b'),
    }),
    fc.constantFrom(new Date(0), [undefined], [null], { a: undefined }, { a: null }, {}),
  )
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(isSame(one, other)).toBe(sorted(one) === sorted(other))
      expect(isSame(one, structuredClone(one))).toBe(true)
    }),
  )
})
