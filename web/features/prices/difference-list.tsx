// Tables of price differences for steel: grades and places against a base item, entered or computed.
import { Button } from 'antd'
import { useState } from 'react'
import {
  type DifferenceTable,
  differenceCalls,
  exportDifferences,
  getDifferences,
} from '#contract/prices/differences.ts'
import { getSheet } from '#contract/prices/price-grids.ts'
import { Can } from '#web/kit/can.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { productFilter } from '#web/pickers/product-picker.tsx'
import { DifferenceSheet } from './difference-sheet.tsx'
import { seriesReads } from './series-reads.ts'

const filters = [...filtersOf(differenceCalls.list, ['name']), productFilter('productId', '产品')]

const columns = columnsOf(differenceCalls.list, {
  name: { width: 220, opens: true },
  productName: { width: 140 },
  baseName: { width: 240 },
  unit: { width: 80 },
  entered: { width: 80 },
  computed: { width: 80 },
  lastDay: { width: 120 },
  remark: { width: 220 },
  updatedAt: {},
})

const PAGES = '/application/gangtie/price/priceDiffAdd'

export default function DifferenceList() {
  const openPage = useOpenPage()
  const [shown, setShown] = useState<DifferenceTable>()
  const actsOf = (row: DifferenceTable): RowAction[] => [
    { label: '录入', call: getDifferences, run: () => setShown(row) },
  ]
  return (
    <>
      <RowsPage
        calls={differenceCalls}
        settings="steel.priceDiff"
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        form={{ pages: { add: `${PAGES}/add`, edit: `${PAGES}/edit` } }}
        acts={actsOf}
        onOpen={setShown}
        removing={() => '计算的价差系列随表删除；录入过的价差保留在价格数据中，停止更新。'}
        reads={[getDifferences, ...seriesReads]}
        exportCall={exportDifferences}
        toolbar={
          <Can call={getSheet}>
            <Button onClick={() => openPage('/data/priceService/price/batchAdd', { differences: '1' })}>
              录入当日价差
            </Button>
          </Can>
        }
      />
      {shown && <DifferenceSheet table={shown} onClosed={() => setShown(undefined)} />}
    </>
  )
}
