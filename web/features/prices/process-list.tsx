import { useState } from 'react'
import { exportProcesses, processImport } from '#contract/prices/process-sheets.ts'
import { type ProcessRow, processCalls } from '#contract/prices/processes.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { textFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { productFilter } from '#web/pickers/product-picker.tsx'
import { Move } from './price-labels.tsx'
import { ProcessDetails } from './process-details.tsx'
import { seriesReads } from './series-reads.ts'

const filters = [textFilter('name', '工序名称', 90), productFilter('productId', '产品')]

const columns = columnsOf(processCalls.list, {
  name: { width: 200, opens: true },
  productName: { width: 140 },
  outputs: { width: 220 },
  inputs: { width: 320 },
  validFrom: { width: 110, empty: '全部日期' },
  lastDay: { width: 110 },
  lastCost: { width: 100 },
  lastProfit: { width: 100, align: 'right', render: ({ lastProfit }) => <Move of={lastProfit} /> },
  unit: { width: 80 },
  updatedAt: {},
})

const PAGES = '/data/goodsManage/goodsProcessVariable'
const NAME_MAX = 90

function CopyProcess({ process, onClosed }: { process: ProcessRow; onClosed: () => void }) {
  return (
    <FormDialog<typeof processCalls.copy, { name: string }>
      title={`复制工序“${process.name}”`}
      endpoint={processCalls.copy}
      initial={{ name: `${process.name} 副本`.slice(0, NAME_MAX) }}
      input={({ name }) => ({ id: process.id, name })}
      success="复制成功"
      invalidates={[processCalls.list, ...seriesReads]}
      verb="复制"
      onClosed={onClosed}
    >
      <Field of={processCalls.copy} name="name" hint="按当前的投入产出复制，适用于全部日期。" />
    </FormDialog>
  )
}

type Dialog = { kind: 'copy' | 'details'; row: ProcessRow }

export default function ProcessList() {
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const actsOf = (row: ProcessRow): RowAction[] => [
    { label: '复制', call: processCalls.copy, run: () => setDialog({ kind: 'copy', row }) },
  ]
  return (
    <>
      <RowsPage
        calls={processCalls}
        settings="goodsProcessVariable"
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        form={{ pages: { add: `${PAGES}/add`, edit: `${PAGES}/edit` } }}
        acts={actsOf}
        onOpen={(row) => setDialog({ kind: 'details', row })}
        removing={() => '它的成本、利润系列和全部数值一起删除，不能恢复。'}
        reads={seriesReads}
        exportCall={exportProcesses}
        imports={processImport}
      />
      {dialog?.kind === 'details' && <ProcessDetails process={dialog.row} acts={actsOf(dialog.row)} onClosed={close} />}
      {dialog?.kind === 'copy' && <CopyProcess process={dialog.row} onClosed={close} />}
    </>
  )
}
