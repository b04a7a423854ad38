// pages.ts spells out the right of each page; it must equal the right of the page's call.
import { expect, it } from 'vitest'
import { articleCalls } from '../contract/articles/articles.ts'
import { addTemplate, editTemplate } from '../contract/articles/templates.ts'
import { insertStaff } from '../contract/authorisation/grants.ts'
import { addEnterprise, editEnterprise } from '../contract/members/customers.ts'
import { presetCalls } from '../contract/members/grant-presets.ts'
import { getGrantMatrix } from '../contract/members/matrix.ts'
import { getOrder } from '../contract/members/orders.ts'
import { partnerCalls } from '../contract/members/partners.ts'
import { permissionSetCalls } from '../contract/members/permission-sets.ts'
import { thirdPowerCalls } from '../contract/members/third-powers.ts'
import { articleRuleCalls, ruleCalls } from '../contract/monitoring/rules.ts'
import { explainAccess } from '../contract/organisation/access-explained.ts'
import { getChildUserInfoByType } from '../contract/organisation/staff-links.ts'
import { addUser, editUser } from '../contract/organisation/users.ts'
import { differenceCalls } from '../contract/prices/differences.ts'
import { processCalls } from '../contract/prices/processes.ts'
import { quoteItemCalls } from '../contract/prices/quote-items.ts'
import { seriesCalls } from '../contract/prices/series-calls.ts'
import { pushCalls } from '../contract/push/push-calls.ts'
import { getReportOrder } from '../contract/push/reports.ts'
import { addAnnouncement, editAnnouncement } from '../contract/system/announcements.ts'
import { pages } from './pages.ts'

const asked = {
  '/userControl/createAccount': addUser,
  '/userControl/editAccount': editUser,
  '/userControl/SubsidiaryAccount': getChildUserInfoByType.access,
  '/userControl/customerManagement/customerList/addCustomer': addEnterprise,
  '/userControl/customerManagement/customerList/editCustomer': editEnterprise,
  '/userControl/customerManagement/customerList/grantMatrix': getGrantMatrix.access,
  '/data/actciles/template/add': addTemplate.access,
  '/data/actciles/template/edit': editTemplate.access,
  '/data/actciles/addDetail': articleCalls.zh.add.access,
  '/data/actciles/editDetail': articleCalls.zh.save.access,
  '/data/actciles/addDetailEnglish': articleCalls.en.add.access,
  '/data/actciles/editDetailEnglish': articleCalls.en.save.access,
  '/data/priceService/quoteItem/add': quoteItemCalls.add.access,
  '/data/priceService/quoteItem/edit': quoteItemCalls.edit.access,
  '/data/goodsManage/goodsProcessVariable/add': processCalls.add.access,
  '/data/goodsManage/goodsProcessVariable/edit': processCalls.edit.access,
  '/application/gangtie/price/priceDiffAdd/add': differenceCalls.add.access,
  '/application/gangtie/price/priceDiffAdd/edit': differenceCalls.edit.access,
  '/data/priceService/series/add': seriesCalls.add.access,
  '/data/priceService/series/edit': seriesCalls.edit.access,
  '/dataMonitoring/templateManagement/templates/add': ruleCalls.add.access,
  '/dataMonitoring/templateManagement/templates/edit': ruleCalls.edit.access,
  '/dataMonitoring/templateManagement/articleSettings/add': articleRuleCalls.add.access,
  '/dataMonitoring/templateManagement/articleSettings/edit': articleRuleCalls.edit.access,
  '/permission/staffInsert': insertStaff.access,
  '/permission/accessExplained': explainAccess.access,
  '/application/bigData/systemLog/thirdPower/addForm': thirdPowerCalls.add.access,
  '/application/bigData/systemLog/thirdPower/editForm': thirdPowerCalls.edit.access,
  '/application/bigData/emailPushReport/add': pushCalls.report.preview.access,
  '/application/bigData/emailPushReport/details': pushCalls.report.recipients.access,
  '/application/officialWebsite/user/emailPushTransactionPrice/add': pushCalls.price.preview.access,
  '/application/officialWebsite/user/emailPushTransactionPrice/details': pushCalls.price.recipients.access,
  '/application/officialWebsite/quickAuthorization/addForm': presetCalls.add.access,
  '/application/officialWebsite/quickAuthorization/editForm': presetCalls.edit.access,
  '/application/appApplicationManagement/orderManagement/moduleHistory': getOrder.access,
  '/application/oilGas/quickAuthorization/addForm': presetCalls.add.access,
  '/application/oilGas/quickAuthorization/editForm': presetCalls.edit.access,
  '/application/embedManager/partner/add': partnerCalls.add.access,
  '/application/embedManager/partner/edit': partnerCalls.edit.access,
  '/application/embedManager/permission/permissionAdd': permissionSetCalls.add.access,
  '/application/embedManager/permission/permissionEdit': permissionSetCalls.edit.access,
  '/application/others/customizedReportManagement/sendReport/:id': getReportOrder.access,
  '/system/addAnnoucement': addAnnouncement.access,
  '/system/editAnnoucement': editAnnouncement.access,
}

it('§6 a page requires the right of its call', () => {
  const found = Object.entries(pages).flatMap(([path, { access }]) =>
    access && access.kind !== 'signedIn' ? [[path, access]] : [],
  )
  expect(Object.fromEntries(found)).toEqual(asked)
})
