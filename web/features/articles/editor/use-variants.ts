// Answers of AI assistants beside the text: up to three, each written as it comes; none gets into the article by itself.
import { useRef, useState } from 'react'
import { VARIANTS_MAX } from '#contract/ai/ai-labels.ts'
import { cancelAnswer } from '#contract/ai/answers.ts'
import { articleActs } from '#contract/articles/article-acts.ts'
import type { Edition } from '#contract/articles/article-labels.ts'
import { call } from '#web/lib/call.ts'
import { newKey } from '#web/lib/new-key.ts'
import { useAct } from '#web/lib/query.ts'
import type { AiButton } from '../ai-answer-dialog.tsx'
import type { ArticleValues } from './article-values.ts'
import { readAnswerEvents } from './read-events.ts'

/** Longer than any answer takes, ms. */
const STREAM_MS = 180_000

/** `id`: null until it has begun; `heard`: what came so far; `isOpen`: more may come, until then its row is not read again. */
export type Variant = { key: string; id: string | null; heard: string; isOpen: boolean; close: () => void }

export function useVariants(edition: Edition, articleId: string | undefined) {
  const [button, setButton] = useState<AiButton>()
  const cancelling = useAct(cancelAnswer)
  const [variants, setVariants] = useState<readonly Variant[]>([])
  /** The summary before each answer that was taken over. */
  const taken = useRef(new Map<string, string>())

  const change = (key: string, next: Partial<Variant>) =>
    setVariants((all) => all.map((each) => (each.key === key ? { ...each, ...next } : each)))

  const add = async (which: AiButton, others: readonly Variant[]) => {
    if (articleId === undefined || others.length >= VARIANTS_MAX) return
    const key = newKey()
    const closing = new AbortController()
    let heard = ''
    setButton(which)
    setVariants([...others, { key, id: null, heard, isOpen: true, close: () => closing.abort() }])
    const onText = (piece: string) => {
      heard += piece
      change(key, { heard })
    }
    const readEvents = (response: Response) =>
      readAnswerEvents(response, { onStart: (id) => change(key, { id }), onText })
    try {
      const options = { readEvents, signal: closing.signal, timeout: STREAM_MS }
      const { id } = await call(articleActs[edition][which], { id: articleId }, options)
      change(key, { id })
    } catch {
      // said by the call. One that has begun goes on without this page, and its row is read
      setVariants((all) => all.filter((each) => each.key !== key || each.id !== null))
    }
    change(key, { isOpen: false })
  }
  const stop = async ({ id, key, close }: Variant) => {
    if (id !== null) await cancelling.run({ id })
    change(key, { isOpen: false })
    close()
  }
  const close = () => {
    for (const variant of variants) if (variant.isOpen) void stop(variant)
    setButton(undefined)
    setVariants([])
  }
  /** Without the answers whose text was undone. */
  const kept = (values: ArticleValues): ArticleValues => ({
    ...values,
    aiAnswerIds: (values.aiAnswerIds ?? []).filter((id) => taken.current.get(id) !== values.summary),
  })
  return {
    button,
    variants,
    /** The first one, in place of those of before. */
    ask: (which: AiButton) => void add(which, []),
    more: () => button && void add(button, variants),
    stop,
    close,
    kept,
    noteTaken: (id: string, summary: string) => taken.current.set(id, summary),
  }
}
export type Variants = ReturnType<typeof useVariants>
