// The acts on visits: planned, moved, made, reported, cancelled, shared. Each takes the version that was read.
import { inArray, sql } from 'drizzle-orm'
import { dayOf } from '../../../contract/days.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { placeProblems } from '../../../contract/visits/places.ts'
import type { VisitActName } from '../../../contract/visits/visit-states.ts'
import type {
  addVisit,
  arriveVisit,
  cancelVisit,
  departVisit,
  editVisit,
  reportVisit,
  shareVisit,
} from '../../../contract/visits/visits.ts'
import { audit, auditAll, difference } from '../../core/audit/audit.ts'
import { tieFiles } from '../../core/files/files.ts'
import { allFound, checkFields, checkVersion, orNotFound, refuse } from '../../core/http/refusal.ts'
import { insertRow, updateRow } from '../../core/rows/store.ts'
import { visits } from '../../db/schema/visits.ts'
import type { Act, PictureAct } from './visit-enterprises.acts.ts'
import { findSite, isStaffBelow } from './visit-enterprises.queries.ts'
import {
  enabledStaff,
  findVisit,
  lockVisits,
  type StoredVisit,
  setTalks,
  setVisitPeople,
  unitsOf,
} from './visits.queries.ts'
import { problemOfArrival, problemOfDay, problemOfNext, problemOfPlan, refusalOf } from './visits.rules.ts'

type Saved = { id: string; version: number }
type One = { id: string; version?: number }
type Values = Partial<typeof visits.$inferInsert>

const target = 'visit'

function checkAct(name: VisitActName, visit: StoredVisit): void {
  const no = refusalOf(name, visit)
  if (no) throw refuse(no.key, { msg: no.msg })
}

/** A visit that the actor sees, locked, for an act that is possible now, at the version that was read. */
async function requireFor({ tx, actor }: Act, name: VisitActName, { id, version }: One): Promise<StoredVisit> {
  await lockVisits(tx, actor, [id])
  const visit = orNotFound(await findVisit(tx, actor, id))
  // 601 first: somebody else's act is why this one is no longer possible
  checkVersion(version, visit)
  checkAct(name, visit)
  return visit
}

