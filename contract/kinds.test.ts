import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { Choice, Day, DecimalText, Fields, Moment, Nullable, Text } from './fields.ts'
import { describeField } from './kinds.ts'

const labels = { open: '进行中', closed: '已结束' } as const
const row = Fields({
  id: Type.String(),
  name: Text('名称', 20),
  state: Choice('状态', labels),
  last: Nullable(Choice('上次状态', labels)),
  amount: Nullable(DecimalText('金额（元）')),
  months: Nullable(Type.Integer({ title: '月数' })),
  isOpen: Type.Boolean({ title: '启用' }),
  day: Nullable(Day('日期')),
  at: Moment('时间'),
})

it.each([
  ['name', { title: '名称', kind: 'text', maxLength: 20 }],
  ['state', { title: '状态', kind: 'choice', labels }],
  ['last', { title: '上次状态', kind: 'choice', labels }],
  ['amount', { title: '金额（元）', kind: 'decimal' }],
  ['months', { title: '月数', kind: 'number' }],
  ['isOpen', { title: '启用', kind: 'switch' }],
  ['day', { title: '日期', kind: 'day' }],
  ['at', { title: '时间', kind: 'moment' }],
])('rows.md: %s is told by its schema', (key, described) => {
  expect(describeField(row, key)).toEqual(described)
})

it('rows.md: a field without a title is named', () => {
  expect(() => describeField(row, 'id')).toThrow('id has no title in its schema')
  expect(describeField(row, 'id', '编号').title).toBe('编号')
  expect(() => describeField(row, 'missing', '名称')).toThrow('missing has no title in its schema')
})
