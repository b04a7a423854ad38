// Chooses products, or one, in the category tree, by name, by number or level by level.
import { useMemo } from 'react'
import { idFilter } from '#web/kit/list/filters.tsx'
import { type CategoryLeaf, isProduct, toLazyNodes, toLazyPaths } from '#web/kit/picker/category-cascader.rules.ts'
import { CategoryCascader } from '#web/kit/picker/category-cascader.tsx'
import { LazyCascader } from '#web/kit/picker/lazy-cascader.tsx'
import { categoryCalls } from './category-calls.ts'

type ProductsPickerProps = {
  id?: string
  'aria-label'?: string
  /** The menu on which the products are sold; without it only those that the person works on are offered. */
  menuId?: string
  value?: readonly string[]
  onChange?: (productIds: string[]) => void
}

export function ProductsPicker({ menuId, onChange, ...rest }: ProductsPickerProps) {
  const calls = useMemo(() => categoryCalls(menuId), [menuId])
  return (
    <CategoryCascader
      {...rest}
      {...calls}
      choose="products"
      style={{ width: '100%' }}
      onChange={(productIds) => onChange?.(productIds)}
    />
  )
}

type ProductPickerProps = {
  id?: string
  'aria-label'?: string
  value?: string | null
  onChange?: (productId: string | null) => void
}

const ownCalls = categoryCalls()

/** One product of those that the person works on. */
export function ProductPicker({ onChange, ...rest }: ProductPickerProps) {
  return (
    <LazyCascader<CategoryLeaf>
      {...rest}
      placeholder="请输入产品名称或编号"
      style={{ width: '100%' }}
      canChoose={isProduct}
      load={async (parent) => toLazyNodes(parent?.children ?? (await ownCalls.load(parent)))}
      search={async (text) => toLazyPaths(await ownCalls.search(text))}
      lookup={async (values) => toLazyPaths(await ownCalls.lookup(values))}
      onChange={(productId) => onChange?.(productId)}
    />
  )
}

export const productFilter = <K extends string>(key: K, label: string) =>
  idFilter(key, label, ({ id, value, onChange }) => (
    <ProductPicker id={id} value={value || null} onChange={(chosen) => onChange(chosen ?? '')} />
  ))
