// The second step of an import: the problems found, corrections, and saving.
import { Button } from 'antd'
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import type { ImportCalls, ImportMode, ImportView } from '#contract/sheets.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { useConfirm } from '../dialog/confirm.tsx'
import { ImportAsked } from './import-asked.tsx'
import {
  CORRECTIONS_MAX,
  type Corrections,
  countOf,
  inputOf,
  isTooMany,
  noCorrections,
  withCell,
  withDropToggled,
} from './import-corrections.rules.ts'
import { ImportGrid, type ShownRows, showsChanges } from './import-grid.tsx'
import { ImportParts } from './import-parts.tsx'
import { saveSheet } from './sheet-file.ts'

type ImportCheckProps = {
  calls: ImportCalls
  view: ImportView
  /** Not sent yet: leaving asks for confirmation. */
  corrections: Corrections
  setCorrections: Dispatch<SetStateAction<Corrections>>
  isSaving: boolean
  onView: (view: ImportView) => void
  onSave: (mode: ImportMode) => void
  /** Back to choosing another file. */
  onAgain: () => void
}

const CHECK_MS = 120_000

const firstShown = ({ wrongRows }: ImportView): ShownRows => (wrongRows > 0 ? 'wrong' : 'all')

export function ImportCheck(props: ImportCheckProps) {
  const { calls, view, corrections, setCorrections, isSaving, onView, onSave, onAgain } = props
  const [shown, setShown] = useState<ShownRows>(firstShown(view))
  const [confirm, confirmation] = useConfirm()
  const { data: options } = useCall(calls.options, {})
  const choices = useMemo(() => new Map(options?.columns.map(({ key, values }) => [key, values])), [options])
  const rows = useAct(calls.rows, { guardMs: 0, onSuccess: onView })
  const failed = useAct(calls.failed, { onSuccess: saveSheet })
  const fix = useAct(calls.fix, {
    guardMs: 0,
    call: { timeout: CHECK_MS },
    onSuccess: (fresh) => {
      // a job that checks a large file may still fail
      if (fresh.checkJobId === null) setCorrections(noCorrections)
      setShown(firstShown(fresh))
      onView(fresh)
    },
  })
  const { id, version, fileName, wrongRows } = view
  const right = view.rows - wrongRows
  const changes = countOf(corrections)
  const tooMany = isTooMany(corrections)

  const show = (which: ShownRows, current: number, partsPage = view.parts.current) =>
    void rows.run({ id, onlyWrong: which === 'wrong', onlyChanged: which === 'changed', current, partsPage })

  const handleSome = () =>
    confirm({
      title: `只导入正确的 ${right} 行？`,
      content: `有错误的 ${wrongRows} 行不会导入，可以先下载错误行，更正后再次导入。`,
      verb: '导入',
      run: async () => onSave('correct'),
    })

  return (
    <>
      <p className="import-summary" role="status">
        {fileName}：共 {view.rows} 行，
        {showsChanges(view) && `更新 ${view.updated} 行，${view.same} 行没有变化，`}
        {wrongRows > 0 ? <strong>{wrongRows} 行有错误，更正后重新检查</strong> : '全部正确，可以导入'}
        {tooMany && `。一次最多更正 ${CORRECTIONS_MAX} 处，请先重新检查`}
      </p>
      {view.notes.map((note) => (
        <p key={note} className="import-summary">
          {note}
        </p>
      ))}
      {calls.asks && view.asked.length > 0 && (
        <ImportAsked
          // other files ask for others
          key={view.asked.map(({ of }) => of).join('\n')}
          asked={view.asked}
          title={calls.columns.find(({ key }) => key === calls.asks?.key)?.header ?? ''}
          values={choices.get(calls.asks.key) ?? []}
          isBusy={fix.pending || isSaving}
          onAnswered={(answers) => void fix.run({ id, version, ...inputOf(corrections), answers })}
        />
      )}
      {view.parts.total > 0 && (
        <ImportParts parts={view.parts} onTurn={(partsPage) => show(shown, view.current, partsPage)} />
      )}
      <ImportGrid
        columns={calls.columns}
        choices={choices}
        view={view}
        shown={shown}
        corrections={corrections}
        isBusy={fix.pending || isSaving}
        onEdit={(row, key, value) => {
          const place = calls.columns.findIndex((column) => column.key === key)
          setCorrections((now) => withCell(now, row.at, key, value, row.cells[place] ?? ''))
        }}
        onDrop={({ at }) => setCorrections((now) => withDropToggled(now, at))}
        onShow={(rows, current) => {
          setShown(rows)
          show(rows, current)
        }}
      />
      <div className="import-foot">
        <Button onClick={onAgain}>重新选择文件</Button>
        {wrongRows > 0 && (
          <Button loading={failed.pending} onClick={() => void failed.run({ id })}>
            下载错误行
          </Button>
        )}
        <span className="import-space" />
        {wrongRows > 0 && right > 0 && changes === 0 && (
          <Button loading={isSaving} onClick={handleSome}>
            导入正确的行
          </Button>
        )}
        {wrongRows > 0 || changes > 0 ? (
          <Button
            type="primary"
            disabled={changes === 0 || tooMany}
            loading={fix.pending}
            onClick={() => void fix.run({ id, version, ...inputOf(corrections) })}
          >
            重新检查
          </Button>
        ) : (
          <Button type="primary" loading={isSaving} disabled={view.rows === 0} onClick={() => onSave('all')}>
            导入 {view.rows} 行
          </Button>
        )}
      </div>
      {confirmation}
    </>
  )
}
