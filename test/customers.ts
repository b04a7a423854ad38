// A customer with rows in every table about customers, each row marked with the customer's own text.
// Long because each table about customers has a row here.
import { type SQL, sql } from 'drizzle-orm'
import { addDays } from '#contract/days.ts'
import { type AnyPushKind, anyPushKinds } from '#contract/push/push-labels.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { databaseToday } from '#server/core/clock.ts'
import type { Db } from '#server/db/connection.ts'
import { aiAssistants, aiMessages, aiSessions, aiUnanswered } from '#server/db/schema/ai.ts'
import { aiSets } from '#server/db/schema/ai-evaluation.ts'
import { fileContents, files, fileUses } from '#server/db/schema/core/files.ts'
import { messages } from '#server/db/schema/core/outbox.ts'
import { apiKeys } from '#server/db/schema/core/requests.ts'
import { accountLogs, accountSignals } from '#server/db/schema/members/account-logs.ts'
import { grantChanges, grants } from '#server/db/schema/members/grants.ts'
import {
  boardMarks,
  enterpriseContacts,
  enterprises,
  memberAccounts,
  members,
  ownerChanges,
} from '#server/db/schema/members/members.ts'
import { enterpriseMerges } from '#server/db/schema/members/merges.ts'
import { orderChanges, orders } from '#server/db/schema/members/orders.ts'
import { dataKeys, partnerMembers, partners } from '#server/db/schema/members/partners.ts'
import { registrationSteps, registrations } from '#server/db/schema/members/registrations.ts'
import { pushes, reportIssues, reportOrders, smsClasses } from '#server/db/schema/push.ts'
import { complaints, followUps } from '#server/db/schema/service.ts'
import { shareLeads, shares } from '#server/db/schema/sharing.ts'
import { visitEnterprises, visits } from '#server/db/schema/visits.ts'
import { giveGrants } from '#server/features/members/grants/grants.acts.ts'
import { makeAccount, makeEnterprise, makeLogs, makeMember, makeRegistration } from './factories.ts'
import { makeShare, publishArticle } from './share-factories.ts'

const inSubProducts = ['bigData', 'officialWebsite', 'app', 'apiData', 'zhouzeyanjiu', 'embed'] as const
type Used = (typeof inSubProducts)[number]

export type Customer = {
  ownerId: string
  /** A unique text in every name and note of the customer, and nowhere else. */
  mark: string
  loginName: string
  enterpriseId: string
  contactId: string
  /** A second contact of the same enterprise. */
  otherContactId: string
  followUpId: string
  complaintId: string
  mergeId: string
  /** The enterprise for visits that is linked to it, and a planned visit there. */
  siteId: string
  visitId: string
  aiSessionId: string
  aiMessageId: string
  aiSetId: string
  memberId: string
  /** The member's account in each sub-product. */
  at: Record<Used, string>
  subId: string
  actId: string
  changeId: string
  websiteChangeId: string
  log: { id: string; at: string }
  signalId: string
  handledSignalId: string
  registrationId: string
  /** By the owner, of an article that bears the mark; the registration is its lead. */
  shareId: string
  invalidId: string
  orderId: string
  keyId: string
  partnerId: string
  /** Shared pushes, each with a message to the customer. */
  pushOf: Record<AnyPushKind, string>
  smsClassId: string
  reportOrderId: string
  issueId: string
  issueFileId: string
  /** Another enterprise of the same owner, with one member, for calls that involve two. */
  otherId: string
  otherMemberId: string
  otherAccountId: string
  otherLogin: string
} & Shared

/** Rows without an owner: a preset of officialWebsite, a permission set, and a person to transfer customers to. */
export type Shared = { productId: string; presetId: string; setId: string; thirdId: string }

let count = 0
const by = { id: null, name: '测试', address: '', requestId: '' }
const moment = () => new Date().toISOString()

async function one<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows
  if (!row) throw new Error('nothing was made')
  return row
}

