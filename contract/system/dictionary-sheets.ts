// The dictionary's words in and out of spreadsheets.
import { can } from '../access.ts'
import { OneOf, Required, Text } from '../fields.ts'
import { exportCall, type ImportColumn, importCalls } from '../sheets.ts'
import { dictionaryNames, wordCalls } from './dictionary.ts'

const columns = [
  {
    key: 'dictionary',
    header: '字典',
    rule: OneOf('字典', Object.values(dictionaryNames)),
    required: true,
    example: dictionaryNames.industry,
    hint: '必填，字典的名称',
    width: 18,
  },
  {
    key: 'word',
    header: '词条',
    rule: Required('词条', 64),
    required: true,
    example: '钢铁冶炼',
    hint: '必填，同一字典内不能重复',
    width: 24,
  },
  {
    key: 'remark',
    header: '备注',
    rule: Text('备注', 200),
    required: false,
    example: '',
    hint: '选填，最多200个字符',
    width: 30,
  },
] as const satisfies readonly ImportColumn[]

export type WordImportKey = (typeof columns)[number]['key']

export const wordImport = importCalls({
  kind: 'words',
  noun: '字典词条',
  path: '/api/backend/system/dictionary/import',
  access: can('dictionary', 'leadingIn'),
  columns,
})

const exported = [
  { key: 'dictionary', header: '字典' },
  { key: 'word', header: '词条' },
  { key: 'isEnabled', header: '状态' },
  { key: 'remark', header: '备注' },
  { key: 'updatedAt', header: '更新时间' },
] as const

export type WordExportKey = (typeof exported)[number]['key']

export const exportWords = exportCall({
  noun: '字典词条',
  path: '/api/backend/system/dictionary/export',
  access: can('dictionary', 'exportBtn'),
  query: wordCalls.query,
  columns: exported,
})
