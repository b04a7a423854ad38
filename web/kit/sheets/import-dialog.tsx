// A whole import: rows are uploaded, checked and corrected, then saved by a job that can continue in the background.
import { Button, Modal } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ImportCalls, ImportMethod, ImportMode, ImportOutline, ImportView } from '#contract/sheets.ts'
import { cancelJob, isEnded, type JobRow, queryOwnJobs } from '#contract/system/jobs.ts'
import { failureText } from '#web/lib/call.ts'
import { notify } from '#web/lib/notify.ts'
import { queryClient, useAct } from '#web/lib/query.ts'
import { useGiveUp } from '../dialog/confirm-discard.ts'
import { useDialog } from '../dialog/use-dialog.ts'
import { ImportCheck } from './import-check.tsx'
import { countOf, noCorrections } from './import-corrections.rules.ts'
import { ImportEnd } from './import-end.tsx'
import type { Mapping } from './import-layout.rules.ts'
import { ImportLayout, type Source } from './import-layout.tsx'
import { ImportSource } from './import-source.tsx'
import { JobProgress, useJob } from './job-progress.tsx'
import './import.css'

const OPEN_MS = 120_000

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

/** The progress of the job that checks a large file. */
function ImportChecking({ jobId, onEnded }: { jobId: string; onEnded: (job: JobRow) => void }) {
  const { data: job } = useJob(jobId)
  const end = useEffectEvent(onEnded)
  const isOver = job !== undefined && isEnded(job.state)
  useEffect(() => {
    if (isOver) end(job)
  }, [isOver, job])
  return (
    <div className="import-saving">
      <JobProgress id={jobId} />
      <p className="import-hint">行数较多，正在后台检查，完成后在这里显示结果；关闭窗口会停止检查。</p>
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
  const [method, setMethod] = useState<ImportMethod>('add')
  const [layout, setLayout] = useState<{ source: Source; outline: ImportOutline }>()
  const [problem, setProblem] = useState('')
  const giveUp = useGiveUp(() => dialog.isOpen && (view ? countOf(corrections) > 0 : pasted.trim() !== ''), '表格')
  const open = useAct(calls.open, {
    guardMs: 0,
    onSuccess: setView,
    onRefusal: (refusal) => setProblem(failureText(refusal)),
    call: { timeout: OPEN_MS, hideErrorMsg: true, whitelist: [400] },
  })
  const check = async (source: Source, mapping?: Mapping) => {
    setProblem('')
    const chosen = mapping && mapping.size > 0 ? { mapping: [...mapping].map(([at, key]) => ({ at, key })) } : {}
    await open.run({ ...source, ...chosen })
  }
  const save = useAct(calls.save, {
    guardMs: 0,
    invalidates: [queryOwnJobs],
    onSuccess: (started) => setJobId(started.jobId),
  })
  const rows = useAct(calls.rows, { guardMs: 0 })
  const stop = useAct(cancelJob, { guardMs: 0, call: { hideErrorMsg: true } })
  const checking = view?.checkJobId ?? null
  const handleChecked = async ({ id }: ImportView, { state, message }: JobRow) => {
    const of = { id, current: 1 }
    const all = await rows.run({ ...of, onlyWrong: false })
    const shown = all && all.wrongRows > 0 ? await rows.run({ ...of, onlyWrong: true }) : all
    // where a check of corrections did not end, what was found before stays, and so do the corrections
    const stays = shown !== undefined && shown.rows > 0
    if (state === 'done') setCorrections(noCorrections)
    else if (state === 'failed' && stays) notify.error(message)
    else if (state === 'failed') setProblem(message)
    setView(stays ? shown : undefined)
  }
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
  const close = () =>
    leave(() => {
      if (checking !== null) void stop.run({ id: checking })
      dialog.close()
    })
  return (
    <Modal
      title={`导入${calls.noun}`}
      {...dialog.frame}
      width={(view || layout) && !jobId && checking === null ? 'min(1280px, 96vw)' : 680}
      mask={{ closable: false }}
      footer={jobId || !view || checking !== null ? <Button onClick={close}>关闭</Button> : null}
      onCancel={close}
    >
      {jobId ? (
        <ImportSaving jobId={jobId} onDone={handleDone} />
      ) : view && checking !== null ? (
        <ImportChecking jobId={checking} onEnded={(job) => void handleChecked(view, job)} />
      ) : view ? (
        <ImportCheck
          calls={calls}
          view={view}
          corrections={corrections}
          setCorrections={setCorrections}
          isSaving={save.pending}
          onView={setView}
          onSave={(mode) => handleSave(view, mode)}
          onAgain={() =>
            leave(() => {
              setView(undefined)
              setLayout(undefined)
            })
          }
        />
      ) : layout ? (
        <ImportLayout
          calls={calls}
          {...layout}
          isOpening={open.pending}
          problem={problem}
          onOutline={(source, outline) => setLayout({ source, outline })}
          onOpen={(source, mapping) => void check(source, mapping)}
          onAgain={() => {
            setProblem('')
            setLayout(undefined)
          }}
        />
      ) : (
        <ImportSource
          calls={calls}
          text={pasted}
          setText={setPasted}
          method={method}
          setMethod={setMethod}
          onRead={async (source, outline) => {
            if (outline.asks) setLayout({ source, outline })
            else await check(source)
          }}
          onReadMany={check}
          problem={problem}
          setProblem={setProblem}
        />
      )}
    </Modal>
  )
}
