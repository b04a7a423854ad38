// An article that waits for review, to be read: what it changes of the published text, remarks at passages, earlier reviews.
import { Button, Checkbox, Input, Segmented, Timeline } from 'antd'
import { useRef, useState } from 'react'
import { articleKindLabels, reviewOutcomeLabels } from '../../../contract/articles/article-labels.ts'
import { articleCalls } from '../../../contract/articles/articles.ts'
import {
  type ArticleComment,
  type ArticleReview,
  addArticleComment,
  getArticleReview,
  listArticleComments,
  listArticleReviews,
  overruleArticles,
  passArticles,
  resolveArticleComment,
} from '../../../contract/articles/reviews.ts'
import { Can, useIsAllowed } from '../../kit/can.tsx'
import { DetailsDrawer } from '../../kit/dialog/details-drawer.tsx'
import { Facts } from '../../kit/dialog/facts.tsx'
import { Loaded } from '../../kit/dialog/loaded.tsx'
import { useConfirmed } from '../../kit/dialog/use-confirmed.tsx'
import { RichTextView } from '../../kit/form/rich-text.tsx'
import { formatMoment } from '../../lib/format.ts'
import { usePresence } from '../../lib/live/presence.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useCall } from '../../lib/query.ts'
import { useSession } from '../../lib/session/session.ts'
import { channelNames } from './article-labels.tsx'
import { CompareView } from './compare-view.tsx'
import { OverruleArticles } from './review-dialogs.tsx'
import './articles.css'

export const reviewReads = [
  listArticleReviews,
  getArticleReview,
  listArticleComments,
  ...Object.values(articleCalls).flatMap(({ list, get }) => [list, get]),
]

/** Words of the text that are marked now, and the block in which they stand. */
function markedIn(text: HTMLElement | null): { quote: string; block: number } | undefined {
  const selection = window.getSelection()
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
  const quote = selection?.toString().trim().slice(0, 500) ?? ''
  if (!text || !range || quote === '' || !text.contains(range.startContainer)) return undefined
  const content = text.querySelector('.rich-text-content')
  const block = [...(content?.children ?? [])].findIndex((child) => child.contains(range.startContainer))
  return { quote, block: Math.max(block, 0) }
}

function Comment({ articleId, comment }: { articleId: string; comment: ArticleComment }) {
  const { id, quote, content, byName, at, number, resolvedByName, resolvedAt } = comment
  const resolve = useAct(resolveArticleComment, { invalidates: reviewReads })
  return (
    <li>
      {quote && <blockquote className="article-quote">{quote}</blockquote>}
      <div>{content}</div>
      <div className="article-note">
        {formatMoment(at)} {byName} · 第 {number} 版{resolvedAt !== null && ` · ${resolvedByName ?? ''} 已处理`}
      </div>
      <Can call={resolveArticleComment}>
        <Checkbox
          checked={resolvedAt !== null}
          disabled={resolve.pending}
          onChange={({ target }) => void resolve.run({ id: articleId, commentId: id, isResolved: target.checked })}
        >
          已处理
        </Checkbox>
      </Can>
    </li>
  )
}

function Comments({ review, marked }: { review: ArticleReview; marked: () => ReturnType<typeof markedIn> }) {
  const [at, setAt] = useState<{ quote: string; block: number }>()
  const [content, setContent] = useState('')
  const add = useAct(addArticleComment, { invalidates: reviewReads, success: '批注已添加' })
  const isAllowed = useIsAllowed()
  const begin = () => {
    const found = marked()
    if (!found) return notify.warning('请先在正文中选中要批注的文字')
    setAt(found)
  }
  const save = async () => {
    if (!at || content.trim() === '') return
    const { id, version } = review
    if ((await add.run({ id, versionId: version.id, parentId: null, ...at, content })) === undefined) return
    setAt(undefined)
    setContent('')
  }
  return (
    <>
      <h3 className="article-head">批注</h3>
      {isAllowed(addArticleComment) && (
        <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={begin}>
          批注选中的文字
        </Button>
      )}
      {at && (
        <div className="article-remark">
          <blockquote className="article-quote">{at.quote}</blockquote>
          <Input.TextArea
            aria-label="批注"
            autoFocus
            rows={2}
            maxLength={1_000}
            value={content}
            onChange={({ target }) => setContent(target.value)}
          />
          <Button
            type="primary"
            size="small"
            loading={add.pending}
            disabled={content.trim() === ''}
            onClick={() => void save()}
          >
            添加
          </Button>
          <Button size="small" onClick={() => setAt(undefined)}>
            取消
          </Button>
        </div>
      )}
      {review.comments.length === 0 ? (
        <p className="article-note">没有批注</p>
      ) : (
        <ul className="article-comments">
          {review.comments.map((comment) => (
            <Comment key={comment.id} articleId={review.id} comment={comment} />
          ))}
        </ul>
      )}
    </>
  )
}

