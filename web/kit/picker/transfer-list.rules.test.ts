import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkedOf, matching, move, sidesOf, type TransferItem, toggleAll, toggleKey } from './transfer-list.rules.ts'

const items: TransferItem[] = [
  { key: 'a', label: '原油' },
  { key: 'b', label: '柴油', disabled: true },
  { key: 'c', label: '汽油' },
  { key: 'd', label: 'LPG' },
]

const transfer = fc
  .uniqueArray(fc.record({ key: fc.string({ minLength: 1 }), label: fc.string(), disabled: fc.boolean() }), {
    selector: ({ key }) => key,
  })
  .chain((all) => {
    const keys = fc.subarray(all.map(({ key }) => key))
    return fc.record({ all: fc.constant(all), moved: keys, chosen: keys.map((each) => new Set(each)) })
  })

test('§2 moved items are on the other side, in the order of the items', () => {
  const moved = move(items, [], new Set(['d', 'a']), 'target')
  expect(moved).toEqual(['a', 'd'])
  expect(sidesOf(items, moved).source.map(({ key }) => key)).toEqual(['b', 'c'])
  expect(move(items, moved, new Set(['a']), 'source')).toEqual(['d'])
})

test('§2 moves keep the order, and neither lose nor duplicate items', () => {
  fc.assert(
    fc.property(transfer, fc.constantFrom('source' as const, 'target' as const), ({ all, moved, chosen }, to) => {
      const { source, target } = sidesOf(all, move(all, moved, chosen, to))
      const orderOf = (side: readonly TransferItem[]) => side.map((item) => all.indexOf(item as (typeof all)[number]))
      for (const side of [source, target])
        expect(orderOf(side)).toEqual(orderOf(side).sort((one, other) => one - other))
      expect(source.length + target.length).toBe(all.length)
    }),
  )
})

test('§2 disabled items never move', () => {
  fc.assert(
    fc.property(transfer, fc.constantFrom('source' as const, 'target' as const), ({ all, moved, chosen }, to) => {
      const after = move(all, moved, chosen, to)
      for (const { key, disabled } of all) {
        if (disabled || !chosen.has(key)) expect(after.includes(key)).toBe(moved.includes(key))
        else expect(after.includes(key)).toBe(to === 'target')
      }
    }),
  )
})

test('§2 disabled items are never checked, singly or with all', () => {
  const [, disabled] = items
  if (!disabled) throw new Error('no such item')
  expect(toggleKey(new Set(), disabled)).toEqual(new Set())
  expect(toggleAll(items, new Set())).toEqual(new Set(['a', 'c', 'd']))
  expect(toggleAll(items, new Set(['a', 'c', 'd']))).toEqual(new Set())
})

test('§2 checking all affects only the items that the search shows', () => {
  const shown = matching(items, ' lpg')
  expect(shown.map(({ key }) => key)).toEqual(['d'])
  expect(toggleAll(shown, new Set(['a']))).toEqual(new Set(['a', 'd']))
  expect(toggleAll(shown, new Set(['a', 'd']))).toEqual(new Set(['a']))
  expect(matching(items, '')).toBe(items)
})

test('§2 the checkbox of a list shows whether all, some or none of it is checked', () => {
  expect(checkedOf(items, new Set())).toBe(false)
  expect(checkedOf(items, new Set(['a']))).toBe('some')
  expect(checkedOf(items, new Set(['a', 'c', 'd']))).toBe(true)
  expect(checkedOf(items.slice(1, 2), new Set())).toBe(false)
})
