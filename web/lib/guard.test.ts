import { expect, test } from 'vitest'
import { DIALOG_GUARD_MS, REPEAT_GUARD_MS } from '#contract/limits.ts'
import { createGuard } from './guard.ts'

test('§9 dialog buttons are guarded for 1000 ms, everything else for 3000 ms', () => {
  expect([DIALOG_GUARD_MS, REPEAT_GUARD_MS]).toEqual([1_000, 3_000])
})

test.each([1_000, 3_000])('§4 the same act is blocked while it runs and for %i ms from its start', (ms) => {
  const guard = createGuard(ms)
  expect(guard.enter('a', 0)).toBe(true)
  expect(guard.enter('a', 10)).toBe(false)
  expect(guard.enter('a', 5_000)).toBe(false)
  guard.leave('a')
  expect(guard.enter('a', 5_001)).toBe(true)
  guard.leave('a')
  expect(guard.enter('a', 5_000 + ms)).toBe(false)
  expect(guard.enter('a', 5_001 + ms)).toBe(true)
})

test('§4 another act is not blocked, and it unlocks the first one', () => {
  const guard = createGuard(3_000)
  for (const [key, now] of [['on', 0] as const, ['off', 500] as const, ['on', 1_000] as const]) {
    expect(guard.enter(key, now)).toBe(true)
    guard.leave(key)
  }
  expect(guard.enter('on', 1_500)).toBe(false)
})

test('§4 a failed act may be retried sooner, but not by a double click', () => {
  const guard = createGuard(3_000)
  expect(guard.enter('a', 0)).toBe(true)
  guard.leave('a', 1_000)
  expect(guard.enter('a', 999)).toBe(false)
  expect(guard.age(999)).toBe(999)
  expect(guard.enter('a', 1_000)).toBe(true)
  guard.leave('a')
  expect(guard.enter('a', 3_999)).toBe(false)
})
