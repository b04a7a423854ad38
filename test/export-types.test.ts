// Workbooks reckon with what they hold: money as numbers, days as days, moments as moments.
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import type { ExportColumn } from '#contract/exports.ts'
import { sheets } from '#server/app.ts'
import { writeSheet } from '#server/core/sheets/sheets.ts'

/** Those of the console that list rows. */
const declared = sheets.flatMap((sheet) => ('call' in sheet ? [sheet.call] : []))

/** Names of fields, and what a workbook holds for them. */
const expected: readonly [RegExp, ExportColumn['as'][]][] = [
  [/(At|Until|From)$|^at$/, ['moment', 'day']],
  [/(On|Day)$|^day$/, ['day']],
  [/^(amount|cost|fee|price|low|high|average)$|(Price|Cost)$/, ['number']],
]

describe('§38 every export', () => {
  it('is found', () => expect(declared.length).toBeGreaterThan(40))

  it.each(declared.map(({ path, columns }) => [path, columns] as const))(
    '%s says how a workbook reckons with its days, moments and money',
    (_, columns) => {
      const untyped = columns.flatMap(({ key, as }) => {
        const [, kinds] = expected.find(([pattern]) => pattern.test(key)) ?? []
        return kinds && !kinds.includes(as) ? [`${key}: ${as ?? 'text'}`] : []
      })
      expect(untyped).toEqual([])
    },
  )

  it('writes them so, and what is none of them as text', async () => {
    const columns = [
      { header: '金额', width: 10, isNumber: true },
      { header: '日期', width: 12, isDay: true },
      { header: '时间', width: 16, isMoment: true },
      { header: '时刻', width: 20, isMoment: true },
      { header: '编码', width: 10 },
    ]
    const rows = [
      ['4210.50', '2026-11-27', '2026-11-27 09:30', '2026-11-27 09:30:15', '007'],
      ['面议', '长期', '', '未知', '1'],
    ]
    const parts: Buffer[] = []
    for await (const part of writeSheet('xlsx', { name: '导出', columns, rows })) parts.push(part)
    const { sheets } = await readXlsx(Buffer.concat(parts))
    const [, first, second] = sheets[0]?.rows ?? []
    expect(first).toEqual([
      4210.5,
      new Date('2026-11-27T00:00:00Z'),
      new Date('2026-11-27T09:30:00Z'),
      new Date('2026-11-27T09:30:15Z'),
      '007',
    ])
    expect(second?.map((cell) => cell ?? '')).toEqual(['面议', '长期', '', '未知', '1'])
  })
})
