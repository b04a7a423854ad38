// A day's prices in one grid: typed, pasted or relative to the last ones, saved as drafts by itself, then submitted.
import { Alert, Button, Segmented, Skeleton } from 'antd'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { DIALOG_GUARD_MS } from '../../../../contract/limits.ts'
import { getSheet } from '../../../../contract/prices/price-grids.ts'
import { priceStatusLabels } from '../../../../contract/prices/price-labels.ts'
import { listPrices, savePrices, submitPrices } from '../../../../contract/prices/prices.ts'
import { listReviews } from '../../../../contract/prices/reviews.ts'
import { ErrorState } from '../../../kit/dialog/page-state.tsx'
import { useConfirmed } from '../../../kit/dialog/use-confirmed.tsx'
import { DayInput } from '../../../kit/form/day-input.tsx'
import { FormDraftBar } from '../../../kit/form/form-draft-bar.tsx'
import type { GridChange } from '../../../kit/grid/grid-changes.rules.ts'
import type { GridColumn, GridMark } from '../../../kit/grid/grid-column.ts'
import type { ChangeKind } from '../../../kit/grid/grid-state.ts'
import { PriceGrid } from '../../../kit/grid/price-grid.tsx'
import { formatDay } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { useAct, useCall } from '../../../lib/query.ts'
import { useUnsaved } from '../../../lib/unsaved.ts'
import { ProductsPicker } from '../../../pickers/product-picker.tsx'
import { HeardButton } from '../heard.tsx'
import { formatRange, Move } from '../price-labels.tsx'
import {
  afterSave,
  applyChanges,
  type EntryRow,
  gridParametersOf,
  isChanged,
  isChangedCell,
  isFilled,
  isOpen,
  isReady,
  matchBlock,
  previewOf,
  problemAt,
  problemOf,
  resolveWith,
  type Typed,
  toEntry,
  toRow,
} from './batch-add.rules.ts'
import { useUnsavedRows } from './use-unsaved-rows.ts'
import '../prices.css'

/** Debounce of saving, ms. */
const SAVE_AFTER_MS = 800

const NOTHING = '[]'
const LOST_NAMED = 5

const rangeOf = ({ last }: EntryRow) => (last ? formatRange(last.low, last.high) : '没有上期')

function markOf(row: EntryRow, key: keyof Typed): GridMark | undefined {
  const problem = problemAt(row, key)
  if (problem) return { kind: 'bad', why: problem }
  if (key === 'low' && row.typed.reason === '') {
    const { unusual } = previewOf(row)
    if (unusual) return { kind: 'unusual', why: `${unusual}，提交前请填写原因` }
  }
  if (isChangedCell(row, key)) return { kind: 'changed' }
  return row.entry && key === 'low' && !isChanged(row) ? { kind: 'saved' } : undefined
}

const typed = (key: keyof Typed, label: string, width: number, align?: 'right'): GridColumn<EntryRow> => ({
  key,
  label,
  width,
  ...(align && { align }),
  textOf: (row) => row.typed[key],
  isEditable: isOpen,
  markOf: (row) => markOf(row, key),
})

const shownOnly = (
  key: string,
  label: string,
  width: number,
  textOf: (row: EntryRow) => string,
  more: Partial<GridColumn<EntryRow>> = {},
): GridColumn<EntryRow> => ({ key, label, width, textOf, ...more })

const columns: readonly GridColumn<EntryRow>[] = [
  shownOnly('item', '报价项', 210, ({ itemName }) => itemName, { isPinned: true }),
  shownOnly('unit', '单位', 70, ({ unit }) => unit),
  shownOnly('lastDay', '上期', 60, ({ last }) => last?.day.slice(5) ?? ''),
  shownOnly('lastRange', '上期价格', 150, rangeOf, { align: 'right' }),
  typed('low', '低价', 100, 'right'),
  typed('high', '高价', 100, 'right'),
  {
    ...typed('average', '均价', 100, 'right'),
    render: (row) => row.typed.average || <span className="price-note">{previewOf(row).average ?? ''}</span>,
  },
  shownOnly('change', '涨跌', 80, (row) => previewOf(row).change ?? '', {
    align: 'right',
    render: (row) => <Move of={previewOf(row).change} />,
  }),
  shownOnly('percent', '涨跌幅', 80, (row) => previewOf(row).percent ?? '', {
    align: 'right',
    render: (row) => <Move of={previewOf(row).percent} suffix="%" />,
  }),
  shownOnly('status', '状态', 80, ({ entry }) => (entry ? priceStatusLabels[entry.status] : '')),
  typed('reason', '原因', 160),
  typed('remark', '备注', 180),
  typed('englishRemark', '英文备注', 180),
  shownOnly('opinion', '驳回意见', 160, ({ entry }) => entry?.opinion ?? ''),
]

const keyOf = ({ quoteItemId }: EntryRow) => quoteItemId
const nameOf = ({ itemName }: EntryRow) => itemName
const reads = [listPrices, listReviews]

type Scope = 'mine' | 'products'

type EntryGridProps = { day: string; scope: Scope; productIds: string[]; itemId: string | null }

