// A day's prices in one grid: typed, pasted or relative to the last ones, saved as drafts by itself, then submitted.
import { Alert, Button, Segmented, Skeleton } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { BREAKPOINTS } from '#contract/limits.ts'
import { getDifferences } from '#contract/prices/differences.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { OutcomeDialog } from '#web/kit/dialog/outcome-dialog.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { FormDraftBar } from '#web/kit/form/form-draft-bar.tsx'
import type { GridChange } from '#web/kit/grid/grid-changes.rules.ts'
import type { ChangeKind } from '#web/kit/grid/grid-state.ts'
import { type GridHandle, PriceGrid } from '#web/kit/grid/price-grid.tsx'
import { useAtLeast } from '#web/kit/use-at-least.ts'
import { notify } from '#web/lib/notify.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { ProductsPicker } from '#web/pickers/product-picker.tsx'
import { HeardPanel, useHeard } from '../heard.tsx'
import { formatRange } from '../price-labels.tsx'
import { useEditors } from '../use-presence.ts'
import {
  applyChanges,
  type EntryRow,
  gridParametersOf,
  isChanged,
  isEmptied,
  isFilled,
  problemOf,
  repeatChanges,
  resolveWith,
  withDrafts,
} from './batch-add.rules.ts'
import { copiedFrom, placedColumns } from './batch-add-columns.tsx'
import { matchBlock } from './batch-add-paste.rules.ts'
import { ContestedRows } from './contested-rows.tsx'
import { GridKeys } from './grid-keys.tsx'
import { type SaveFailure, useEntryRows } from './use-entry-rows.ts'
import { useUnsavedRows } from './use-unsaved-rows.ts'
import '../prices.css'
import { serverToday } from '#web/lib/server-clock.ts'

const LOST_NAMED = 5

const keyOf = ({ quoteItemId }: EntryRow) => quoteItemId
const nameOf = ({ itemName }: EntryRow) => itemName

type Scope = 'mine' | 'products' | 'differences'

type EntryGridProps = { day: string; scope: Scope; productIds: string[]; itemId: string | null }

/** Whether and why what is typed is stored. */
function SaveState({
  failure,
  isSaving,
  onRetry,
}: {
  failure: SaveFailure | undefined
  isSaving: boolean
  onRetry: () => void
}) {
  if (failure === undefined) return <>{isSaving ? '正在保存…' : '已保存为草稿'}</>
  return (
    <span className="price-warning">
      {failure.kind === 'line' ? '网络中断，内容保留在本浏览器，恢复后自动保存' : `未能保存：${failure.msg}`}
      <Button size="small" onClick={onRetry}>
        立即重试
      </Button>
    </span>
  )
}

/** The last published prices of the row in focus. */
function Recent({ row }: { row: EntryRow | undefined }) {
  if (!row) return null
  return (
    <p className="price-recent">
      <strong>{row.itemName}</strong>
      {row.recent.length === 0 && <span className="price-note">没有已发布的价格</span>}
      {row.recent.map(({ day, low, high }) => (
        <span key={day}>
          <span className="price-note">{day.slice(5)}</span> {formatRange(low, high)}
        </span>
      ))}
    </p>
  )
}

const nothingIn: Record<Scope, string> = {
  mine: '今天没有由您负责、需要更新的报价项。',
  products: '所选产品没有正在更新的报价项。',
  differences: '没有需要录入的价差，价差表在“价差表”中维护。',
}

const asked = (scope: Scope, productIds: string[]) =>
  scope === 'products' ? { productIds } : scope === 'mine' ? { mine: true } : { differences: true }

function startOf({ productIds, differences }: ReturnType<typeof gridParametersOf>): Scope {
  if (differences) return 'differences'
  return productIds.length > 0 ? 'products' : 'mine'
}

