// Input of a batch of grants, and its outcome as a sheet.
import { expect, it } from 'vitest'
import { mayBeTrials, outcomeCsv, outcomeInOrder, targetLabel, usualValues, wishOf } from './batch-grant.rules.ts'

it('defaults to a trial of 15 days', () => {
  const values = usualValues('2026-06-15')
  expect(wishOf(values, ['7'])).toEqual({
    productIds: ['7'],
    kind: 'trial',
    startsOn: '2026-06-15',
    endsOn: '2026-06-29',
    quota: null,
  })
})

it('has a label for the accounts that it applies to', () => {
  expect(targetLabel({ accountIds: ['1', '2'] })).toBe('已选 2 个账号')
  expect(targetLabel({ query: { subProduct: 'bigData' } })).toBe('当前筛选的全部账号')
})

it('issue 39 "批量延期 asks for 试用延期后 only where trials are chosen"', () => {
  const chosen = (...kinds: ('trial' | 'formal' | 'gift' | null)[]) =>
    kinds.map((kind, id) => ({ id: String(id), kind }))
  expect(mayBeTrials(chosen('formal', 'trial'))).toBe(true)
  expect(mayBeTrials(chosen('formal', 'gift', null))).toBe(false)
  // lists that do not show the kind
  expect(mayBeTrials([{ id: '1' }])).toBe(true)
  expect(mayBeTrials({})).toBe(true)
  expect(mayBeTrials({ kind: 'trial' })).toBe(true)
  expect(mayBeTrials({ kind: 'formal' })).toBe(false)
})

const rows = [
  { id: '1', name: '甲', state: 'changed', msg: '' },
  { id: '2', name: '=乙"', state: 'refused', msg: '账号已禁用，不能授权' },
  { id: '3', name: '丙', state: 'unchanged', msg: '没有授权' },
] as const

it('shows refused accounts first', () => {
  expect(outcomeInOrder(rows).map(({ id }) => id)).toEqual(['2', '3', '1'])
})

it('escapes formulas in the sheet', () => {
  expect(outcomeCsv(rows).split('\r\n')).toEqual([
    '"账号","结果","说明"',
    `"'=乙""","未能办理","账号已禁用，不能授权"`,
    '"丙","没有变化","没有授权"',
    '"甲","已办理",""',
  ])
})
