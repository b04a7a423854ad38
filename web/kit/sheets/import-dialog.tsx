// A whole import: rows are uploaded, checked and corrected, then saved by a job that can continue in the background.
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { ImportCalls, ImportMode, ImportView } from '../../../contract/sheets.ts'
import { isEnded, queryOwnJobs } from '../../../contract/system/jobs.ts'
import { queryClient, useAct } from '../../lib/query.ts'
import { useGiveUp } from '../dialog/give-up.ts'
import { useDialog } from '../dialog/use-dialog.ts'
import { ImportCheck } from './import-check.tsx'
import { countOf, noCorrections } from './import-corrections.rules.ts'
import { ImportEnd } from './import-end.tsx'
import { ImportSource } from './import-source.tsx'
import { JobProgress, useJob } from './job-progress.tsx'
import './import.css'

type Saving = { jobId: string; onDone: () => void }

/** The job's progress; `onDone` reloads the list once rows were saved. */
function ImportSaving({ jobId, onDone }: Saving) {
  const { data: job } = useJob(jobId)
  const isSaved = job !== undefined && (job.state === 'done' || job.state === 'partly')
  useEffect(() => {
    if (isSaved) onDone()
  }, [isSaved, onDone])
  return (
    <div className="import-saving">
      <JobProgress id={jobId} />
      {isSaved && <ImportEnd jobId={jobId} isMain />}
      {job && !isEnded(job.state) && (
        <p className="import-hint">可以关闭窗口，导入在后台继续，结果在右上角的下载中心。</p>
      )}
    </div>
  )
}

type ImportDialogProps = {
  calls: ImportCalls
  /** Reads that show the rows. */
  invalidates: readonly Endpoint[]
  /** Called once it has closed: unmount it. */
  onClosed: () => void
}

export default function ImportDialog({ calls, invalidates, onClosed }: ImportDialogProps) {
  const dialog = useDialog(onClosed)
  const [view, setView] = useState<ImportView>()
  const [corrections, setCorrections] = useState(noCorrections)
  const [jobId, setJobId] = useState<string>()
  const [pasted, setPasted] = useState('')
  const giveUp = useGiveUp(() => dialog.isOpen && (view ? countOf(corrections) > 0 : pasted.trim() !== ''), '表格')
  const save = useAct(calls.save, {
    guardMs: 0,
    invalidates: [queryOwnJobs],
    onSuccess: (started) => setJobId(started.jobId),
  })
  const [handleDone] = useState(() => () => {
    for (const { path } of invalidates) void queryClient.invalidateQueries({ queryKey: [path] })
  })

  const handleSave = (shown: ImportView, mode: ImportMode) =>
    void save.run({ id: shown.id, version: shown.version, mode })
  /** Asks before pasted rows or unsent corrections are lost. */
  const leave = (go: () => void) =>
    giveUp(() => {
      setCorrections(noCorrections)
      go()
    })
  const close = () => leave(dialog.close)
  return (
    <Modal
      title={`导入${calls.noun}`}
      {...dialog.frame}
      width={view && !jobId ? 'min(1280px, 96vw)' : 680}
      mask={{ closable: false }}
      footer={jobId || !view ? <Button onClick={close}>关闭</Button> : null}
      onCancel={close}
    >
      {jobId ? (
        <ImportSaving jobId={jobId} onDone={handleDone} />
      ) : view ? (
        <ImportCheck
          calls={calls}
          view={view}
          corrections={corrections}
          setCorrections={setCorrections}
          isSaving={save.pending}
          onView={setView}
          onSave={(mode) => handleSave(view, mode)}
          onAgain={() => leave(() => setView(undefined))}
        />
      ) : (
        <ImportSource calls={calls} text={pasted} setText={setPasted} onOpened={setView} />
      )}
    </Modal>
  )
}
