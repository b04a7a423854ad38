// Targets of the audit log whose fields are named by the titles and choices of the form that is recorded.
import type { TSchema } from 'typebox'
import { articleCalls } from '#contract/articles/articles.ts'
import { newsCategoryCalls } from '#contract/articles/news-categories.ts'
import { saveProduct } from '#contract/catalogue/catalogue.ts'
import { saveOrUpdRegion } from '#contract/catalogue/regions.ts'
import { addSignInClient } from '#contract/entitlements/sign-in-clients.ts'
import { addWebhook } from '#contract/entitlements/webhooks.ts'
import { findField } from '#contract/kinds.ts'
import { saveCheckInList } from '#contract/meetings/check-ins.ts'
import { saveDinnerGuest } from '#contract/meetings/dinner.ts'
import { addMeetingNews } from '#contract/meetings/meeting-news.ts'
import { addMeeting } from '#contract/meetings/meetings.ts'
import { addAccount } from '#contract/members/accounts.ts'
import { saveContact } from '#contract/members/contacts.ts'
import { saveEnterprise } from '#contract/members/customers.ts'
import { editDataKey } from '#contract/members/data-keys.ts'
import { addDocument } from '#contract/members/documents.ts'
import { presetCalls } from '#contract/members/grant-presets.ts'
import { grantRuleCalls } from '#contract/members/grant-rules.ts'
import { addEntry } from '#contract/members/manual-entry.ts'
import { OrderDetail } from '#contract/members/orders.ts'
import { partnerCalls } from '#contract/members/partners.ts'
import { permissionSetCalls } from '#contract/members/permission-sets.ts'
import { addSubAccount } from '#contract/members/sub-accounts.ts'
import { thirdPowerCalls } from '#contract/members/third-powers.ts'
import { calendarCalls } from '#contract/monitoring/calendars.ts'
import { saveSemAccount } from '#contract/operations/search-accounts.ts'
import { saveSemNode } from '#contract/operations/search-detail.ts'
import { addSemNote } from '#contract/operations/search-notes.ts'
import { saveDepartment } from '#contract/organisation/departments.ts'
import { saveMenu } from '#contract/organisation/menus.ts'
import { saveRole } from '#contract/organisation/roles.ts'
import { addOrUpdateUser } from '#contract/organisation/users.ts'
import { addChartNote } from '#contract/prices/chart-notes.ts'
import { differenceCalls } from '#contract/prices/differences.ts'
import { quoteItemCalls } from '#contract/prices/quote-items.ts'
import { seriesCalls } from '#contract/prices/series-calls.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import { reportOrderCalls } from '#contract/push/reports.ts'
import { addComplaint } from '#contract/service/complaints.ts'
import { addFollowUp } from '#contract/service/follow-ups.ts'
import { addVisitEnterprise } from '#contract/visits/visit-enterprises.ts'
import { addAnnouncement } from './announcements.ts'
import { addApiKey } from './api-keys.ts'

const forms: Readonly<Record<string, TSchema | undefined>> = {
  account: addAccount.body,
  announcement: addAnnouncement.body,
  apiKey: addApiKey.body,
  article: articleCalls.zh.add.body,
  calendar: calendarCalls.add.body,
  chartNote: addChartNote.body,
  checkInList: saveCheckInList.body,
  complaint: addComplaint.body,
  contact: saveContact.body,
  dataKey: editDataKey.body,
  department: saveDepartment.body,
  difference: differenceCalls.add.body,
  dinnerGuest: saveDinnerGuest.body,
  document: addDocument.body,
  enterprise: saveEnterprise.body,
  entry: addEntry.body,
  followUp: addFollowUp.body,
  grantRule: grantRuleCalls.add.body,
  meeting: addMeeting.body,
  meetingNews: addMeetingNews.body,
  memberAccount: addAccount.body,
  menu: saveMenu.body,
  newsCategory: newsCategoryCalls.add.body,
  order: OrderDetail,
  partner: partnerCalls.add.body,
  permissionSet: permissionSetCalls.add.body,
  preset: presetCalls.add.body,
  product: saveProduct.body,
  push: pushCalls.report.add.body,
  quoteItem: quoteItemCalls.add.body,
  region: saveOrUpdRegion.body,
  reportOrder: reportOrderCalls.add.body,
  role: saveRole.body,
  semAccount: saveSemAccount.body,
  semNode: saveSemNode.body,
  semNote: addSemNote.body,
  series: seriesCalls.add.body,
  signInClient: addSignInClient.body,
  subAccount: addSubAccount.body,
  thirdPower: thirdPowerCalls.add.body,
  user: addOrUpdateUser.body,
  visitEnterprise: addVisitEnterprise.body,
  webhook: addWebhook.body,
}

export const findTargetField = (targetType: string, field: string) =>
  Object.hasOwn(forms, targetType) ? findField(forms[targetType], field) : undefined
