// Who may work on what, into spreadsheets.

import {
  type CategoryGrantsExportKey,
  exportCategoryGrants,
  exportProductGrants,
  exportStaff,
  type ProductGrantsExportKey,
  type StaffExportKey,
} from '../../../contract/authorisation/authorisation-sheets.ts'
import type { CategoryGrantsRow, ProductGrantsRow, StaffRow } from '../../../contract/authorisation/grants.ts'
import { declareExport, type ExportedColumn } from '../../core/sheets/exports.ts'
import { listCategoryGrants, listProductGrants, listStaff } from './grant-lists.queries.ts'

type Named = { userName: string; realName: string; deptName: string; roleName: string }
const person = {
  userName: { width: 18, cell: ({ userName }) => userName },
  realName: { width: 14, cell: ({ realName }) => realName },
  deptName: { width: 18, cell: ({ deptName }) => deptName },
  roleName: { width: 16, cell: ({ roleName }) => roleName },
} satisfies Record<keyof Named, ExportedColumn<Named>>

export const productGrantsExport = declareExport<ProductGrantsExportKey, ProductGrantsRow>(exportProductGrants, {
  target: 'productAuthorisation',
  list: listProductGrants,
  columns: {
    ...person,
    productCount: { width: 12, cell: ({ seesAll, productCount }) => (seesAll ? '全部' : productCount) },
    ownCount: { width: 12, isNumber: true, cell: ({ ownCount }) => ownCount },
  },
})

export const categoryGrantsExport = declareExport<CategoryGrantsExportKey, CategoryGrantsRow>(exportCategoryGrants, {
  target: 'categoryAuthorisation',
  list: listCategoryGrants,
  columns: {
    ...person,
    categoryCount: { width: 12, isNumber: true, cell: ({ categoryCount }) => categoryCount },
    newsCategoryCount: { width: 12, isNumber: true, cell: ({ newsCategoryCount }) => newsCategoryCount },
  },
})

export const staffExport = declareExport<StaffExportKey, StaffRow>(exportStaff, {
  target: 'staff',
  list: listStaff,
  columns: {
    ...person,
    isMain: { width: 10, cell: ({ isMain }) => (isMain ? '主角色' : '副角色') },
    productCount: { width: 12, isNumber: true, cell: ({ productCount }) => productCount },
  },
})
