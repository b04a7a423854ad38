import { expect, it } from 'vitest'
import { keyed } from './keyed.ts'

it('keeps keys stable when a row is inserted, and numbers equal rows', () => {
  const keysOf = (rows: string[]) => keyed(rows, (row) => row).map(({ key }) => key)
  expect(keysOf(['甲', '乙', '甲'])).toEqual(['甲#1', '乙#1', '甲#2'])
  expect(keysOf(['丙', '甲', '乙', '甲'])).toEqual(['丙#1', '甲#1', '乙#1', '甲#2'])
})
