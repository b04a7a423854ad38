// A debounced call with the typed text; outdated replies are dropped.
import { useEffect, useEffectEvent, useState } from 'react'
import { SELECT_FILTER_MS } from '#contract/limits.ts'

export type Answer<T> = { state: 'loading' | 'failed' } | { state: 'ready'; found: T }

const LOADING = { state: 'loading' } as const

export function useAnswer<T>(
  text: string,
  ask: (text: string) => Promise<T>,
): { answer: Answer<T>; retry: () => void } {
  const [result, setResult] = useState<{ to: string; answer: Answer<T> }>({ to: '', answer: LOADING })
  const load = useEffectEvent(async (isWanted: () => boolean) => {
    const answer = await ask(text).then(
      (found): Answer<T> => ({ state: 'ready', found }),
      (): Answer<T> => ({ state: 'failed' }),
    )
    if (isWanted()) setResult({ to: text, answer })
  })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again for the same text
  useEffect(() => {
    if (!text) return
    let isLate = false
    const timer = setTimeout(() => void load(() => !isLate), SELECT_FILTER_MS)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [text, tries])
  const retry = () => {
    setResult({ to: '', answer: LOADING })
    setTries(tries + 1)
  }
  return { answer: result.to === text ? result.answer : LOADING, retry }
}
