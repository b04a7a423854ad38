// Import and export of regions.
import { exportRegions, type RegionImportKey, regionImport } from '#contract/catalogue/catalogue-sheets.ts'
import { placing } from '#server/core/rows/order.rules.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { whole } from '#server/core/sheets/imports-check.ts'
import type { Made } from '#server/core/sheets/imports-context.ts'
import { inSets } from '#server/core/sheets/imports-save.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { asPath, idsByPath } from './paths.rules.ts'
import { insertRegions, listAllRegions, lockRegionsBelow, searchRegions } from './regions.queries.ts'

const LEVELS = 3
const levelNames = ['省', '市', '区县'] as const

type Ready = { parent: string; name: string; code: string }

const pathOf = ({ parent, name }: { parent: string; name: string }) => asPath(`${parent} > ${name.trim()}`)
const levelOf = (path: string) => path.split(' > ').length

export const regionsImport = declareImport<RegionImportKey, Ready>(regionImport, {
  target: 'region',
  undo: { table: regions },
  check: whole(async ({ db, rows, report, breathe }) => {
    const all = await listAllRegions(db)
    const known = new Set(idsByPath(all).keys())
    const codes = new Set(all.flatMap(({ code }) => (code === '' ? [] : [code])))
    const rowWith = new Map<string, number>()
    for (const row of rows) {
      await breathe()
      const { parent, code } = row.values
      const path = pathOf(row.values)
      if (parent.trim() && !known.has(asPath(parent))) report(row, 'parent', `上级地区“${parent}”不存在`)
      if (levelOf(path) > LEVELS) report(row, 'parent', '地区最多三级')
      if (codes.has(code)) report(row, 'code', '区划代码已被其他地区使用')
      const earlier = rowWith.get(path)
      if (earlier !== undefined) report(row, 'name', `与第 ${earlier} 行重复`)
      else if (known.has(path)) report(row, 'name', '该上级下已有同名地区')
      rowWith.set(path, earlier ?? row.number)
      // a later row may be below this one
      known.add(path)
      if (code) codes.add(code)
    }
    return ({ values }) => ({ parent: asPath(values.parent), name: values.name.trim(), code: values.code })
  }),
  save: async ({ tx, rows, step }) => {
    await lockRegionsBelow(tx, null)
    const all = await listAllRegions(tx)
    const ids = idsByPath(all)
    const placeIn = placing(all.map(({ parentId, sort }) => [parentId ?? '', sort]))
    const made: Made[] = []
    // a level after the one above it, which may be new too
    const byLevel = Map.groupBy(rows, ({ value }) => levelOf(pathOf(value)))
    for (const [level, below] of [...byLevel].toSorted(([one], [other]) => one - other)) {
      const before = made.length
      for (const some of inSets(below, (done) => step(before + done))) {
        const values = some.map(({ value: { parent, name, code } }) => {
          const parentId = parent ? (ids.get(parent) ?? null) : null
          return { parentId, name, code, level, sort: placeIn(parentId ?? '') }
        })
        const added = await insertRegions(tx, values)
        for (const [at, { value }] of some.entries()) {
          const id = added[at] ?? ''
          ids.set(pathOf(value), id)
          made.push({ id, name: value.name })
        }
      }
    }
    return made
  },
})

export const regionsExport = declareExport(exportRegions, {
  target: 'region',
  list: searchRegions,
  cells: { level: ({ level }) => levelNames[level - 1] ?? '' },
})
