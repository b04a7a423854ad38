// What a campaign or keyword is made of, with what it brought, and what people typed.
import { Button } from 'antd'
import { useState } from 'react'
import { partLabels, querySearchParts, type SearchPlace } from '#contract/operations/search-detail.ts'
import type { SearchRow } from '#contract/operations/search-marketing.ts'
import { markSearchWord, querySearchWords, type SearchWordRow } from '#contract/operations/search-words.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { useCall } from '#web/lib/query.ts'
import { figureText, type Measure, measureLabels } from './search-figures.rules.ts'
import { Figure } from './search-figures.tsx'
import { useWordActs, WordMarkLabel } from './search-word-acts.tsx'
import { WordReason } from './search-word-reason.tsx'

const MIN_WIDTH = 900
const quiet = { placeholderData: (before: never) => before, call: { hideErrorMsg: true } }

type WordsProps = { place: SearchPlace; onOpen: (name: string) => void }

const name = (text: string, open: () => void) => (
  <Button type="link" size="small" className="search-name" onClick={open}>
    {text}
  </Button>
)

const shown: readonly Measure[] = ['cost', 'shows', 'clicks', 'costPerClick', 'leads', 'costPerLead', 'granted']

type PartsProps = { place: SearchPlace; by: keyof typeof partLabels; onOpenKeyword: (keyword: string) => void }

/** What a place is divided by; its rows add up to the figures above. */
export function PlaceParts({ place, by, onOpenKeyword }: PartsProps) {
  const [current, setCurrent] = useState(1)
  const read = useCall(querySearchParts, { ...place, by, current, size: PAGED_ROWS }, quiet as object)
  return (
    <PagedTable<SearchRow>
      read={read}
      current={current}
      onTurn={setCurrent}
      minWidth={MIN_WIDTH}
      emptyText="这段时间没有数据"
      columns={[
        {
          title: partLabels[by],
          render: (_, { keyword, name: shownName }) =>
            by === 'keyword' && keyword ? name(keyword, () => onOpenKeyword(keyword)) : shownName,
        },
        ...shown.map((measure) => ({
          title: measureLabels[measure],
          key: measure,
          width: 110,
          align: 'right' as const,
          render: (_: unknown, row: SearchRow) => <Figure measure={measure} of={row} />,
        })),
      ]}
    />
  )
}

export function CampaignWords({ place: { accountId, campaign, from, to }, onOpen }: WordsProps) {
  const [current, setCurrent] = useState(1)
  const [explained, setExplained] = useState<SearchWordRow>()
  const { actionsOf } = useWordActs(setExplained)
  const mayMark = useIsAllowed()(markSearchWord)
  const query = { ...(accountId && { accountId }), ...(from && { from }), ...(to && { to }), campaignIs: campaign }
  const read = useCall(querySearchWords, { ...query, current, size: PAGED_ROWS }, quiet as object)
  const figure = (key: 'cost' | 'shows' | 'clicks' | 'costPerClick') => ({
    title: measureLabels[key],
    width: 110,
    align: 'right' as const,
    render: (_: unknown, row: SearchWordRow) => figureText(row[key]),
  })
  return (
    <>
      <PagedTable<SearchWordRow>
        read={read}
        current={current}
        onTurn={setCurrent}
        minWidth={MIN_WIDTH}
        emptyText="这段时间没有搜索词报表"
        columns={[
          { title: '搜索词', render: (_, { word }) => name(word, () => onOpen(word)) },
          { title: '标记', width: 150, render: (_, word) => <WordMarkLabel of={word} /> },
          { title: '触发的关键词', dataIndex: 'keywords', width: 160 },
          ...(['cost', 'shows', 'clicks', 'costPerClick'] as const).map(figure),
          ...(mayMark
            ? [
                {
                  title: '操作',
                  width: 300,
                  render: (_: unknown, row: SearchWordRow) =>
                    actionsOf(row).map(({ label, run }) => (
                      <Button key={label} type="link" size="small" aria-label={`${label} ${row.word}`} onClick={run}>
                        {label}
                      </Button>
                    )),
                },
              ]
            : []),
        ]}
      />
      {explained && <WordReason word={explained} onClosed={() => setExplained(undefined)} />}
    </>
  )
}
