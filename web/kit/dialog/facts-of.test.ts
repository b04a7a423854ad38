import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { signedIn } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Day, DecimalText, Moment, Nullable, Text } from '#contract/fields.ts'
import { factsOf } from './facts-of.tsx'

const labels = { open: '进行中', closed: '已结束' } as const
const Row = Type.Object({
  id: Type.String(),
  name: Text('名称', 20),
  remark: Text('备注', 20),
  state: Choice('状态', labels),
  amount: Nullable(DecimalText('金额')),
  months: Type.Integer({ title: '月数' }),
  isOpen: Type.Boolean({ title: '启用' }),
  day: Nullable(Day('日期')),
  at: Nullable(Moment('时间')),
  tags: Type.Array(Type.String(), { title: '标签' }),
})
const get = readCall('详情', '/api/backend/facts/get', signedIn, { data: Row })
const list = readCall('列表', '/api/backend/facts/page', signedIn, { data: Paged(Row) })

const row = {
  id: '1',
  name: '甲',
  remark: '',
  state: 'open' as const,
  amount: '12345.60',
  months: 0,
  isOpen: false,
  day: '2026-03-01',
  at: '2026-03-01T00:00:00Z',
  tags: ['a', 'b'],
}

it('rows.md: details show each field by its title and kind, in the order given', () => {
  const facts = factsOf(get, row, { at: {}, name: {}, state: {}, amount: {}, months: {}, isOpen: {}, day: {} })
  expect(facts).toEqual([
    { label: '时间', children: '2026-03-01 08:00' },
    { label: '名称', children: '甲' },
    { label: '状态', children: '进行中' },
    { label: '金额', children: '12,345.60' },
    { label: '月数', children: '0' },
    { label: '启用', children: '否' },
    { label: '日期', children: '2026-03-01' },
  ])
})

it('rows.md: nothing is a dash in details, or what the screen says', () => {
  const empty = { ...row, amount: null, day: null, at: null }
  const facts = factsOf(get, empty, { remark: {}, amount: { unit: '元' }, day: { empty: '长期' }, at: {} })
  expect(facts.map(({ children }) => children)).toEqual(['—', '—', '长期', '—'])
})

it('rows.md: details say what a kind cannot know', () => {
  const facts = factsOf(get, row, {
    id: { label: '编号' },
    amount: { unit: '元', span: 2 },
    tags: { render: ({ tags }) => tags.join('、') },
    remark: { when: false },
  })
  expect(facts).toEqual([
    { label: '编号', children: '1' },
    { label: '金额', children: '12,345.60 元', span: 2 },
    { label: '标签', children: 'a、b' },
  ])
})

it('rows.md: a row of a list stands in for details that have not come', () => {
  const { months, ...listed } = row
  expect(factsOf(get, listed, { name: {}, months: {} }).map(({ children }) => children)).toEqual(['甲', '—'])
  expect(factsOf(list, row, { name: {} })).toEqual([{ label: '名称', children: '甲' }])
})

it('rows.md: details name only fields that the schema has and shows', () => {
  // @ts-expect-error: no such field
  expect(() => factsOf(get, row, { missing: {} })).toThrow('missing has no title in its schema')
  // @ts-expect-error: no kind shows several values
  factsOf(get, row, { tags: {} })
  expect(() => factsOf(get, row, { id: {} })).toThrow('id has no title in its schema')
})
