// Picks among the products sold on a sub-product's page.
import { ProductsPicker } from '#web/pickers/product-picker.tsx'
import { useMenuId } from '../use-menu-id.ts'

type SoldProductsPickerProps = {
  /** Code of the page's menu row. */
  menu: string
  id?: string
  value?: readonly string[]
  onChange?: (productIds: string[]) => void
}

export function SoldProductsPicker({ menu, ...rest }: SoldProductsPickerProps) {
  const menuId = useMenuId(menu)
  return <ProductsPicker {...rest} {...(menuId !== undefined && { menuId })} />
}
