// Categories: the tree with its actions, and the products of the chosen one.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import {
  addCategory,
  type CategoryRow,
  editCategory,
  getCategoryRows,
  hideCategory,
  listProducts,
  mergeCategory,
  moveCategory,
  moveProducts,
  removeCategory,
  showCategory,
  sortCategories,
} from '#contract/catalogue/catalogue.ts'
import { categoryImport, exportCategories } from '#contract/catalogue/catalogue-sheets.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { ExportButton } from '#web/kit/sheets/export-button.tsx'
import { ImportButton } from '#web/kit/sheets/import-button.tsx'
import { TreePage } from '#web/kit/tree/tree-page.tsx'
import { pathTo } from '#web/kit/tree/tree-rows.rules.ts'
import { TreeSort } from '#web/kit/tree/tree-sort.tsx'
import { useCall } from '#web/lib/query.ts'
import { type CategoryActs, useCategoryActs } from './category-acts.tsx'
import { CategoryProducts } from './category-products.tsx'
import { productReads } from './reads.ts'

// Heading of the chosen category: name, state and actions.
function CategoryHead({ category, acts }: { category: CategoryRow; acts: CategoryActs }) {
  const { name, isShow, level, productCount } = category
  return (
    <div className="tree-head">
      <h2>{name}</h2>
      <small>
        {productCount} 个产品{!isShow && ' · 已隐藏'}
      </small>
      <div className="tree-head-end">
        <Can call={editCategory}>
          <Button onClick={() => acts.ask({ kind: 'edit', of: category })}>编辑</Button>
        </Can>
        <Can call={isShow ? hideCategory : showCategory}>
          <Button onClick={() => acts.toggle(category)}>{isShow ? '隐藏' : '显示'}</Button>
        </Can>
        {level === 2 && (
          <Can call={moveProducts}>
            <Button onClick={() => acts.ask({ kind: 'file', of: category })}>移入产品</Button>
          </Can>
        )}
        <Can call={moveCategory}>
          <Button onClick={() => acts.ask({ kind: 'move', of: category })}>移动</Button>
        </Can>
        <Can call={mergeCategory}>
          <Button onClick={() => acts.ask({ kind: 'merge', of: category })}>合并</Button>
        </Can>
        <Can call={removeCategory}>
          <Button danger onClick={() => acts.remove(category)}>
            删除
          </Button>
        </Can>
      </div>
    </div>
  )
}

const textsOf = ({ title }: CategoryRow) => [title]
function AllProducts({ categories }: { categories: number | undefined }) {
  return (
    <div className="tree-head">
      <h2>全部产品</h2>
      <div className="tree-head-end">
        <ImportButton calls={categoryImport} invalidates={productReads} />
        <ExportButton call={exportCategories} query={{}} total={categories} />
      </div>
    </div>
  )
}

const none: readonly CategoryRow[] = []

export default function CategoryPage() {
  const { data: nodes, error, refetch } = useCall(getCategoryRows)
  const [address, setAddress] = useSearchParams()
  const isAllowed = useIsAllowed()
  const choose = (categoryId: string) => setAddress(categoryId ? { categoryId } : {}, { replace: true })
  const acts = useCategoryActs(nodes ?? none, choose)
  const chosen = pathTo(nodes ?? none, address.get('categoryId') ?? '').at(-1)
  return (
    <>
      <TreePage
        label="分类"
        error={error}
        onRetry={() => void refetch()}
        acts={
          <Can call={addCategory}>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => acts.ask({ kind: 'add', of: null })}>
              新增一级
            </Button>
            <Button
              disabled={chosen?.level !== 1}
              title="先选中一级分类"
              onClick={() => chosen && acts.ask({ kind: 'add', of: chosen })}
            >
              新增下级
            </Button>
          </Can>
        }
        tree={
          nodes &&
          ((height) => (
            <TreeSort<CategoryRow>
              label="分类树"
              nodes={nodes}
              height={height}
              searchText="搜索分类"
              textsOf={textsOf}
              selected={chosen?.key}
              onSelect={({ id }) => choose(id === chosen?.id ? '' : id)}
              canMove={(node, parent, isSameParent) =>
                isSameParent
                  ? isAllowed(sortCategories)
                  : isAllowed(moveCategory) && !node.children && (parent ? parent.level === 1 : node.productCount === 0)
              }
              onMove={acts.place}
              after={({ productCount, isShow }) => (
                <small className="tree-note">
                  {!isShow && '已隐藏 · '}
                  {productCount}
                </small>
              )}
            />
          ))
        }
      >
        {chosen ? <CategoryHead category={chosen} acts={acts} /> : <AllProducts categories={nodes?.length} />}
        {isAllowed(listProducts) && <CategoryProducts category={chosen} />}
      </TreePage>
      {acts.dialogs}
    </>
  )
}
