import { describe, expect, it } from 'vitest'
import { rowHeight, TABLE_LEAST_PX, tableHeight, tableWidth, widthToDeclare } from './table-size.ts'

describe('§2 the height of a table', () => {
  it('§2 is the height of the window minus its top minus 94', () => {
    expect(tableHeight(1080, 200)).toBe(786)
    expect(tableHeight(900, 172.4)).toBe(634)
  })

  it('is never less than a few rows need', () => {
    expect(tableHeight(400, 300)).toBe(TABLE_LEAST_PX)
  })

  it('does not grow beyond the window when the page was scrolled', () => {
    expect(tableHeight(900, -300)).toBe(806)
  })
})

describe('§2 the height of rows', () => {
  it('lets the head and 14 rows fill the table, between 36 and 48 px', () => {
    expect(rowHeight('comfortable', 794)).toBe(48)
    expect(rowHeight('comfortable', 620)).toBe(41)
    expect(rowHeight('comfortable', 400)).toBe(36)
  })

  it('is always 32 px in compact density', () => {
    expect(rowHeight('compact', 794)).toBe(32)
  })
})

describe('the width of a table', () => {
  it('sums its columns, those without a width at the default width', () => {
    expect(tableWidth([{ width: 100 }, {}, { width: 60 }], 40)).toBe(320)
  })
})

describe('the width of a column that is dragged', () => {
  const shown = (declared: number, others: number, box: number) =>
    Math.max(declared, (declared * box) / (declared + others))

  it.each([
    [100, 200, 400, 180],
    [100, 200, 400, 60],
    [100, 500, 400, 180],
    [100, 200, 400, 390],
    [100, 200, 400, 900],
  ])('declared %i of %i more in a box of %i is shown %i wide', (declared, others, box, wanted) => {
    const next = widthToDeclare(wanted, { declared, sum: declared + others, box })
    // declared widths are whole pixels
    expect(Math.abs(shown(next, others, box) - wanted)).toBeLessThanOrEqual(box / others)
  })
})
