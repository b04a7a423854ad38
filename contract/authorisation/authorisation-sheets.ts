// Who may work on what, into spreadsheets.
import { can } from '../access.ts'
import { exportCall } from '../sheets.ts'
import { CategoryGrantsQuery, ProductGrantsQuery, StaffQuery } from './grants.ts'

const person = [
  { key: 'userName', header: '用户名' },
  { key: 'realName', header: '姓名' },
  { key: 'deptName', header: '部门' },
  { key: 'roleName', header: '角色' },
] as const

const productColumns = [
  ...person,
  { key: 'productCount', header: '可用产品' },
  { key: 'ownCount', header: '个人授权' },
] as const
export type ProductGrantsExportKey = (typeof productColumns)[number]['key']

export const exportProductGrants = exportCall({
  noun: '产品授权',
  path: '/api/backend/authorisation/product/export',
  access: can('productAuthorisation', 'exportBtn'),
  query: ProductGrantsQuery,
  columns: productColumns,
})

const categoryColumns = [
  ...person,
  { key: 'categoryCount', header: '服务的分类' },
  { key: 'newsCategoryCount', header: '资讯分类' },
] as const
export type CategoryGrantsExportKey = (typeof categoryColumns)[number]['key']

export const exportCategoryGrants = exportCall({
  noun: '分类授权',
  path: '/api/backend/authorisation/category/export',
  access: can('categoryAuthorisation', 'exportBtn'),
  query: CategoryGrantsQuery,
  columns: categoryColumns,
})

const staffColumns = [
  ...person,
  { key: 'isMain', header: '类型' },
  { key: 'productCount', header: '个人授权' },
] as const
export type StaffExportKey = (typeof staffColumns)[number]['key']

export const exportStaff = exportCall({
  noun: '角色人员',
  path: '/api/backend/authorisation/staff/export',
  access: can('staff', 'exportBtn'),
  query: StaffQuery,
  columns: staffColumns,
})
