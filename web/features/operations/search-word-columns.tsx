// Columns of search words.
import { searchSourceLabels } from '#contract/operations/search-labels.ts'
import type { SearchWordRow } from '#contract/operations/search-words.ts'
import type { Column } from '#web/kit/table/columns.ts'
import { formatMoment } from '#web/lib/format.ts'
import { figureText } from './search-figures.rules.ts'
import { WordMarkLabel } from './search-word-acts.tsx'

const figure = (key: 'shows' | 'clicks' | 'cost' | 'reported', label: string): Column<SearchWordRow> => ({
  key,
  label,
  width: 110,
  align: 'right',
  summary: { of: (row) => row[key] },
  render: (row) => figureText(row[key]),
})
const ratio = (key: 'clickRate' | 'costPerClick', label: string, why: string): Column<SearchWordRow> => ({
  key,
  label,
  width: 130,
  align: 'right',
  render: (row) => <span {...(row[key] === null && { title: why })}>{figureText(row[key])}</span>,
})

export const wordColumns: readonly Column<SearchWordRow>[] = [
  { key: 'word', label: '搜索词', width: 220, opens: true },
  { key: 'mark', label: '标记', width: 150, render: (row) => <WordMarkLabel of={row} /> },
  { key: 'campaign', label: '计划', width: 140 },
  {
    key: 'account',
    label: '账号',
    width: 150,
    render: ({ source, account }) => `${searchSourceLabels[source]} ${account}`,
  },
  { key: 'keywords', label: '触发的关键词', width: 180 },
  figure('cost', '消费（元）'),
  figure('shows', '展现量'),
  figure('clicks', '点击量'),
  ratio('clickRate', '点击率（%）', '没有展现，无法计算'),
  ratio('costPerClick', '点击单价（元）', '没有点击，无法计算'),
  {
    key: 'leads',
    label: '注册',
    width: 90,
    align: 'right',
    summary: { of: (row) => row.leads },
    tip: '访问链接里带这个搜索词的注册，按末次非直接归因的份额计',
    render: (row) => figureText(row.leads),
  },
  figure('reported', '平台线索'),
  { key: 'product', label: '产品', width: 120, render: ({ product }) => product || '—' },
  {
    key: 'savedCost',
    label: '排除前 30 天消费（元）',
    width: 180,
    align: 'right',
    tip: '排除已生效：之后的报表里不再有这个词。这是下载否词之前 30 天它的消费，即每 30 天约省下的金额',
    render: ({ savedCost }) => (savedCost === null ? '—' : figureText(savedCost)),
  },
  {
    key: 'markedAt',
    label: '标记时间',
    width: 190,
    render: ({ markedAt, markedByName }) => (markedAt ? `${formatMoment(markedAt)} ${markedByName}` : '—'),
  },
]
