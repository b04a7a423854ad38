// A form's draft in local storage: written while typing, offered when the form is opened again, removed once the form
// is saved or its input is discarded. After a session that ended while somebody typed, it is restored by itself.
import type { FormInstance } from 'antd'
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isImpersonating } from '#web/lib/session/impersonation.ts'
import { currentSession, isLeavingPage } from '#web/lib/session/session.ts'
import { onForgotten, TabKeyContext } from '#web/lib/unsaved.ts'
import { changesOf, type Draft, type DraftPlace, readDraft, removeDraft, writeDraft } from './use-draft.rules.ts'

/** A draft is written so long after the last change, and at most so long after the first one, ms. */
const WRITE_AFTER_MS = 500
const WRITE_WITHIN_MS = 5_000

type Options<Values extends object> = {
  /** What the form edits, such as `account-7`; without it no draft is kept. */
  name: string | undefined
  /** Whether a draft found there is offered; otherwise the page offers drafts itself. */
  isOffered: boolean
  form: FormInstance<Values>
  initial: Values
  /** Called with whether the form now holds unsaved input. */
  onRestored: (isDirty: boolean) => void
}

/** `restore` is left out once the draft was restored by itself. */
export type DraftOffer = { savedAt: number; restore?: () => void; discard: () => void }

/** The signed-in person's own; undefined during impersonation, which writes no drafts. */
export function ownPlace(name: string | undefined): DraftPlace | undefined {
  const { user_id: userId, draftKey: key } = currentSession() ?? {}
  return name === undefined || !userId || !key || isImpersonating() ? undefined : { name: `${userId}-${name}`, key }
}

/** The draft there, if it still differs from what is stored by now. */
function draftOver(place: DraftPlace, initial: object): Draft | undefined {
  const draft = readDraft(place)
  return draft && changesOf(initial, { ...initial, ...draft.changes }) ? draft : undefined
}

export function useDraft<Values extends object>({ name, isOffered, form, initial, onRestored }: Options<Values>) {
  const tab = useContext(TabKeyContext)
  const [own] = useState(() => ownPlace(name))
  const [found, setFound] = useState<Draft | undefined>(() =>
    own === undefined || !isOffered ? undefined : draftOver(own, initial),
  )
  const timer = useRef<number>(undefined)
  /** Time of the first change that is not written yet. */
  const since = useRef(0)
  const hasNoted = useRef(false)

  /**
   * Also for a form that closes although what was typed is neither saved nor discarded.
   * @returns whether nothing typed is lost then: a form without a draft must stay open
   */
  const write = (): boolean => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    const changes = changesOf(initial, form.getFieldsValue(true) as Values)
    if (own === undefined) return !changes
    if (changes) writeDraft(own, changes, { isCutOff: isLeavingPage() })
    else removeDraft(own)
    return true
  }

  /** What was typed has been saved, or is not wanted any more. */
  const end = () => {
    hasNoted.current = false
    window.clearTimeout(timer.current)
    timer.current = undefined
    if (own !== undefined) removeDraft(own)
  }
  /** Call it on each change. */
  const note = () => {
    if (own === undefined) return
    hasNoted.current = true
    onForgotten(tab, own.name, end)
    if (timer.current === undefined) since.current = Date.now()
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(write, Math.min(WRITE_AFTER_MS, since.current + WRITE_WITHIN_MS - Date.now()))
  }

  const fill = (values: Record<string, unknown>, isDirty: boolean) => {
    form.setFieldsValue(values as Parameters<typeof form.setFieldsValue>[0])
    onRestored(isDirty)
    note()
  }
  const restoreCutOff = useEffectEvent(() => {
    if (found?.isCutOff) fill(found.changes, true)
  })
  const writeNow = useEffectEvent(() => {
    const isCutOff = hasNoted.current && isLeavingPage()
    if (timer.current !== undefined || isCutOff) write()
  })
  useEffect(() => {
    restoreCutOff()
    const handleLeave = () => writeNow()
    window.addEventListener('pagehide', handleLeave)
    return () => {
      window.removeEventListener('pagehide', handleLeave)
      if (isLeavingPage()) handleLeave()
    }
  }, [])

  const discardRestored = ({ changes }: Draft) => {
    const before = new Map<string, unknown>(Object.entries(initial))
    fill(Object.fromEntries(Object.keys(changes).map((key) => [key, before.get(key)])), false)
  }
  const offer: DraftOffer | undefined = found && {
    savedAt: found.savedAt,
    ...(!found.isCutOff && {
      restore: () => {
        setFound(undefined)
        fill(found.changes, true)
      },
    }),
    discard: () => {
      setFound(undefined)
      if (found.isCutOff) return discardRestored(found)
      // If something was typed since, the entry is already its draft.
      if (own !== undefined && !hasNoted.current) removeDraft(own)
    },
  }
  return { note, offer, end, keep: write }
}
