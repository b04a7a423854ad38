// Optimistic locking of a form's row: the version that the next save replaces, and the conflict dialog (601).

import type { FormInstance } from 'antd'
import { type ReactNode, useContext, useRef, useState } from 'react'
import { errors } from '#contract/errors.ts'
import { trimmed } from '#contract/typed-text.ts'
import type { Refusal } from '#web/lib/call.ts'
import { forgetUnsaved, TabKeyContext } from '#web/lib/unsaved.ts'
import { ConflictDialog, type Difference } from '../dialog/conflict-dialog.tsx'
import { showRefusal } from '../dialog/show-refusal.ts'
import { mergeVersions } from './merge-versions.ts'

export type VersionsOptions<Row, Values extends object> = {
  form: FormInstance<Values>
  /** The row as it was read; none for a new one. */
  stored: Row | undefined
  valuesOf: (row: Row) => Values
  /** The fields in which mine differs from theirs, as shown to people. */
  differencesOf: (mine: Values, base: Values, theirs: Values) => Difference[]
  /**
   * On a page: replaces the typed values by the newer version. Without it, as in a dialog, the form is set directly.
   */
  onTakeTheirs?: (theirs: Row) => void
}

/** Watched values arrive in a later task, and their fields after that. */
const DRAWN_MS = 100

/** A refused save: the row that was edited, the typed values, and the row that somebody else saved meanwhile. */
type Conflict<Row, Values> = { base: Row; mine: Values; theirs: Row }

export type Versions<Row> = {
  /** The row that the next save replaces: read it when saving. */
  current: () => Row | undefined
  /** Shows a refusal: the conflict dialog for 601, otherwise the errors at their fields. */
  handleRefusal: (refusal: Refusal) => void
  conflict: ReactNode
}

export function useVersions<Row, Values extends object>(options: VersionsOptions<Row, Values>): Versions<Row> {
  const { form, stored, valuesOf, differencesOf, onTakeTheirs } = options
  const base = useRef(stored)
  const tab = useContext(TabKeyContext)
  const [conflict, setConflict] = useState<Conflict<Row, Values>>()

  const handleRefusal = (refusal: Refusal) => {
    if (refusal.code !== errors.stale.code || !base.current) return showRefusal(form, refusal)
    const mine = trimmed(form.getFieldsValue(true) as Values)
    setConflict({ base: base.current, mine, theirs: refusal.data as Row })
  }

  const show = (values: Values, from: Row) => {
    form.setFieldsValue(values as Parameters<typeof form.setFieldsValue>[0])
    base.current = from
    setConflict(undefined)
  }

  const handleSave = (keys: readonly string[], { base: old, mine, theirs }: Conflict<Row, Values>) => {
    show(mergeVersions(valuesOf(old), mine, valuesOf(theirs), keys), theirs)
    // a field that only theirs has is there, and sent, once the form has drawn what it watches
    window.setTimeout(() => form.submit(), DRAWN_MS)
  }

  const handleTakeTheirs = ({ theirs }: Conflict<Row, Values>) => {
    if (!onTakeTheirs) return show(valuesOf(theirs), theirs)
    forgetUnsaved(tab)
    onTakeTheirs(theirs)
  }

  return {
    current: () => base.current,
    handleRefusal,
    conflict: conflict && (
      <ConflictDialog
        differences={differencesOf(conflict.mine, valuesOf(conflict.base), valuesOf(conflict.theirs))}
        onSave={(keys) => handleSave(keys, conflict)}
        onTakeTheirs={() => handleTakeTheirs(conflict)}
        onClose={() => setConflict(undefined)}
      />
    ),
  }
}
