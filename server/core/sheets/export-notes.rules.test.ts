// Whose copy an export is, in its name and its last line, and that line in an import.
import { expect, it } from 'vitest'
import { copyNote, exportName, isCopyNote } from './export-notes.rules.ts'
import { arranging } from './imports-content.ts'

const exporter = { realName: '顾 言/（甲）', userName: 'gu.yan' }
const at = new Date('2026-11-20T01:02:03Z')

it('issue 39.11 "who exported stands in the file name and the last line"', () => {
  expect(copyNote(exporter, at)).toBe(
    '导出人：顾 言/（甲）（gu.yan）　导出时间：2026-11-20 09:02:03　内部资料，请勿外传',
  )
  expect(exportName('员工账号', exporter, at, 'csv')).toBe('员工账号_顾言（甲）_20261120090203.csv')
})

it('issue 39.11 an import knows that line again, and takes no row for it', () => {
  const copy = copyNote(exporter, at)
  expect(isCopyNote([copy, '截至发布序号 7'])).toBe(true)
  // as spreadsheets write the wide blank
  expect(isCopyNote([copy.replaceAll('　', ' ')])).toBe(true)
  for (const cells of [[], [''], ['导出人：顾言'], ['甲', copy], [`${copy}。`]]) expect(isCopyNote(cells)).toBe(false)
  const columns = [{ key: 'name', header: '名称', rule: {}, required: true, hint: '', example: '', width: 10 }]
  const read = arranging(columns, true)
  read.add([['名称'], ['导出人'], [copy, '截至发布序号 7']].map((cells, n) => ({ number: n + 1, cells })))
  expect(read.end()).toMatchObject({ numbers: [2], rows: [['导出人']] })
})
