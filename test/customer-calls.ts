// Long because it is the one list of these calls, an entry each.
// Every call of the console that could show or change a customer, with input that names one. `own` is a customer of the
// caller, for calls that involve two.

import { addCaseOfAnswer } from '#contract/ai/evaluation.ts'
import { getAnswerMaking } from '#contract/ai/making.ts'
import { queryAiMessages, rateAiMessage } from '#contract/ai/messages.ts'
import { exportAiSessions, getAiSession, queryAiSessions, removeAiSessions } from '#contract/ai/sessions.ts'
import {
  assignUnanswered,
  assignUnansweredRows,
  finishUnanswered,
  finishUnansweredRows,
  queryUnanswered,
  reopenUnansweredRows,
} from '#contract/ai/unanswered.ts'
import { addDays, dayOf } from '#contract/days.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { askAsMember } from '#contract/entitlements/integration.ts'
import type { ExportCall } from '#contract/exports.ts'
import { boardCalls, getAppHintInfo, radarCalls } from '#contract/home/boards.ts'
import { listCustomerSignUps } from '#contract/meetings/sign-ups.ts'
import { exportAccountLogs, getAccountLog, getLoggedAccount, queryAccountLogs } from '#contract/members/account-logs.ts'
import { exportAccounts, exportSubAccounts } from '#contract/members/account-sheets.ts'
import {
  exportSignals,
  getSignal,
  handleSignals,
  querySignals,
  reopenSignals,
} from '#contract/members/account-signals.ts'
import * as accountViews from '#contract/members/account-views.ts'
import { exportVisitors, getVisitor, queryVisitors } from '#contract/members/account-visits.ts'
import * as accounts from '#contract/members/accounts.ts'
import * as contacts from '#contract/members/contacts.ts'
import * as merges from '#contract/members/customer-merges.ts'
import { searchCustomers } from '#contract/members/customer-search.ts'
import { exportCustomers } from '#contract/members/customer-sheets.ts'
import * as customers from '#contract/members/customers.ts'
import * as dataKeys from '#contract/members/data-keys.ts'
import { batchExtend, batchGrant, batchRevoke } from '#contract/members/grant-batches.ts'
import {
  exportGrantActs,
  getLedgerAccount,
  grantLedger,
  partnerLedgers,
  queryActChanges,
  queryGrantActs,
} from '#contract/members/grant-changes.ts'
import * as presets from '#contract/members/grant-presets.ts'
import { checkUndoGrants, undoGrants } from '#contract/members/grant-undo.ts'
import { grantsOfAccount, saveGrants } from '#contract/members/grants.ts'
import { editEntry, exportEntries, queryEntries, removeEntry } from '#contract/members/manual-entry.ts'
import { getGrantMatrix, queryEnterpriseActs, saveGrantMatrix } from '#contract/members/matrix.ts'
import * as orders from '#contract/members/orders.ts'
import * as owners from '#contract/members/owners.ts'
import * as partners from '#contract/members/partners.ts'
import { listSetPartners } from '#contract/members/permission-sets.ts'
import * as handling from '#contract/members/registration-handling.ts'
import * as subs from '#contract/members/sub-accounts.ts'
import { exportRegistrationDetails, queryRegistrationDetails } from '#contract/operations/registration-statistics.ts'
import { queryCellLeads } from '#contract/operations/search-cells.ts'
import { getLeadWay, querySearchLeads } from '#contract/operations/search-detail.ts'
import { getAdminLinkUsers, setAdminLinkUserLock } from '#contract/organisation/staff-links.ts'
import { pushCalls, startPush } from '#contract/push/push-calls.ts'
import * as reports from '#contract/push/reports.ts'
import { smsLoadCalls } from '#contract/push/sms-loads.ts'
import { smsPushCalls } from '#contract/push/sms-pushes.ts'
import * as complaints from '#contract/service/complaints.ts'
import { queryContactFollows } from '#contract/service/contact-follows.ts'
import { getRankedPerson } from '#contract/service/contact-ranking.ts'
import { queryCustomerStream } from '#contract/service/customer-stream.ts'
import { queryCustomerValues } from '#contract/service/customer-values.ts'
import * as followUps from '#contract/service/follow-ups.ts'
import { querySharedArticles, queryShareLeads } from '#contract/sharing/share-counts.ts'
import * as shares from '#contract/sharing/shares.ts'
import * as sites from '#contract/visits/visit-enterprises.ts'
import { queryVisitedSites } from '#contract/visits/visit-figures.ts'
import { exportVisitEnterprises, exportVisits } from '#contract/visits/visit-sheets.ts'
import * as visits from '#contract/visits/visits.ts'

import type { Customer } from './customers.ts'

