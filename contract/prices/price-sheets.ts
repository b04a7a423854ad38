// Prices as a spreadsheet.
import { can } from '../access.ts'
import { exportCall } from '../sheets.ts'
import { PriceQuery } from './prices.ts'

const exported = [
  { key: 'day', header: '日期' },
  { key: 'productName', header: '产品' },
  { key: 'itemName', header: '报价项' },
  { key: 'market', header: '市场' },
  { key: 'specification', header: '规格' },
  { key: 'unit', header: '单位' },
  { key: 'low', header: '低价' },
  { key: 'high', header: '高价' },
  { key: 'average', header: '均价' },
  { key: 'change', header: '涨跌' },
  { key: 'percent', header: '涨跌幅（%）' },
  { key: 'status', header: '状态' },
  { key: 'remark', header: '备注' },
  { key: 'submittedByName', header: '提交人' },
  { key: 'verifiedByName', header: '审核人' },
  { key: 'publication', header: '发布序号' },
] as const
export type PriceExportKey = (typeof exported)[number]['key']

export const exportPrices = exportCall({
  noun: '价格',
  path: '/api/backend/prices/price/export',
  access: can('price', 'exportBtn'),
  query: PriceQuery,
  columns: exported,
})
