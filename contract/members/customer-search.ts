// Rows in the search that Ctrl+K opens: customers and accounts by name, pinyin, initials, login name or mobile number;
// meetings and enterprises that are visited by name.
import { type Static, Type } from 'typebox'
import { anyOf, can, type Right } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Fields, Required } from '#contract/fields.ts'
import { canOn } from '#contract/sub-product-access.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'

/** Fewer characters find half of everything. */
export const CUSTOMER_SEARCH_MIN = 2
/** Most rows found of a kind. */
export const CUSTOMER_SEARCH_MAX = 8

export const seesCustomers = can('customerList', 'view')
export const seesAccounts = canOn('request', 'accounts', 'view')
export const seesMeetings = can('meeting', 'view')
export const seesSites = can('visitEnterprise', 'view')
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

const FoundMeeting = Type.Object({
  id: Type.String(),
  name: Type.String(),
  edition: Type.String(),
  startsOn: Type.String(),
  city: Type.String(),
})
const FoundSite = Type.Object({
  id: Type.String(),
  name: Type.String(),
  note: Type.String({ description: '浙江省 杭州市' }),
})

/**
 * Within the caller's scope: customers with the right to their list, accounts of sub-products with the right to theirs; so
 * meetings and enterprises for visits.
 */
export const searchCustomers = readCall(
  '搜索客户、账号、会议与拜访企业',
  '/api/backend/member/search',
  anyOf(seesCustomers, ...ofAccounts, seesMeetings, seesSites),
  {
    body: Fields({ text: Required('关键字', 50) }),
    data: Type.Object({
      customers: Type.Array(FoundCustomer),
      accounts: Type.Array(FoundAccount),
      meetings: Type.Array(FoundMeeting),
      sites: Type.Array(FoundSite),
    }),
  },
)
export type FoundCustomers = Static<typeof searchCustomers.data>
