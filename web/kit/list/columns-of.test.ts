import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { signedIn } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Moment, Nullable } from '#contract/fields.ts'
import { columnsOf } from './columns-of.tsx'

const Row = Type.Object({
  id: Type.String(),
  result: Nullable(Choice('结果', { good: '有意向', none: '无意向' })),
  lastAt: Nullable(Moment('最近跟进')),
  count: Nullable(Type.Integer({ title: '次数' })),
  name: Type.String({ title: '名称' }),
})
const list = readCall('列表', '/api/backend/columns/page', signedIn, { data: Paged(Row) })

const empty = { id: '1', result: null, lastAt: null, count: null, name: '' }
const filled = { ...empty, result: 'good' as const, lastAt: '2026-03-01T00:00:00Z', count: 0, name: '甲' }

it('rows.md: a column says what stands for nothing', () => {
  const columns = columnsOf(list, {
    result: { empty: '—' },
    lastAt: { empty: '从未联系' },
    count: { empty: '—' },
    name: { empty: '公海' },
  })
  expect(columns.map(({ render }) => render?.(empty))).toEqual(['—', '从未联系', '—', '公海'])
  expect(columns.map(({ render }) => render?.(filled))).toEqual(['有意向', '2026-03-01 08:00', 0, '甲'])
})

it('rows.md: without it nothing is shown as its kind shows it', () => {
  const columns = columnsOf(list, { result: {}, lastAt: {}, name: {} })
  expect(columns.map(({ render }) => render?.(empty))).toEqual(['', '—', undefined])
})
