// Prices by day and quote item: enter, submit, correct; a drawer shows the revisions of each.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { getMatrix, getSheet, listRemarks } from '#contract/prices/price-grids.ts'
import { exportPrices, priceImport } from '#contract/prices/price-sheets.ts'
import { listPrices, type PriceRow, savePrice } from '#contract/prices/prices.ts'
import { Can } from '#web/kit/can.tsx'
import type { Column } from '#web/kit/list/columns.ts'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { flagFilter, idFilter, selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { ImportButton } from '#web/kit/sheets/import-button.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { productFilter } from '#web/pickers/product-picker.tsx'
import { QuoteItemPicker } from '#web/pickers/quote-item-picker.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { PriceDetails } from './price-details.tsx'
import { Corrected, Move, PriceState, statusOptions } from './price-labels.tsx'
import { usePriceActs } from './use-price-acts.tsx'

const filters = [
  productFilter('productId', '产品'),
  dayRangeFilter('days', '日期', 'from', 'to'),
  selectFilter('status', '状态', statusOptions),
]

const advanced = [
  idFilter('quoteItemId', '报价项', ({ id, value, onChange }) => (
    <QuoteItemPicker id={id} value={value || null} placeholder="全部" onChange={(item) => onChange(item ?? '')} />
  )),
  textFilter('market', '市场', 64),
  userFilter('submittedById', '提交人'),
  flagFilter('isReviewing', '待审核', { yes: '是', no: '否' }),
]

const columns: readonly Column<PriceRow>[] = [
  { key: 'day', label: '日期', width: 100 },
  { key: 'productName', label: '产品', width: 120 },
  { key: 'itemName', label: '报价项', width: 200, narrowPx: 158, opens: true },
  { key: 'status', label: '状态', width: 100, render: PriceState },
  { key: 'market', label: '市场', width: 70 },
  { key: 'unit', label: '单位', width: 65 },
  {
    key: 'low',
    label: '低价',
    group: '价格',
    width: 90,
    align: 'right',
    render: ({ low, struck }) => <Corrected now={low} before={struck?.low} />,
  },
  {
    key: 'high',
    label: '高价',
    group: '价格',
    width: 90,
    align: 'right',
    render: ({ high, struck }) => <Corrected now={high} before={struck?.high} />,
  },
  {
    key: 'average',
    label: '均价',
    group: '价格',
    width: 90,
    narrowPx: 84,
    align: 'right',
    render: ({ average, struck }) => <Corrected now={average} before={struck?.average} />,
  },
  {
    key: 'change',
    label: '涨跌',
    group: '较上期',
    width: 70,
    align: 'right',
    render: ({ change }) => <Move of={change} />,
  },
  {
    key: 'percent',
    label: '涨跌幅',
    group: '较上期',
    width: 80,
    align: 'right',
    render: ({ percent }) => <Move of={percent} suffix="%" />,
  },
  { key: 'submittedByName', label: '提交人', width: 90 },
  { key: 'verifiedByName', label: '审核人', width: 90 },
  { key: 'remark', label: '备注', width: 180 },
  { key: 'reason', label: '原因', width: 160 },
  { key: 'opinion', label: '驳回意见', width: 160 },
  { key: 'updatedAt', label: '更新时间', width: 150, render: ({ updatedAt }) => formatMoment(updatedAt) },
]

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