export async function makeCustomer(db: Db, ownerId: string, shared: Shared): Promise<Customer> {
  const { productId, setId } = shared
  const mark = `暗记${++count}号`
  const loginName = `scope.${count}.of`
  const enterprise = await makeEnterprise(db, { ownerId, name: `${mark}公司`, address: mark })
  const enterpriseId = enterprise.id
  const contact = { enterpriseId, name: mark, mobile: '13900000000', isMain: true }
  const { id: contactId } = await one(db.insert(enterpriseContacts).values(contact).returning())
  const second = { enterpriseId, name: `${mark}副` }
  const { id: otherContactId } = await one(db.insert(enterpriseContacts).values(second).returning())
  const call = { way: 'phone', at: moment(), result: 'reached', content: mark } as const
  const { id: followUpId } = await one(
    db
      .insert(followUps)
      .values({
        enterpriseId,
        contactId,
        contactName: mark,
        ...call,
        nextOn: await databaseToday(db),
        authorId: ownerId,
      })
      .returning(),
  )
  const complaint = { enterpriseId, way: 'phone' as const, at: moment(), content: mark, ownerId, authorId: ownerId }
  const { id: complaintId } = await one(db.insert(complaints).values(complaint).returning())
  const trace = { moved: {}, formerMains: [], mains: [], unlinked: [], ended: null, filled: {} }
  const dropped = { id: 0, name: mark }
  const { id: mergeId } = await one(
    db.insert(enterpriseMerges).values({ keptId: enterpriseId, dropped, trace, actorId: ownerId }).returning(),
  )
  const { id: siteId } = await one(
    db
      .insert(visitEnterprises)
      .values({
        name: `${mark}工厂`,
        kind: 'mill',
        ownerId,
        customerId: enterpriseId,
        longitude: '120.1',
        latitude: '30.2',
      })
      .returning(),
  )
  const planned = { enterpriseId: siteId, ownerId, createdById: ownerId, plannedAt: moment(), aim: mark }
  const { id: visitId } = await one(db.insert(visits).values(planned).returning())
  await db.insert(visits).values({ ...planned, state: 'visited', arrivedAt: moment() })
  const { id: memberId } = await makeMember(db, { ownerId, enterpriseId, loginName, realName: mark })
  const at = {} as Record<Used, string>
  for (const key of inSubProducts) at[key] = (await makeAccount(db, key, { memberId, subQuota: 5 })).id
  const { id: apiKeyId } = await one(
    db
      .insert(apiKeys)
      .values({ name: `scope${count}`, keyHash: `scope${count}`, hint: 'key_scope', scopes: ['ai'], dailyQuota: 10 })
      .returning(),
  )
  const { id: assistantId } = await one(
    db
      .insert(aiAssistants)
      .values({ code: `scope-${count}`, name: mark, purpose: 'chat' })
      .returning(),
  )
  const { id: aiSetId } = await one(db.insert(aiSets).values({ assistantId, name: mark }).returning())
  const { id: aiSessionId } = await one(
    db
      .insert(aiSessions)
      .values({
        apiKeyId,
        externalId: `scope-${count}`,
        memberId,
        assistantId,
        assistantName: mark,
        title: mark,
        startedAt: moment(),
        lastAt: moment(),
        messages: 2,
      })
      .returning(),
  )
  const said = { sessionId: aiSessionId, content: mark, at: moment() }
  await db.insert(aiMessages).values({ ...said, number: 1, role: 'user' })
  const { id: aiMessageId } = await one(
    db
      .insert(aiMessages)
      // checked: the job that checks figures leaves it alone, so that its rows change by calls only
      .values({ ...said, number: 2, role: 'assistant', isUnanswered: true, publication: '0' })
      .returning(),
  )
  const sub = await makeMember(db, { ownerId, enterpriseId, mainId: memberId, realName: `${mark}子` })
  const { id: subId } = await makeAccount(db, 'bigData', { memberId: sub.id })

  const day = await databaseToday(db)
  const state = { kind: 'formal', startsOn: day, endsOn: addDays(day, 20), quota: null } as const
  const give = (via: 'single' | 'entry', ...accountIds: string[]) =>
    db.transaction((tx) =>
      giveGrants(
        tx,
        by,
        { via, reason: mark },
        accountIds.map((accountId) => ({ accountId, productId, ...state })),
      ),
    )
  const { actId } = await give('single', at.bigData, at.officialWebsite)
  await give('entry', at.zhouzeyanjiu)
  const changeOf = async (accountId: string) =>
    (await one(db.select().from(grantChanges).where(sql`account_id = ${accountId}`))).id

  const lived = (key: SubProductKey, id: string) => makeLogs(db, { id, subProduct: key }, [{ detail: mark }])
  await lived('bigData', at.bigData)
  await lived('officialWebsite', at.officialWebsite)
  const log = await one(db.select().from(accountLogs).where(sql`account_id = ${at.bigData}`))
  const signal = { accountId: at.bigData, count: 9, samples: [mark], fromAt: moment(), toAt: moment() }
  const signalOf = (kind: 'addresses' | 'devices', more: object = {}) =>
    one(
      db
        .insert(accountSignals)
        .values({ ...signal, kind, ...more })
        .returning(),
    )
  const { id: signalId } = await signalOf('addresses')
  const { id: handledSignalId } = await signalOf('devices', { handledAt: moment(), handledBy: ownerId, remark: mark })

  const { id: registrationId } = await makeRegistration(db, {
    ownerId,
    company: mark,
    contact: mark,
    lastTouch: { source: 'baidu', medium: 'cpc', campaign: 'scope', term: '', referrer: '', engine: 'baidu' },
  })
  const { id: shareId } = await makeShare(db, ownerId, await publishArticle(db, { title: mark }))
  await db.insert(shareLeads).values({ registrationId, shareId, day })
  const { id: invalidId } = await makeRegistration(db, { ownerId, company: mark, state: 'invalid', closedAt: moment() })
  const { id: orderId } = await one(
    db
      .insert(orders)
      .values({
        number: `SCOPE-${count}`,
        accountId: at.app,
        subProduct: 'app',
        item: mark,
        months: 12,
        amount: '100.00',
        salesmanId: ownerId,
      })
      .returning(),
  )
  const { id: keyId } = await one(
    db
      .insert(dataKeys)
      .values({ accountId: at.apiData, name: mark, keyHash: mark, hint: 'dk_scope', dailyQuota: 10 })
      .returning(),
  )
  const { id: partnerId } = await one(
    db
      .insert(partners)
      .values({ name: mark, code: `scope${count}`, ownerId, permissionSetId: setId })
      .returning(),
  )
  await db.insert(partnerMembers).values({ memberId, partnerId })
  const { pushOf, smsClassId, reportOrderId, issueId, issueFileId } = await makeSent(db, {
    ownerId,
    mark,
    enterpriseId,
    memberId,
    day,
  })
  const other = await makeMember(db, { ownerId })
  const { id: otherAccountId } = await makeAccount(db, 'bigData', { memberId: other.id, subQuota: 5 })
  return {
    ownerId,
    mark,
    loginName,
    enterpriseId,
    contactId,
    otherContactId,
    followUpId,
    complaintId,
    mergeId,
    siteId,
    visitId,
    aiSessionId,
    aiMessageId,
    aiSetId,
    memberId,
    at,
    subId,
    actId: actId ?? '',
    changeId: await changeOf(at.bigData),
    websiteChangeId: await changeOf(at.officialWebsite),
    log: { id: String(log.id), at: new Date(log.at).toISOString() },
    signalId,
    handledSignalId,
    registrationId,
    shareId,
    invalidId,
    orderId,
    keyId,
    partnerId,
    otherAccountId,
    pushOf,
    smsClassId,
    reportOrderId,
    issueId,
    issueFileId,
    otherId: other.enterpriseId,
    otherMemberId: other.id,
    otherLogin: other.loginName,
    ...shared,
  }
}

