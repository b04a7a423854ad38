// A form's draft in local storage: written while typing, offered when the form is opened again, removed once the form
// is saved or its input is discarded.
import type { FormInstance } from 'antd'
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isImpersonating } from '../../lib/session/impersonation.ts'
import { currentSession } from '../../lib/session/session.ts'
import { onForgotten, TabKeyContext } from '../../lib/unsaved.ts'
import { changesOf, type Draft, readDraft, removeDraft, writeDraft } from './use-draft.rules.ts'

/** A draft is written so long after the last change, and at most so long after the first one, ms. */
const WRITE_AFTER_MS = 500
const WRITE_WITHIN_MS = 5_000

type Options<Values extends object> = {
  /** What the form edits, such as `account-7`; without it no draft is kept. */
  name: string | undefined
  form: FormInstance<Values>
  initial: Values
  onRestored: () => void
}

export type DraftOffer = { savedAt: number; restore: () => void; discard: () => void }

/** Prefixed by the user's id; undefined during impersonation, which writes no drafts. */
export function ownName(name: string | undefined): string | undefined {
  const userId = currentSession()?.user_id
  return name === undefined || !userId || isImpersonating() ? undefined : `${userId}-${name}`
}

/** The draft of that name, if it still differs from what is stored by now. */
function draftOver(name: string, initial: object): Draft | undefined {
  const draft = readDraft(name)
  return draft && changesOf(initial, { ...initial, ...draft.changes }) ? draft : undefined
}

export function useDraft<Values extends object>({ name, form, initial, onRestored }: Options<Values>) {
  const tab = useContext(TabKeyContext)
  const [own] = useState(() => ownName(name))
  const [found, setFound] = useState<Draft | undefined>(() => (own === undefined ? undefined : draftOver(own, initial)))
  const timer = useRef<number>(undefined)
  /** Time of the first change that is not written yet. */
  const since = useRef(0)
  const hasNoted = useRef(false)

  const write = () => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    if (own === undefined) return
    const changes = changesOf(initial, form.getFieldsValue(true) as Values)
    if (changes) writeDraft(own, changes)
    else removeDraft(own)
  }

  /** Call it on each change. */
  const note = () => {
    if (own === undefined) return
    hasNoted.current = true
    onForgotten(tab, own, () => {
      window.clearTimeout(timer.current)
      timer.current = undefined
      removeDraft(own)
    })
    if (timer.current === undefined) since.current = Date.now()
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(write, Math.min(WRITE_AFTER_MS, since.current + WRITE_WITHIN_MS - Date.now()))
  }

  const writeNow = useEffectEvent(() => {
    if (timer.current !== undefined) write()
  })
  useEffect(() => {
    const handleLeave = () => writeNow()
    window.addEventListener('pagehide', handleLeave)
    return () => window.removeEventListener('pagehide', handleLeave)
  }, [])

  const offer: DraftOffer | undefined = found && {
    savedAt: found.savedAt,
    restore: () => {
      form.setFieldsValue(found.changes as Parameters<typeof form.setFieldsValue>[0])
      setFound(undefined)
      onRestored()
      note()
    },
    discard: () => {
      setFound(undefined)
      // If something was typed since, the entry is already its draft.
      if (own !== undefined && !hasNoted.current) removeDraft(own)
    },
  }
  return { note, offer }
}