function EntryGrid({ day, scope, productIds, itemId }: EntryGridProps) {
  const entries = useEntryRows(day, asked(scope, productIds))
  const { data, error, refetch, all, drafts, ready } = entries
  const { offer } = useUnsavedRows(day, data, entries.rows)
  const [confirm, confirmation] = useConfirm()
  const grid = useRef<GridHandle>(null)
  const [here, setHere] = useState<string | null>(null)
  const heard = useHeard(all.map((row) => row.productId))
  const [showsHeard, setShowsHeard] = useState(false)
  const editors = JSON.stringify([...useEditors(day, here)])
  // stable columns while the others stay where they are
  const hasRoom = useAtLeast(BREAKPOINTS.small)
  const columns = useMemo(
    () => placedColumns(new Map(JSON.parse(editors) as [string, string[]][]), !hasRoom),
    [editors, hasRoom],
  )
  useUnsaved(() => all.some(isChanged))

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />
  const askRemoval = (rows: readonly EntryRow[]) => {
    const emptied = rows.filter(isEmptied)
    if (emptied.length === 0) return
    confirm({
      title: `删除 ${emptied.length} 条价格草稿？`,
      content: '这些行的价格已清空，保存过的草稿还在。删除后不能恢复，填过的内容仍可在版本记录中查到。',
      verb: '删除',
      run: () => entries.remove(emptied),
    })
  }
  const handleChange = (changes: readonly GridChange[], kind: ChangeKind) => {
    const next = applyChanges(all, changes)
    entries.change(next, kind === 'pasted' ? 'pasted' : 'typed')
    // what the undone act has saved goes too, after one question
    if (kind === 'undone') askRemoval(next.filter((row, at) => row !== all[at]))
  }
  const handlePaste = (block: readonly (readonly string[])[]) => {
    const matched = matchBlock(all, block, copiedFrom(columns))
    if (matched && matched.lost.length > 0) {
      const shownLost = matched.lost.slice(0, LOST_NAMED).join('、')
      notify.warning(`有 ${matched.lost.length} 行未粘贴：${shownLost}${matched.lost.length > LOST_NAMED ? '等' : ''}`)
    }
    return matched?.changes
  }
  const repeats = repeatChanges(all)
  const repeat = () => {
    grid.current?.fill(repeats)
    grid.current?.focus()
  }
  const choose = (rows: readonly EntryRow[], chosen: (row: EntryRow) => EntryRow) => {
    const ids = new Set(rows.map(({ quoteItemId }) => quoteItemId))
    entries.change(
      all.map((row) => (ids.has(row.quoteItemId) ? chosen(row) : row)),
      'typed',
    )
    // the pressed button is gone
    grid.current?.focus()
  }
  // a day that takes no price at all is not offered for typing
  const closed = all.every((row) => row.closed !== null && row.entry === null) ? all[0]?.closed : undefined
  const bad = all.filter((row) => problemOf(row) !== null).length
  const missing = all.filter((row) => row.isDue && !row.entry && !isFilled(row)).length
  const emptied = all.filter(isEmptied).length
  const isKept = all.some((row) => row.entry || isFilled(row))
  return (
    <>
      <div className="price-bar">
        <Button
          type="primary"
          title="Ctrl+Shift+Enter"
          disabled={drafts.length === 0 || ready > 0 || entries.isSaving}
          loading={entries.isSubmitting}
          onClick={entries.submit}
        >
          提交审核（{drafts.length}）
        </Button>
        <Button title="Alt+=" disabled={repeats.length === 0} onClick={repeat}>
          全部持平（{repeats.length}）
        </Button>
        {entries.held.length > 0 && (
          <Button onClick={() => void entries.saveHeld()}>{`保存非发布日的价格（${entries.held.length}）`}</Button>
        )}
        {emptied > 0 && (
          <>
            <Button onClick={() => askRemoval(all)}>{`删除已清空的草稿（${emptied}）`}</Button>
            <Button onClick={() => entries.change(withDrafts(all), 'typed')}>恢复已清空的草稿</Button>
          </>
        )}
        <span role="status">
          共 {all.length} 项，待填 {missing} 项{bad > 0 && `，有误 ${bad} 项`}
          {entries.held.length > 0 && `，非发布日未保存 ${entries.held.length} 项`}
          {isKept && (
            <>
              ，<SaveState failure={entries.failure} isSaving={entries.isSaving || ready > 0} onRetry={entries.save} />
            </>
          )}
        </span>
        {heard.length > 0 && (
          <Button aria-expanded={showsHeard} onClick={() => setShowsHeard(!showsHeard)}>
            {`听到的价格（${heard.length}）`}
          </Button>
        )}
      </div>
      {offer && (
        <FormDraftBar
          savedAt={offer.savedAt}
          discard={offer.discard}
          restore={() => entries.change(offer.restore(all), 'typed')}
        />
      )}
      <ContestedRows rows={all.filter(({ isContested }) => isContested)} onChoose={choose} />
      <div className="price-beside">
        {all.length === 0 || closed ? (
          <Alert type="info" title={closed ?? nothingIn[scope]} />
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
            onRow={setHere}
            takesFocus
            handle={grid}
          />
        )}
        {showsHeard && heard.length > 0 && <HeardPanel heard={heard} day={day} targets={drafts} />}
      </div>
      <Recent row={all.find(({ quoteItemId }) => quoteItemId === here)} />
      <GridKeys onSave={entries.save} onSubmit={entries.submit} onRepeat={repeat} />
      {confirmation}
      {entries.dialogs}
      {entries.outcomes && <OutcomeDialog {...entries.outcomes} onClosed={entries.closeOutcomes} />}
    </>
  )
}

/** The page stays mounted in its tab: `key` resets it when the address changes. */
export default function BatchAddPage() {
  const [address] = useSearchParams()
  return <BatchAdd key={address.toString()} initial={gridParametersOf(address)} />
}

function BatchAdd({ initial }: { initial: ReturnType<typeof gridParametersOf> }) {
  const [day, setDay] = useState(initial.day ?? serverToday())
  const [scope, setScope] = useState<Scope>(startOf(initial))
  const mayDifferences = useIsAllowed()(getDifferences)
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
            ...(mayDifferences ? [{ value: 'differences' as const, label: '价差' }] : []),
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
