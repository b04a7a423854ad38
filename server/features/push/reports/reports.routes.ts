// Customised reports over HTTP: orders as rows; issues from file through review to the customer.

import { addDays, dayOf } from '#contract/days.ts'
import type { IssueState } from '#contract/push/report-labels.ts'
import {
  getReportOrder,
  overruleReportIssue,
  passReportIssue,
  queryReportDue,
  receiveReportIssue,
  reportOrderCalls,
  saveReportIssue,
  sendReportIssue,
  submitReportIssue,
} from '#contract/push/reports.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { linkTo, tieFiles } from '#server/core/files/files.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { hasUnfit, isMailAddress } from '#server/core/mail/mail-fields.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import type { Tx } from '#server/db/connection.ts'
import { reportOrders } from '#server/db/schema/push.ts'
import { reviewersOf } from '../pushes/pushes.queries.ts'
import { dueDays } from './due.rules.ts'
import { queueIssue } from './issue-mail.queries.ts'
import {
  changeIssue,
  countIssues,
  findIssueOn,
  findOrder,
  idOfIssueOn,
  inScope,
  insertIssue,
  isOwnCustomer,
  issuesOf,
  listOrders,
  lockIssue,
  runningOrders,
} from './reports.queries.ts'

const review = { menu: 'customizedReport', notice: 'reportReview' } as const
const PAGE = '/application/others/customizedReportManagement'

const orders = serveRows({
  calls: reportOrderCalls,
  table: reportOrders,
  target: 'reportOrder',
  nameOf: ({ title }) => title,
  scope: inScope,
  list: ({ body, db, actor }) => listOrders(db, body, scopeValues(actor)),
  check: async (tx, form, { actor }) => {
    checkFields({
      enterpriseId: (await isOwnCustomer(tx, actor, form.enterpriseId)) ? null : '企业不存在',
      contactName: hasUnfit(form.contactName) ? '联系人不能有换行或控制字符' : null,
      contactEmail: isMailAddress(form.contactEmail) ? null : '邮箱格式不正确',
      endsOn: form.endsOn < form.startsOn ? '结束日期不能早于首期日期' : null,
    })
    return form
  },
  uses: async (tx, { id }) => ({ 已写的报告: await countIssues(tx, id) }),
})

const target = (id: string) => ({ targetType: 'reportIssue', targetId: id })
const filesOfIssue = (id: string) => ({ type: 'reportIssue', id })

type Seen = { id: string; version: number }

/** Locks an issue at the version that was seen and in one of these states: 20404, 601, 409. */
async function take(tx: Tx, actor: Actor, { id, version }: Seen, states: readonly IssueState[], msg: string) {
  const found = orNotFound(await lockIssue(tx, actor, id))
  if (found.issue.version !== version) throw refuse('stale', { msg: '内容已被他人修改，请核对后重试' })
  if (!states.includes(found.issue.state)) throw refuse('conflict', { msg })
  return found
}

async function lockForReview(tx: Tx, actor: Actor, seen: Seen) {
  const found = await take(tx, actor, seen, ['reviewing'], '已被他人审核，或已撤回')
  if (found.issue.authorId === actor.id) throw refuse('conflict', { msg: '不能审核自己写的报告' })
  return found
}

const NEXT = 3
const AHEAD_DAYS = 400

