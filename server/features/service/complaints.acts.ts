// Complaints: entered, handled, given to somebody else. Whoever is to handle one learns of it in the bell, and whoever entered it
// that it is solved.

import { sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import { complaintActs, complaintStateLabels } from '#contract/service/complaint-labels.ts'
import type { addComplaint, assignComplaint, handleComplaint } from '#contract/service/complaints.ts'
import type { Act, Announcing } from '#server/core/act.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { databaseToday } from '#server/core/clock.ts'
import { personNameOf } from '#server/core/core.ts'
import { allFound, checkFields, checkVersion, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { storePush } from '#server/core/live/pushes.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import { complaints } from '#server/db/schema/service.ts'
import { lockEnterprises } from '#server/features/members/customers/customers.queries.ts'
import { requireWorkers } from '#server/features/organisation/users/holders.queries.ts'
import { findComplaint, insertStep, lockComplaint } from './complaints.queries.ts'
import { canBeFollowedBy, contactsOf } from './follow-ups.queries.ts'

type ComplaintAct = Act & Announcing
type Saved = { id: string; version: number }

const PAGE = '/userControl/customerManagement/complaint'
/** A clock may be ahead by so much. */
const AHEAD_MS = 5 * 60_000
/** Of the text in a notice. */
const NOTICE_CHARS = 60

const target = (id: string, verb: string) => ({ action: `complaint.${verb}`, targetType: 'complaint', targetId: id })

type Told = { customer: string; content: string; title: string }

/** Nobody is told of what they have done themselves. */
async function tell(
  { tx, actor, announce }: ComplaintAct,
  userId: string,
  { customer, content, title }: Told,
): Promise<void> {
  if (userId === actor.id) return
  const text = content.length > NOTICE_CHARS ? `${content.slice(0, NOTICE_CHARS)}…` : content
  const link = `${PAGE}?${new URLSearchParams({ enterpriseName: customer })}`
  await storePush(tx, announce, {
    userIds: [userId],
    type: 'notice',
    data: { title, content: `${customer}：${text}`, link },
  })
}

/** Who handles it must be able to, and to see the customer. @returns the name */
async function checkOwner({ tx, actor }: ComplaintAct, enterpriseId: string, ownerId: string): Promise<string> {
  const names = await requireWorkers(tx, [ownerId], { field: 'ownerId', who: '处理人', work: 'complaints' })
  const isSeen = ownerId === actor.id || (await canBeFollowedBy(tx, enterpriseId, ownerId))
  checkFields({ ownerId: isSeen ? null : '该员工看不到此客户，请选择其他人' })
  return names.get(ownerId) ?? ''
}

export async function add(act: ComplaintAct, form: BodyOf<typeof addComplaint>): Promise<Saved> {
  const { tx, actor, by } = act
  const { enterpriseId, contactId = null, way, at, solveBy = null } = form
  const [customer] = allFound(await lockEnterprises(tx, actor, [enterpriseId]), [enterpriseId])
  const { name, ownerId: customerOwnerId } = orNotFound(customer)
  const contact = (await contactsOf(tx, enterpriseId)).find(({ id }) => id === contactId)
  checkFields({
    at: Date.parse(at) > Date.now() + AHEAD_MS ? '投诉时间不能晚于现在' : null,
    contactId: contactId === null || contact ? null : '联系人不属于该客户或已离职，请重新选择',
    solveBy: solveBy !== null && solveBy < (await databaseToday(tx)) ? '处理期限不能早于今天' : null,
  })
  const ownerId = form.ownerId ?? customerOwnerId ?? actor.id
  await checkOwner(act, enterpriseId, ownerId)
  const content = form.content.trim()
  const values = { enterpriseId, contactId, way, at, content, ownerId, solveBy }
  const id = await insertRow(tx, complaints, { ...values, contactName: contact?.name ?? '', authorId: actor.id })
  await insertStep(tx, { complaintId: id, step: 'add', note: '', actorId: actor.id })
  await audit(tx, by, { ...target(id, 'add'), after: values })
  await tell(act, ownerId, { customer: name, content, title: '有新的客户投诉待您处理' })
  return { id, version: 1 }
}

/** A complaint within scope at the version that was read, locked. */
async function requireComplaint(
  { tx, actor }: ComplaintAct,
  { id, version }: { id: string; version?: number | undefined },
) {
  const locked = orNotFound((await lockComplaint(tx, id))[0])
  const stored = orNotFound(await findComplaint(tx, actor, id))
  checkVersion(version, stored)
  return { ...stored, ...locked }
}

export async function handle(act: ComplaintAct, body: BodyOf<typeof handleComplaint>): Promise<Saved> {
  const { tx, actor, by } = act
  const stored = await requireComplaint(act, body)
  const { from, to } = complaintActs[body.act]
  if (!from.includes(stored.state))
    throw refuse('conflict', { msg: `投诉${complaintStateLabels[stored.state]}，请刷新后重试` })
  const note = body.note.trim()
  const isSolved = to === 'solved'
  const values = {
    state: to,
    solution: isSolved ? note : '',
    solvedAt: isSolved ? sql<string>`now()` : null,
  }
  const version = await updateRow(tx, complaints, stored.id, { ...values, updatedAt: sql`now()` })
  await insertStep(tx, { complaintId: stored.id, step: body.act, note, actorId: actor.id })
  const changed = difference<Record<string, unknown>>({ ...stored }, { state: to, solution: values.solution })
  await audit(tx, by, {
    ...target(stored.id, body.act),
    before: changed.before,
    after: { ...changed.after, progress: note },
  })
  const told = { customer: stored.enterpriseName, content: note }
  if (isSolved) await tell(act, stored.authorId, { ...told, title: `您登记的投诉已由${personNameOf(by)}解决` })
  return { id: stored.id, version }
}

export async function assign(act: ComplaintAct, body: BodyOf<typeof assignComplaint>): Promise<Saved> {
  const { tx, actor, by } = act
  const stored = await requireComplaint(act, body)
  if (stored.state === 'solved') throw refuse('conflict', { msg: '投诉已解决，不能更换处理人' })
  const { ownerId, solveBy = stored.solveBy, note = '' } = body
  const isNewDay = solveBy !== null && solveBy !== stored.solveBy
  checkFields({ solveBy: isNewDay && solveBy < (await databaseToday(tx)) ? '处理期限不能早于今天' : null })
  const name = await checkOwner(act, stored.enterpriseId, ownerId)
  const changed = difference<Record<string, unknown>>({ ...stored }, { ownerId, solveBy })
  const version = await updateRow(tx, complaints, stored.id, { ownerId, solveBy, updatedAt: sql`now()` })
  const said = [name, note.trim()].filter(Boolean).join('：')
  await insertStep(tx, { complaintId: stored.id, step: 'assign', note: said, actorId: actor.id })
  await audit(tx, by, {
    ...target(stored.id, 'assign'),
    before: changed.before,
    after: { ...changed.after, progress: note.trim() },
  })
  const told = { customer: stored.enterpriseName, content: stored.content }
  if (ownerId !== stored.ownerId) await tell(act, ownerId, { ...told, title: '有客户投诉转给您处理' })
  return { id: stored.id, version }
}
