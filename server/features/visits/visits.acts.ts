// The acts on visits: planned, moved, made, reported, cancelled, shared. Each takes the version that was read.
import { eq, inArray, sql } from 'drizzle-orm'
import { dayOf } from '#contract/days.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { placeProblems } from '#contract/visits/places.ts'
import type { VisitActName } from '#contract/visits/visit-states.ts'
import type {
  addVisit,
  arriveVisit,
  cancelVisit,
  commentVisit,
  departVisit,
  editVisit,
  sendBackVisit,
  shareVisit,
} from '#contract/visits/visits.ts'
import type { Act, Configured } from '#server/core/act.ts'
import { audit, auditAll, difference } from '#server/core/audit/audit.ts'
import { personNameOf } from '#server/core/core.ts'
import { allFound, checkFields, checkVersion, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import { updateRow } from '#server/core/rows/store.ts'
import { visitConsents, visitNotes, visits } from '#server/db/schema/visits.ts'
import { isFromOther } from './bindings.acts.ts'
import { findSite, isStaffBelow } from './visit-enterprises.queries.ts'
import {
  enabledStaff,
  findByRequestKey,
  findConsent,
  findSitePlace,
  findVisit,
  lockVisits,
  type StoredVisit,
  setVisitPeople,
  shownVisit,
} from './visits.queries.ts'
import { metresBetween, problemOfArrival, problemOfPlan, problemsOfPlace, refusalOf } from './visits.rules.ts'

export type Saved = { id: string; version: number }
type One = { id: string; version?: number }
/** Page of one visit in the console. */
export const linkToVisit = (id: string) => `/application/visitingAssistants/visitRecord/detail?id=${id}`

type Values = Partial<typeof visits.$inferInsert>

const target = 'visit'

function checkAct(name: VisitActName, visit: StoredVisit): void {
  const no = refusalOf(name, visit)
  if (no) throw refuse(no.key, { msg: no.msg })
}

export type VisitAct = Act & Configured

/** A visit that the actor sees, locked, for an act that is possible now, at the version that was read. */
export async function requireFor(
  { tx, actor, core }: VisitAct,
  name: VisitActName,
  { id, version }: One,
): Promise<StoredVisit> {
  await lockVisits(tx, actor, [id])
  const visit = orNotFound(await findVisit(tx, actor, id))
  // 601 first: somebody else's act is why this one is no longer possible
  if (version !== visit.version) checkVersion(version, await shownVisit({ core, db: tx, actor }, visit))
  checkAct(name, visit)
  return visit
}

/** `audited`: what the audit log says has become of it, where that is not the same as the columns. */
export async function store(
  { tx, by }: Act,
  name: string,
  visit: StoredVisit,
  values: Values,
  audited: object = values,
) {
  const version = await updateRow(tx, visits, visit.id, { ...values, updatedAt: sql`now()` })
  const changed = difference<Record<string, unknown>>({ ...visit }, { ...audited })
  await audit(tx, by, { action: `visit.${name}`, targetType: target, targetId: visit.id, ...changed })
  return { id: visit.id, version }
}

type Plan = Pick<BodyOf<typeof addVisit>, 'plannedAt' | 'ownerId' | 'companionIds' | 'aim'>

/** Checks what needs the database. @returns the columns, and who goes along */
async function checkPlan({ tx, actor }: Act, form: Plan, stored?: StoredVisit) {
  const ownerId = form.ownerId ?? stored?.ownerId ?? actor.id
  const companionIds = form.companionIds ?? stored?.companionIds ?? []
  const isMoved = stored === undefined || Date.parse(form.plannedAt) !== Date.parse(stored.plannedAt)
  const plannedAt = isMoved ? form.plannedAt : stored.plannedAt
  const isOther = ownerId !== actor.id && ownerId !== stored?.ownerId
  const staff = await enabledStaff(tx, companionIds)
  const isKnown = (id: string) => staff.has(id) || stored?.companionIds.includes(id)
  checkFields({
    plannedAt: isMoved ? problemOfPlan({ plannedAt, now: Date.now() }) : null,
    ownerId: isOther && !(await isStaffBelow(tx, actor, ownerId)) ? '拜访人应是自己或下属，且账号可用' : null,
    companionIds: companionIds.includes(ownerId)
      ? '同行人不含拜访人自己'
      : companionIds.every(isKnown)
        ? null
        : '同行人不存在或账号已禁用',
  })
  return { columns: { plannedAt, ownerId, aim: form.aim.trim() }, companionIds }
}

/** The enterprise in the actor's scope: 20404 otherwise. The visit that stands, where its key was sent before. */
export async function addPlanned(
  act: Act,
  { enterpriseId, requestKey, ...form }: BodyOf<typeof addVisit>,
): Promise<Saved> {
  const { tx, actor, by } = act
  orNotFound(await findSite(tx, actor, enterpriseId))
  const sent = requestKey && (await findByRequestKey(tx, actor.id, requestKey))
  if (sent) return sent
  const { columns, companionIds } = await checkPlan(act, form)
  const [added] = await tx
    .insert(visits)
    .values({ ...columns, enterpriseId, createdById: actor.id, requestKey: requestKey ?? null })
    .onConflictDoNothing({ target: [visits.createdById, visits.requestKey] })
    .returning({ id: visits.id })
  // the same key at the same moment: the other transaction has committed by now
  if (!added) return orNotFound(await findByRequestKey(tx, actor.id, requestKey ?? ''))
  const { id } = added
  await setVisitPeople(tx, id, 'companion', companionIds)
  const after = { enterpriseId, ...columns, companionIds }
  await audit(tx, by, { action: 'visit.add', targetType: target, targetId: id, after })
  return { id, version: 1 }
}

export async function editPlan(act: VisitAct, { id, version, ...form }: BodyOf<typeof editVisit>): Promise<Saved> {
  const visit = await requireFor(act, 'edit', { id, ...(version && { version }) })
  const { columns, companionIds } = await checkPlan(act, form, visit)
  await setVisitPeople(act.tx, id, 'companion', companionIds)
  // on another day, or by somebody else, it has not begun
  const isLeftAgain = columns.ownerId !== visit.ownerId || dayOf(columns.plannedAt) !== dayOf(visit.plannedAt)
  const begun = isLeftAgain ? { state: 'planned' as const, departedAt: null } : {}
  return store(act, 'edit', visit, { ...columns, ...begun }, { ...columns, ...begun, companionIds })
}

export async function depart(act: VisitAct, body: BodyOf<typeof departVisit>): Promise<Saved> {
  const visit = await requireFor(act, 'depart', body)
  return store(act, 'depart', visit, { state: 'onTheWay', departedAt: new Date().toISOString() })
}

export async function arrive(act: VisitAct, body: BodyOf<typeof arriveVisit>): Promise<Saved> {
  const { tx, actor } = act
  const visit = await requireFor(act, 'arrive', body)
  const place = { longitude: body.longitude ?? null, latitude: body.latitude ?? null }
  const now = Date.now()
  const arrivedAt = body.at ?? new Date(now).toISOString()
  checkFields({ at: problemOfArrival({ at: arrivedAt, plannedAt: visit.plannedAt, now }), ...placeProblems(place) })
  const { longitude, latitude } = place
  const found = longitude !== null && latitude !== null ? { longitude, latitude } : null
  const site = await findSitePlace(tx, visit.enterpriseId)
  const [accuracy, reason] = [body.accuracy ?? null, (body.reason ?? '').trim()]
  const distance = found && site ? metresBetween(found, site) : null
  checkFields(
    problemsOfPlace({
      place: found,
      accuracy,
      age: body.age ?? null,
      isEarlier: Boolean(body.at),
      hasConsent: (await findConsent(tx, actor.id)) !== null,
      distance,
      reason,
    }),
  )
  const placed = { ...place, accuracy: found && accuracy, distance, placeReason: reason }
  const isOtherDevice = await isFromOther(tx, actor.id, body.deviceToken)
  // where somebody was is not for all who read the audit log
  const audited = { state: 'visited', arrivedAt, distance, placeReason: reason }
  return store(act, 'arrive', visit, { state: 'visited', arrivedAt, ...placed, isOtherDevice }, audited)
}

/** Given once; taken back, later arrivals keep no position. */
export async function consent({ tx, actor, by }: Act, agrees: boolean): Promise<void> {
  const stands = (await findConsent(tx, actor.id)) !== null
  if (agrees === stands) return
  if (agrees) await tx.insert(visitConsents).values({ userId: actor.id }).onConflictDoNothing()
  else await tx.delete(visitConsents).where(eq(visitConsents.userId, actor.id))
  await audit(tx, by, {
    action: agrees ? 'visit.consent' : 'visit.revokeConsent',
    targetType: 'user',
    targetId: actor.id,
  })
}

export async function cancel(act: VisitAct, { reason, ...one }: BodyOf<typeof cancelVisit>): Promise<Saved> {
  const visit = await requireFor(act, 'cancel', one)
  return store(act, 'cancel', visit, { state: 'cancelled', cancelReason: reason.trim() })
}

export async function restore(act: VisitAct, one: One): Promise<Saved> {
  const visit = await requireFor(act, 'restore', one)
  return store(act, 'planAgain', visit, { state: 'planned', cancelReason: '', departedAt: null }, { state: 'planned' })
}

/** The visitor is told, whatever notices they have switched off. */
export async function sendBack(act: VisitAct, { reason, ...one }: BodyOf<typeof sendBackVisit>): Promise<Saved> {
  const { tx, actor, by } = act
  const visit = await requireFor(act, 'sendBack', one)
  const text = reason.trim()
  await tx.insert(visitNotes).values({ visitId: visit.id, kind: 'return', authorId: actor.id, text })
  const saved = await store(act, 'sendBack', visit, { returnedAt: new Date().toISOString() }, { returnReason: text })
  await noticeStaff(tx, {
    event: 'visitReturned',
    key: `${visit.id}:${saved.version}`,
    userIds: [visit.ownerId],
    title: `拜访报告被退回：${visit.enterpriseName}`,
    text: `${personNameOf(by)}：${text}`,
    link: linkToVisit(visit.id),
  })
  return saved
}

export async function comment({ tx, actor, by }: Act, { id, text }: BodyOf<typeof commentVisit>): Promise<void> {
  orNotFound(await findVisit(tx, actor, id))
  const note = text.trim()
  await tx.insert(visitNotes).values({ visitId: id, kind: 'comment', authorId: actor.id, text: note })
  await audit(tx, by, { action: 'visit.comment', targetType: target, targetId: id, after: { comment: note } })
}

export async function remove(act: Act, ids: readonly string[]): Promise<void> {
  const { tx, actor, by } = act
  allFound(await lockVisits(tx, actor, ids), ids)
  const found: StoredVisit[] = []
  for (const id of ids) {
    const visit = orNotFound(await findVisit(tx, actor, id))
    checkAct('remove', visit)
    found.push(visit)
  }
  await tx.delete(visits).where(inArray(visits.id, [...ids]))
  await auditAll(
    tx,
    by,
    found.map(({ id, enterpriseId, ownerId, plannedAt, aim, state }) => ({
      action: 'visit.delete',
      targetType: target,
      targetId: id,
      before: { enterpriseId, ownerId, plannedAt, aim, state },
    })),
  )
}

export async function share(act: Act, { id, userIds }: BodyOf<typeof shareVisit>): Promise<void> {
  const { tx, actor, by } = act
  await lockVisits(tx, actor, [id])
  const visit = orNotFound(await findVisit(tx, actor, id))
  if (!visit.canChange) throw refuse('forbidden', { msg: '只能分享自己和下属的拜访' })
  const before = visit.sharedWith.map((person) => person.id)
  const staff = await enabledStaff(tx, userIds)
  const isGood = userIds.every((userId) => staff.has(userId) || before.includes(userId))
  checkFields({ userIds: isGood ? null : '人员不存在或账号已禁用' })
  await setVisitPeople(tx, id, 'reader', userIds)
  await audit(tx, by, {
    action: 'visit.shareWith',
    targetType: target,
    targetId: id,
    before: { sharedIds: before },
    after: { sharedIds: userIds },
  })
}
