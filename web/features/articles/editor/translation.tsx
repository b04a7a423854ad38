// Begins a translation: loads the Chinese article, and the English names that its register has.
import { type ReactNode, useEffect, useReducer, useState } from 'react'
import { type Article, articleCalls } from '#contract/articles/articles.ts'
import { FormWaiting } from '#web/kit/form/form-page.tsx'
import { useCall } from '#web/lib/query.ts'
import type { ArticleValues } from './article-values.ts'
import { registerFor } from './published-figures.ts'
import { translatedFrom } from './translation.rules.ts'

type Begun = { source: Article; translated: Partial<ArticleValues> }

export function Translation({ id, children }: { id: string; children: (begun: Begun) => ReactNode }) {
  const { data, error, refetch } = useCall(articleCalls.zh.get, { id }, { staleTime: 0 })
  const [begun, setBegun] = useState<Begun>()
  const [failure, setFailure] = useState<Error | null>(null)
  const [attempt, retry] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let isOver = false
    // a later reply does not replace what is being written
    if (!data || begun) return
    registerFor(data).then(
      (register) => !isOver && setBegun({ source: data, translated: translatedFrom(data, register) }),
      (reason: Error) => !isOver && setFailure(reason),
    )
    return () => {
      isOver = true
    }
  }, [data, begun, attempt])
  const handleRetry = () => {
    setFailure(null)
    retry()
    if (!data) void refetch()
  }
  return begun ? children(begun) : <FormWaiting error={error ?? failure} onRetry={handleRetry} />
}
