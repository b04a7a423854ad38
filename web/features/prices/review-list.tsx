// The review queue: submitted prices beside the published ones. J and K move, Space selects, A passes, R overrules.
import { Input, Tag } from 'antd'
import { type FocusEvent, useMemo, useState } from 'react'
import { correctionCauseLabels } from '../../../contract/prices/price-labels.ts'
import { listPriceUses } from '../../../contract/prices/price-uses.ts'
import { getPrice, listPrices } from '../../../contract/prices/prices.ts'
import { listReviews, overrulePrices, passPrices, type ReviewRow } from '../../../contract/prices/reviews.ts'
import { useIsAllowed } from '../../kit/can.tsx'
import { useConfirm } from '../../kit/dialog/confirm.tsx'
import { DetailsDrawer } from '../../kit/dialog/details-drawer.tsx'
import { useConfirmed } from '../../kit/dialog/use-confirmed.tsx'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { BatchActs } from '../../kit/list/batch-acts.tsx'
import { ColumnSettingsButton } from '../../kit/list/column-settings.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { flagFilter, selectFilter } from '../../kit/list/filters.tsx'
import { Toolbar } from '../../kit/list/list-page.tsx'
import { viewOfState } from '../../kit/list/saved-views.rules.ts'
import { SavedViews } from '../../kit/list/saved-views.tsx'
import { SearchBar } from '../../kit/list/search-bar.tsx'
import { useList } from '../../kit/list/use-list.ts'
import { useListSetup } from '../../kit/list/use-list-setup.ts'
import { useReviewKeys } from '../../kit/list/use-review-keys.ts'
import { useSelection } from '../../kit/list/use-selection.ts'
import { DataTable } from '../../kit/table/data-table.tsx'
import { formatFigure, formatMoment } from '../../lib/format.ts'
import { useShared } from '../../lib/live/shared-changes.ts'
import { notify } from '../../lib/notify.ts'
import { productFilter } from '../../pickers/product-picker.tsx'
import { userFilter } from '../../pickers/user-picker.tsx'
import { formatRange, Move } from './price-labels.tsx'
import { PriceUses } from './price-uses.tsx'
import { TrendLine } from './trend-line.tsx'
import { useReviewers } from './use-presence.ts'

const filters = [
  productFilter('productId', '产品'),
  userFilter('submittedById', '提交人'),
  selectFilter('kind', '类型', [
    { value: 'entry', label: '新价格' },
    { value: 'correction', label: '更正' },
  ]),
  flagFilter('isOutlier', '超出常规', { yes: '是', no: '否' }),
]

const filterKeys = filters.map(({ key }) => key)
const none: readonly never[] = []

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

