// Columns of product lists.
import { type ProductRow, tableTypeLabels } from '#contract/catalogue/catalogue.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { Status } from '#web/kit/table/status.tsx'

export function ProductShown({ isShow }: { isShow: boolean }) {
  return isShow ? <Status tone="good">显示</Status> : <Status tone="idle">已隐藏</Status>
}

export const productColumns: readonly Column<ProductRow>[] = [
  { key: 'name', label: '产品名称', width: 200, opens: true },
  { key: 'code', label: '产品编码', width: 120 },
  { key: 'category', label: '所属分类', width: 200, render: ({ category }) => category || '未归类' },
  { key: 'unit', label: '计量单位', width: 90 },
  { key: 'tableType', label: '价格表类型', width: 100, render: ({ tableType }) => tableTypeLabels[tableType] },
  { key: 'isShow', label: '状态', width: 90, render: ProductShown },
]
