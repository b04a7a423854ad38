import { expect, test } from 'vitest'
import { createGuard } from './guard.ts'

test('§4 the same act is not begun again within 1000 ms, nor while it runs', () => {
  const guard = createGuard(1_000)
  expect(guard.enter('a', 0)).toBe(true)
  expect(guard.enter('a', 10)).toBe(false)
  expect(guard.enter('a', 5_000)).toBe(false)
  guard.leave('a')
  expect(guard.enter('a', 5_001)).toBe(true)
  guard.leave('a')
  expect(guard.enter('a', 5_900)).toBe(false)
  expect(guard.enter('a', 6_001)).toBe(true)
})

test('§4 another act is not held up', () => {
  const guard = createGuard(1_000)
  expect(guard.enter('a', 0)).toBe(true)
  expect(guard.enter('b', 0)).toBe(true)
})
