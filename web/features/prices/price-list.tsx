// Prices by day and quote item: enter, submit, correct; a drawer shows the revisions of each.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { getMatrix, getSheet, listRemarks } from '#contract/prices/price-grids.ts'
import { exportPrices, priceImport } from '#contract/prices/price-sheets.ts'
import { listPrices, type PriceRow, savePrice } from '#contract/prices/prices.ts'
import { Can } from '#web/kit/can.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, flagFilter, idFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { ImportButton } from '#web/kit/sheets/import-button.tsx'
import { useOpenPage } from '#web/lib/open-page.ts'
import { productFilter } from '#web/pickers/product-picker.tsx'
import { QuoteItemPicker } from '#web/pickers/quote-item-picker.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { PriceDetails } from './price-details.tsx'
import { Corrected, Move, PriceState } from './price-labels.tsx'
import { usePriceActs } from './use-price-acts.tsx'

const filters = [
  productFilter('productId', '产品'),
  dayRangeFilter('days', '日期', 'from', 'to'),
  ...filtersOf(listPrices, ['status']),
]

const advanced = [
  idFilter('quoteItemId', '报价项', ({ id, value, onChange }) => (
    <QuoteItemPicker id={id} value={value || null} placeholder="全部" onChange={(item) => onChange(item ?? '')} />
  )),
  ...filtersOf(listPrices, ['market']),
  userFilter('submittedById', '提交人'),
  flagFilter('isReviewing', '待审核', { yes: '是', no: '否' }),
]

const columns = columnsOf(listPrices, {
  day: { width: 100 },
  productName: { width: 120 },
  itemName: { width: 200, narrowPx: 158, opens: true },
  status: { width: 100, render: PriceState },
  market: { width: 70 },
  unit: { width: 65 },
  low: {
    group: '价格',
    width: 90,
    align: 'right',
    render: ({ low, struck }) => <Corrected now={low} before={struck?.low} />,
  },
  high: {
    group: '价格',
    width: 90,
    align: 'right',
    render: ({ high, struck }) => <Corrected now={high} before={struck?.high} />,
  },
  average: {
    group: '价格',
    width: 90,
    narrowPx: 84,
    align: 'right',
    render: ({ average, struck }) => <Corrected now={average} before={struck?.average} />,
  },
  change: { group: '较上期', width: 70, align: 'right', render: ({ change }) => <Move of={change} /> },
  percent: {
    label: '涨跌幅',
    group: '较上期',
    width: 80,
    align: 'right',
    render: ({ percent }) => <Move of={percent} suffix="%" />,
  },
  submittedByName: { width: 90 },
  verifiedByName: { width: 90 },
  remark: { width: 180 },
  reason: { width: 160 },
  opinion: { label: '驳回意见', width: 160 },
  updatedAt: {},
})

const PAGES = '/data/priceService/price'

export default function PriceList() {
  const openPage = useOpenPage()
  const [shown, setShown] = useState<PriceRow>()
  const { add, actionsOf, batch, dialogs } = usePriceActs()
  return (
    <>
      <ListPage
        endpoint={listPrices}
        settings="price"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ itemName, day }) => `${itemName} ${day}`}
        rowActions={actionsOf}
        onOpen={setShown}
        exportCall={exportPrices}
        batchActs={batch}
        toolbar={
          <>
            <Can call={getSheet}>
              <Button type="primary" onClick={() => openPage(`${PAGES}/batchAdd`)}>
                批量录入
              </Button>
            </Can>
            <Can call={savePrice}>
              <Button icon={<PlusOutlined />} onClick={add}>
                新增
              </Button>
            </Can>
            <Can call={getMatrix}>
              <Button onClick={() => openPage(`${PAGES}/batchEdit`)}>批量修改</Button>
            </Can>
            <ImportButton calls={priceImport} invalidates={[listPrices]} />
            <Can call={listRemarks}>
              <Button onClick={() => openPage(`${PAGES}/englishRemark`)}>英文备注</Button>
            </Can>
          </>
        }
      />
      {shown && <PriceDetails price={shown} acts={actionsOf(shown)} onClosed={() => setShown(undefined)} />}
      {dialogs}
    </>
  )
}
