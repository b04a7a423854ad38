// The category tree's calls for pickers, each within the scope of its menu.
import { getAllCategory, getCategoryPaths, getProductListByName } from '#contract/catalogue/catalogue.ts'
import type { CategoryNode } from '#web/kit/picker/category-cascader.rules.ts'
import { call } from '#web/lib/call.ts'

export type CategoryCalls = {
  load: (parent: CategoryNode | null) => Promise<readonly CategoryNode[]>
  search: (nameOrNumber: string) => Promise<readonly (readonly CategoryNode[])[]>
  lookup: (values: readonly string[]) => Promise<readonly (readonly CategoryNode[])[]>
}

/** The picker shows errors itself (spec §8). */
const quiet = { hideErrorMsg: true }

/** @param menuId the menu on which products are sold; without it only those that the person works on are offered */
export function categoryCalls(menuId?: string): CategoryCalls {
  const from = menuId === undefined ? {} : { menuId }
  return {
    load: (parent) => call(getAllCategory, { ...from, ...(parent && { key: parent.value }) }, quiet),
    search: async (productNameOrId) => {
      const found = await call(getProductListByName, { ...from, productNameOrId }, quiet)
      return found.map(({ path }) => path)
    },
    lookup: (values) => call(getCategoryPaths, { ...from, values: [...values] }, quiet),
  }
}
