// From a Chinese article to its English one: opens the existing one, or starts a translation.
import { Button } from 'antd'
import { articleCalls } from '#contract/articles/articles.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useOpenPage } from '#web/lib/open-page.ts'
import { editorOf } from '../article-labels.tsx'

export function EnglishButton({ id, pairId }: { id: string; pairId: string | null }) {
  const openPage = useOpenPage()
  const isAllowed = useIsAllowed()
  if (pairId && isAllowed(articleCalls.en.get))
    return <Button onClick={() => openPage(editorOf('en').edit, { id: pairId })}>英文版</Button>
  if (pairId || !isAllowed(articleCalls.en.add)) return null
  return <Button onClick={() => openPage(editorOf('en').add, { pairId: id })}>写英文版</Button>
}
