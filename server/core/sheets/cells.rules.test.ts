// Cells as people's spreadsheets hold them.
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Day, Moment, Text } from '#contract/fields.ts'
import { optionalColumn } from '#contract/import-columns.ts'
import { readCell } from './cells.rules.ts'

const shown = { example: '', width: 10 }
const day = optionalColumn('day', Day('日期'), shown)
const moment = optionalColumn('at', Moment('时间'), shown)
const count = optionalColumn('count', Text('数量', 20), { ...shown, as: 'number', units: ['吨', '天'] })
const figure = optionalColumn('low', Text('低价', 20), { ...shown, as: 'figure' })
const code = optionalColumn('code', Text('信用代码', 18), { ...shown, as: 'digits' })
const text = optionalColumn('text', Type.String({ title: '备注' }), shown)

describe('imports.md "Cells"', () => {
  it.each([
    ['2026/11/27', '2026-11-27'],
    ['2026-11-27 0:00:00', '2026-11-27'],
    ['2026-11-27 00:00:00.000', '2026-11-27'],
    ['2026年11月7日', '2026-11-07'],
    ['２０２６－１１－２７', '2026-11-27'],
    ['长期', '长期'],
  ])('reads the day %s', (cell, value) => {
    expect(readCell(cell, day)).toEqual({ value })
  })

  it.each([
    ['11/27', '缺少年份'],
    ['11月27日', '缺少年份'],
    ['27/11/2026', '顺序不明'],
    ['2026-11-27 09:30:00', '带有时间'],
    ['46353', '日期的序号'],
    ['########', '列太窄'],
    ['#N/A', '公式出错'],
  ])('says why %s is no day', (cell, why) => {
    expect(readCell(cell, day)).toEqual({ problem: expect.stringContaining(why) })
  })

  it.each([
    ['2026-11-27 09:30', '2026-11-27T09:30:00+08:00'],
    ['2026/11/27 9:30:05', '2026-11-27T09:30:05+08:00'],
    ['2026年11月27日 9时30分', '2026-11-27T09:30:00+08:00'],
    ['2026-11-27', '2026-11-27T00:00:00+08:00'],
  ])('takes the moment %s as one of Asia/Shanghai', (cell, value) => {
    expect(readCell(cell, moment)).toEqual({ value })
  })

  it.each([
    ['4210.0000000000009', '4210'],
    ['１２３', '123'],
    ['1,234,567.50', '1234567.50'],
    ['12 吨', '12'],
    ['30天', '30'],
    ['1.5%', '1.5%'],
    ['1.2E+3', '1200'],
    ['0.1', '0.1'],
    ['12 桶', '12 桶'],
    ['1e999', '1e999'],
  ])('reads the number %s as %s', (cell, value) => {
    expect(readCell(cell, count)).toEqual({ value })
  })

  it('leaves what an area reads itself, and normalises a figure alone', () => {
    for (const own of ['3800-3860', '平', '+10', '-1.5%']) expect(readCell(own, figure)).toEqual({ value: own })
    expect(readCell('4,210.0000000000009', figure)).toEqual({ value: '4210' })
  })

  it('names what Excel did to a long number', () => {
    expect(readCell('9.1350100E+17', code)).toEqual({ problem: expect.stringContaining('Excel 把长数字改成了') })
    expect(readCell('91350100M000100Y43', code)).toEqual({ value: '91350100M000100Y43' })
    expect(readCell('1E+17', text)).toEqual({ value: '1E+17' })
  })
})
