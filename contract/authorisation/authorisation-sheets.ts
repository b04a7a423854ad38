// Exports of staff grants.
import { can } from '#contract/access.ts'
import { exportCall } from '#contract/exports.ts'
import { CategoryGrantsQuery, ProductGrantsQuery, StaffQuery } from './grants.ts'

const person = [
  { key: 'userName', header: '用户名', width: 18 },
  { key: 'realName', header: '姓名', width: 14 },
  { key: 'deptName', header: '部门', width: 18 },
  { key: 'roleName', header: '角色', width: 16 },
] as const

export const exportProductGrants = exportCall(
  '产品授权',
  '/api/backend/authorisation/product/export',
  can('productAuthorisation', 'exportBtn'),
  {
    query: ProductGrantsQuery,
    columns: [
      ...person,
      { key: 'productCount', header: '可用产品', width: 12 },
      { key: 'ownCount', header: '个人授权', width: 12, as: 'number' },
    ],
  },
)

export const exportCategoryGrants = exportCall(
  '分类授权',
  '/api/backend/authorisation/category/export',
  can('categoryAuthorisation', 'exportBtn'),
  {
    query: CategoryGrantsQuery,
    columns: [
      ...person,
      { key: 'categoryCount', header: '服务的分类', width: 12, as: 'number' },
      { key: 'newsCategoryCount', header: '资讯分类', width: 12, as: 'number' },
    ],
  },
)

export const exportStaff = exportCall(
  '角色人员',
  '/api/backend/authorisation/staff/export',
  can('staff', 'exportBtn'),
  {
    query: StaffQuery,
    columns: [
      ...person,
      { key: 'isMain', header: '类型', width: 10 },
      { key: 'productCount', header: '个人授权', width: 12, as: 'number' },
    ],
  },
)
