import { describe, expect, it } from 'vitest'
import { countOf, inputOf, isTooMany, noCorrections, withCell, withDropToggled } from './import-corrections.rules.ts'

describe('corrections of an import', () => {
  it('keeps the last text of a cell, and none that equals the original', () => {
    const once = withCell(noCorrections, 3, 'mobile', '1', '')
    const twice = withCell(once, 3, 'mobile', '13800000000', '')
    expect(inputOf(twice)).toEqual({ fixes: [{ row: 3, key: 'mobile', value: '13800000000' }], drop: [] })
    expect(countOf(withCell(twice, 3, 'mobile', '', ''))).toBe(0)
  })

  it('removes a row and restores it', () => {
    const dropped = withDropToggled(noCorrections, 7)
    expect(inputOf(dropped)).toEqual({ fixes: [], drop: [7] })
    expect(countOf(withDropToggled(dropped, 7))).toBe(0)
  })

  it('detects more corrections than one call takes', () => {
    let many = noCorrections
    for (let at = 0; at <= 500; at++) many = withDropToggled(many, at)
    expect(isTooMany(many)).toBe(true)
    expect(isTooMany(withDropToggled(many, 0))).toBe(false)
  })
})
