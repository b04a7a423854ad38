import { expect, test } from 'vitest'
import { screenOf } from './use-screen.ts'

test.each([
  [1_920, { size: 3, isNarrow: false, isTight: false }],
  [1_680, { size: 3, isNarrow: false, isTight: false }],
  [1_679, { size: 3, isNarrow: false, isTight: true }],
  [1_200, { size: 3, isNarrow: false, isTight: true }],
  [1_199, { size: 2, isNarrow: true, isTight: true }],
  [992, { size: 2, isNarrow: true, isTight: true }],
  [991, { size: 1, isNarrow: true, isTight: true }],
  [768, { size: 1, isNarrow: true, isTight: true }],
  [767, { size: 0, isNarrow: true, isTight: true }],
])('§2 a window %i px wide', (width, screen) => {
  expect(screenOf(width)).toEqual(screen)
})