export type CustomerCall = { endpoint: Endpoint; input: (customer: Customer, own: Customer) => object }

/** The input must be valid: no test expects a 400. */
const call = (endpoint: Endpoint, input: CustomerCall['input']): CustomerCall => ({ endpoint, input })

const inDays = (days: number) => addDays(dayOf(Date.now()), days)
const grant = () => ({ kind: 'trial', startsOn: inDays(0), endsOn: inDays(90), quota: null })
/** A new member, unique to the customer. */
const person = ({ memberId }: Customer) => ({
  loginName: `scope.new.${memberId}`,
  realName: '新人',
  email: '',
  remark: '',
  mobile: `138${memberId.padStart(8, '0')}`,
})
const reason = '核对'
const all = { size: 100 }
const { grantChangeBigData, grantChangeOfficialWebsite } = partnerLedgers

const { report: reportPush, price: pricePush } = pushCalls
const named = (accountId: string) => ({ rule: null, listIds: [], accountIds: [accountId], excludedIds: [] })
const mail = { subject: '周报', text: '{{姓名}}，您好', isAdvert: false, productIds: [], quoteItemIds: [] }
const pushOptions = { isTracked: false, chartDays: 0, rendering: 'sending', attachmentIds: [], articleIds: [] }
/** The recipients have no address: the reply names the people left out. */
const audienceInput = (accountId: string) => ({
  audience: named(accountId),
  isAdvert: false,
  productIds: [],
  quoteItemIds: [],
  articleIds: [],
  subject: mail.subject,
  text: mail.text,
})

/** Show the customer to its owner, and answer others without it. */
export const lists: readonly CustomerCall[] = [
  call(accounts.queryAccounts, () => ({ subProduct: 'bigData', ...all })),
  call(smsPushCalls.candidates, ({ loginName }) => ({ subProduct: 'bigData', text: loginName })),
  call(accounts.lookupMember, ({ loginName }) => ({ subProduct: 'bigData', text: loginName })),
  call(subs.querySubAccounts, () => ({ subProduct: 'bigData', ...all })),
  call(grantLedger.list, () => ({ subProduct: 'bigData', ...all })),
  call(grantChangeBigData.list, () => all),
  call(grantChangeOfficialWebsite.list, () => all),
  call(queryGrantActs, () => all),
  call(queryActChanges, ({ actId }) => ({ actId, ...all })),
  call(customers.searchEnterprises, ({ enterpriseId }) => ({ ids: [enterpriseId] })),
  call(customers.queryEnterprises, () => all),
  call(searchCustomers, ({ mark }) => ({ text: mark })),
  call(searchCustomers, ({ loginName }) => ({ text: loginName })),
  call(customers.searchMembersToLink, ({ loginName }, own) => ({ enterpriseId: own.otherId, text: loginName })),
  call(queryAccountLogs, () => ({ subProduct: 'bigData', ...all })),
  call(queryVisitors, () => ({ subProduct: 'officialWebsite', ...all })),
  call(querySignals, () => all),
  call(handling.queryRegistrations, () => all),
  // ids of heads are no texts to filter by
  call(queryCellLeads, () => ({
    rows: 'campaign',
    columns: 'day',
    row: undefined,
    column: undefined,
    to: inDays(0),
    ...all,
  })),
  call(querySearchLeads, () => ({ source: 'baidu', campaign: 'scope', to: inDays(0), ...all })),
  call(orders.queryOrders, () => ({ subProduct: 'app', ...all })),
  call(queryEntries, () => ({ subProduct: 'zhouzeyanjiu', ...all })),
  call(presets.searchPresetAccounts, ({ loginName }) => ({ subProduct: 'officialWebsite', text: loginName })),
  call(presets.matchPresetAccounts, ({ loginName }) => ({ subProduct: 'officialWebsite', loginNames: [loginName] })),
  call(partners.partnerCalls.list, () => all),
  call(partners.queryPartnerMembers, ({ partnerId }) => ({ id: partnerId, ...all })),
  call(listSetPartners, ({ setId }) => ({ id: setId })),
  call(getAdminLinkUsers, ({ ownerId }) => ({ userId: ownerId, ...all })),
  ...[boardCalls[1], boardCalls[2], boardCalls[4], radarCalls].map(({ rows }) => call(rows, () => all)),
  call(getAppHintInfo, () => ({ kind: 'new', ...all })),
  call(reportPush.candidates, ({ mark }) => ({ text: mark })),
  call(reportPush.candidates, ({ at }) => ({ ids: [at.bigData] })),
  call(pricePush.candidates, ({ at }) => ({ ids: [at.officialWebsite] })),
  call(reportPush.audience, ({ at }) => audienceInput(at.bigData)),
  call(pricePush.audience, ({ at }) => audienceInput(at.officialWebsite)),
  call(reportPush.recipients, ({ pushOf }) => ({ pushId: pushOf.report, ...all })),
  call(pricePush.recipients, ({ pushOf }) => ({ pushId: pushOf.price, ...all })),
  call(smsPushCalls.audience, ({ at, smsClassId }) => ({ classId: smsClassId, audience: named(at.bigData) })),
  call(smsPushCalls.preview, ({ at, smsClassId }) => ({ classId: smsClassId, audience: named(at.bigData) })),
  call(smsPushCalls.messages, ({ pushOf }) => ({ pushId: pushOf.sms, ...all })),
  call(smsLoadCalls.messages, ({ smsClassId }) => ({ classId: smsClassId, day: inDays(0), ...all })),
  call(reports.reportOrderCalls.list, () => all),
  call(reports.queryReportDue, () => ({ from: inDays(0), days: 1 })),
  call(followUps.queryFollowUps, () => all),
  call(complaints.queryComplaints, () => all),
  call(merges.queryEnterpriseMerges, () => ({})),
  call(shares.queryShares, () => all),
  call(queryShareLeads, () => all),
  call(querySharedArticles, () => all),
  call(queryCustomerValues, () => all),
  call(queryContactFollows, () => all),
  call(queryRegistrationDetails, () => all),
  call(getRankedPerson, ({ ownerId }) => ({ id: ownerId })),
  call(sites.queryVisitEnterprises, () => all),
  call(sites.searchVisitEnterprises, () => ({})),
  call(sites.queryNearbyEnterprises, () => ({ longitude: '120.1', latitude: '30.2' })),
  call(visits.queryVisits, () => all),
  call(queryVisitedSites, () => ({ days: 366, ...all })),
  call(queryAiSessions, () => all),
  call(queryUnanswered, () => all),
]

