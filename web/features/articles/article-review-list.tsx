// The review queue, longest waiting first. J and K move, Space selects, Enter reads, A passes, R overrules.

import { Tag } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  type ArticleReviewRow,
  getArticleReview,
  listArticleReviews,
  overruleArticles,
  passArticles,
} from '#contract/articles/reviews.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { flagFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { type ReviewAct, ReviewQueue } from '#web/kit/list/review-queue.tsx'
import { useList } from '#web/kit/list/use-list.ts'
import { useReviewKeys } from '#web/kit/list/use-review-keys.ts'
import { useSelection } from '#web/kit/table/use-selection.ts'
import { useShared } from '#web/lib/live/shared-changes.ts'
import { notify } from '#web/lib/notify.ts'
import { productFilter } from '#web/pickers/product-picker.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { editionOptions, kindOptions } from './article-labels.tsx'
import { OverruleArticles, type Waiting } from './review-dialogs.tsx'
import { ReviewDrawer } from './review-drawer.tsx'
import { reviewReads } from './review-reads.ts'
import './articles.css'

const filters = [
  selectFilter('edition', '语种', editionOptions),
  selectFilter('kind', '类型', kindOptions),
  productFilter('productId', '产品'),
  userFilter('submittedById', '提交人'),
  flagFilter('isOwn', '本人参与', { yes: '是', no: '否' }),
]

function Marks({ isRevision, isOwn, isOutdated, step, steps, comments }: ArticleReviewRow) {
  if (!isRevision && !isOwn && !isOutdated && steps === 1 && comments === 0) return '—'
  return (
    <>
      {isRevision && <Tag color="processing">修订</Tag>}
      {steps > 1 && <Tag>{`第 ${step} / ${steps} 级`}</Tag>}
      {isOutdated && <Tag color="warning">引用价格已更正</Tag>}
      {comments > 0 && <Tag>{`批注 ${comments}`}</Tag>}
      {isOwn && <Tag>本人参与</Tag>}
    </>
  )
}

const columns = columnsOf(listArticleReviews, {
  title: { width: 280, opens: true },
  edition: { width: 60 },
  kind: { width: 80 },
  productNames: { width: 130, render: ({ productNames }) => productNames.join('、') || '—' },
  isRevision: { width: 150, render: Marks },
  submittedByName: { width: 80 },
  submittedAt: { width: 150 },
  readers: { width: 110, render: ({ readers }) => readers.join('、') || '—' },
  publishAt: { width: 150, empty: '通过即发布' },
  newsCategoryName: { width: 120 },
  words: { width: 80, align: 'right' },
})

const seen = (rows: readonly ArticleReviewRow[]) => rows.map(({ id, versionId }) => ({ id, versionId }))

type Asked = { rows: readonly Waiting[]; clear: () => void }

export default function ArticleReviewList() {
  const [overruled, setOverruled] = useState<Asked>()
  const [read, setRead] = useState<Pick<ArticleReviewRow, 'id' | 'title'>>()
  const [address] = useSearchParams()
  const [linked, setLinked] = useState('')
  const given = address.get('id') ?? ''
  // a notice opens its article; the list removes `id` from its address
  if (given !== linked && /^[1-9]\d{0,18}$/.test(given)) {
    setLinked(given)
    setRead({ id: given, title: '' })
  }
  const [confirm, confirmation] = useConfirm()
  const passing = useConfirmed(passArticles, {
    title: '审核通过',
    verb: '通过',
    isDanger: false,
    success: '审核通过',
    invalidates: reviewReads,
    onRefusal: ({ msg }) => notify.warning(msg),
  })
  const pass = (rows: readonly ArticleReviewRow[], clear: () => void) => {
    if (rows.some(({ isOwn }) => isOwn)) return notify.warning('其中有您参与撰写或提交的资讯，须由他人审核')
    const scheduled = rows.filter(({ publishAt }) => publishAt !== null).length
    confirm({
      title: rows.length === 1 && rows[0] ? `通过《${rows[0].title}》？` : `通过 ${rows.length} 篇资讯？`,
      content:
        scheduled === 0 ? '通过后立即发布，各站点随即可见。' : `其中 ${scheduled} 篇到设定的时间发布，其余立即发布。`,
      verb: '通过',
      run: async () => {
        if ((await passing.run({ rows: seen(rows) })) !== undefined) clear()
      },
    })
  }
  const overrule = (rows: readonly ArticleReviewRow[], clear: () => void) => setOverruled({ rows, clear })
  const list = useList(listArticleReviews, filters)
  useShared('articles', list.refresh)
  const selection = useSelection<ArticleReviewRow>(list.filters)
  const isAllowed = useIsAllowed()
  const acts = (
    [
      { label: '通过', call: passArticles, key: 'a', run: pass },
      { label: '驳回', call: overruleArticles, key: 'r', isDanger: true, run: overrule },
    ] satisfies ReviewAct<ArticleReviewRow>[]
  ).filter(({ call }) => isAllowed(call))
  const mayRead = isAllowed(getArticleReview)
  const { onFocus, onKeyDown } = useReviewKeys({ acts, rows: list.page?.records, selection })
  return (
    <>
      <ReviewQueue<ArticleReviewRow>
        settings="newsReview"
        filters={filters}
        columns={columns}
        list={list}
        selection={selection}
        acts={acts}
        keys={{ onFocus, onKeyDown }}
        rowName={({ title }) => title}
        rowActs={(row) => [{ label: '审阅', call: getArticleReview, run: () => setRead(row) }]}
        {...(mayRead && { onOpen: setRead })}
        note={<span className="article-note">J / K 移动，回车审阅，空格选中，A 通过，R 驳回</span>}
      />
      {read && <ReviewDrawer id={read.id} title={read.title} onClosed={() => setRead(undefined)} />}
      {overruled && <OverruleArticles {...overruled} onClosed={() => setOverruled(undefined)} />}
      {passing.dialogs}
      {confirmation}
    </>
  )
}
