// Autosaves unsaved input on the server, for its author only: it is offered again after a crash or on another machine.
import { useEffect, useRef, useState } from 'react'
import type { ArticleCalls } from '../../../../contract/articles/articles.ts'
import { call } from '../../../lib/call.ts'
import { type ArticleValues, contentOf } from './article-values.ts'

/** Delay after the last change, and the maximum after the first one, ms. */
const AUTOSAVE_AFTER_MS = 3_000
const AUTOSAVE_WITHIN_MS = 15_000

export type AutosaveState = { at: string } | 'failed' | undefined

export function useAutosave(calls: ArticleCalls, id: string | null, baseId: () => string | null) {
  const [state, setState] = useState<AutosaveState>()
  const timer = useRef<number>(undefined)
  const waiting = useRef<ArticleValues>(undefined)
  /** Time of the first change that is not sent yet. */
  const since = useRef(0)

  const send = async () => {
    const values = waiting.current
    waiting.current = undefined
    if (!values) return
    try {
      const body = { id, baseId: baseId(), form: contentOf(values) }
      const { at } = await call(calls.autosave, body, { hideErrorMsg: true, background: true })
      setState({ at })
    } catch {
      setState('failed')
    }
  }
  const note = (values: ArticleValues) => {
    if (!waiting.current) since.current = Date.now()
    waiting.current = values
    window.clearTimeout(timer.current)
    const latest = since.current + AUTOSAVE_WITHIN_MS - Date.now()
    timer.current = window.setTimeout(() => void send(), Math.min(AUTOSAVE_AFTER_MS, latest))
  }
  /** After a save or discard: cancels the pending autosave. */
  const forget = () => {
    window.clearTimeout(timer.current)
    waiting.current = undefined
    setState(undefined)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return { state, note, forget }
}
