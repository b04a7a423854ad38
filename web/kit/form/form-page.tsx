// A form that is a page: one column, sections, the actions in a bar that stays in view. Ctrl+S saves.

import { Button, Form, type FormInstance, Skeleton } from 'antd'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useRef, useState } from 'react'
import { trimmed } from '#contract/typed-text.ts'
import { forgetUnsaved, TabKeyContext, useUnsaved } from '#web/lib/unsaved.ts'
import { useConfirm } from '../dialog/confirm.tsx'
import { ErrorState } from '../dialog/page-state.tsx'
import { SKELETON_AFTER_MS, useLate } from '../use-late.ts'
import { FormDraftBar } from './form-draft-bar.tsx'
import { useFormLayout } from './form-layout.ts'
import { SaveKey } from './save-key.tsx'
import { useDraft } from './use-draft.ts'
import './form-page.css'

const NoteChangeContext = createContext<() => void>(() => undefined)

/**
 * For a value that is set without a form field, such as a long text: antd reports no change then. Call it after the
 * value is in the form; the page then counts as unsaved, and its draft is written.
 */
export const useNoteChange = (): (() => void) => useContext(NoteChangeContext)

export type FormPageProps<Values extends object> = {
  form: FormInstance<Values>
  initial: Values
  isSaving: boolean
  /** Returns whether it was saved; until then the page counts as unsaved. */
  onSave: (values: Values) => Promise<boolean>
  onSaved: () => void
  onCancel: () => void
  /** The draft's name, such as `account-7`: input survives a browser crash under it. */
  draft?: string
  /** Whether a draft of that name is offered when the page opens; by default it is. */
  offersDraft?: boolean
  children: ReactNode
}

export function FormPage<Values extends object>(props: FormPageProps<Values>) {
  const { form, initial, isSaving, onSave, onSaved, onCancel, draft: draftName, offersDraft = true, children } = props
  // Several pages stay mounted: without unique names, fields of two forms would share ids.
  const name = useId()
  const [confirm, confirmation] = useConfirm()
  const layout = useFormLayout()
  const tab = useContext(TabKeyContext)
  const draft = useDraft({
    name: draftName,
    isOffered: offersDraft,
    form,
    initial,
    onRestored: (isDirty) => mark(isDirty),
  })
  /** A ref, since closing the tab right after a key press must see the change before React renders. */
  const hasInput = useRef(false)
  // renders when it changes, as `useUnsaved` must set its callback again after `forgetUnsaved`
  const [, setDirty] = useState(false)
  useUnsaved(() => hasInput.current)
  const mark = (dirty: boolean) => {
    if (hasInput.current !== dirty) setDirty(dirty)
    hasInput.current = dirty
  }
  const handleChange = () => {
    mark(true)
    draft.note()
  }
  const latest = useRef(handleChange)
  useEffect(() => {
    latest.current = handleChange
  })
  const noteChange = useCallback(() => latest.current(), [])
  const leave = (go: () => void) => {
    mark(false)
    // Now, not in an effect: the form may be unmounted before one runs.
    forgetUnsaved(tab)
    go()
  }

  const handleFinish = async (values: Values) => {
    if (isSaving || !(await onSave(trimmed(values)))) return
    leave(onSaved)
  }

  const handleCancel = () => {
    if (!hasInput.current) return onCancel()
    confirm({
      title: '离开此页？',
      content: '填写的内容尚未保存，离开后将丢失。',
      verb: '离开',
      run: async () => {
        leave(onCancel)
      },
    })
  }

  return (
    <div className="form-page">
      <SaveKey onPress={() => form.submit()} />
      {draft.offer && <FormDraftBar {...draft.offer} />}
      <Form<Values>
        {...layout}
        name={name}
        form={form}
        initialValues={initial}
        onValuesChange={handleChange}
        onFinish={(values) => void handleFinish(values)}
      >
        <NoteChangeContext value={noteChange}>{children}</NoteChangeContext>
        <div className="form-page-bar">
          <Button type="primary" htmlType="submit" loading={isSaving} title="Ctrl+S">
            保存
          </Button>
          <Button onClick={handleCancel}>取消</Button>
        </div>
      </Form>
      {confirmation}
    </div>
  )
}

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="form-section">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Lines of the skeleton. */
const SKELETON_ROWS = 8

/** Shown in place of the form until its row is loaded, or if loading failed. */
export function FormWaiting({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const isLate = useLate(!error, SKELETON_AFTER_MS)
  return (
    <div className="form-page form-page-waiting">
      {error && <ErrorState error={error} onRetry={onRetry} />}
      {isLate && <Skeleton active title={{ width: 64 }} paragraph={{ rows: SKELETON_ROWS, width: '100%' }} />}
    </div>
  )
}