const columnsOf = (reviewers: ReadonlyMap<string, string[]>): readonly Column<ReviewRow>[] => [
  { key: 'day', label: '日期', width: 95 },
  {
    key: 'itemName',
    label: '报价项',
    width: 205,
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
  { key: 'low', label: '待审区间', width: 130, align: 'right', render: ({ low, high }) => rangeOf(low, high) },
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

const reads = [listReviews, listPrices, getPrice]
const seen = (rows: readonly ReviewRow[]) => rows.map(({ id, revisionId }) => ({ id, revisionId }))

type Asked = { rows: readonly ReviewRow[]; clear: () => void }

function Overrule({ rows, clear, onClosed }: Asked & { onClosed: () => void }) {
  const [first] = rows
  return (
    <FormDialog<typeof overrulePrices, { opinion: string }>
      title={rows.length === 1 && first ? `驳回：${first.itemName} ${first.day}` : `驳回 ${rows.length} 条价格`}
      endpoint={overrulePrices}
      initial={{ opinion: '' }}
      input={({ opinion }) => ({ rows: seen(rows), opinion })}
      success="已驳回"
      invalidates={reads}
      verb="驳回"
      onDone={clear}
      onClosed={onClosed}
    >
      <Field of={overrulePrices} name="opinion" hint="提交人会看到这段意见。">
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Field>
    </FormDialog>
  )
}

const OUTLIERS_NAMED = 5

export default function ReviewList() {
  const isAllowed = useIsAllowed()
  const [overruled, setOverruled] = useState<Asked>()
  /** Passed corrections whose previous figures were used somewhere. */
  const [passed, setPassed] = useState<readonly ReviewRow[]>()
  const [confirm, confirmation] = useConfirm()
  const passing = useConfirmed(passPrices, {
    title: '审核通过',
    verb: '通过',
    isDanger: false,
    success: '审核通过，已发布',
    invalidates: reads,
  })
  const run = async ({ rows, clear }: Asked) => {
    if ((await passing.run({ rows: seen(rows) })) === undefined) return
    clear()
    const used = rows.filter(({ uses }) => uses > 0)
    if (used.length > 0 && isAllowed(listPriceUses)) setPassed(used)
  }
  const pass = (rows: readonly ReviewRow[], clear: () => void) => {
    const own = rows.filter(({ isOwn }) => isOwn)
    if (own.length > 0) return notify.warning('其中有您本人录入的价格，须由他人审核')
    const [first] = rows
    if (rows.length === 1 && first && !first.isOutlier) return void run({ rows, clear })
    const outliers = rows.filter(({ isOutlier }) => isOutlier)
    const named = outliers.slice(0, OUTLIERS_NAMED).map(({ itemName, average, percent }) => {
      return `${itemName} ${formatFigure(average)}${percent === null ? '' : `（${percent}%）`}`
    })
    confirm({
      title: `通过并发布 ${rows.length} 条价格？`,
      content:
        outliers.length === 0
          ? '发布后读者立即可见。'
          : `其中 ${outliers.length} 条超出常规：${named.join('、')}${outliers.length > OUTLIERS_NAMED ? '等' : ''}。`,
      verb: '通过',
      run: () => run({ rows, clear }),
    })
  }
  const overrule = (rows: readonly ReviewRow[], clear: () => void) => setOverruled({ rows, clear })
  const list = useList(listReviews, filters)
  useShared('priceReviews', list.refresh)
  const [at, setAt] = useState<string | null>(null)
  const here = at ?? list.filters.productId ?? null
  const reviewers = useReviewers(here)
  const known = JSON.stringify([...reviewers])
  // stable columns while the reviewers are the same
  const columns = useMemo(() => columnsOf(new Map(JSON.parse(known) as [string, string[]][])), [known])
  const setup = useListSetup('priceReview', columns, list, filterKeys)
  const selection = useSelection<ReviewRow>(list.filters)
  const acts = [
    { label: '通过', call: passPrices, key: 'a', run: pass },
    { label: '驳回', call: overrulePrices, key: 'r', isDanger: true, run: overrule },
  ].filter(({ call }) => isAllowed(call))
  const rowActions = (row: ReviewRow) => acts.map((act) => ({ ...act, run: () => act.run([row], selection.clear) }))
  const handleKey = useReviewKeys({ acts, rows: list.page?.records, selection })
  const handleFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const id = target.closest<HTMLElement>('tr[data-row-key]')?.dataset.rowKey
    const row = list.page?.records.find((each) => each.id === id)
    if (row) setAt(row.productId)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles keys of the rows inside, which are focusable
    <div className="list-page" onKeyDown={handleKey} onFocus={handleFocus}>
      <SearchBar filters={filters} advanced={none} applied={list.filters} onSearch={list.search} />
      <Toolbar
        onRefresh={list.refresh}
        end={
          <>
            <SavedViews listKey="priceReview" kept={viewOfState(list)} setup={setup} />
            <ColumnSettingsButton
              columns={columns}
              settings={setup.columns}
              onChange={setup.changeColumns}
              onReset={setup.resetColumns}
            />
          </>
        }
      >
        <BatchActs acts={acts} selection={selection} />
        {acts.length > 0 && <span className="price-note">J / K 移动，空格选中，A 通过，R 驳回</span>}
      </Toolbar>
      <DataTable<ReviewRow>
        list={list}
        columns={columns}
        rowName={({ itemName, day }) => `${itemName} ${day}`}
        rowActions={rowActions}
        selection={acts.length > 0 ? selection : undefined}
        placed={setup.placed}
        onResize={setup.onResize}
        isWaiting={setup.isWaiting}
      />
      {overruled && <Overrule {...overruled} onClosed={() => setOverruled(undefined)} />}
      {passed && (
        <DetailsDrawer
          title="更正已发布：更正前的值去过哪里"
          size={560}
          acts={none}
          onClosed={() => setPassed(undefined)}
        >
          {passed.map((row) => (
            <section key={row.id}>
              <h3 className="price-head">
                {row.itemName} {row.day}
              </h3>
              <PriceUses price={row} />
            </section>
          ))}
        </DetailsDrawer>
      )}
      {passing.dialogs}
      {confirmation}
    </div>
  )
}
