// The id of a menu row by its code, for pickers of the products sold on that page.
import { usePermissions } from '#web/lib/session/permissions.ts'

export const useMenuId = (menu: string): string | undefined =>
  usePermissions(({ buttons }) => buttons.find(({ code }) => code === menu)?.id)