const account = ({ at }: Customer) => ({ id: at.bigData })
const enterprise = ({ enterpriseId }: Customer) => ({ enterpriseId })
const registration = ({ registrationId }: Customer) => ({ id: registrationId })

/** Answer with one row; not found for others. */
const site = ({ siteId }: Customer) => ({ id: siteId })
const visit = ({ visitId }: Customer) => ({ id: visitId })

export const reads: readonly CustomerCall[] = [
  call(accounts.getAccount, account),
  call(accounts.countAccount, account),
  call(askAsMember, ({ loginName }) => ({
    subProduct: 'bigData',
    name: loginName,
    products: [],
    modules: [],
    dataSets: [],
  })),
  call(accountViews.queryAccountActs, account),
  call(accountViews.queryAccountVisits, account),
  call(accountViews.queryAccountSubs, account),
  call(accountViews.queryAccountRecords, account),
  call(subs.getSubMoves, account),
  call(grantsOfAccount, ({ at }) => ({ accountId: at.bigData })),
  call(grantLedger.details, ({ changeId }) => ({ id: changeId })),
  call(grantChangeBigData.details, ({ changeId }) => ({ id: changeId })),
  call(grantChangeOfficialWebsite.details, ({ websiteChangeId }) => ({ id: websiteChangeId })),
  call(getLedgerAccount, ({ at }) => ({ accountId: at.bigData })),
  call(getGrantMatrix, enterprise),
  call(queryEnterpriseActs, enterprise),
  call(customers.getEnterprise, ({ enterpriseId }) => ({ id: enterpriseId })),
  call(customers.queryEnterpriseMembers, enterprise),
  call(contacts.queryContacts, enterprise),
  call(customers.searchMembersToLink, enterprise),
  call(owners.queryOwnerChanges, enterprise),
  call(getAccountLog, ({ log }) => log),
  call(getLoggedAccount, ({ at }) => ({ accountId: at.bigData })),
  call(getVisitor, ({ at }) => ({ accountId: at.officialWebsite })),
  call(getSignal, ({ signalId }) => ({ id: signalId })),
  call(handling.getRegistration, registration),
  call(getLeadWay, registration),
  call(handling.getGrantProposal, registration),
  call(orders.getOrder, ({ orderId }) => ({ id: orderId })),
  call(dataKeys.listDataKeys, ({ at }) => ({ accountId: at.apiData })),
  call(dataKeys.readDataUsage, ({ at }) => ({ accountId: at.apiData, days: 7 })),
  call(partners.partnerCalls.get, ({ partnerId }) => ({ id: partnerId })),
  ...(
    [
      [reportPush.preview, 'bigData'],
      [pricePush.preview, 'officialWebsite'],
    ] as const
  ).map(([endpoint, key]) =>
    call(endpoint, ({ at }) => ({ ...mail, ...pushOptions, accountId: at[key], audience: named(at[key]) })),
  ),
  call(reports.getReportOrder, ({ reportOrderId }) => ({ id: reportOrderId })),
  call(followUps.getFollowUp, ({ followUpId }) => ({ id: followUpId })),
  call(complaints.getComplaint, ({ complaintId }) => ({ id: complaintId })),
  call(shares.getShare, ({ shareId }) => ({ id: shareId })),
  call(shares.getShareCard, ({ shareId }) => ({ id: shareId })),
  call(getRankedPerson, ({ ownerId }) => ({ id: ownerId })),
  call(followUps.getFollowChoices, enterprise),
  call(queryCustomerStream, enterprise),
  call(sites.getVisitEnterprise, site),
  call(sites.getVisitEnterpriseForm, site),
  call(sites.querySiteChanges, site),
  call(listCustomerSignUps, enterprise),
  call(visits.getVisit, visit),
  call(getAiSession, ({ aiSessionId }) => ({ id: aiSessionId })),
  call(queryAiMessages, ({ aiSessionId }) => ({ sessionId: aiSessionId })),
  call(getAnswerMaking, ({ aiMessageId }) => ({ id: aiMessageId })),
]

