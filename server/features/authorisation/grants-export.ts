// Export of staff grants.
import { exportCategoryGrants, exportProductGrants, exportStaff } from '#contract/authorisation/authorisation-sheets.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { listCategoryGrants, listProductGrants, listStaff } from './grant-lists.queries.ts'

export const productGrantsExport = declareExport(exportProductGrants, {
  target: 'productAuthorisation',
  list: listProductGrants,
  cells: { productCount: ({ seesAll, productCount }) => (seesAll ? '全部' : productCount) },
})

export const categoryGrantsExport = declareExport(exportCategoryGrants, {
  target: 'categoryAuthorisation',
  list: listCategoryGrants,
})

export const staffExport = declareExport(exportStaff, {
  target: 'staff',
  list: listStaff,
  cells: { isMain: ({ isMain }) => (isMain ? '主角色' : '副角色') },
})