export const routes = [
  ...orders,

  serve(getReportOrder, async ({ body, db, core, actor }) => {
    const order = orNotFound(await findOrder(db, actor, body.id))
    const issues = (await issuesOf(db, order.id)).map(({ file, authorId, ...issue }) => ({
      ...issue,
      file: { ...file, url: linkTo(core, file.id, actor) },
      isOwn: authorId === actor.id,
    }))
    const written = new Set(issues.map(({ dueOn }) => dueOn))
    const days = order.isEnabled ? dueDays(order, order.startsOn, addDays(dayOf(Date.now()), AHEAD_DAYS)) : []
    return { order, issues, due: days.filter((day) => !written.has(day)).slice(0, NEXT) }
  }),

  serve(queryReportDue, async ({ body: { from, days }, db, actor }) => {
    const to = addDays(from, days - 1)
    const running = await runningOrders(db, actor, from, to)
    return running
      .flatMap(({ issues, rhythm, startsOn, endsOn, ...order }) =>
        dueDays({ rhythm, startsOn, endsOn }, from, to).map((dueOn) => ({
          ...order,
          dueOn,
          state: issues[dueOn] ?? null,
        })),
      )
      .toSorted((one, other) => one.dueOn.localeCompare(other.dueOn))
  }),

  serveAct(
    saveReportIssue,
    async ({ tx, body, files, actor, by }) => {
      const { orderId, dueOn, version, fileId } = body
      const [title, text] = [body.title.trim(), body.text.trim()]
      const order = orNotFound(await findOrder(tx, actor, orderId))
      const isDue = dueDays(order, dueOn, dueOn).length > 0
      checkFields({ dueOn: isDue ? null : '这一天没有应交的报告' })
      const stored = await findIssueOn(tx, orderId, dueOn)
      if ((stored?.version ?? null) !== version) throw refuse('conflict', { msg: '这一期已被他人保存，请刷新后重试' })
      if (stored && stored.state !== 'draft') throw refuse('conflict', { msg: '只有草稿可以修改' })
      if (!stored && !order.isEnabled) throw refuse('conflict', { msg: '订单已结束，不能写新一期' })
      const values = { title, text, fileId, authorId: actor.id }
      const saved = stored
        ? { id: stored.id, version: await changeIssue(tx, stored.id, values) }
        : await insertIssue(tx, { ...values, orderId, dueOn })
      if (!saved) throw refuse('conflict', { msg: '这一期已被他人保存，请刷新后重试' })
      await tieFiles(tx, filesOfIssue(saved.id), files)
      await audit(tx, by, { action: 'reportIssue.saveIssue', ...target(saved.id), after: { title, dueOn, fileId } })
      return saved
    },
    {
      filesOf: async ({ body: { orderId, dueOn }, db }) => {
        const id = await idOfIssueOn(db, orderId, dueOn)
        return id === undefined ? [] : [filesOfIssue(id)]
      },
    },
  ),

  serveAct(submitReportIssue, async ({ tx, body, actor, by }) => {
    const { issue, order } = await take(tx, actor, body, ['draft'], '已经提交，请勿重复操作')
    const reviewers = await reviewersOf(tx, review.menu, issue.authorId)
    const state = reviewers.length > 0 ? ('reviewing' as const) : ('passed' as const)
    const version = await changeIssue(tx, issue.id, { state, opinion: '' })
    if (reviewers.length > 0) {
      await noticeStaff(tx, {
        event: review.notice,
        key: `issue:${issue.id}:${version}`,
        userIds: reviewers,
        title: '定制报告待审核',
        text: `${actor.realName}提交了“${issue.title}”`,
        link: `${PAGE}/sendReport/${order.id}`,
        about: issue.id,
      })
    }
    await audit(tx, by, { action: 'reportIssue.submit', ...target(issue.id), after: { title: issue.title, state } })
    return null
  }),

  serveAct(passReportIssue, async ({ tx, body, actor, by }) => {
    const { issue } = await lockForReview(tx, actor, body)
    await changeIssue(tx, issue.id, { state: 'passed', reviewerId: actor.id })
    await audit(tx, by, { action: 'reportIssue.pass', ...target(issue.id), after: { title: issue.title } })
    return null
  }),

  serveAct(overruleReportIssue, async ({ tx, body, actor, by }) => {
    const { issue } = await lockForReview(tx, actor, body)
    const opinion = body.opinion.trim()
    await changeIssue(tx, issue.id, { state: 'draft', reviewerId: actor.id, opinion })
    await audit(tx, by, {
      action: 'reportIssue.overrule',
      ...target(issue.id),
      after: { title: issue.title, opinion },
    })
    return null
  }),

  serve(sendReportIssue, (context) =>
    transact(context.core, async (tx, announce) => {
      const { body, actor, by } = context
      const found = await take(tx, actor, body, ['passed'], '还没有通过审核，或已经发送')
      const { issue, order } = found
      const text = `“${issue.title}”将发给${order.enterpriseName}的 ${order.contactName}（${order.contactEmail}），不能收回。`
      await confirmed(tx, context, { preview: { text, groups: [] }, versions: [issue.version, order.version] })
      const bodyId = await queueIssue(tx, found)
      await changeIssue(tx, issue.id, { state: 'sent', bodyId, sentAt: new Date().toISOString() })
      announce({ type: 'dues' })
      await audit(tx, by, { action: 'reportIssue.send', ...target(issue.id), after: { title: issue.title } })
      return null
    }),
  ),

  serveAct(receiveReportIssue, async ({ tx, body, actor, by }) => {
    const { issue } = await take(tx, actor, body, ['sent'], '还没有发送，或已经签收')
    const received = { receivedOn: body.receivedOn, receivedBy: body.receivedBy.trim() }
    await changeIssue(tx, issue.id, { state: 'received', ...received })
    await audit(tx, by, { action: 'reportIssue.receive', ...target(issue.id), after: received })
    return null
  }),
]
