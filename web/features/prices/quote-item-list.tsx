// Quote items: list, stop, resume, move, reorder.
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { exportQuoteItems, quoteItemImport } from '#contract/prices/quote-item-sheets.ts'
import {
  moveQuoteItems,
  type QuoteItemRow,
  quoteItemCalls,
  resumeQuoteItems,
  setQuoteItemCode,
  sortQuoteItems,
  stopQuoteItems,
} from '#contract/prices/quote-items.ts'
import { Can } from '#web/kit/can.tsx'
import { GroupOrder } from '#web/kit/form/group-order.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, flagFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { roleCodeOf } from '#web/lib/session/session.rules.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ProductPicker, productFilter } from '#web/pickers/product-picker.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { ItemState } from './price-labels.tsx'
import { QuoteItemDetails } from './quote-item-details.tsx'
import { ChangeItemCode, CopyItem, MoveItem, StopItems } from './quote-item-dialogs.tsx'

function useQuoteItems(productId: string) {
  const input = { productId, size: 100, ascs: ['sort' as const] }
  const { data, ...read } = useCall(quoteItemCalls.list, input, { staleTime: 0 })
  return { ...read, data: data?.records }
}

/** Dialog that reorders the quote items of one product. */
function QuoteItemOrder({ onClosed }: { onClosed: () => void }) {
  const [address] = useSearchParams()
  const save = useAct(sortQuoteItems, {
    guardMs: DIALOG_GUARD_MS,
    success: '顺序已保存',
    invalidates: [quoteItemCalls.list],
  })
  return (
    <GroupOrder
      noun="报价项"
      initial={address.get('productId')}
      picker={(value, choose) => <ProductPicker aria-label="产品" value={value} onChange={choose} />}
      hint="请先选择产品"
      useRows={useQuoteItems}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      noteOf={({ specification }) => specification}
      isSaving={save.pending}
      onSave={(productId, ids) => save.run({ productId, ids })}
      onClosed={onClosed}
    />
  )
}

const filters = [
  ...filtersOf(quoteItemCalls.list, ['name']),
  productFilter('productId', '产品'),
  ...filtersOf(quoteItemCalls.list, ['status']),
]

const advanced = [
  ...filtersOf(quoteItemCalls.list, ['code', 'market']),
  userFilter('analystId', '分析师'),
  flagFilter('isDouble', '重名', { yes: '与同产品的报价项重名', no: '不重名' }),
]

const columns = columnsOf(quoteItemCalls.list, {
  code: { width: 110 },
  name: { width: 230, opens: true },
  productName: { width: 150 },
  market: { width: 90 },
  specification: { width: 150 },
  unit: { width: 80 },
  frequency: { width: 100 },
  dueTime: { label: '应更新', width: 80 },
  source: { label: '来源', width: 70 },
  analystName: { width: 90 },
  deputyName: { width: 90 },
  status: { width: 100, render: ItemState },
  lastDay: { width: 110 },
  stopReason: { width: 160 },
  updatedAt: {},
})

/** Roles that may change an item's code, which feeds and formulas refer to (spec §6). */
const recoders: ReadonlySet<string> = new Set(['administrator', 'sjgly'])

const PAGES = '/data/priceService/quoteItem'

type Dialog = { kind: 'stop' | 'copy' | 'move' | 'code' | 'details'; row: QuoteItemRow }

export default function QuoteItemList() {
  const [dialog, setDialog] = useState<Dialog>()
  const [isSorting, setSorting] = useState(false)
  const mayRecode = recoders.has(roleCodeOf(useSession()?.role_info ?? ''))
  const resume = useAct(resumeQuoteItems, { invalidates: [quoteItemCalls.list], success: '恢复更新成功' })
  const close = () => setDialog(undefined)
  const open = (kind: Dialog['kind'], row: QuoteItemRow) => () => setDialog({ kind, row })

  const actsOf = (row: QuoteItemRow): RowAction[] => [
    { label: '复制', call: quoteItemCalls.copy, run: open('copy', row) },
    row.status === 'update'
      ? { label: '停更', call: stopQuoteItems, run: open('stop', row) }
      : { label: '恢复更新', call: resumeQuoteItems, run: () => void resume.run({ ids: [row.id] }) },
    { label: '移动', call: moveQuoteItems, run: open('move', row) },
    ...(mayRecode ? [{ label: '修改编码', call: setQuoteItemCode, run: open('code', row) }] : []),
  ]
  return (
    <>
      <RowsPage
        calls={quoteItemCalls}
        settings="quoteItem"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ name }) => name}
        form={{ pages: { add: `${PAGES}/add`, edit: `${PAGES}/edit` } }}
        acts={actsOf}
        onOpen={(row) => setDialog({ kind: 'details', row })}
        removing={() => '有过价格的报价项不能删除，请改为停更。删除后不能恢复。'}
        imports={quoteItemImport}
        exportCall={exportQuoteItems}
        toolbar={
          <Can call={sortQuoteItems}>
            <Button onClick={() => setSorting(true)}>调整顺序</Button>
          </Can>
        }
      />
      {dialog?.kind === 'details' && <QuoteItemDetails item={dialog.row} acts={actsOf(dialog.row)} onClosed={close} />}
      {dialog?.kind === 'stop' && (
        <StopItems ids={[dialog.row.id]} name={dialog.row.name} invalidates={[quoteItemCalls.list]} onClosed={close} />
      )}
      {dialog?.kind === 'copy' && <CopyItem item={dialog.row} onClosed={close} />}
      {dialog?.kind === 'move' && <MoveItem item={dialog.row} onClosed={close} />}
      {dialog?.kind === 'code' && <ChangeItemCode item={dialog.row} onClosed={close} />}
      {isSorting && <QuoteItemOrder onClosed={() => setSorting(false)} />}
    </>
  )
}
