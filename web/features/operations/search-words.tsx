// SemSearch: what people typed, marked as excluded or wanted, and given back to the account as a file.
import { BarChartOutlined, DownloadOutlined, NodeIndexOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { getSearchDetail } from '#contract/operations/search-detail.ts'
import { searchSourceLabels, type WordMark, wordMarkLabels } from '#contract/operations/search-labels.ts'
import {
  analyseSearchWords,
  countSearchWords,
  exportSearchWords,
  markSearchWords,
  querySearchWords,
  queryWordProducts,
  type SearchWordQuery,
  type SearchWordRow,
  takeMarkedWords,
} from '#contract/operations/search-words.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { FiguresDialog } from '#web/kit/dialog/figures-dialog.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import type { BatchAct } from '#web/kit/list/batch-acts.tsx'
import { type Filter, type FilterControl, filtersOf, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { exportQuery } from '#web/kit/sheets/export-query.ts'
import { formatFigure } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { SearchImport } from './search-import.tsx'
import { DETAIL } from './search-marketing-pages.ts'
import { accountFilter, campaignFilter, currencyFilter, daysFilter, sourceFilter } from './search-terms.tsx'
import { changesMark, useWordActs } from './search-word-acts.tsx'
import { WordAnalysisDialog } from './search-word-analysis.tsx'
import { WordBatch } from './search-word-batch.tsx'
import { wordColumns } from './search-word-columns.tsx'
import { WordReason } from './search-word-reason.tsx'
import { TakeWords } from './search-words-take.tsx'

const markOptions = [...optionsOf(wordMarkLabels), { value: 'none' as const, label: '未标记' }]
const filters = [
  daysFilter,
  ...filtersOf(querySearchWords, ['word']),
  selectFilter('mark', '标记', markOptions),
  sourceFilter,
]

function AboutSelect({ id, value, onChange }: FilterControl) {
  const { data = [], isFetching } = useCall(queryWordProducts, {})
  return (
    <Select
      id={id}
      value={value || null}
      options={[
        { value: 'none', label: '与我们的产品无关' },
        ...data.map((product) => ({ value: product.id, label: product.name })),
      ]}
      loading={isFetching}
      allowClear
      placeholder="全部"
      showSearch={byLabel}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}
const aboutFilter: Filter<{ about: string }> = {
  key: 'about',
  label: '产品',
  control: (props) => <AboutSelect {...props} />,
  read: (text) => (/^(none|[1-9]\d{0,18})$/.test(text) ? { about: text } : undefined),
}
const advanced = [
  accountFilter,
  campaignFilter,
  currencyFilter,
  aboutFilter,
  ...filtersOf(querySearchWords, ['part', 'offer']),
]
const all = [...filters, ...advanced]

const yuan = (cost: string) => `${formatFigure(cost)} 元`

function WordFigures({ query, onClosed }: { query: SearchWordQuery; onClosed: () => void }) {
  const read = useCall(countSearchWords, query, { staleTime: 0, call: { hideErrorMsg: true } })
  const costs = read.data?.marks.map(({ mark, cost }) => `${mark ? wordMarkLabels[mark] : '未标记'} ${yuan(cost)}`)
  return (
    <FiguresDialog
      title="搜索词统计"
      read={read}
      figuresOf={({ total, marks }) => [
        ['搜索词', total.words],
        ...marks.map(({ mark, words }) => [mark ? `已${wordMarkLabels[mark]}` : '未标记', words] as const),
      ]}
      groupsOf={({ sources }) => [
        {
          title: '来源',
          bars: sources.map(({ source, words }) => ({ name: searchSourceLabels[source], count: words })),
        },
      ]}
      onClosed={onClosed}
    >
      <p>
        {read.data && costs
          ? `按当前筛选条件，消费 ${yuan(read.data.total.cost)}：${costs.join('，')}。`
          : '按当前筛选条件统计。'}
      </p>
    </FiguresDialog>
  )
}

/** The list's filters as the address has them. */
function useQuery(): SearchWordQuery {
  const address = new URLSearchParams(useLocation().search)
  return exportQuery(all, { filters: Object.fromEntries(address), sort: undefined })
}

export default function SearchWords() {
  const [explained, setExplained] = useState<SearchWordRow>()
  const { mark, actionsOf, offerUndo } = useWordActs(setExplained)
  const [open, setOpen] = useState<'figures' | 'take' | 'analysis'>()
  const [batch, setBatch] = useState<{ words: readonly SearchWordRow[]; clear: () => void }>()
  const batchMark = (label: string, to: WordMark | null): BatchAct<SearchWordRow> => ({
    label,
    call: markSearchWords,
    changes: (word) => changesMark(word, to),
    run: (rows, clear) => void mark(rows, to, { clear }),
  })
  const [address, setAddress] = useSearchParams()
  const query = useQuery()
  /** The list of a line of the analysis: the same filters, and it. */
  const narrow = (chosen: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(address)
    for (const [key, value] of Object.entries(chosen)) next.set(key, value)
    next.delete('current')
    setAddress(next)
  }
  const openPage = useOpenPage()
  const mayOpen = useIsAllowed()(getSearchDetail)
  const openDetail = ({ source, accountId, campaign, word }: SearchWordRow) =>
    openPage(DETAIL, { source, accountId, campaign, word })
  return (
    <>
      <ListPage
        endpoint={querySearchWords}
        settings="semSearch"
        filters={filters}
        advanced={advanced}
        columns={wordColumns}
        rowName={({ word }) => word}
        rowActions={actionsOf}
        {...(mayOpen && { onOpen: openDetail })}
        emptyHint="导入带“搜索词”一列的报表后即可看到。"
        exportCall={exportSearchWords}
        batchActs={[
          batchMark('排除', 'excluded'),
          batchMark('加词', 'wanted'),
          { label: '批量标记', call: markSearchWords, run: (words, clear) => setBatch({ words, clear }) },
          batchMark('取消标记', null),
        ]}
        toolbar={
          <>
            <SearchImport />
            <Can call={countSearchWords}>
              <Button icon={<BarChartOutlined />} onClick={() => setOpen('figures')}>
                统计
              </Button>
            </Can>
            <Can call={analyseSearchWords}>
              <Button icon={<NodeIndexOutlined />} onClick={() => setOpen('analysis')}>
                词根和产品
              </Button>
            </Can>
            <Can call={takeMarkedWords}>
              <Button icon={<DownloadOutlined />} onClick={() => setOpen('take')}>
                下载否词和加词
              </Button>
            </Can>
          </>
        }
      />
      {open === 'figures' && <WordFigures query={query} onClosed={() => setOpen(undefined)} />}
      {open === 'analysis' && (
        <WordAnalysisDialog query={query} onChoose={narrow} onClosed={() => setOpen(undefined)} />
      )}
      {batch && (
        <WordBatch
          words={batch.words}
          onDone={(to, done) => {
            batch.clear()
            offerUndo(to, done)
          }}
          onClosed={() => setBatch(undefined)}
        />
      )}
      {explained && <WordReason word={explained} onClosed={() => setExplained(undefined)} />}
      {open === 'take' && <TakeWords onClosed={() => setOpen(undefined)} />}
    </>
  )
}
