// Autosaves unsaved input on the server, for its author only: it is offered again after a crash or on another machine.
import { useContext, useEffect, useRef, useState } from 'react'
import type { ArticleCalls } from '#contract/articles/articles.ts'
import { call } from '#web/lib/call.ts'
import { onForgotten, TabKeyContext } from '#web/lib/unsaved.ts'
import { type ArticleValues, contentOf } from './article-values.ts'

/** Delay after the last change, and the maximum after the first one, ms. */
const AUTOSAVE_AFTER_MS = 3_000
const AUTOSAVE_WITHIN_MS = 15_000

export type AutosaveState = { at: string } | 'failed' | undefined

/** `draft` is this editor's own key. */
type Place = { id: string | null; draft: string; baseId: () => string | null }
/** What was restored into this draft: it ends once this one is stored. */
type Restored = { draft: string; onStored: () => void }

const quiet = { hideErrorMsg: true, background: true }

export function useAutosave(calls: ArticleCalls, { id, draft, baseId }: Place) {
  const tab = useContext(TabKeyContext)
  const [state, setState] = useState<AutosaveState>()
  const timer = useRef<number>(undefined)
  const waiting = useRef<ArticleValues>(undefined)
  /** Time of the first change that is not sent yet. */
  const since = useRef(0)
  const sending = useRef<Promise<void>>(Promise.resolve())
  const restored = useRef<Restored[]>([])

  const send = async () => {
    const values = waiting.current
    waiting.current = undefined
    if (!values) return
    const replaced = restored.current
    try {
      const replaces = replaced.flatMap(({ draft: each }) => (each === '' ? [] : [each]))
      const body = { id, draft, replaces, baseId: baseId(), form: contentOf(values) }
      const { at } = await call(calls.autosave, body, quiet)
      restored.current = restored.current.filter((each) => !replaced.includes(each))
      for (const { onStored } of replaced) onStored()
      setState({ at })
    } catch {
      setState('failed')
    }
  }
  /** After a save or discard: cancels the pending autosave. */
  const forget = () => {
    window.clearTimeout(timer.current)
    waiting.current = undefined
    setState(undefined)
  }
  const note = (values: ArticleValues) => {
    // a tab that is closed with the person's consent ends the draft
    onForgotten(tab, `autosave-${draft}`, () => {
      forget()
      const ended = [draft, ...restored.current.map((each) => each.draft)].filter((each) => each !== '')
      for (const { onStored } of restored.current) onStored()
      restored.current = []
      const drop = () => Promise.all(ended.map((each) => call(calls.dropAutosave, { draft: each }, quiet)))
      // after one that is on its way, which would store the draft again
      void sending.current.then(drop).catch(() => undefined)
    })
    if (!waiting.current) since.current = Date.now()
    waiting.current = values
    window.clearTimeout(timer.current)
    const latest = since.current + AUTOSAVE_WITHIN_MS - Date.now()
    const start = () => {
      sending.current = sending.current.then(send)
    }
    timer.current = window.setTimeout(start, Math.min(AUTOSAVE_AFTER_MS, latest))
  }
  const replace = (one: Restored) => {
    restored.current.push(one)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return { state, note, forget, replace }
}