/** `audited`: what the audit log says has become of it, where that is not the same as the columns. */
async function store({ tx, by }: Act, name: string, visit: StoredVisit, values: Values, audited: object = values) {
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

/** The enterprise in the actor's scope: 20404 otherwise. */
export async function addPlanned(act: Act, { enterpriseId, ...form }: BodyOf<typeof addVisit>): Promise<Saved> {
  const { tx, actor, by } = act
  orNotFound(await findSite(tx, actor, enterpriseId))
  const { columns, companionIds } = await checkPlan(act, form)
  const id = await insertRow(tx, visits, { ...columns, enterpriseId, createdById: actor.id })
  await setVisitPeople(tx, id, 'companion', companionIds)
  const after = { enterpriseId, ...columns, companionIds }
  await audit(tx, by, { action: 'visit.add', targetType: target, targetId: id, after })
  return { id, version: 1 }
}

export async function editPlan(act: Act, { id, version, ...form }: BodyOf<typeof editVisit>): Promise<Saved> {
  const visit = await requireFor(act, 'edit', { id, ...(version && { version }) })
  const { columns, companionIds } = await checkPlan(act, form, visit)
  await setVisitPeople(act.tx, id, 'companion', companionIds)
  // on another day, or by somebody else, it has not begun
  const isLeftAgain = columns.ownerId !== visit.ownerId || dayOf(columns.plannedAt) !== dayOf(visit.plannedAt)
  const begun = isLeftAgain ? { state: 'planned' as const, departedAt: null } : {}
  return store(act, 'edit', visit, { ...columns, ...begun }, { ...columns, ...begun, companionIds })
}

function checkDay(visit: StoredVisit): void {
  const problem = problemOfDay({ plannedAt: visit.plannedAt, now: Date.now() })
  if (problem) throw refuse('conflict', { msg: problem })
}

export async function depart(act: Act, body: BodyOf<typeof departVisit>): Promise<Saved> {
  const visit = await requireFor(act, 'depart', body)
  checkDay(visit)
  return store(act, 'depart', visit, { state: 'onTheWay', departedAt: new Date().toISOString() })
}

export async function arrive(act: Act, body: BodyOf<typeof arriveVisit>): Promise<Saved> {
  const visit = await requireFor(act, 'arrive', body)
  const place = { longitude: body.longitude ?? null, latitude: body.latitude ?? null }
  const now = Date.now()
  const arrivedAt = body.at ?? new Date(now).toISOString()
  checkDay(visit)
  checkFields({
    at: problemOfArrival({ at: arrivedAt, plannedAt: visit.plannedAt, now }),
    ...placeProblems(place),
  })
  // where somebody was is not for all who read the audit log
  return store(act, 'arrive', visit, { state: 'visited', arrivedAt, ...place }, { state: 'visited', arrivedAt })
}

export async function report(act: PictureAct, { id, version, ...form }: BodyOf<typeof reportVisit>): Promise<Saved> {
  const { tx, files } = act
  const visit = await requireFor(act, 'report', { id, ...(version && { version }) })
  const nextOn = form.nextOn ?? null
  const nextUserId = nextOn === null ? null : (form.nextUserId ?? null)
  const units = await unitsOf(
    tx,
    form.talks.map(({ productId }) => productId),
  )
  const isNextNew = nextUserId !== null && nextUserId !== visit.nextUserId
  checkFields({
    talks: form.talks.every(({ productId }) => units.has(productId)) ? null : '产品不存在，请重新选择',
    nextOn: problemOfNext(nextOn, visit.nextOn, Date.now()),
    nextUserId:
      isNextNew && !(await enabledStaff(tx, [nextUserId])).has(nextUserId) ? '该员工不存在或账号已禁用' : null,
  })
  await tieFiles(tx, { type: target, id }, files)
  const talks = form.talks.map((talk) => ({
    ...{ productId: talk.productId, price: talk.price, rate: talk.rate, mood: talk.mood },
    unit: talk.unit.trim() || (units.get(talk.productId) ?? ''),
    stock: talk.stock.trim(),
    remark: talk.remark.trim(),
  }))
  await setTalks(tx, id, talks)
  const columns = {
    met: form.met.trim(),
    result: form.result.trim(),
    pictureIds: form.pictureIds,
    nextOn,
    nextText: nextOn === null ? '' : (form.nextText ?? '').trim(),
    nextUserId,
  }
  const before = {
    ...visit,
    talks: visit.talks.map(({ productId, price, rate, mood, unit, stock, remark }) => ({
      ...{ productId, price, rate, mood, unit, stock, remark },
    })),
  }
  const reportedAt = visit.reportedAt ?? new Date().toISOString()
  return store(
    act,
    'report',
    before as unknown as StoredVisit,
    { state: 'reported', reportedAt, ...columns },
    {
      ...{ state: 'reported', ...columns, talks },
    },
  )
}

export async function cancel(act: Act, { reason, ...one }: BodyOf<typeof cancelVisit>): Promise<Saved> {
  const visit = await requireFor(act, 'cancel', one)
  return store(act, 'cancel', visit, { state: 'cancelled', cancelReason: reason.trim() })
}

export async function restore(act: Act, one: One): Promise<Saved> {
  const visit = await requireFor(act, 'restore', one)
  return store(act, 'planAgain', visit, { state: 'planned', cancelReason: '', departedAt: null }, { state: 'planned' })
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
      ...{ action: 'visit.delete', targetType: target, targetId: id },
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
    ...{ action: 'visit.shareWith', targetType: target, targetId: id },
    ...{ before: { sharedIds: before }, after: { sharedIds: userIds } },
  })
}
