// Import and export of spreadsheets in their steps. Nothing is sent: the gallery has no session.
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { exportUsers, userImport } from '../../contract/organisation/user-sheets.ts'
import type { ImportedRow, ImportView } from '../../contract/sheets.ts'
import ExportDialog from '../kit/sheets/export-dialog.tsx'
import { ImportCheck } from '../kit/sheets/import-check.tsx'
import { noCorrections } from '../kit/sheets/import-corrections.rules.ts'
import ImportDialog from '../kit/sheets/import-dialog.tsx'
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
  ...{ id: '1', version: 1, fileName: '员工.xlsx', isSaved: false, notes: [], current: 1 },
  method: 'add',
  updated: 0,
  same: 0,
  ...{ records, wrongRows, rows: records.length, total: records.length },
})
const checks = [
  ['导入：有错误的行', viewOf([right, wrong], 1)],
  ['导入：全部正确', viewOf([right], 0)],
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
