// An import's rows between upload and save: laid under the columns as they come, packed in parts.
import { gzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { ImportColumn } from '../../../contract/sheets.ts'
import { arranging, pack, unpack } from './imports-content.ts'

const column = (key: string, header: string, required = true): ImportColumn => ({
  ...{ key, header, required, width: 10, example: '', hint: '', rule: Type.String() },
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
