// Product list: search, add, edit, show, hide, sort, move to another category, delete.
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import {
  addProduct,
  hideProducts,
  listProducts,
  moveProducts,
  removeProducts,
  showProducts,
  sortProducts,
  tableTypeLabels,
  tableTypes,
} from '#contract/catalogue/catalogue.ts'
import { exportProducts, productImport } from '#contract/catalogue/product-sheets.ts'
import { Can } from '#web/kit/can.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { filtersOf, flagFilter, idFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { ImportButton } from '#web/kit/sheets/import-button.tsx'
import { CategoryPicker } from '#web/pickers/category-picker.tsx'
import { useProductActs } from './product-acts.tsx'
import { productColumns } from './product-columns.tsx'
import { productReads } from './reads.ts'

const filters = [
  idFilter('categoryId', '分类', ({ onChange, ...rest }) => (
    <CategoryPicker {...rest} placeholder="全部" onChange={(id) => onChange(id ?? '')} />
  )),
  ...filtersOf(listProducts, ['name', 'code']),
]

const advanced = [
  selectFilter('tableType', '价格表类型', optionsOf(tableTypeLabels, tableTypes)),
  flagFilter('isShow', '状态', { yes: '显示', no: '已隐藏' }),
  flagFilter('isFiled', '归类', { yes: '已归类', no: '未归类' }),
]

export default function ProductList() {
  const [address] = useSearchParams()
  const acts = useProductActs()
  const categoryId = address.get('categoryId')
  return (
    <>
      <ListPage
        endpoint={listProducts}
        settings="product"
        filters={filters}
        advanced={advanced}
        columns={productColumns}
        rowName={({ name }) => name}
        rowActions={acts.actionsOf}
        onOpen={acts.onOpen}
        toolbar={
          <>
            <AddButton call={addProduct} onClick={() => acts.add(null)} />
            <Can call={sortProducts}>
              <Button onClick={() => acts.order(categoryId)}>调整顺序</Button>
            </Can>
            <ImportButton calls={productImport} invalidates={[listProducts, ...productReads]} />
          </>
        }
        exportCall={exportProducts}
        batchActs={[
          { label: '移动', call: moveProducts, run: acts.move },
          { label: '显示', call: showProducts, run: acts.show },
          { label: '隐藏', call: hideProducts, run: acts.hide },
          { label: '删除', call: removeProducts, isDanger: true, run: acts.remove },
        ]}
      />
      {acts.dialogs}
    </>
  )
}
