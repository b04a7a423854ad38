// What an act recorded, in words.
import { expect, it } from 'vitest'
import { valueLabel } from './audit-values.ts'

const nameOf = (id: string) => (id === '89' ? '何俊霖' : undefined)
const say = (value: string, field: string, targetType = 'user') => valueLabel(value, { field, targetType }, nameOf)

it('§2 states are said as the lists of their objects say them', () => {
  expect(say('contacted', 'state', 'registration')).toBe('已联系')
  expect(say('closed', 'state', 'order')).toBe('已关闭')
  expect(say('launched', 'state', 'announcement')).toBe('已发布')
  expect([say('disabled', 'status'), say('true', 'locked'), say('everybody', 'audience')]).toEqual([
    '已禁用',
    '是',
    '全体员工',
  ])
})

it('§2 people have a name beside their number; who has none left keeps the number', () => {
  expect(say('89', 'ownerId', 'enterprise')).toBe('何俊霖（编号 89）')
  expect(say('90', 'ownerId', 'enterprise')).toBe('90')
  expect(say('89', 'subQuota', 'account')).toBe('89')
})

it('contract.md what has no word is shown as it was recorded, and what is empty says so', () => {
  expect(say('contacted', 'state', 'role')).toBe('contacted')
  expect(say('toString', 'kind')).toBe('toString')
  expect([say('', 'remark'), say('[]', 'targetIds')]).toEqual(['空', '空'])
})
