// Review feedback beside the editor: the opinion of an overruling, and comments on passages.
import { Alert, Checkbox } from 'antd'
import { useState } from 'react'
import { listArticleComments } from '#contract/articles/reviews.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useShared } from '#web/lib/live/shared-changes.ts'
import { useCall } from '#web/lib/query.ts'
import { CommentList } from '../article-comments.tsx'
import { SidePanel } from './side-panel.tsx'

type Props = { articleId: string; opinion: string; onQuote: (quote: string) => void; onClosed: () => void }

export function RemarksPanel({ articleId, opinion, onQuote, onClosed }: Props) {
  const read = useCall(listArticleComments, { id: articleId }, { staleTime: 0 })
  useShared('articles', () => void read.refetch())
  const [isAll, setAll] = useState(false)
  return (
    <SidePanel title="审核意见与批注" onClosed={onClosed}>
      {opinion && <Alert type="warning" title={`驳回意见：${opinion}`} />}
      <Loaded read={read} rows={4}>
        {(comments) => {
          const shown = comments.filter(({ parentId, resolvedAt }) => isAll || parentId !== null || resolvedAt === null)
          return (
            <>
              <Checkbox checked={isAll} onChange={({ target }) => setAll(target.checked)}>
                含已处理的
              </Checkbox>
              <CommentList articleId={articleId} comments={shown} onQuote={onQuote} />
            </>
          )
        }}
      </Loaded>
    </SidePanel>
  )
}
