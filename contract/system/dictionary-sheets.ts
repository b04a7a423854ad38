// Import and export of the dictionary's words.
import { can } from '#contract/access.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import { optionalColumn, requiredColumn } from '#contract/import-columns.ts'
import { importCalls } from '#contract/sheets.ts'
import { dictionaryNames, wordCalls } from './dictionary.ts'

const columns = [
  requiredColumn('dictionary', OneOf('字典', Object.values(dictionaryNames)), {
    example: dictionaryNames.industry,
    hint: '字典的名称',
    width: 18,
  }),
  requiredColumn('word', OneLine(Required('词条', 64)), { example: '钢铁冶炼', hint: '同一字典内不能重复', width: 24 }),
  optionalColumn('remark', Text('备注', 200), { example: '', hint: '最多200个字符', width: 30 }),
]

export type WordImportKey = (typeof columns)[number]['key']

export const wordImport = importCalls(
  '字典词条',
  '/api/backend/system/dictionary/import',
  can('dictionary', 'leadingIn'),
  {
    kind: 'words',
    columns,
    update: { access: can('dictionary', 'edit'), keys: [['dictionary', 'word']], columns: ['remark'] },
  },
)

export const exportWords = exportCall(
  '字典词条',
  '/api/backend/system/dictionary/export',
  can('dictionary', 'exportBtn'),
  {
    query: wordCalls.query,
    columns: sheetOf(wordCalls.list, ['dictionary', 'word', 'isEnabled', 'remark', 'updatedAt']),
  },
)
