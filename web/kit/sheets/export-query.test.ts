// What an export asks: the list's filters and order, without its page.
import { expect, test } from 'vitest'
import type { Filter } from '../list/filters.tsx'
import { exportQuery } from './export-query.ts'

const filter = (key: string, read: (text: string) => object | undefined): Filter<unknown> => ({
  ...{ key, label: key, read },
  control: () => null,
})
const filters = [filter('name', (text) => ({ name: text })), filter('locked', (text) => ({ locked: text === 'yes' }))]

test('§6 what the list shows is exported: its filters as its call takes them, and its order', () => {
  const texts = { name: '油', locked: 'yes' }
  expect(exportQuery(filters, { filters: texts, sort: undefined })).toEqual({ name: '油', locked: true })
  const downwards = { column: 'createdAt', descending: true }
  expect(exportQuery(filters, { filters: {}, sort: downwards })).toEqual({ descs: ['createdAt'] })
  expect(exportQuery(filters, { filters: {}, sort: { column: 'name', descending: false } })).toEqual({ ascs: ['name'] })
})

test('§6 what the screen fixes stands, whatever was filtered by', () => {
  const asked = exportQuery(
    filters,
    { filters: { name: '油' }, sort: undefined },
    { name: '煤', subProduct: 'bigData' },
  )
  expect(asked).toEqual({ name: '煤', subProduct: 'bigData' })
})
