// Customers and accounts in the search that Ctrl+K opens: by name, pinyin, initials, login name or mobile number.
import { type Static, Type } from 'typebox'
import { anyOf, can, type Right } from '../access.ts'
import { readCall } from '../endpoint.ts'
import { Fields, Required } from '../fields.ts'
import { canOn } from '../sub-product-access.ts'
import { type SubProductKey, subProducts } from '../sub-products.ts'

/** Fewer characters find half of everything. */
export const CUSTOMER_SEARCH_MIN = 2
/** Most customers found, and most accounts. */
export const CUSTOMER_SEARCH_MAX = 8

export const seesCustomers = can('customerList', 'view')
export const seesAccounts = canOn('request', 'accounts', 'view')
const ofAccounts = Object.values(seesAccounts.menus).map((menu): Right => can(menu, 'view'))

const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]

const FoundCustomer = Type.Object({ id: Type.String(), name: Type.String(), ownerName: Type.String() })
const FoundAccount = Type.Object({
  id: Type.String(),
  subProduct: Type.Unsafe<SubProductKey>({ type: 'string', enum: keys }),
  loginName: Type.String(),
  realName: Type.String(),
  mobile: Type.String(),
  enterpriseName: Type.String(),
})

/**
 * Within the caller's scope: customers with the right to their list, accounts of sub-products with the right to theirs.
 */
export const searchCustomers = readCall(
  '搜索客户与账号',
  '/api/backend/member/search',
  anyOf(seesCustomers, ...ofAccounts),
  {
    body: Fields({ text: Required('关键字', 50) }),
    data: Type.Object({ customers: Type.Array(FoundCustomer), accounts: Type.Array(FoundAccount) }),
  },
)
export type FoundCustomers = Static<typeof searchCustomers.data>
