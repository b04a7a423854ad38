// Columns of the review queue: the waiting price beside the published one, and how unusual its move is.
import { Tag } from 'antd'
import { correctionCauseLabels } from '#contract/prices/price-labels.ts'
import type { ReviewRow } from '#contract/prices/reviews.ts'
import type { Column } from '#web/kit/table/columns.ts'
import { formatFigure, formatMoment } from '#web/lib/format.ts'
import { formatRange, Move } from './price-labels.tsx'
import { TrendLine } from './trend-line.tsx'

const rangeOf = (low: string | null, high: string | null) =>
  low === null || high === null ? '—' : formatRange(low, high)

function Before({ isCorrection, beforeDay, beforeAverage, beforeLow, beforeHigh }: ReviewRow) {
  if (beforeAverage === null) return '—'
  const text = `${formatFigure(beforeAverage)}（${rangeOf(beforeLow, beforeHigh)}）`
  return isCorrection ? (
    <del className="price-before">{text}</del>
  ) : (
    <span>
      {text} <small className="price-note">{beforeDay?.slice(5)}</small>
    </span>
  )
}

/** The move as a multiple of the usual one, and the same net of the product's other items. */
function Score({ score, besidePeers }: ReviewRow) {
  if (score === null) return null
  const beside = besidePeers === null ? '' : `；扣除同产品其他报价项的变动后为 ${besidePeers} 倍`
  return (
    <span className="price-note" title={`变动为平常幅度的 ${score} 倍${beside}`}>
      {score} 倍{besidePeers !== null && `（${besidePeers}）`}{' '}
    </span>
  )
}

function Kind(row: ReviewRow) {
  const { isCorrection, isOutlier, isOwn, cause, uses, score } = row
  return (
    <>
      <Score {...row} />
      {uses > 0 && <Tag title="更正前的值已导出、被读取或用于资讯和推送">去向 {uses}</Tag>}
      {isCorrection && <Tag color="processing">{cause ? `更正：${correctionCauseLabels[cause]}` : '更正'}</Tag>}
      {isOutlier && <Tag color="warning">超出常规</Tag>}
      {isOwn && <Tag>本人录入</Tag>}
      {!isCorrection && !isOutlier && !isOwn && score === null && '—'}
    </>
  )
}

/** @param reviewers names of those who review a product now, by its id */
export const columnsOf = (reviewers: ReadonlyMap<string, string[]>): readonly Column<ReviewRow>[] => [
  { key: 'day', label: '日期', width: 95 },
  {
    key: 'itemName',
    label: '报价项',
    width: 205,
    narrowPx: 140,
    render: ({ itemName, productId }) => {
      const names = reviewers.get(productId)
      return (
        <>
          {itemName}
          {names && <Tag className="price-reviewers">{names.join('、')} 正在审核</Tag>}
        </>
      )
    },
  },
  { key: 'beforeAverage', label: '已发布', width: 215, align: 'right', render: Before },
  {
    key: 'low',
    label: '待审区间',
    width: 130,
    narrowPx: 102,
    align: 'right',
    render: ({ low, high }) => rangeOf(low, high),
  },
  { key: 'average', label: '待审均价', width: 85, align: 'right', render: ({ average }) => formatFigure(average) },
  { key: 'change', label: '涨跌', width: 75, align: 'right', render: ({ change }) => <Move of={change} /> },
  {
    key: 'percent',
    label: '涨跌幅',
    width: 80,
    align: 'right',
    render: ({ percent }) => <Move of={percent} suffix="%" />,
  },
  {
    key: 'trend',
    label: '近期走势',
    width: 100,
    render: ({ trend, itemName }) => (
      <TrendLine values={trend} label={`${itemName}近 ${trend.length} 次均价：${trend.join('、')}`} />
    ),
  },
  { key: 'isOutlier', label: '异动', width: 190, render: Kind },
  { key: 'reason', label: '原因', width: 200 },
  { key: 'unit', label: '单位', width: 75 },
  { key: 'remark', label: '备注', width: 160 },
  { key: 'submittedByName', label: '提交人', width: 90 },
  { key: 'submittedAt', label: '提交时间', width: 145, render: ({ submittedAt }) => formatMoment(submittedAt) },
]
