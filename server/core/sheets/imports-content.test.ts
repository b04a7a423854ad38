// An import's rows between upload and save: laid under the columns as they come, packed in parts.
import { gzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { ImportColumn } from '#contract/sheets.ts'
import { arrangementOf, arranging, pack, unpack } from './imports-content.ts'

const column = (key: string, header: string, required = true): ImportColumn => ({
  key,
  header,
  required,
  width: 10,
  example: '',
  hint: '',
  rule: Type.String(),
})
const columns = [column('name', '名称'), column('code', '编号', false)]
const row = (number: number, ...cells: string[]) => ({ number, cells })

describe('arranging rows under the columns', () => {
  it('takes the header from the first rows and keeps to it in the ones that follow', () => {
    const arranged = arranging(columns, true)
    expect(arranged.add([row(1, '编号', '名称'), row(2, 'A', '甲')])).toEqual([[2, ['甲', 'A']]])
    expect(arranged.add([row(4, '', '乙'), row(5, 'C')])).toEqual([
      [4, ['乙', '']],
      [5, ['', 'C']],
    ])
    expect(arranged.end()).toMatchObject({
      numbers: [2, 4, 5],
      rows: [
        ['甲', 'A'],
        ['乙', ''],
        ['', 'C'],
      ],
    })
  })

  it('refuses a wrong header as soon as it is there, cells beside it in any row, and nothing at all', () => {
    expect(() => arranging(columns, true).add([row(1, '名字')])).toThrow('缺少列：“名称”；不认识的列：“名字”')
    const arranged = arranging(columns, true)
    arranged.add([row(1, '名称')])
    expect(() => arranged.add([row(9, '甲', '多')])).toThrow('第 9 行在表头之外还有内容')
    expect(() => arranging(columns, true).end()).toThrow('表格是空的')
    const onlyHeader = arranging(columns, true)
    onlyHeader.add([row(1, '名称')])
    expect(() => onlyHeader.end()).toThrow('表格中没有数据')
  })
})

describe('imports.md "Rows left out"', () => {
  it('leaves out lines that are sums and names them, wherever the word stands', () => {
    const arranged = arranging(columns, true)
    expect(
      arranged.add([
        row(1, '序号', '名称', '编号'),
        row(2, '1', '甲', 'A'),
        row(3, '小计', '', '12'),
        row(4, '2', 'Total', 'T'),
      ]),
    ).toEqual([
      [2, ['甲', 'A']],
      [4, ['Total', 'T']],
    ])
    arranged.add([row(5, '合计', '', '12'), row(6, '总计：', '2 家', '', '')])
    expect(arranged.end().notes).toEqual([
      '没有使用的列：“序号”。',
      '3 行合计没有导入：第 3 行“小计”、第 5 行“合计”、第 6 行“总计：”。',
    ])
    const pasted = arranging(columns, false)
    expect(pasted.add([row(1, '甲', 'A'), row(2, '合计', '1')])).toEqual([[1, ['甲', 'A']]])
    expect(pasted.end().notes).toEqual(['1 行合计没有导入：第 2 行“合计”。'])
  })

  it('gives them to a layout that proves its rows by them', () => {
    const unfold = () => ({ header: ['名称'], rowsOf: (cells: readonly string[]) => [[...cells]], provesSums: true })
    const arranged = arranging(columns, true, { unfold })
    expect(arranged.add([row(1, '名称'), row(2, '合计')])).toEqual([[2, ['合计', '']]])
  })
})

describe('imports.md "Days"', () => {
  it.each([
    ['2026-11-26 0:00:00', '2026-11-26'],
    ['2026/11/6 0:00', '2026-11-06'],
    ['2026年11月6日', '2026-11-06'],
    ['20261126', '20261126'],
    ['2026-11-26 9:30', '2026-11-26 9:30'],
    ['低价', '低价'],
  ])('a heading %j is shown as %j', (text, shown) => {
    const { headings } = arrangementOf([row(1, '名称', text)], columns, {})
    expect(headings[1]?.text).toBe(shown)
    expect(() => arranging([column('name', '企业')], true).add([row(1, '名称', text)])).toThrow(`“${shown}”`)
  })
})

describe('packing', () => {
  it('gives back what was packed, and what older imports packed in two parts', async () => {
    const content = {
      numbers: [2],
      rows: [['甲\n乙', '']],
      problems: [{ at: 0, key: 'code', message: '编号不能为空' }],
    }
    const { problems, ...rows } = content
    expect(await unpack(await pack(content))).toEqual(content)
    const parts = [rows, { problems }].map((part) => gzipSync(`${JSON.stringify(part)}\n`))
    expect(await unpack(Buffer.concat(parts))).toEqual(content)
  })
})
