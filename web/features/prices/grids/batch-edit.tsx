// Published prices of items over a range of days: each changed cell is a correction; all are submitted with one reason.
import { Alert, Button, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { addDays } from '#contract/days.ts'
import { getMatrix, listMovedSeries, MATRIX_DAYS, type MatrixItem } from '#contract/prices/price-grids.ts'
import type { correctionCauses } from '#contract/prices/price-labels.ts'
import { correctPrices, listPrices } from '#contract/prices/prices.ts'
import { listReviews } from '#contract/prices/reviews.ts'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { DateRangePicker } from '#web/kit/form/date-range.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import type { GridChange } from '#web/kit/grid/grid-changes.rules.ts'
import type { GridColumn } from '#web/kit/grid/grid-column.ts'
import { PriceGrid } from '#web/kit/grid/price-grid.tsx'
import { useCall } from '#web/lib/query.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { ProductsPicker } from '#web/pickers/product-picker.tsx'
import { type Change, cellOf, changesOf, daysOf, resolveIn, type Typed, textOf } from './batch-edit.rules.ts'
import '../prices.css'
import { serverToday } from '#web/lib/server-clock.ts'

const USUAL_DAYS = 14

const keyOf = ({ key }: MatrixItem) => key
const nameOf = ({ itemName }: MatrixItem) => itemName

function columnsOf(days: readonly string[], typed: Typed, problems: ReadonlyMap<string, string>) {
  const ofDay = (day: string): GridColumn<MatrixItem> => ({
    key: day,
    label: day.slice(5),
    width: 130,
    align: 'right',
    textOf: (item) => {
      const cell = cellOf(item, day)
      return cell ? (typed.get(cell.id) ?? textOf(cell)) : ''
    },
    render: (item) => {
      const cell = cellOf(item, day)
      if (!cell) return ''
      return (
        <>
          {cell.struck && (
            <del className="price-before" title="更正前">
              {textOf(cell.struck)}
            </del>
          )}
          {typed.get(cell.id) ?? textOf(cell)}
        </>
      )
    },
    isEditable: (item) => {
      const cell = cellOf(item, day)
      return cell !== undefined && !cell.isReviewing
    },
    markOf: (item) => {
      const cell = cellOf(item, day)
      if (!cell) return undefined
      if (cell.isReviewing) return { kind: 'unusual', why: '已有更正待审核' }
      const problem = problems.get(cell.id)
      if (problem) return { kind: 'bad', why: problem }
      const text = typed.get(cell.id)
      return text !== undefined && text !== textOf(cell)
        ? { kind: 'changed', why: `已发布：${textOf(cell)}` }
        : undefined
    },
  })
  return [
    { key: 'item', label: '报价项', width: 210, isPinned: true, textOf: nameOf },
    { key: 'unit', label: '单位', width: 70, textOf: ({ unit }: MatrixItem) => unit },
    ...days.map(ofDay),
  ] satisfies GridColumn<MatrixItem>[]
}

type SubmitProps = { changes: readonly Change[]; onDone: () => void; onClosed: () => void }
const SHOWN = 8

/** Series that are recomputed once the corrections are passed. */
function Moved({ changes }: { changes: readonly Change[] }) {
  const quoteItemIds = [...new Set(changes.map(({ item }) => item.quoteItemId))]
  const { data = [] } = useCall(listMovedSeries, { quoteItemIds })
  if (data.length === 0) return null
  const names = data.slice(0, SHOWN).map(({ name }) => name)
  return (
    <p>
      通过后随之重新计算的系列（{data.length}）：{names.join('、')}
      {data.length > SHOWN && '等'}
    </p>
  )
}

function Submit({ changes, onDone, onClosed }: SubmitProps) {
  const rows = changes.flatMap(({ row }) => row ?? [])
  return (
    <FormDialog<typeof correctPrices, { cause: (typeof correctionCauses)[number]; reason: string }>
      title={`提交 ${rows.length} 处更正`}
      endpoint={correctPrices}
      initial={{ cause: 'error', reason: '' }}
      input={({ cause, reason }) => ({ cause, reason, rows })}
      success="更正已提交审核"
      invalidates={[listPrices, listReviews, getMatrix]}
      verb="提交更正"
      onDone={onDone}
      onClosed={onClosed}
    >
      <ul className="price-changes">
        {changes.slice(0, SHOWN).map(({ item, cell, text }) => (
          <li key={cell.id}>
            {item.itemName} {cell.day}：<del className="price-before">{textOf(cell)}</del>
            {text}
          </li>
        ))}
        {changes.length > SHOWN && <li>等 {changes.length} 处</li>}
      </ul>
      <Moved changes={changes} />
      <p className="price-note">均价按低价与高价重新计算。审核通过前，读者看到的仍是已发布的价格。</p>
      <ChoiceField of={correctPrices} name="cause" />
      <Field of={correctPrices} name="reason" rows={2} />
    </FormDialog>
  )
}

type MatrixProps = { productIds: string[]; from: string; to: string }

function Matrix(input: MatrixProps) {
  const { data, error, refetch } = useCall(getMatrix, input, { staleTime: 0 })
  const [typed, setTyped] = useState<Typed>(new Map())
  const [isSubmitting, setSubmitting] = useState(false)
  const items = data ?? []
  const days = useMemo(() => daysOf(data ?? []), [data])
  const changes = useMemo(() => changesOf(data ?? [], typed), [data, typed])
  const columns = useMemo(() => {
    const problems = new Map(changes.flatMap(({ cell, problem }) => (problem ? [[cell.id, problem] as const] : [])))
    return columnsOf(days, typed, problems)
  }, [days, typed, changes])
  useUnsaved(() => changes.length > 0)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />
  if (items.length === 0) return <Alert type="info" title="所选产品在这段时间没有已发布的价格。" />
  const bad = changes.filter(({ problem }) => problem !== null).length
  const good = changes.filter(({ row }) => row !== null)
  const handleChange = (made: readonly GridChange[]) => {
    const byKey = new Map(items.map((item) => [item.key, item]))
    const next = new Map(typed)
    for (const { row, column, text } of made) {
      const item = byKey.get(row)
      const cell = item && cellOf(item, column)
      if (cell) next.set(cell.id, text)
    }
    setTyped(next)
  }
  return (
    <>
      <div className="price-bar">
        <Button type="primary" disabled={good.length === 0 || bad > 0} onClick={() => setSubmitting(true)}>
          提交更正（{good.length}）
        </Button>
        <span role="status">
          {items.length} 项 × {days.length} 天{bad > 0 && `，有误 ${bad} 处`}
        </span>
      </div>
      <PriceGrid<MatrixItem>
        label="已发布的价格"
        rows={items}
        columns={columns}
        keyOf={keyOf}
        nameOf={nameOf}
        height="calc(100vh - 300px)"
        resolve={resolveIn(items)}
        onChange={handleChange}
      />
      {isSubmitting && (
        <Submit changes={good} onDone={() => setTyped(new Map())} onClosed={() => setSubmitting(false)} />
      )}
    </>
  )
}

const daysAgo = (count: number) => addDays(serverToday(), -count)

export default function BatchEditPage() {
  const [productIds, setProductIds] = useState<string[]>([])
  const [range, setRange] = useState({ from: daysAgo(USUAL_DAYS), to: daysAgo(0) })
  return (
    <div className="price-page">
      <div className="price-bar">
        <div className="price-products">
          <ProductsPicker aria-label="产品" value={productIds} onChange={setProductIds} />
        </div>
        <DateRangePicker
          value={{ start: range.from, end: range.to }}
          onChange={({ start, end }) => start && end && setRange({ from: start, to: end })}
        />
        <span className="price-note">最多 {MATRIX_DAYS} 天</span>
      </div>
      {productIds.length === 0 ? (
        <Alert type="info" title="请选择产品" />
      ) : (
        <Matrix key={`${productIds.join()} ${range.from} ${range.to}`} productIds={productIds} {...range} />
      )}
    </div>
  )
}
