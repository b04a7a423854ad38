// Drawer to review an article: changes to the published text, comments on passages, earlier reviews.
import { Button, Segmented, Timeline } from 'antd'
import { useRef, useState } from 'react'
import { articleKindLabels, reviewOutcomeLabels } from '#contract/articles/article-labels.ts'
import { blocksOf } from '#contract/articles/body-blocks.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import {
  type ArticleReview,
  addArticleComment,
  getArticleReview,
  overruleArticles,
  passArticles,
} from '#contract/articles/reviews.ts'
import { errors } from '#contract/errors.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { RichTextView } from '#web/kit/rich-text/rich-text.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { usePresence } from '#web/lib/live/presence.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { useSession } from '#web/lib/session/session.ts'
import { CommentList, RemarkForm } from './article-comments.tsx'
import { channelNames } from './article-labels.tsx'
import { FieldChanges } from './compare-fields.tsx'
import { CompareView } from './compare-view.tsx'
import { coverAndAttachments } from './cover-and-attachments.tsx'
import { OverruleArticles } from './review-dialogs.tsx'
import { reviewReads } from './review-reads.ts'
import './articles.css'

/** The selected words, in either view of the text, and the block of the version that contains them. */
function markedIn(text: HTMLElement | null, body: BodyNode): { quote: string; block: number } | undefined {
  const selection = window.getSelection()
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
  const quote = selection?.toString().trim().slice(0, 500) ?? ''
  if (!text || !range || quote === '' || !text.contains(range.startContainer)) return undefined
  const [line = ''] = quote.split('\n')
  return {
    quote,
    block: Math.max(
      0,
      blocksOf(body).findIndex((block) => block.text.includes(line)),
    ),
  }
}

function Comments({ review, marked }: { review: ArticleReview; marked: () => ReturnType<typeof markedIn> }) {
  const [at, setAt] = useState<{ quote: string; block: number }>()
  const add = useAct(addArticleComment, { invalidates: reviewReads, success: '批注已添加' })
  const isAllowed = useIsAllowed()
  const begin = () => {
    const found = marked()
    if (!found) return notify.warning('请先在正文中选中要批注的文字')
    setAt(found)
  }
  const save = async (content: string) => {
    const { id, version } = review
    if (!at) return false
    return (await add.run({ id, versionId: version.id, parentId: null, ...at, content })) !== undefined
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
        <RemarkForm
          label="批注"
          head={<blockquote className="article-quote">{at.quote}</blockquote>}
          onSave={save}
          onClosed={() => setAt(undefined)}
        />
      )}
      <CommentList articleId={review.id} comments={review.comments} />
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
  const text = useRef<HTMLDivElement>(null)
  return (
    <>
      <Facts
        columns={2}
        items={[
          { label: '版本', children: `第 ${version.number} 版，${version.words} 字${aiNote(version)}` },
          { label: '类型', children: articleKindLabels[version.kind] },
          { label: '资讯分类', children: version.newsCategoryName ?? '—' },
          { label: '产品', children: version.products.map(({ name }) => name).join('、') || '—' },
          { label: '发布渠道', children: channelNames(version.channels) },
          { label: '定时发布', children: version.publishAt ? formatMoment(version.publishAt) : '通过后立即发布' },
          ...(version.takeDownAt ? [{ label: '定时下架', children: formatMoment(version.takeDownAt) }] : []),
          { label: '来源', children: version.source || '—' },
          { label: '作者', children: version.author || '—' },
          { label: '关键词', children: [...version.keywords, ...version.tags].join('、') || '—' },
          ...coverAndAttachments(version),
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
      <div ref={text}>
        {view === 'compare' && published ? (
          <>
            <FieldChanges before={published} after={version} />
            <CompareView before={published.body} after={version.body} />
          </>
        ) : (
          <article className="article-read">
            <h2>{version.title}</h2>
            {version.subtitle && <p className="article-note">{version.subtitle}</p>}
            {version.summary && <p>{version.summary}</p>}
            <RichTextView html={version.html} />
          </article>
        )}
      </div>
      <Comments review={review} marked={() => markedIn(text.current, version.body)} />
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

/** That an answer of an AI assistant was taken over. */
const aiNote = ({ aiAnswerIds }: { aiAnswerIds: readonly string[] }) => (aiAnswerIds.length > 0 ? '，AI 参与' : '')

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
    onRefusal: ({ code, msg }) => {
      notify.warning(msg)
      // the version that waits for a review is another one now
      if (code === errors.stale.code) void read.refetch()
    },
  })
  const pass = (review: ArticleReview) => void passing.run({ rows: [{ id, versionId: review.version.id }] })
  return (
    <DetailsDrawer
      title={title || (read.data?.version.title ?? '资讯审核')}
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