const followUp = () => ({ way: 'phone', at: new Date().toISOString(), result: 'reached', content: reason })
const profile = {
  name: '新工厂',
  kind: 'mill',
  products: '',
  capacity: '',
  devices: '',
  regionId: null,
  address: '',
  capacities: [],
  equipment: [],
  people: [],
  pictureIds: [],
  remark: '',
  visitDays: null,
}
const plan = () => ({ plannedAt: new Date().toISOString(), aim: reason })
const visited = (customer: Customer) => ({ ...visit(customer), version: 1 })
const order = ({ orderId }: Customer) => ({ id: orderId, version: 1 })
const key = { name: '密钥', dataSets: ['stock'], addresses: [], dailyQuota: 5, endsOn: null }
const partner = ({ partnerId }: Customer) => ({ id: partnerId })
const applied = ({ presetId, at }: Customer) => ({ id: presetId, accountIds: [at.officialWebsite], reason })
const batch = ({ at }: Customer) => ({ subProduct: 'apiData', accountIds: [at.apiData], reason })
const trial = { subProduct: 'apiData', kind: 'trial', days: 7 }
const reportOrder = {
  title: '月报',
  contents: '',
  rhythm: 'once',
  startsOn: inDays(0),
  endsOn: inDays(9),
  price: '1',
  remark: '',
  contactName: '联系人',
  contactEmail: 'contact@example.com',
  isEnabled: true,
}
const issue = ({ issueId }: Customer) => ({ id: issueId, version: 1 })
const opened = { subProduct: 'steel', modules: [], subQuota: 0 }
const cellOf = (memberId: string) => ({
  memberId,
  subProduct: 'apiData',
  act: 'grant',
  kind: 'trial',
  endsOn: inDays(90),
})

