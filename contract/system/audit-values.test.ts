// Labels of recorded values.
import { expect, it } from 'vitest'
import { valueLabel } from './audit-values.ts'

const say = (value: string, field: string, targetType = 'user') => valueLabel(value, { field, targetType })

it('§2 states have the labels of their lists', () => {
  expect(say('contacted', 'state', 'registration')).toBe('已联系')
  expect(say('closed', 'state', 'order')).toBe('已关闭')
  expect(say('launched', 'state', 'announcement')).toBe('已发布')
  expect([say('disabled', 'status'), say('true', 'locked'), say('everybody', 'audience')]).toEqual([
    '已禁用',
    '是',
    '全体员工',
  ])
})

it('contract.md values without a label are shown as recorded, and empty ones as such', () => {
  expect(say('contacted', 'state', 'role')).toBe('contacted')
  expect(say('toString', 'kind')).toBe('toString')
  expect([say('', 'remark'), say('[]', 'targetIds')]).toEqual(['空', '空'])
})
