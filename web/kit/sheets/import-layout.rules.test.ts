import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { optionalColumn, requiredColumn } from '#contract/import-columns.ts'
import { mappingOf, missingIn, withColumn } from './import-layout.rules.ts'

const shown = { example: '', width: 10 }
const columns = [
  requiredColumn('name', Type.String({ title: '名称' }), shown),
  requiredColumn('kind', Type.String({ title: '类型' }), shown),
  optionalColumn('remark', Type.String({ title: '备注' }), shown),
]
const heading = (at: number, key: string) => ({ at, key, text: '', by: 'name' as const, samples: [] })

it('imports.md "The steps" a column has one heading, and required ones without a heading are named', () => {
  const first = mappingOf({ headings: [heading(0, 'name'), heading(1, '')] })
  expect(missingIn(first, columns, undefined)).toEqual(['类型'])
  const moved = withColumn(first, 1, 'name')
  expect([...moved]).toEqual([
    [0, ''],
    [1, 'name'],
  ])
  expect(missingIn(withColumn(moved, 0, 'kind'), columns, undefined)).toEqual([])
})

it('imports.md "The steps" a file for an update needs the columns of one key alone', () => {
  const update = { keys: [['name', 'kind'], ['remark']] }
  expect(missingIn(new Map([[0, 'remark']]), columns, update)).toEqual([])
  expect(missingIn(new Map([[0, 'name']]), columns, update)).toEqual(['类型'])
})
