// Articles of one edition: the list with its acts, and a drawer to read one article.
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { articleActs } from '#contract/articles/article-acts.ts'
import type { Edition } from '#contract/articles/article-labels.ts'
import { exportArticles } from '#contract/articles/article-sheets.ts'
import { type ArticleRow, articleCalls } from '#contract/articles/articles.ts'
import { Can } from '#web/kit/can.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { flagFilter, idFilter, selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { NewsCategoryPicker } from '#web/pickers/news-category-picker.tsx'
import { productFilter } from '#web/pickers/product-picker.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { ArticleDetails } from './article-details.tsx'
import { TopOrder } from './article-dialogs.tsx'
import {
  ArticleMarks,
  ArticleStatus,
  channelNames,
  channelOptions,
  editorOf,
  kindOptions,
  stateOptions,
} from './article-labels.tsx'
import { RefillDrafts } from './refill-drafts.tsx'
import { useArticleActs } from './use-article-acts.tsx'
import './articles.css'

const filters = [
  textFilter('words', '标题或正文', 50),
  selectFilter('state', '状态', stateOptions),
  productFilter('productId', '产品'),
]

const advanced = [
  idFilter('newsCategoryId', '资讯分类', ({ id, value, onChange }) => (
    <NewsCategoryPicker
      id={id}
      value={value || null}
      placeholder="全部"
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )),
  selectFilter('kind', '类型', kindOptions),
  selectFilter('channel', '发布渠道', channelOptions),
  userFilter('authorId', '作者'),
  dayRangeFilter('days', '更新日期', 'from', 'to'),
  flagFilter('mine', '我的', { yes: '是', no: '否' }),
  flagFilter('isOnline', '读者可见', { yes: '是', no: '否' }),
  flagFilter('isTop', '置顶', { yes: '是', no: '否' }),
  flagFilter('isOutdated', '引用价格已更正', { yes: '是', no: '否' }),
]

const columnsIn = (edition: Edition) =>
  columnsOf(articleCalls[edition].list, {
    title: { width: 320, opens: true },
    kind: { width: 90 },
    newsCategoryName: { width: 120 },
    productNames: { width: 160, render: ({ productNames }) => productNames.join('、') || '—' },
    state: { width: 180, render: ArticleStatus },
    isTop: { label: '标记', width: 160, render: (row) => <ArticleMarks {...row} edition={edition} /> },
    channels: { width: 160, render: ({ channels }) => channelNames(channels) },
    authorName: { width: 90 },
    number: { label: '版本', width: 70 },
    readers: { width: 90 },
    opinion: { width: 160, empty: '—' },
    publishedAt: { width: 150 },
    updatedAt: { width: 150 },
  })

const columns = { zh: columnsIn('zh'), en: columnsIn('en') } as const
const settings = { zh: 'articles', en: 'articlesEnglish' } as const

export default function ArticleList({ edition }: { edition: Edition }) {
  const openPage = useOpenPage()
  const [address] = useSearchParams()
  const [opened, setShown] = useState<ArticleRow | null>()
  const [linked, setLinked] = useState('')
  const given = address.get('id') ?? ''
  // the list removes `id` from its address, so keep it here
  if (given !== '' && given !== linked) {
    setLinked(given)
    setShown(undefined)
  }
  const asked = useCall(
    articleCalls[edition].list,
    { id: linked, size: 1 },
    { enabled: /^[1-9]\d{0,18}$/.test(linked) },
  )
  // the linked article stays open until another one is opened or it is closed
  const shown = opened === undefined ? asked.data?.records[0] : opened
  const [isSorting, setSorting] = useState(false)
  const { actionsOf, batch, dialogs } = useArticleActs(edition)
  const calls = articleCalls[edition]
  return (
    <>
      <ListPage
        endpoint={calls.list}
        settings={settings[edition]}
        filters={filters}
        advanced={advanced}
        columns={columns[edition]}
        rowName={({ title }) => title}
        rowActions={actionsOf}
        onOpen={setShown}
        exportCall={exportArticles[edition]}
        batchActs={batch}
        toolbar={
          <>
            <AddButton call={calls.add} onClick={() => openPage(editorOf(edition).add)} />
            <RefillDrafts edition={edition} />
            <Can call={articleActs[edition].orderTops}>
              <Button onClick={() => setSorting(true)}>置顶排序</Button>
            </Can>
          </>
        }
      />
      {shown && (
        <ArticleDetails edition={edition} article={shown} acts={actionsOf(shown)} onClosed={() => setShown(null)} />
      )}
      {isSorting && <TopOrder edition={edition} onClosed={() => setSorting(false)} />}
      {dialogs}
    </>
  )
}
