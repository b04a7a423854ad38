// List of the products of the chosen category.
import { Button } from 'antd'
import {
  addProduct,
  type CategoryRow,
  listProducts,
  type ProductRow,
  sortProducts,
} from '#contract/catalogue/catalogue.ts'
import { Can } from '#web/kit/can.tsx'
import { filtersOf, idFilter } from '#web/kit/list/filters.tsx'
import { SearchBar } from '#web/kit/list/search-bar.tsx'
import { useList } from '#web/kit/list/use-list.ts'
import type { Column } from '#web/kit/table/columns.ts'
import { DataTable } from '#web/kit/table/data-table.tsx'
import { useProductActs } from './product-acts.tsx'
import { productColumns } from './product-columns.tsx'

const search = filtersOf(listProducts, ['name'])
const filters = [...search, idFilter('categoryId', '分类', () => null)]

/** No category column if the heading already names the products' category. */
const columnsOf: Record<'one' | 'many', readonly Column<ProductRow>[]> = {
  one: productColumns.filter(({ key }) => key !== 'category'),
  many: productColumns,
}

export function CategoryProducts({ category }: { category: CategoryRow | undefined }) {
  const list = useList(listProducts, filters)
  const acts = useProductActs()
  const { categoryId, name } = list.filters
  const keep = categoryId ? { categoryId } : {}
  const isOne = category?.level === 2
  return (
    <>
      <SearchBar
        filters={search}
        applied={name ? { name } : {}}
        onSearch={({ name: text }) => list.search(text ? { ...keep, name: text } : keep)}
      />
      {isOne && (
        <div className="tree-acts">
          <Can call={addProduct}>
            <Button onClick={() => acts.add(category.id)}>新增产品</Button>
          </Can>
          <Can call={sortProducts}>
            <Button onClick={() => acts.order(category.id)}>调整顺序</Button>
          </Can>
        </div>
      )}
      <DataTable<ProductRow>
        list={list}
        columns={columnsOf[isOne ? 'one' : 'many']}
        rowName={(product) => product.name}
        rowActions={acts.actionsOf}
        onOpen={acts.onOpen}
      />
      {acts.dialogs}
    </>
  )
}
