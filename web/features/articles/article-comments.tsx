// Comments on passages of an article with their replies: in the review drawer, and beside the editor.
import { Button, Checkbox, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { type ArticleComment, addArticleComment, resolveArticleComment } from '#contract/articles/reviews.ts'
import { Can } from '#web/kit/can.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useAct } from '#web/lib/query.ts'
import { reviewReads } from './review-reads.ts'
import './articles.css'

type RemarkProps = {
  label: string
  head?: ReactNode
  onSave: (content: string) => Promise<boolean>
  onClosed: () => void
}

/** Form for a new comment or a reply. */
export function RemarkForm({ label, head, onSave, onClosed }: RemarkProps) {
  const [content, setContent] = useState('')
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const isDone = await onSave(content)
    setSaving(false)
    if (isDone) onClosed()
  }
  return (
    <div className="article-remark">
      {head}
      <Input.TextArea
        aria-label={label}
        autoFocus
        rows={2}
        maxLength={1_000}
        value={content}
        onChange={({ target }) => setContent(target.value)}
      />
      <Button
        type="primary"
        size="small"
        loading={isSaving}
        disabled={content.trim() === ''}
        onClick={() => void save()}
      >
        添加
      </Button>
      <Button size="small" onClick={onClosed}>
        取消
      </Button>
    </div>
  )
}

type Props = {
  articleId: string
  comments: readonly ArticleComment[]
  /** Scrolls to the passage in the text. */
  onQuote?: (quote: string) => void
}

function Comment({
  articleId,
  comment,
  replies,
  onQuote,
}: Omit<Props, 'comments'> & { comment: ArticleComment; replies: readonly ArticleComment[] }) {
  const { id, versionId, block, quote, content, byName, at, number, resolvedByName, resolvedAt } = comment
  const [isAnswered, setAnswered] = useState(false)
  const resolve = useAct(resolveArticleComment, { invalidates: reviewReads })
  const add = useAct(addArticleComment, { invalidates: reviewReads })
  const answer = async (answered: string) =>
    (await add.run({ id: articleId, versionId, parentId: id, block, quote: '', content: answered })) !== undefined
  return (
    <li data-resolved={resolvedAt !== null || undefined}>
      {quote && (
        <blockquote className="article-quote">
          {onQuote ? (
            <button type="button" className="text-link" title="在正文中查看" onClick={() => onQuote(quote)}>
              {quote}
            </button>
          ) : (
            quote
          )}
        </blockquote>
      )}
      <div>{content}</div>
      <div className="article-note">
        {formatMoment(at)} {byName} · 第 {number} 版{resolvedAt !== null && ` · ${resolvedByName ?? ''} 已处理`}
      </div>
      {replies.map((reply) => (
        <div key={reply.id} className="article-answer">
          {reply.content}
          <div className="article-note">
            {formatMoment(reply.at)} {reply.byName}
          </div>
        </div>
      ))}
      <Can call={resolveArticleComment}>
        <Checkbox
          checked={resolvedAt !== null}
          disabled={resolve.pending}
          onChange={({ target }) => void resolve.run({ id: articleId, commentId: id, isResolved: target.checked })}
        >
          已处理
        </Checkbox>
      </Can>
      {!isAnswered && (
        <Can call={addArticleComment}>
          <Button type="link" size="small" onClick={() => setAnswered(true)}>
            回复
          </Button>
        </Can>
      )}
      {isAnswered && <RemarkForm label="回复" onSave={answer} onClosed={() => setAnswered(false)} />}
    </li>
  )
}

export function CommentList({ articleId, comments, ...rest }: Props) {
  const own = comments.filter(({ parentId }) => parentId === null)
  if (own.length === 0) return <p className="article-note">没有批注</p>
  return (
    <ul className="article-comments">
      {own.map((comment) => (
        <Comment
          key={comment.id}
          articleId={articleId}
          comment={comment}
          replies={comments.filter(({ parentId }) => parentId === comment.id)}
          {...rest}
        />
      ))}
    </ul>
  )
}