/** Change the customer or add to it; not found for others. */
export const writes: readonly CustomerCall[] = [
  call(accounts.addAccount, ({ memberId }) => ({ ...opened, memberId })),
  call(accounts.addAccount, (customer) => ({ ...opened, ...person(customer), enterpriseId: customer.enterpriseId })),
  call(accounts.saveAccount, (customer) => ({
    ...person(customer),
    ...account(customer),
    version: 9,
    modules: [],
    subQuota: 0,
  })),
  ...[accounts.disableAccount, accounts.openAccount, accounts.lockMember, accounts.unlockMember].map((endpoint) =>
    call(endpoint, account),
  ),
  call(accounts.unbindMember, account),
  call(accounts.clearMember, account),
  call(accounts.inviteByAccount, account),
  call(accounts.setMemberPassword, ({ at }) => ({ id: at.bigData, password: 'Given@1234' })),
  call(accounts.removeAccounts, ({ at }) => ({ ids: [at.bigData] })),
  call(accounts.associateAccount, ({ at }, own) => ({
    id: at.bigData,
    enterpriseId: own.otherId,
    takesOwner: false,
    reason,
  })),
  call(accounts.associateAccount, ({ enterpriseId }, { otherAccountId }) => ({
    id: otherAccountId,
    enterpriseId,
    takesOwner: true,
    reason,
  })),
  call(accounts.generateAiAccounts, ({ at }) => ({ ids: [at.bigData], days: 7 })),
  call(subs.addSubAccount, (customer) => ({ ...person(customer), mainId: customer.at.bigData })),
  call(subs.saveSubAccount, (customer) => ({ ...person(customer), id: customer.subId, version: 9 })),
  call(subs.disableSubAccount, ({ subId }) => ({ id: subId })),
  call(subs.openSubAccount, ({ subId }) => ({ id: subId })),
  call(subs.setSubPassword, ({ subId }) => ({ id: subId, password: 'Given@1234' })),
  call(subs.removeSubAccounts, ({ subId }) => ({ ids: [subId] })),
  call(subs.moveSubAccounts, ({ at, subId }, own) => ({
    fromId: at.bigData,
    toId: own.otherAccountId,
    toIds: [subId],
    backIds: [],
  })),
  call(subs.moveSubAccounts, ({ at, subId }, own) => ({
    fromId: own.otherAccountId,
    toId: at.bigData,
    toIds: [],
    backIds: [subId],
  })),
  call(saveGrants, ({ at }) => ({
    accountId: at.apiData,
    set: [{ productId: null, version: null, ...grant() }],
    revoke: [],
    reason,
  })),
  call(batchGrant, (customer) => ({ ...batch(customer), wish: { productIds: [], ...grant() } })),
  call(batchExtend, ({ at }) => ({ subProduct: 'bigData', accountIds: [at.bigData], reason, wish: { days: 3 } })),
  call(batchRevoke, ({ at }) => ({
    subProduct: 'bigData',
    accountIds: [at.bigData],
    reason,
    wish: { productIds: [] },
  })),
  call(saveGrantMatrix, ({ enterpriseId, memberId }) => ({ enterpriseId, changes: [cellOf(memberId)], reason })),
  call(saveGrantMatrix, ({ memberId }, own) => ({ ...enterprise(own), changes: [cellOf(memberId)], reason })),
  call(checkUndoGrants, ({ actId }) => ({ actId })),
  call(undoGrants, ({ actId }) => ({ actId })),
  call(customers.saveEnterprise, ({ enterpriseId }) => ({ id: enterpriseId, version: 1, name: '改名', level: 'A' })),
  call(customers.setEnterprisePlace, ({ enterpriseId }) => ({ id: enterpriseId, longitude: '1', latitude: '1' })),
  call(customers.removeEnterprises, ({ enterpriseId }) => ({ ids: enterpriseId })),
  call(customers.linkMembers, ({ enterpriseId }, own) => ({ enterpriseId, memberIds: [own.otherMemberId] })),
  call(customers.linkMembers, ({ memberId }, own) => ({ enterpriseId: own.otherId, memberIds: [memberId] })),
  call(contacts.saveContact, ({ enterpriseId }) => ({ enterpriseId, name: '新联系人' })),
  call(contacts.saveContact, ({ contactId }, own) => ({ ...enterprise(own), id: contactId, version: 1, name: '新' })),
  call(contacts.setContactLeft, ({ contactId }) => ({ id: contactId, leftOn: inDays(0) })),
  call(contacts.mergeContacts, ({ contactId, otherContactId }) => ({ keepId: contactId, dropId: otherContactId })),
  call(contacts.mergeContacts, ({ contactId }, own) => ({ keepId: own.otherContactId, dropId: contactId })),
  call(contacts.removeContact, ({ contactId }) => ({ id: contactId })),
  call(owners.setMemberOwner, ({ at }) => ({ id: at.bigData, ownerId: null, reason })),
  call(owners.changeMembersSalesman, ({ at, thirdId }) => ({ ids: [at.bigData], ownerId: thirdId, reason })),
  call(owners.reallocateMembers, ({ at, thirdId }) => ({ ids: [at.bigData], ownerIds: [thirdId], reason })),
  call(owners.setEnterpriseOwner, ({ enterpriseId }) => ({
    id: enterpriseId,
    ownerId: null,
    withMembers: true,
    reason,
  })),
  call(owners.changeEnterprisesSalesman, ({ enterpriseId, thirdId }) => ({
    ids: [enterpriseId],
    ownerId: thirdId,
    withMembers: true,
    reason,
  })),
  call(owners.reallocateEnterprises, ({ enterpriseId, thirdId }) => ({
    ids: [enterpriseId],
    ownerIds: [thirdId],
    withMembers: true,
    reason,
  })),
  call(handleSignals, ({ signalId }) => ({ ids: [signalId], remark: reason })),
  call(reopenSignals, ({ handledSignalId }) => ({ ids: [handledSignalId] })),
  call(handling.contactRegistration, (customer) => ({ ...registration(customer), remark: reason })),
  call(handling.rejectRegistrations, ({ registrationId }) => ({ ids: [registrationId], reason })),
  call(handling.reopenRegistration, ({ invalidId }) => ({ id: invalidId })),
  call(handling.takeRegistration, registration),
  call(handling.assignRegistrations, ({ registrationId, thirdId }) => ({ ids: [registrationId], ownerId: thirdId })),
  call(handling.grantTrial, (customer) => ({
    ...trial,
    ...person(customer),
    ...registration(customer),
    enterpriseName: `新企业${customer.memberId}`,
  })),
  call(handling.grantTrial, (customer, own) => ({
    ...trial,
    ...person(customer),
    ...registration(own),
    enterpriseId: customer.enterpriseId,
  })),
  call(handling.grantTrial, ({ memberId }, own) => ({ ...trial, ...registration(own), memberId })),
  call(orders.presaleOrder, order),
  call(orders.sellOrder, order),
  call(orders.closeOrder, (customer) => ({ ...order(customer), reason })),
  call(orders.changeOrderAmount, (customer) => ({ ...order(customer), amount: '101', reason })),
  call(orders.changeOrderSalesman, ({ orderId, thirdId }) => ({ ids: [orderId], salesmanId: thirdId, reason })),
  call(dataKeys.createDataKey, ({ at }) => ({ accountId: at.apiData, ...key })),
  call(dataKeys.editDataKey, ({ keyId }) => ({ id: keyId, version: 1, ...key })),
  call(dataKeys.revokeDataKey, ({ keyId }) => ({ id: keyId })),
  call(editEntry, ({ at }) => ({ id: at.zhouzeyanjiu, version: 9, realName: '新', kind: 'trial', endsOn: inDays(9) })),
  call(removeEntry, ({ at }) => ({ id: at.zhouzeyanjiu })),
  call(presets.applyPreset, applied),
  call(presets.batchApplyPreset, applied),
  call(presets.batchRevokePreset, applied),
  call(partners.partnerCalls.edit, ({ partnerId }) => ({
    id: partnerId,
    version: 9,
    name: '改名',
    code: 'renamed',
    contact: '',
    mobile: '',
    domains: [],
    permissionSetId: null,
    endsOn: null,
    ownerId: null,
    remark: '',
  })),
  call(partners.partnerCalls.remove, ({ partnerId }) => ({ ids: [partnerId] })),
  call(partners.partnerCalls.disable, ({ partnerId }) => ({ ids: [partnerId] })),
  call(partners.partnerCalls.open, ({ partnerId }) => ({ ids: [partnerId] })),
  call(partners.addPartnerMembers, (customer, own) => ({ ...partner(customer), loginNames: [own.otherLogin] })),
  call(partners.removePartnerMembers, ({ partnerId, memberId }) => ({ id: partnerId, memberIds: [memberId] })),
  call(partners.removePartnerMembers, ({ memberId }, own) => ({ ...partner(own), memberIds: [memberId] })),
  call(partners.empowerPartner, ({ partnerId }) => ({
    id: partnerId,
    kind: 'trial',
    startsOn: inDays(0),
    endsOn: inDays(90),
    reason,
  })),
  call(setAdminLinkUserLock, ({ ownerId, memberId }) => ({ userId: ownerId, ids: [memberId], lock: true })),
  call(boardCalls[1].handle, ({ at }) => ({ id: at.bigData, handled: true })),
  call(boardCalls[2].handle, ({ at }) => ({ id: at.officialWebsite, handled: true })),
  call(boardCalls[4].handle, ({ at }) => ({ id: at.app, handled: true })),
  call(radarCalls.handle, ({ at }) => ({ id: at.apiData, handled: true })),
  call(startPush, ({ at }) => ({ accountIds: [at.bigData] })),
  call(reportPush.saveList, ({ at, mark }) => ({ name: mark, accountIds: [at.bigData] })),
  call(pricePush.saveList, ({ at, mark }) => ({ name: mark, accountIds: [at.officialWebsite] })),
  call(smsPushCalls.saveList, ({ at, mark }) => ({ subProduct: 'bigData', name: mark, accountIds: [at.bigData] })),
  call(reports.reportOrderCalls.add, ({ enterpriseId }) => ({ ...reportOrder, enterpriseId })),
  call(reports.reportOrderCalls.edit, ({ enterpriseId, reportOrderId }) => ({
    ...reportOrder,
    enterpriseId,
    id: reportOrderId,
    version: 9,
  })),
  call(reports.reportOrderCalls.remove, ({ reportOrderId }) => ({ ids: [reportOrderId] })),
  call(reports.saveReportIssue, ({ reportOrderId, issueFileId }) => ({
    orderId: reportOrderId,
    dueOn: inDays(0),
    version: 9,
    title: '月报',
    text: '附件',
    fileId: issueFileId,
  })),
  call(reports.submitReportIssue, issue),
  call(reports.passReportIssue, issue),
  call(reports.overruleReportIssue, (customer) => ({ ...issue(customer), opinion: reason })),
  call(reports.sendReportIssue, issue),
  call(merges.mergeEnterprises, ({ enterpriseId }, own) => ({ keepId: own.otherId, dropId: enterpriseId })),
  call(merges.mergeEnterprises, ({ enterpriseId }, own) => ({ keepId: enterpriseId, dropId: own.otherId })),
  call(merges.undoEnterpriseMerge, ({ mergeId }) => ({ id: mergeId })),
  call(complaints.addComplaint, (customer) => ({
    ...enterprise(customer),
    way: 'phone',
    at: new Date().toISOString(),
    content: reason,
    ownerId: null,
  })),
  call(complaints.handleComplaint, ({ complaintId }) => ({ id: complaintId, version: 1, act: 'start', note: reason })),
  call(complaints.assignComplaint, ({ complaintId, ownerId }) => ({ id: complaintId, version: 1, ownerId })),
  call(followUps.addFollowUp, (customer) => ({ ...enterprise(customer), ...followUp() })),
  call(followUps.editFollowUp, ({ followUpId }) => ({ id: followUpId, version: 1, ...followUp() })),
  call(shares.endShare, ({ shareId }) => ({ id: shareId })),
  call(followUps.removeFollowUps, ({ followUpId }) => ({ ids: followUpId })),
  call(sites.editVisitEnterprise, (customer) => ({ ...site(customer), version: 1, ...profile })),
  call(sites.removeVisitEnterprises, ({ siteId }) => ({ ids: siteId })),
  call(sites.setVisitEnterprisePlace, (customer) => ({ ...site(customer), longitude: '120.1', latitude: '30.2' })),
  call(sites.linkVisitEnterprise, (customer) => ({ ...site(customer), customerId: null })),
  call(sites.linkVisitEnterprise, ({ enterpriseId }, own) => ({ id: own.siteId, customerId: enterpriseId })),
  call(sites.setVisitEnterpriseOwner, (customer) => ({ ...site(customer), ownerId: customer.thirdId })),
  call(sites.reallocateVisitEnterprises, ({ siteId, thirdId }) => ({ ids: [siteId], ownerIds: [thirdId] })),
  call(visits.addVisit, ({ siteId }) => ({ enterpriseId: siteId, ...plan() })),
  call(visits.editVisit, (customer) => ({ ...visited(customer), ...plan() })),
  call(visits.departVisit, visited),
  call(visits.arriveVisit, (customer) => ({ ...visited(customer), reason })),
  call(visits.reportVisit, (customer) => ({
    ...visited(customer),
    met: '',
    result: reason,
    talks: [],
    pictureIds: [],
    lateReason: reason,
  })),
  call(visits.sendBackVisit, (customer) => ({ ...visited(customer), reason })),
  call(visits.commentVisit, (customer) => ({ ...visit(customer), text: reason })),
  call(visits.cancelVisit, (customer) => ({ ...visited(customer), reason })),
  call(visits.restoreVisit, visited),
  call(visits.removeVisits, ({ visitId }) => ({ ids: visitId })),
  call(visits.shareVisit, (customer) => ({ ...visit(customer), userIds: [customer.thirdId] })),
  call(reports.receiveReportIssue, (customer) => ({ ...issue(customer), receivedOn: inDays(0), receivedBy: '签收人' })),
  call(rateAiMessage, ({ aiMessageId }) => ({ id: aiMessageId, version: 1, score: 2, correction: reason })),
  call(addCaseOfAnswer, ({ aiMessageId, aiSetId }) => ({ messageId: aiMessageId, setId: aiSetId })),
  call(assignUnanswered, ({ aiMessageId, ownerId }) => ({ id: aiMessageId, version: 0, ownerId })),
  call(finishUnanswered, ({ aiMessageId }) => ({ id: aiMessageId, version: 1, result: reason })),
  call(reopenUnansweredRows, ({ aiMessageId }) => ({ rows: [{ id: aiMessageId, version: 2 }] })),
  call(assignUnansweredRows, ({ aiMessageId, ownerId }) => ({ rows: [{ id: aiMessageId, version: 3 }], ownerId })),
  call(finishUnansweredRows, ({ aiMessageId }) => ({ rows: [{ id: aiMessageId, version: 4 }], result: reason })),
  call(removeAiSessions, ({ aiSessionId }) => ({ ids: aiSessionId })),
]

