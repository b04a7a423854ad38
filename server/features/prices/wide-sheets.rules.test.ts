import { expect, it } from 'vitest'
import { unfoldDays } from './wide-sheets.rules.ts'

it('§2 a column for each day becomes a row for each item and day, blank ones left out', () => {
  const wide = unfoldDays(['报价项*', '2026-11-16', '2026/11/7', '2026年11月18日', '20261119', '原因'])
  expect(wide?.header).toEqual(['日期', '低价', '报价项*', '原因'])
  expect(wide?.rowsOf(['Q1', '3800-3860', '', ' - ', '平', '行情'])).toEqual([
    ['2026-11-16', '3800-3860', 'Q1', '行情'],
    ['2026-11-19', '平', 'Q1', '行情'],
  ])
  expect(wide?.rowsOf(['Q2'])).toEqual([])
})

it('§2 a sheet with a column 日期, or without any day, is read as a long one', () => {
  expect(unfoldDays(['日期', '报价项', '低价'])).toBeNull()
  expect(unfoldDays(['日期', '报价项', '2026-11-16'])).toBeNull()
  expect(unfoldDays(['报价项', '低价', '2026'])).toBeNull()
})
