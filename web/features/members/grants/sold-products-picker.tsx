// Chooses products as a menu of a sub-product sells them.
import { ProductsPicker } from '../../../pickers/product-picker.tsx'
import { useMenuId } from '../use-menu-id.ts'

type SoldProductsPickerProps = {
  /** The menu's code. */
  menu: string
  id?: string
  value?: readonly string[]
  onChange?: (productIds: string[]) => void
}

export function SoldProductsPicker({ menu, ...rest }: SoldProductsPickerProps) {
  const menuId = useMenuId(menu)
  return <ProductsPicker {...rest} {...(menuId !== undefined && { menuId })} />
}