export const exports: readonly { endpoint: ExportCall; query: object }[] = [
  { endpoint: exportAccounts, query: { subProduct: 'bigData' } },
  { endpoint: exportSubAccounts, query: { subProduct: 'bigData' } },
  { endpoint: exportCustomers, query: {} },
  { endpoint: exportAccountLogs, query: { subProduct: 'bigData' } },
  { endpoint: exportVisitors, query: { subProduct: 'officialWebsite' } },
  { endpoint: exportSignals, query: {} },
  { endpoint: handling.exportRegistrations, query: {} },
  { endpoint: orders.exportOrders, query: { subProduct: 'app' } },
  { endpoint: exportEntries, query: { subProduct: 'zhouzeyanjiu' } },
  { endpoint: partners.exportPartners, query: {} },
  { endpoint: grantLedger.exported, query: { subProduct: 'bigData' } },
  { endpoint: grantChangeBigData.exported, query: {} },
  { endpoint: grantChangeOfficialWebsite.exported, query: {} },
  { endpoint: exportGrantActs, query: {} },
  { endpoint: followUps.exportFollowUps, query: {} },
  { endpoint: complaints.exportComplaints, query: {} },
  { endpoint: exportRegistrationDetails, query: {} },
  { endpoint: shares.exportShares, query: {} },
  { endpoint: exportVisitEnterprises, query: {} },
  { endpoint: exportVisits, query: {} },
  { endpoint: exportAiSessions, query: {} },
]

