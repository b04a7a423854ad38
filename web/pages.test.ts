// pages.ts spells out the right of each page; it must equal the right of the page's call.
import { expect, it } from 'vitest'
import { getAssistant } from '#contract/ai/assistants.ts'
import { getAiSession } from '#contract/ai/sessions.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { addTemplate, editTemplate } from '#contract/articles/templates.ts'
import { insertStaff } from '#contract/authorisation/grants.ts'
import { getCheckIn } from '#contract/meetings/check-ins.ts'
import { carouselCalls, pictureCalls } from '#contract/meetings/meeting-images.ts'
import { editMeetingNews, listMeetingNews } from '#contract/meetings/meeting-news.ts'
import { addMeeting, editMeeting, setPreviousMeeting } from '#contract/meetings/meetings.ts'
import { querySignUps } from '#contract/meetings/sign-ups.ts'
import { addEnterprise, editEnterprise } from '#contract/members/customers.ts'
import { presetCalls } from '#contract/members/grant-presets.ts'
import { getGrantMatrix } from '#contract/members/matrix.ts'
import { getOrder } from '#contract/members/orders.ts'
import { partnerCalls } from '#contract/members/partners.ts'
import { permissionSetCalls } from '#contract/members/permission-sets.ts'
import { thirdPowerCalls } from '#contract/members/third-powers.ts'
import { articleRuleCalls, ruleCalls } from '#contract/monitoring/rules.ts'
import { queryRegistrationDetails } from '#contract/operations/registration-statistics.ts'
import { explainAccess } from '#contract/organisation/access-explained.ts'
import { getChildUserInfoByType } from '#contract/organisation/staff-links.ts'
import { addUser, editUser } from '#contract/organisation/users.ts'
import { differenceCalls } from '#contract/prices/differences.ts'
import { processCalls } from '#contract/prices/processes.ts'
import { quoteItemCalls } from '#contract/prices/quote-items.ts'
import { seriesCalls } from '#contract/prices/series-calls.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import { getReportOrder } from '#contract/push/reports.ts'
import { getFollowUp } from '#contract/service/follow-ups.ts'
import { querySharedArticles, querySharers } from '#contract/sharing/share-counts.ts'
import { getShare } from '#contract/sharing/shares.ts'
import { addAnnouncement, editAnnouncement } from '#contract/system/announcements.ts'
import { addVisitEnterprise, editVisitEnterprise, getVisitEnterprise } from '#contract/visits/visit-enterprises.ts'
import { getVisit } from '#contract/visits/visits.ts'
import { lacksRecord } from '#web/lib/page.ts'
import { pages } from './pages.ts'

const asked = {
  '/userControl/createAccount': addUser,
  '/userControl/editAccount': editUser,
  '/userControl/SubsidiaryAccount': getChildUserInfoByType.access,
  '/userControl/customerManagement/customerList/addCustomer': addEnterprise,
  '/userControl/customerManagement/customerList/editCustomer': editEnterprise,
  '/userControl/customerManagement/customerList/grantMatrix': getGrantMatrix.access,
  '/userControl/customerManagement/customerList/followUpRecordDetails': getFollowUp.access,
  '/application/aiWeb/assistant/details': getAssistant.access,
  '/application/shareArticlesOnWeChat/component/details': getShare.access,
  '/application/shareArticlesOnWeChat/component/getNum': querySharers.access,
  '/application/shareArticlesOnWeChat/component/count': querySharedArticles.access,
  '/application/visitingAssistants/visitRecord/detail': getVisit.access,
  '/application/visitingAssistants/enterpriseManageme/detail': getVisitEnterprise.access,
  '/application/visitingAssistants/enterpriseManageme/form': addVisitEnterprise.access,
  '/application/visitingAssistants/enterpriseManageme/editForm': editVisitEnterprise.access,
  '/application/meetingExhibition/managementMeeting/meetingForm': addMeeting.access,
  '/application/meetingExhibition/managementMeeting/editMeetingForm': editMeeting.access,
  '/application/meetingExhibition/managementMeeting/previousForm': setPreviousMeeting.access,
  '/application/aiWeb/session/details': getAiSession.access,
  '/application/meetingExhibition/managementMeeting/signUps': querySignUps.access,
  '/application/meetingExhibition/managementMeeting/checkIn': getCheckIn.access,
  '/application/meetingExhibition/managementMeeting/newsForm': listMeetingNews.access,
  '/application/meetingExhibition/managementMeeting/editNewsForm': editMeetingNews.access,
  '/application/meetingExhibition/managementMeeting/carouselForm': carouselCalls.list.access,
  '/application/meetingExhibition/managementMeeting/editCarouselForm': carouselCalls.edit.access,
  '/application/meetingExhibition/managementMeeting/meetingPicturesForm': pictureCalls.list.access,
  '/application/meetingExhibition/managementMeeting/editMeetingPicturesForm': pictureCalls.edit.access,
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
  '/operate/RegistrationServiceStatistics/detail': queryRegistrationDetails.access,
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

it('§4 a page of a record that is opened without one says so, unless it begins a new one', () => {
  const ofRecords = Object.entries(pages).filter(([, { perRecord }]) => perRecord !== undefined)
  expect(ofRecords.length).toBeGreaterThan(30)
  const opened = ofRecords.filter(([, entry]) => !lacksRecord(entry, '?id=')).map(([path]) => path)
  expect(opened).toEqual([
    '/application/bigData/emailPushReport/add',
    '/application/officialWebsite/user/emailPushTransactionPrice/add',
  ])
  for (const [path, entry] of ofRecords) {
    expect(lacksRecord(entry, '?id=7&tagName=a'), path).toBe(false)
    // the way back
    expect(pages[entry.back ?? entry.parent ?? ''], path).toBeDefined()
  }
  expect(Object.values(pages).some((entry) => !entry.perRecord && lacksRecord(entry, ''))).toBe(false)
})