type Whom = { ownerId: string; mark: string; enterpriseId: string; memberId: string; day: string }

/** What was sent to the customer: a mail of a push, and an ordered report with one issue. */
async function makeSent(db: Db, { ownerId, mark, enterpriseId, memberId, day }: Whom) {
  const audience = { rule: null, listIds: [], accountIds: [], excludedIds: [] }
  const texts = { title: '周报', subject: '周报', text: '您好', audience, authorId: ownerId }
  const pushOf = { report: '', price: '', sms: '' }
  const sms = { subProduct: 'bigData' as const, sign: '价格中心', partPrice: '0.05' }
  const { id: smsClassId } = await one(
    db
      .insert(smsClasses)
      .values({
        name: `日价${memberId}`,
        subProductKey: sms.subProduct,
        sign: sms.sign,
        partPrice: sms.partPrice,
        template: 'SMS_1',
        text: '{{姓名}}您好',
      })
      .returning(),
  )
  for (const kind of anyPushKinds) {
    const push = await one(
      db
        .insert(pushes)
        .values({ ...texts, kind, ...(kind === 'sms' && { sms, smsClassId }) })
        .returning(),
    )
    pushOf[kind] = push.id
    await db.insert(messages).values({
      key: `scope:${kind}:${memberId}`,
      channel: kind === 'sms' ? 'sms' : 'mail',
      address: `${memberId}@example.com`,
      handedAt: moment(),
      recipientKind: 'member',
      recipientId: memberId,
      recipientName: mark,
      pushId: push.id,
      cause: 'push.mail',
      state: 'sent',
    })
  }
  const order = await one(
    db
      .insert(reportOrders)
      .values({
        enterpriseId,
        title: mark,
        rhythm: 'once',
        startsOn: day,
        endsOn: day,
        contactName: mark,
        price: '1',
        contactEmail: `${memberId}@example.com`,
      })
      .returning(),
  )
  await db.insert(fileContents).values({ sha256: mark, size: 1 })
  const file = await one(
    db.insert(files).values({ sha256: mark, name: mark, type: 'application/pdf', purpose: 'attachment' }).returning(),
  )
  const issue = await one(
    db
      .insert(reportIssues)
      .values({ orderId: order.id, dueOn: day, number: 1, title: mark, fileId: file.id, authorId: ownerId })
      .returning(),
  )
  await db.insert(fileUses).values({ fileId: file.id, targetType: 'reportIssue', targetId: issue.id })
  return { pushOf, smsClassId, reportOrderId: order.id, issueId: issue.id, issueFileId: file.id }
}