function EntryGrid({ day, scope, productIds, itemId }: EntryGridProps) {
  const isMine = scope === 'mine'
  const input = { day, ...(isMine ? { mine: true } : { productIds }) }
  const { data, error, refetch } = useCall(getSheet, input, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const [rows, setRows] = useState<EntryRow[]>()
  const all = useMemo(() => rows ?? data?.map(toRow) ?? [], [rows, data])
  const saving = useAct(savePrices, { guardMs: 0, call: { hideErrorMsg: true } })
  const [isOffline, setOffline] = useState(false)
  const submitting = useConfirmed(submitPrices, {
    title: '提交审核',
    verb: '提交',
    isDanger: false,
    success: '已提交审核',
    invalidates: reads,
    guardMs: DIALOG_GUARD_MS,
  })
  const { offer } = useUnsavedRows(day, data, rows)
  const isRunning = useRef(false)
  const isPasted = useRef(false)
  useUnsaved(() => all.some(isChanged))

  const save = useEffectEvent(async () => {
    const sent = all.filter(isReady).map((row) => toEntry(row, day))
    if (isRunning.current || sent.length === 0) return
    isRunning.current = true
    const outcomes = await saving.run({ origin: isPasted.current ? 'paste' : 'grid', rows: sent })
    isRunning.current = false
    isPasted.current = false
    setOffline(outcomes === undefined)
    if (outcomes) setRows((now) => afterSave(now ?? all, sent, outcomes))
  })
  const ready = all.filter(isReady).length
  const wanted = useMemo(
    () => JSON.stringify(all.filter(isReady).map(({ quoteItemId, typed: own }) => [quoteItemId, own])),
    [all],
  )
  // input typed during a save is saved by the next one
  useEffect(() => {
    if (wanted === NOTHING || saving.pending || isOffline) return
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [wanted, saving.pending, isOffline])

  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />
  const handleChange = (changes: readonly GridChange[], kind: ChangeKind) => {
    if (kind === 'pasted') isPasted.current = true
    setRows(applyChanges(all, changes))
  }
  const handlePaste = (block: readonly (readonly string[])[]) => {
    const matched = matchBlock(all, block)
    if (matched && matched.lost.length > 0) {
      const shownLost = matched.lost.slice(0, LOST_NAMED).join('、')
      notify.warning(`有 ${matched.lost.length} 行未粘贴：${shownLost}${matched.lost.length > LOST_NAMED ? '等' : ''}`)
    }
    return matched?.changes
  }
  const bad = all.filter((row) => problemOf(row) !== null).length
  const drafts = all.filter((row) => row.entry && isOpen(row) && !isChanged(row))
  const missing = all.filter((row) => row.isDue && !row.entry && !isFilled(row)).length
  const handleSubmit = async () => {
    const ids = drafts.flatMap(({ entry }) => entry?.id ?? [])
    await submitting.run({ ids })
    setRows(undefined)
    await refetch()
  }
  const state = isOffline ? '未能保存，内容保留在本浏览器' : saving.pending || ready > 0 ? '正在保存…' : '已保存为草稿'
  return (
    <>
      <div className="price-bar">
        <Button
          type="primary"
          disabled={drafts.length === 0 || ready > 0 || saving.pending}
          loading={submitting.pending}
          onClick={() => void handleSubmit()}
        >
          提交审核（{drafts.length}）
        </Button>
        {isOffline && (
          <Button size="small" onClick={() => void save()}>
            立即重试
          </Button>
        )}
        <span role="status">
          共 {all.length} 项，待填 {missing} 项{bad > 0 && `，有误 ${bad} 项`}
          {all.some((row) => row.entry || isFilled(row)) && `，${state}`}
        </span>
        <HeardButton productIds={all.map((row) => row.productId)} />
      </div>
      {offer && (
        <FormDraftBar savedAt={offer.savedAt} discard={offer.discard} restore={() => setRows(offer.restore(all))} />
      )}
      {all.length === 0 ? (
        <Alert type="info" title={isMine ? '今天没有由您负责、需要更新的报价项。' : '所选产品没有正在更新的报价项。'} />
      ) : (
        <PriceGrid<EntryRow>
          label={`${day} 价格录入`}
          rows={all}
          columns={columns}
          keyOf={keyOf}
          nameOf={nameOf}
          startAt={itemId}
          height="calc(100vh - 300px)"
          resolve={resolveWith(all)}
          onChange={handleChange}
          onPaste={handlePaste}
        />
      )}
      {submitting.dialogs}
    </>
  )
}

/** The page stays mounted in its tab: `key` resets it when the address changes. */
export default function BatchAddPage() {
  const [address] = useSearchParams()
  return <BatchAdd key={address.toString()} initial={gridParametersOf(address)} />
}

function BatchAdd({ initial }: { initial: ReturnType<typeof gridParametersOf> }) {
  const [day, setDay] = useState(initial.day ?? formatDay(Date.now()))
  const [scope, setScope] = useState<Scope>(initial.productIds.length > 0 ? 'products' : 'mine')
  const [productIds, setProductIds] = useState<string[]>(initial.productIds)
  return (
    <div className="price-page">
      <div className="price-bar">
        <DayInput aria-label="日期" allowClear={false} value={day} onChange={(next) => next && setDay(next)} />
        <Segmented<Scope>
          value={scope}
          options={[
            { value: 'mine', label: '我负责的' },
            { value: 'products', label: '按产品' },
          ]}
          onChange={setScope}
        />
        {scope === 'products' && (
          <div className="price-products">
            <ProductsPicker aria-label="产品" value={productIds} onChange={setProductIds} />
          </div>
        )}
      </div>
      {scope === 'products' && productIds.length === 0 ? (
        <Alert type="info" title="请选择产品" />
      ) : (
        <EntryGrid
          key={`${day} ${scope} ${scope === 'products' ? productIds.join() : ''}`}
          day={day}
          scope={scope}
          productIds={productIds}
          itemId={initial.itemId}
        />
      )}
    </div>
  )
}
