// An act with dialogs for its refusals: the preview, then the same call with its token (600); the outcome of each row
// when only some succeeded (602); what still uses the rows (603).
import { type ReactNode, useState } from 'react'
import type { DataOf, Endpoint, Input } from '#contract/endpoint.ts'
import type { Confirmation, Preview, RowInUse, RowOutcome } from '#contract/envelope.ts'
import { errors } from '#contract/errors.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { actText } from '#web/lib/act-toast.ts'
import type { Refusal } from '#web/lib/call.ts'
import { notify } from '#web/lib/notify.ts'
import { type ActOptions, queryClient, useAct } from '#web/lib/query.ts'
import { InUseDialog } from './in-use-dialog.tsx'
import { OutcomeDialog } from './outcome-dialog.tsx'
import { PreviewDialog, PreviewText } from './preview-dialog.tsx'

export type ConfirmedOptions<E, P> = ActOptions<E> & {
  /** Title of the dialogs: the act and what it concerns. */
  title: string
  /** The button's verb. */
  verb: string
  isDanger?: boolean
  /** Renders a preview that has more than `Preview`. */
  preview?: (preview: P) => ReactNode
  /** Called when the outcome dialog (602) closes and some rows succeeded: close the dialog that started the act. */
  onPartly?: (rows: readonly RowOutcome[]) => void
}

type Pending<E, P> = { input: Input<E>; notice: string | undefined } & Confirmation<P>

export type Confirmed<E> = {
  /** Starts the act; the preview opens if the server asks for confirmation. */
  run: (input: Input<E>) => Promise<DataOf<E> | undefined>
  pending: boolean
  /** Render them anywhere in the page. */
  dialogs: ReactNode
}

export function useConfirmed<E extends Endpoint, P = Preview>(
  endpoint: E,
  { title, verb, isDanger = true, preview, onPartly, ...options }: ConfirmedOptions<E, P>,
): Confirmed<E> {
  const [waiting, setWaiting] = useState<Pending<E, P>>()
  const [isOpen, setOpen] = useState(false)
  const [results, setResults] = useState<readonly RowOutcome[]>()
  const [inUse, setInUse] = useState<RowInUse[]>()

  const handleRefusal = (refusal: Refusal, input: Input<E>, rows: readonly RowOutcome[]) => {
    if (refusal.code === errors.needsConfirmation.code) {
      const notice = refusal.msg === errors.needsConfirmation.text ? undefined : refusal.msg
      setWaiting({ ...(refusal.data as Confirmation<P>), input, notice })
      setOpen(true)
      return
    }
    setOpen(false)
    if (refusal.code === errors.inUse.code) setInUse(refusal.data as RowInUse[])
    else if (options.onRefusal) options.onRefusal(refusal, input, rows)
    else {
      if (refusal.code === errors.stale.code)
        for (const { path } of options.invalidates ?? []) void queryClient.invalidateQueries({ queryKey: [path] })
      if (!refusal.isShown) notify.error(refusal.msg || actText(undefined, false))
    }
  }

  const act = useAct(endpoint, {
    guardMs: DIALOG_GUARD_MS,
    ...options,
    onSuccess: (data, input) => {
      setOpen(false)
      return options.onSuccess?.(data, input)
    },
    onOutcomes: (rows) => {
      setOpen(false)
      setResults(rows)
    },
    onRefusal: handleRefusal,
  })

  const dialogs = (
    <>
      {waiting && (
        <PreviewDialog
          title={title}
          verb={verb}
          isDanger={isDanger}
          isWide={preview !== undefined}
          isBlocked={(waiting.preview as Partial<Preview>).isBlocked === true}
          isOpen={isOpen}
          isRunning={act.pending}
          notice={waiting.notice}
          onConfirm={() => void act.run(waiting.input, waiting.confirmToken)}
          onClose={() => setOpen(false)}
          onClosed={() => setWaiting(undefined)}
        >
          {preview ? preview(waiting.preview) : <PreviewText {...(waiting.preview as Preview)} />}
        </PreviewDialog>
      )}
      {results && (
        <OutcomeDialog
          title={title}
          rows={results}
          onClosed={() => {
            setResults(undefined)
            // if no row succeeded, the person needs the typed values again
            if (results.some(({ ok }) => ok)) onPartly?.(results)
          }}
        />
      )}
      {inUse && <InUseDialog rows={inUse} onClosed={() => setInUse(undefined)} />}
    </>
  )
  return { run: (input) => act.run(input), pending: act.pending, dialogs }
}

/** A deletion that `useConfirm` has confirmed already. */
export const useRemoval = <E extends Endpoint>(endpoint: E, options: ActOptions<E>): Confirmed<E> =>
  useConfirmed(endpoint, { title: '删除', verb: '删除', success: actText('delete'), ...options })