/** Every stored row about a customer, as text. */
export async function storedOf(
  db: Db,
  { enterpriseId, siteId, registrationId, shareId, invalidId, orderId, partnerId, pushOf, reportOrderId }: Customer,
) {
  const people = sql`select id from ${members} where enterprise_id = ${enterpriseId}`
  const accounts = sql`select id from ${memberAccounts} where member_id in (${people})`
  const registered = sql`(${registrationId}, ${invalidId})`
  const parts: [table: SQL, which: SQL][] = [
    [sql`${enterprises}`, sql`id = ${enterpriseId}`],
    [sql`${enterpriseContacts}`, sql`enterprise_id = ${enterpriseId}`],
    [sql`${followUps}`, sql`enterprise_id = ${enterpriseId}`],
    [sql`${complaints}`, sql`enterprise_id = ${enterpriseId}`],
    [sql`${visitEnterprises}`, sql`id = ${siteId}`],
    [sql`${visits}`, sql`enterprise_id = ${siteId}`],
    [sql`${aiSessions}`, sql`member_id in (${people})`],
    [sql`${aiMessages}`, sql`session_id in (select id from ${aiSessions} where member_id in (${people}))`],
    [
      sql`${aiUnanswered}`,
      sql`message_id in (select m.id from ${aiMessages} m join ${aiSessions} s on s.id = m.session_id
        where s.member_id in (${people}))`,
    ],
    [sql`${members}`, sql`enterprise_id = ${enterpriseId}`],
    [sql`${memberAccounts}`, sql`member_id in (${people})`],
    [sql`${grants}`, sql`account_id in (${accounts})`],
    [sql`${grantChanges}`, sql`account_id in (${accounts})`],
    [sql`${accountSignals}`, sql`account_id in (${accounts})`],
    [sql`${boardMarks}`, sql`account_id in (${accounts})`],
    [sql`${dataKeys}`, sql`account_id in (${accounts})`],
    [sql`${ownerChanges}`, sql`target = 'member' and target_id in (${people})`],
    [sql`${ownerChanges}`, sql`target = 'enterprise' and target_id = ${enterpriseId}`],
    [sql`${registrations}`, sql`id in ${registered}`],
    [sql`${registrationSteps}`, sql`registration_id in ${registered}`],
    [sql`${shares}`, sql`id = ${shareId}`],
    [sql`${shareLeads}`, sql`share_id = ${shareId}`],
    [sql`${orders}`, sql`id = ${orderId}`],
    [sql`${orderChanges}`, sql`order_id = ${orderId}`],
    [sql`${partners}`, sql`id = ${partnerId}`],
    [sql`${partnerMembers}`, sql`partner_id = ${partnerId}`],
    [sql`${messages}`, sql`push_id in (${pushOf.report}, ${pushOf.price})`],
    [sql`${reportOrders}`, sql`id = ${reportOrderId}`],
    [sql`${reportIssues}`, sql`order_id = ${reportOrderId}`],
  ]
  const rows = parts.map(
    ([table, which]) => sql`select coalesce(json_agg(to_json(t) order by to_json(t)::text), '[]')::text as text
      from (select * from ${table} where ${which}) t`,
  )
  const { rows: found } = await db.execute<{ text: string }>(sql.join(rows, sql` union all `))
  return found.map(({ text }) => text)
}
