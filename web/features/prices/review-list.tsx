// The review queue: submitted prices beside the published ones. J and K move, Space selects, A passes, R overrules, P
// passes all that are within the usual.
import { Button } from 'antd'
import { type FocusEvent, useMemo, useState } from 'react'
import { getPrice, listPrices } from '#contract/prices/prices.ts'
import { listReviews, overrulePrices, passPrices, type ReviewRow } from '#contract/prices/reviews.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { flagFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { type ReviewAct, ReviewQueue } from '#web/kit/list/review-queue.tsx'
import { useList } from '#web/kit/list/use-list.ts'
import { useReviewKeys } from '#web/kit/list/use-review-keys.ts'
import { useSelection } from '#web/kit/table/use-selection.ts'
import { useShared } from '#web/lib/live/shared-changes.ts'
import { productFilter } from '#web/pickers/product-picker.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { columnsOf } from './review-columns.tsx'
import { usePassing } from './use-passing.tsx'
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

const reads = [listReviews, listPrices, getPrice]

type Asked = { rows: readonly ReviewRow[]; clear: () => void }

function Overrule({ rows, clear, onClosed }: Asked & { onClosed: () => void }) {
  const [first] = rows
  return (
    <FormDialog<typeof overrulePrices, { opinion: string }>
      title={rows.length === 1 && first ? `驳回：${first.itemName} ${first.day}` : `驳回 ${rows.length} 条价格`}
      endpoint={overrulePrices}
      initial={{ opinion: '' }}
      input={({ opinion }) => ({ rows: rows.map(({ id, revisionId }) => ({ id, revisionId })), opinion })}
      success="已驳回"
      invalidates={reads}
      verb="驳回"
      onDone={clear}
      onClosed={onClosed}
    >
      <Field of={overrulePrices} name="opinion" hint="提交人会看到这段意见。" rows={3} />
    </FormDialog>
  )
}

export default function ReviewList() {
  const isAllowed = useIsAllowed()
  const [overruled, setOverruled] = useState<Asked>()
  const loaded = useList(listReviews, filters)
  useShared('priceReviews', loaded.refresh)
  const passing = usePassing({ invalidates: reads })
  const list = useMemo(() => ({ ...loaded, page: passing.without(loaded.page) }), [loaded, passing.without])
  const rows = list.page?.records
  const [at, setAt] = useState<string | null>(null)
  const here = at ?? list.filters.productId ?? null
  const reviewers = useReviewers(here)
  const known = JSON.stringify([...reviewers])
  // stable columns while the reviewers are the same
  const columns = useMemo(() => columnsOf(new Map(JSON.parse(known) as [string, string[]][])), [known])
  const selection = useSelection<ReviewRow>(list.filters)
  const acts = (
    [
      { label: '通过', call: passPrices, key: 'a', run: passing.pass },
      {
        label: '驳回',
        call: overrulePrices,
        key: 'r',
        isDanger: true,
        run: (chosen: readonly ReviewRow[], clear: () => void) => setOverruled({ rows: chosen, clear }),
      },
    ] satisfies ReviewAct<ReviewRow>[]
  ).filter(({ call }) => isAllowed(call))
  const mayPass = isAllowed(passPrices)
  const passUsual = { key: 'p', run: () => passing.passUsual(rows ?? [], keys.skipped()) }
  const keys = useReviewKeys({ acts: mayPass ? [...acts, passUsual] : acts, rows, selection })
  const handleFocus = (event: FocusEvent<HTMLElement>) => {
    keys.onFocus(event)
    const id = event.target.closest<HTMLElement>('tr[data-row-key]')?.dataset.rowKey
    const row = rows?.find((each) => each.id === id)
    if (row) setAt(row.productId)
  }
  return (
    <>
      <ReviewQueue<ReviewRow>
        settings="priceReview"
        filters={filters}
        columns={columns}
        list={list}
        selection={selection}
        acts={acts}
        keys={{ onFocus: handleFocus, onKeyDown: keys.onKeyDown }}
        rowName={({ itemName, day }) => `${itemName} ${day}`}
        firstActs={mayPass && <Button onClick={passUsual.run}>通过常规价格</Button>}
        note={
          passing.held ??
          (acts.length > 0 && (
            <span className="price-note">J / K 移动，空格选中，A 通过，R 驳回，P 通过本页常规价格</span>
          ))
        }
      />
      {overruled && <Overrule {...overruled} onClosed={() => setOverruled(undefined)} />}
      {passing.dialogs}
    </>
  )
}
