// Acts on prices by state, on one or on several.
import { type ReactNode, useState } from 'react'
import {
  correctPrices,
  type PriceRow,
  removePrices,
  savePrice,
  submitPrices,
  withdrawPrices,
} from '#contract/prices/prices.ts'
import { resumeQuoteItems, stopQuoteItems } from '#contract/prices/quote-items.ts'
import { cancelVerify, passPrices } from '#contract/prices/reviews.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import type { BatchAct } from '#web/kit/list/batch-acts.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useAct } from '#web/lib/query.ts'
import { CancelVerify, CorrectPrice, EditPrice, priceReads } from './price-dialogs.tsx'
import { StopItems } from './quote-item-dialogs.tsx'

type Dialog = { kind: 'edit' | 'correct' | 'cancel' | 'stop'; price: PriceRow } | { kind: 'add' }

type Acts = {
  add: () => void
  actionsOf: (price: PriceRow) => RowAction[]
  batch: readonly BatchAct<PriceRow>[]
  dialogs: ReactNode
}

const seen = (rows: readonly PriceRow[]) => ({ rows: rows.map(({ id, version }) => ({ id, version })) })

export function usePriceActs(): Acts {
  const [dialog, setDialog] = useState<Dialog>()
  const [confirm, confirmation] = useConfirm()
  const common = { invalidates: priceReads, isDanger: false }
  const submit = useConfirmed(submitPrices, { ...common, title: '提交审核', verb: '提交', success: '已提交审核' })
  const withdraw = useConfirmed(withdrawPrices, { ...common, title: '撤回提交', verb: '撤回', success: '已撤回' })
  const remove = useConfirmed(removePrices, { ...common, title: '删除草稿', verb: '删除', success: '删除成功' })
  const pass = useConfirmed(passPrices, { ...common, title: '审核通过', verb: '通过', success: '审核通过，已发布' })
  const resume = useAct(resumeQuoteItems, { invalidates: priceReads, success: '恢复更新成功' })
  const open = (kind: 'edit' | 'correct' | 'cancel' | 'stop', price: PriceRow) => () => setDialog({ kind, price })

  const confirmRemoval = (rows: readonly PriceRow[], clear?: () => void) =>
    confirm({
      title: `删除 ${rows.length} 条价格草稿？`,
      content: '删除后不能恢复，填过的内容仍可在版本记录中查到。',
      verb: '删除',
      run: async () => {
        if ((await remove.run(seen(rows))) !== undefined) clear?.()
      },
    })

  const actionsOf = (price: PriceRow): RowAction[] => {
    const { id, reviewing, publication, status } = price
    const item: RowAction =
      price.itemStatus === 'update'
        ? { label: '停更报价项', call: stopQuoteItems, run: open('stop', price) }
        : { label: '恢复更新', call: resumeQuoteItems, run: () => void resume.run({ ids: [price.quoteItemId] }) }
    if (reviewing !== null) {
      const rows = [{ id, revisionId: reviewing }]
      return [
        { label: '通过', call: passPrices, run: () => void pass.run({ rows }) },
        { label: '撤回', call: withdrawPrices, run: () => void withdraw.run(seen([price])) },
        item,
      ]
    }
    if (publication !== null) {
      return [
        { label: '更正', call: correctPrices, run: open('correct', price) },
        ...(status === 'verified'
          ? [{ label: '取消审核', call: cancelVerify, isDanger: true, run: open('cancel', price) }]
          : []),
        item,
      ]
    }
    return [
      { label: '编辑', call: savePrice, run: open('edit', price) },
      { label: '提交', call: submitPrices, run: () => void submit.run(seen([price])) },
      { label: '删除', call: removePrices, isDanger: true, run: () => confirmRemoval([price]) },
      item,
    ]
  }

  const batch: BatchAct<PriceRow>[] = [
    {
      label: '提交审核',
      call: submitPrices,
      run: (rows, clear) => void submit.run(seen(rows)).then((done) => (done === undefined ? undefined : clear())),
    },
    { label: '删除草稿', call: removePrices, isDanger: true, run: confirmRemoval },
  ]

  const close = () => setDialog(undefined)
  const dialogs = (
    <>
      {confirmation}
      {[submit, withdraw, remove, pass].map(({ dialogs: own }) => own)}
      {dialog?.kind === 'add' && <EditPrice price={undefined} onClosed={close} />}
      {dialog?.kind === 'edit' && <EditPrice price={dialog.price} onClosed={close} />}
      {dialog?.kind === 'correct' && <CorrectPrice price={dialog.price} onClosed={close} />}
      {dialog?.kind === 'cancel' && <CancelVerify price={dialog.price} onClosed={close} />}
      {dialog?.kind === 'stop' && (
        <StopItems
          ids={[dialog.price.quoteItemId]}
          name={dialog.price.itemName}
          invalidates={priceReads}
          onClosed={close}
        />
      )}
    </>
  )
  return { add: () => setDialog({ kind: 'add' }), actionsOf, batch, dialogs }
}
