// Import and export of spreadsheets in their steps. Nothing is sent: the gallery has no session.
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { exportUsers, userImport } from '#contract/organisation/user-sheets.ts'
import type { ImportedRow, ImportView, ReplacedPart } from '#contract/sheets.ts'
import ExportDialog from '#web/kit/sheets/export-dialog.tsx'
import { ImportCheck } from '#web/kit/sheets/import-check.tsx'
import { noCorrections } from '#web/kit/sheets/import-corrections.rules.ts'
import ImportDialog from '#web/kit/sheets/import-dialog.tsx'
import { answered } from './answers.ts'
import { Opener, Part, State } from './part.tsx'

const rowOf = (at: number, cells: readonly string[], problems: ImportedRow['problems'] = []): ImportedRow => ({
  at,
  number: at + 2,
  cells: userImport.columns.map((_, place) => cells[place] ?? ''),
  problems,
  change: 'add',
  was: [],
})

const right = rowOf(0, ['lin.zhiyuan', '林知远', '13911110001', '', '总公司/销售部', '销售'])
const wrong = rowOf(
  1,
  ['he jing', '何静', '1391111', '', '火星', '销售'],
  [
    { key: 'userName', message: '用户名为2至32位字母、数字或 . _ -' },
    { key: 'mobile', message: '手机号码长度不为11位' },
    { key: 'dept', message: '部门“火星”不存在' },
  ],
)

const viewOf = (records: ImportedRow[], wrongRows: number): ImportView => ({
  id: '1',
  version: 1,
  fileName: '员工.xlsx',
  isSaved: false,
  checkJobId: null,
  notes: [],
  asked: [],
  current: 1,
  method: 'add',
  updated: 0,
  same: 0,
  parts: { records: [], current: 1, total: 0 },
  records,
  wrongRows,
  rows: records.length,
  total: records.length,
})

const partOf = (day: string, gone: number): ReplacedPart => ({
  name: `${day} gangcai-bj 关键词`,
  sums: [
    { label: '行', was: '120', is: `${122 - gone}` },
    { label: '展现量', was: '18240', is: '18240' },
    { label: '点击量', was: '412', is: '415' },
    { label: '消费', was: '2680.30', is: '2701.90' },
    { label: '线索', was: '6', is: '6' },
  ],
  changed: 3,
  added: 2,
  gone,
  goneNames: ['品牌 · 核心 · 螺纹钢今日价格'].slice(0, gone),
})
const replacing: ImportView = {
  ...viewOf(
    [
      { ...right, change: 'update', was: [{ key: 'realName', value: '林志远' }] },
      { ...rowOf(1, ['he.jing', '何静', '13911110002', '', '总公司/销售部', '销售']), change: 'same' },
    ],
    0,
  ),
  updated: 1,
  same: 1,
  parts: { records: [partOf('2026-11-25', 0), partOf('2026-11-26', 1)], current: 1, total: 2 },
}
const checks = [
  ['导入：有错误的行', viewOf([right, wrong], 1)],
  ['导入：全部正确', viewOf([right], 0)],
  ['导入：整份替换', replacing],
] as const

function Check({ view, onResult }: { view: ImportView; onResult: (result: string) => void }) {
  const [corrections, setCorrections] = useState(noCorrections)
  return (
    <ImportCheck
      calls={userImport}
      view={view}
      corrections={corrections}
      setCorrections={setCorrections}
      isSaving={false}
      onView={() => undefined}
      onSave={onResult}
      onAgain={() => onResult('重新选择文件')}
    />
  )
}

export function Sheets() {
  return (
    <QueryClientProvider client={answered}>
      <Part id="sheet" title="导入与导出" about="先检查、再保存；错误在格中更正；导出说明列、格式和原因。" isWide>
        <State name="导入：选择文件" first={null}>
          {() => (
            <Opener label="导入">
              {(close) => <ImportDialog calls={userImport} invalidates={[]} onClosed={close} />}
            </Opener>
          )}
        </State>
        <State name="导出" first={null}>
          {() => (
            <Opener label="导出">
              {(close) => <ExportDialog call={exportUsers} query={{}} total={12_400} onClosed={close} />}
            </Opener>
          )}
        </State>
        {checks.map(([name, view]) => (
          <State<string> key={name} name={name} first="">
            {(_, onChange) => <Check view={view} onResult={onChange} />}
          </State>
        ))}
      </Part>
    </QueryClientProvider>
  )
}
