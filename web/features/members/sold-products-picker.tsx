// Chooses products as a menu of a sub-product sells them.
import { usePermissions } from '../../lib/permissions.ts'
import { ProductsPicker } from '../../pickers/product-picker.tsx'

type SoldProductsPickerProps = {
  /** The menu's code. */
  menu: string
  id?: string
  value?: readonly string[]
  onChange?: (productIds: string[]) => void
}

export function SoldProductsPicker({ menu, ...rest }: SoldProductsPickerProps) {
  const menuId = usePermissions(({ buttons }) => buttons.find(({ code }) => code === menu)?.id)
  return <ProductsPicker {...rest} {...(menuId !== undefined && { menuId })} />
}