const root = '/api/backend/member'
const pushRoots = ['report', 'price'].map((kind) => `/api/backend/push/${kind}`)
const smsRoot = '/api/backend/push/sms'
const pushVerbs =
  'page add edit remove launch pass overrule stop resume takeOver retry test correct lists removeList'.split(' ')
/** Paths that show no owned customer, each group with the reason. */
export const withoutCustomers: readonly string[] = [
  // pushes are shared: they hold account ids, no names; recipients are limited to the sender's scope
  ...[...pushRoots, smsRoot].flatMap((one) => pushVerbs.map((verb) => `${one}/${verb}`)),
  ...pushRoots.flatMap((one) => ['get', 'copy', 'shown', 'articles', 'tracking'].map((verb) => `${one}/${verb}`)),
  ...['classes', 'export'].map((verb) => `${smsRoot}/${verb}`),
  '/api/backend/push/frame',
  // messages of one push, within the scope of who settles them (sending.test.ts)
  ...pushRoots.map((one) => `${one}/decide`),
  // addresses that the caller names in full, masked in the list
  '/api/backend/push/mailOptOut/',
  // classes, counts, and telephone numbers that the importer already knows
  '/api/backend/push/smsClass/',
  ...['page', 'retry', 'export', 'optOuts/', 'optedOut', 'restore', 'replyAddress'].map(
    (verb) => `/api/backend/push/smsLoad/${verb}`,
  ),
  // what is sold and how it is granted
  ...['document', 'grantRule', 'thirdPower'].map((area) => `${root}/${area}/`),
  ...['page', 'get', 'add', 'edit', 'copy', 'remove'].flatMap((verb) => [
    `${root}/preset/${verb}`,
    `${root}/permissionSet/${verb}`,
  ]),
  `${root}/grant/products`,
  `${root}/partner/sets`,
  // a new row belongs to its author
  `${root}/partner/add`,
  `${root}/manualEntry/add`,
  // only the caller's own batches
  `${root}/grantBatch/outcome`,
  // counts only
  '/api/backend/service/contactRanking/page',
  '/api/backend/service/contactRanking/export',
  '/api/backend/ai/session/count',
  '/api/backend/service/followUp/count',
  '/api/backend/service/followUp/days',
  '/api/backend/visits/enterprise/provinces',
  '/api/backend/visits/visit/count',
  '/api/backend/visits/visit/days',
  // by product, in editorial scope
  '/api/backend/visits/visit/products',
  '/api/backend/visits/visit/heard',
  '/api/backend/visits/visit/heard/get',
  '/api/backend/visits/visit/heard/take',
  '/api/backend/visits/visit/heard/decline',
  // the caller's own
  '/api/backend/visits/visit/binding',
  '/api/backend/visits/visit/bind',
  '/api/backend/visits/visit/consent',
  '/api/backend/visits/visit/setConsent',
  // new ones, of the caller
  '/api/backend/visits/enterprise/add',
  '/api/backend/visits/enterprise/import/',
  `${root}/enterprise/count`,
  `${root}/visit/get`,
  `${root}/visit/count`,
  `${root}/radar/get`,
  // counts by person and day; published articles, of which nobody is a customer
  ...['sharers', 'sharers/export', 'days', 'articles', 'create'].map((verb) => `/api/backend/share/${verb}`),
  // staff and the rules that assign registrations
  ...['handlers', 'rules', 'saveRules'].map((verb) => `${root}/registration/${verb}`),
  // files: the imports' own tests check that a row of another owner's customer is refused
  ...['account/import', 'contact/import', 'enterprise/import', 'manualEntry/import', 'grant/closing'].map(
    (area) => `${root}/${area}/`,
  ),
]
