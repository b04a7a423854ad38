// The query of an export: the list's filters and sort, without its page.
import { expect, test } from 'vitest'
import type { Filter } from '../list/filters.tsx'
import { exportQuery } from './export-query.ts'

const filter = (key: string, read: (text: string) => object | undefined): Filter<unknown> => ({
  key,
  label: key,
  read,
  control: () => null,
})
const filters = [filter('name', (text) => ({ name: text })), filter('locked', (text) => ({ locked: text === 'yes' }))]

test('§6 an export has the list’s filters, as its call takes them, and its sort', () => {
  const texts = { name: '油', locked: 'yes' }
  expect(exportQuery(filters, { filters: texts, sort: undefined })).toEqual({ name: '油', locked: true })
  const newestFirst = { column: 'createdAt', descending: true }
  expect(exportQuery(filters, { filters: {}, sort: newestFirst })).toEqual({ descs: ['createdAt'] })
  expect(exportQuery(filters, { filters: {}, sort: { column: 'name', descending: false } })).toEqual({ ascs: ['name'] })
})

test('§6 fixed filters override the person’s filters', () => {
  const query = exportQuery(
    filters,
    { filters: { name: '油' }, sort: undefined },
    { name: '煤', subProduct: 'bigData' },
  )
  expect(query).toEqual({ name: '煤', subProduct: 'bigData' })
})
