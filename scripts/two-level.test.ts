// spec §4: the fixed list of pages that open inside the current tab with page-open method 1. A line of pages.ts for one of
// them says `twoLevel: true` and where its 返回 leads; no other line does.
import { expect, it } from 'vitest'
import { findPage } from '#web/lib/page.ts'
import { pages } from '#web/pages.ts'

/** Grant-change, log and detail pages, and article and price editing pages, of the routes in spec §2. */
const twoLevel = [
  // an account's details, which are its form
  '/userControl/editAccount',

  // articles and prices being edited
  '/data/actciles/addDetail',
  '/data/actciles/addDetailEnglish',
  '/data/actciles/editDetail',
  '/data/actciles/editDetailEnglish',
  '/data/priceService/price/batchAdd',
  '/data/priceService/price/batchEdit',
  '/data/priceService/price/englishRemark',
  '/application/gangtie/price/priceDiffAdd',

  // changes of grants
  '/application/oilGas/account/grantChange',
  '/application/zhouzeyanjiu/grantChange',
  '/application/bigData/grantChange',
  '/application/bigData/systemLog/component/grantChange',
  '/application/bigDataEnglish/grantChange',
  '/application/officialWebsite/user/grantChange',
  '/application/overseasEnglishStation/user/grantChange',
  '/application/englishOfficialWebsite/user/grantChange',
  '/application/bigDataChinese/account/grantChange',
  '/application/appApplicationManagement/account/grantChange',
  '/application/embedManager/member/grantChange/bigData',
  '/application/embedManager/member/grantChange/officialWebsite',
  '/application/multisourceData/account/grantChange',
  '/application/aiWeb/account/grantChange',

  // logs
  '/application/oilGas/account/appAccountLog',
  '/application/zhouzeyanjiu/appAccountLog',
  '/application/bigData/appAccountLog',
  '/application/bigDataEnglish/appAccountLog',
  '/application/bigDataChinese/account/appAccountLog',
  '/application/gangtie/account/log',
  '/application/officialWebsite/systemLog/userLog',
  '/application/overseasEnglishStation/systemLog/userLog',
  '/application/englishOfficialWebsite/systemLog/userLog',
  '/application/appApplicationManagement/account/appAccountLog',
  '/application/multisourceData/account/appAccountLog',
  '/application/aiWeb/account/operationLog',

  // details
  '/application/bigData/emailPushReport/details',
  '/application/officialWebsite/user/emailPushTransactionPrice/details',
  '/application/visitingAssistants/visitRecord/detail',
  '/application/visitingAssistants/enterpriseManageme/detail',
  '/application/shareArticlesOnWeChat/component/details',
  '/application/aiWeb/session/details',
  '/application/aiWeb/assistant/details',
  '/operate/RegistrationServiceStatistics/detail',
  '/userControl/customerManagement/customerList/customerServiceDetails',
  '/userControl/customerManagement/customerList/enterpriseContact',
  '/userControl/customerManagement/customerList/followDateDetails',
  '/userControl/customerManagement/customerList/followValueDetails',
  '/userControl/customerManagement/customerList/followConcatDetails',
  '/userControl/customerManagement/customerList/followUpRecordDetails',
]

it('§4 only the pages of the fixed list open inside the current tab', () => {
  const built = twoLevel.filter((path) => path in pages)
  const marked = Object.entries(pages).flatMap(([path, entry]) => (entry.twoLevel ? [path] : []))
  expect(marked.toSorted()).toEqual(built.toSorted())
  expect(built).not.toEqual([])
})

it('§2 the 返回 of each leads to an existing page', () => {
  for (const { back } of Object.values(pages)) if (back) expect(findPage(pages, back), back).not.toBeNull()
})
