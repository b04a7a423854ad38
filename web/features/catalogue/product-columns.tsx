// Columns of product lists.

import { listProducts } from '#contract/catalogue/catalogue.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { Status } from '#web/kit/table/status.tsx'

export function ProductShown({ isShow }: { isShow: boolean }) {
  return isShow ? <Status tone="good">显示</Status> : <Status tone="idle">已隐藏</Status>
}

export const productColumns = columnsOf(listProducts, {
  name: { width: 200, opens: true },
  code: { width: 120 },
  category: { label: '所属分类', width: 200, empty: '未归类' },
  unit: { width: 90 },
  tableType: { width: 100 },
  isShow: { label: '状态', width: 90, render: ProductShown },
})