const views = [
  { value: 'text', label: '正文' },
  { value: 'compare', label: '与已发布版本对照' },
] as const

function Reading({
  review,
  onOverrule,
  onPass,
}: {
  review: ArticleReview
  onOverrule: () => void
  onPass: () => void
}) {
  const { version, published, isOwn, isWaiting, reviews } = review
  const [view, setView] = useState<'text' | 'compare'>(published ? 'compare' : 'text')
  const text = useRef<HTMLElement>(null)
  return (
    <>
      <Facts
        columns={2}
        items={[
          { label: '版本', children: `第 ${version.number} 版，${version.words} 字` },
          { label: '类型', children: articleKindLabels[version.kind] },
          { label: '资讯分类', children: version.newsCategoryName ?? '—' },
          { label: '产品', children: version.products.map(({ name }) => name).join('、') || '—' },
          { label: '发布渠道', children: channelNames(version.channels) },
          { label: '定时发布', children: version.publishAt ? formatMoment(version.publishAt) : '通过后立即发布' },
        ]}
      />
      <div className="article-acts">
        {published && <Segmented options={[...views]} value={view} onChange={setView} />}
        {isWaiting && !isOwn && (
          <>
            <Can call={passArticles}>
              <Button type="primary" onClick={onPass}>
                通过
              </Button>
            </Can>
            <Can call={overruleArticles}>
              <Button danger onClick={onOverrule}>
                驳回
              </Button>
            </Can>
          </>
        )}
        {isWaiting && isOwn && <span className="article-note">您参与过撰写或提交，须由他人审核</span>}
      </div>
      {view === 'compare' && published ? (
        <CompareView before={published.body} after={version.body} />
      ) : (
        <article className="article-read" ref={text}>
          <h2>{version.title}</h2>
          {version.subtitle && <p className="article-note">{version.subtitle}</p>}
          {version.summary && <p>{version.summary}</p>}
          <RichTextView html={version.html} />
        </article>
      )}
      <Comments review={review} marked={() => markedIn(text.current)} />
      <h3 className="article-head">审核记录</h3>
      <Timeline
        items={reviews.map(
          ({ id, number, submittedByName, submittedAt, outcome, opinion, reviewerName, reviewedAt }) => ({
            key: id,
            content: (
              <>
                <div>
                  第 {number} 版 {outcome ? `${reviewOutcomeLabels[outcome]}：${reviewerName}` : '待审核'}
                  {opinion && `，${opinion}`}
                </div>
                <div className="article-note">
                  {submittedByName} {formatMoment(submittedAt)} 提交
                  {reviewedAt && `，${formatMoment(reviewedAt)} 审核`}
                </div>
              </>
            ),
          }),
        )}
      />
    </>
  )
}

type Props = { id: string; title: string; onClosed: () => void }

export function ReviewDrawer({ id, title, onClosed }: Props) {
  const read = useCall(getArticleReview, { id }, { staleTime: 0 })
  const [overruled, setOverruled] = useState<ArticleReview>()
  const own = useSession()?.user_id
  const others = usePresence(id, 'review').filter(({ userId }) => userId !== own)
  const passing = useConfirmed(passArticles, {
    title: '审核通过',
    verb: '通过',
    isDanger: false,
    success: '审核通过',
    invalidates: reviewReads,
    onRefusal: ({ msg }) => notify.warning(msg),
  })
  const pass = (review: ArticleReview) => void passing.run({ rows: [{ id, versionId: review.version.id }] })
  return (
    <DetailsDrawer
      title={title}
      size={860}
      extra={() =>
        others.length > 0 && (
          <span className="article-note">
            {others.map(({ name, mode }) => `${name}正在${mode === 'edit' ? '编辑' : '审阅'}`).join('，')}
          </span>
        )
      }
      onClosed={onClosed}
    >
      <Loaded read={read} rows={10}>
        {(review) => (
          <Reading
            key={review.version.id}
            review={review}
            onPass={() => pass(review)}
            onOverrule={() => setOverruled(review)}
          />
        )}
      </Loaded>
      {overruled && (
        <OverruleArticles
          rows={[{ id, versionId: overruled.version.id, title }]}
          onClosed={() => setOverruled(undefined)}
        />
      )}
      {passing.dialogs}
    </DetailsDrawer>
  )
}
