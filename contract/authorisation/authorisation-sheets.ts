// Exports of staff grants.
import { can } from '#contract/access.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import {
  CategoryGrantsQuery,
  ProductGrantsQuery,
  queryCategoryGrants,
  queryProductGrants,
  queryStaff,
  StaffQuery,
} from './grants.ts'

const person = ['userName', 'realName', 'deptName', 'roleName'] as const

export const exportProductGrants = exportCall(
  '产品授权',
  '/api/backend/authorisation/product/export',
  can('productAuthorisation', 'exportBtn'),
  {
    query: ProductGrantsQuery,
    columns: sheetOf(queryProductGrants, [...person, 'productCount', 'ownCount']),
  },
)

export const exportCategoryGrants = exportCall(
  '分类授权',
  '/api/backend/authorisation/category/export',
  can('categoryAuthorisation', 'exportBtn'),
  {
    query: CategoryGrantsQuery,
    columns: sheetOf(queryCategoryGrants, [...person, 'categoryCount', 'newsCategoryCount']),
  },
)

export const exportStaff = exportCall(
  '角色人员',
  '/api/backend/authorisation/staff/export',
  can('staff', 'exportBtn'),
  {
    query: StaffQuery,
    columns: sheetOf(queryStaff, [...person, 'isMain', 'productCount']),
  },
)
