// A small form over the page that makes one call. Mount it while it is needed. It closes by itself on success, stays
// open with everything typed when the call is refused or needs confirmation (600), and asks before closing it or its
// tab loses input.

import { Form } from 'antd'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { DataOf, Endpoint, Input } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { trimmed } from '#contract/typed-text.ts'
import { queryClient } from '#web/lib/query.ts'
import { EditFrame, useEditDialog } from '../dialog/edit-dialog.tsx'
import { useConfirmed } from '../dialog/use-confirmed.tsx'
import { useDialogGuard } from '../dialog/use-dialog-guard.ts'
import { differencesBy, type Labels } from './differences.ts'
import { FormDraftBar } from './form-draft-bar.tsx'
import { useFormLayout } from './form-layout.ts'
import { isChangedFrom } from './use-draft.rules.ts'
import { useDraft } from './use-draft.ts'
import { useVersions } from './use-versions.tsx'

/** The stored row that a form edits. If somebody else has saved a newer version (601), both are shown side by side. */
type Versioned<Row extends { version: number }, Values extends object> = {
  row: Row
  valuesOf: (row: Row) => Values
  labels: Labels<Values>
}

export type FormDialogProps<E extends Endpoint, Values extends object, Row extends { version: number }> = {
  title: string
  endpoint: E
  initial: Values
  stored?: Versioned<Row, Values> | undefined
  /** The call's input, from the form's values. */
  input: (values: Values) => Input<E>
  /** The toast on success; leave it out if `onDone` or `result` reports it. */
  success?: string
  invalidates: readonly Endpoint[]
  /** The button's verb. */
  verb: string
  /** The verb of the preview's button (600), if it differs. */
  confirmVerb?: string
  isDanger?: boolean
  /** The draft's name, such as `visit-7`: what was typed survives a lost connection and a closed browser under it. */
  draft?: string
  /** Called with the reply when the call has succeeded. */
  onDone?: (data: DataOf<E>) => void
  /** Shown in place of the form once the call succeeded, such as the job that it started; the dialog stays open. */
  result?: (data: DataOf<E>) => ReactNode
  /** Called once it has closed: unmount it. */
  onClosed: () => void
  children: ReactNode
}

export function FormDialog<
  E extends Endpoint,
  Values extends object,
  Row extends { version: number } = { version: number },
>(props: FormDialogProps<E, Values, Row>) {
  const { title, endpoint, initial, stored, input, success, invalidates, verb, confirmVerb = verb } = props
  const { isDanger = true, draft: draftName, onDone, onClosed, children } = props
  const id = useId()
  const [form] = Form.useForm<Values>()
  const [result, setResult] = useState<ReactNode>()
  const guard = useDialogGuard()
  const layout = useFormLayout()
  const versions = useVersions<Row, Values>({
    form,
    stored: stored?.row,
    valuesOf: (row) => stored?.valuesOf(row) ?? initial,
    differencesOf: (mine, base, theirs) => (stored ? differencesBy(stored.labels)(mine, base, theirs) : []),
  })
  const isRestored = useRef(false)
  const isDraftKept = useRef(false)
  const draft = useDraft({
    name: draftName,
    isOffered: true,
    form,
    initial,
    onRestored: (isDirty) => {
      isRestored.current = isDirty
    },
  })
  const handleClosed = () => {
    if (!isDraftKept.current) draft.end()
    onClosed()
  }
  const dialog = useEditDialog(handleClosed, () => {
    if (result || !(form.isFieldsTouched() || isRestored.current)) return false
    const row = versions.current()
    const saved = row && stored ? stored.valuesOf(row) : initial
    return isChangedFrom(saved, form.getFieldsValue(true) as Values)
  })
  const act = useConfirmed(endpoint, {
    title,
    verb: confirmVerb,
    isDanger,
    ...(success !== undefined && { success }),
    invalidates,
    onPartly: dialog.close,
    onSuccess: (data) => {
      draft.end()
      const shown = props.result?.(data)
      setResult(shown)
      if (!shown) dialog.close()
      onDone?.(data)
    },
    onRefusal: (refusal) => {
      // 409: the dialog shows the current row when it is opened again
      if (refusal.code === errors.stale.code) {
        for (const { path } of invalidates) void queryClient.invalidateQueries({ queryKey: [path] })
        // the typed values were based on a row that has changed: they are offered over the one that stands there now
        if (!stored && draft.keep()) {
          isDraftKept.current = true
          dialog.close()
        }
      }
      versions.handleRefusal(refusal)
    },
  })
  const save = (values: Values) => {
    const version = versions.current()?.version
    const next = { ...(input(trimmed(values)) as object), ...(version && { version }) }
    guard(() => void act.run(next as Input<E>), String(version))
  }

  return (
    <>
      <EditFrame
        title={title}
        dialog={dialog}
        verb={verb}
        form={id}
        isSaving={act.pending}
        result={result}
        onSaveKey={() => form.submit()}
        onShown={(body) => {
          // the person may have focused a field already
          if (!body?.contains(document.activeElement)) {
            body?.querySelector<HTMLElement>('input:not(:disabled), textarea')?.focus()
          }
        }}
      >
        {draft.offer && <FormDraftBar {...draft.offer} />}
        <Form<Values>
          {...layout}
          name={id}
          form={form}
          initialValues={initial}
          onValuesChange={draft.note}
          onFinish={save}
        >
          {children}
        </Form>
      </EditFrame>
      {versions.conflict}
      {act.dialogs}
    </>
  )
}
