// Chooses products in the category tree, by name, by number or level by level.
import { useMemo } from 'react'
import { CategoryCascader } from '../kit/picker/category-cascader.tsx'
import { categoryCalls } from './category-calls.ts'

type ProductsPickerProps = {
  id?: string
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
