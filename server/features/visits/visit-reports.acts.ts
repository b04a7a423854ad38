// The report of a visit: what became of it, what was heard, and the next visit that follows from it.
import { eq, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import type { reportVisit } from '#contract/visits/visits.ts'
import type { Act } from '#server/core/act.ts'
import { audit } from '#server/core/audit/audit.ts'
import { tieFiles } from '#server/core/files/files.ts'
import { checkFields } from '#server/core/http/refusal.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import { visits } from '#server/db/schema/visits.ts'
import { endReminderByVisit } from '#server/features/service/follow-ups.queries.ts'
import { endSilence } from '#server/features/service/silence.queries.ts'
import { isFromOther } from './bindings.acts.ts'
import { setTalks, unitsOf } from './talks.queries.ts'
import type { PictureAct } from './visit-enterprises.acts.ts'
import { requireFor, type Saved, store, type VisitAct } from './visits.acts.ts'
import { enabledStaff, plannedNextVisits, type StoredVisit } from './visits.queries.ts'
import { problemOfNext } from './visits.rules.ts'

type Form = BodyOf<typeof reportVisit>
type SentTalk = Form['talks'][number]

/** A next visit without a time begins then. */
const NEXT_TIME = 'T09:00:00+08:00'
const NEXT_AIM = '按上次拜访的约定回访'
const NOT_NEEDED = '上次拜访的报告已不再安排'
const DONE_SINCE = '该企业已有新的拜访报告'

function talkOf(talk: SentTalk, units: ReadonlyMap<string, string>) {
  const { id = null, productId, priceLow, priceHigh, hasTax, rate, mood, isConfidential } = talk
  return {
    id,
    productId,
    priceLow,
    priceHigh: priceHigh ?? priceLow,
    unit: talk.unit.trim() || (units.get(productId) ?? ''),
    hasTax,
    delivery: talk.delivery.trim(),
    stock: talk.stock.trim(),
    rate,
    mood,
    remark: talk.remark.trim(),
    isConfidential,
  }
}
type Talk = ReturnType<typeof talkOf>

/** What editors have decided about stays as it was said: a price may refer to it. */
const factsOf = ({
  productId,
  priceLow,
  priceHigh,
  unit,
}: Pick<Talk, 'productId' | 'priceLow' | 'priceHigh' | 'unit'>) => [productId, priceLow, priceHigh, unit].join()

function problemOfTalks(talks: readonly Talk[], stored: StoredVisit['talks'], units: ReadonlyMap<string, string>) {
  const byId = new Map(stored.map((talk) => [talk.id, talk]))
  for (const [at, talk] of talks.entries()) {
    const { productId, priceLow, priceHigh, id } = talk
    if (!units.has(productId)) return '产品不存在，请重新选择'
    if (id !== null && !byId.has(id)) return `第 ${at + 1} 项已不存在，请刷新后重试`
    if (priceLow === null && priceHigh !== null) return `第 ${at + 1} 项请填写低价`
    if (priceLow !== null && Number(priceLow) > Number(priceHigh)) return `第 ${at + 1} 项的低价不能高于高价`
  }
  const sent = new Map(talks.map((talk) => [talk.id, talk]))
  const isKept = (talk: StoredVisit['talks'][number]) => {
    const now = sent.get(talk.id)
    return now !== undefined && factsOf(now) === factsOf(talk)
  }
  const decided = stored.find((talk) => talk.verdict !== null && !isKept(talk))
  return decided ? `“${decided.productName}”的价格编辑已处理，产品、价格和单位不能再改` : null
}

async function drop({ tx, by }: Act, id: string, cancelReason: string): Promise<void> {
  await updateRow(tx, visits, id, { state: 'cancelled', cancelReason, updatedAt: sql`now()` })
  await audit(tx, by, { action: 'visit.cancel', targetType: 'visit', targetId: id, after: { cancelReason } })
}

/** What was to be done there before this visit is done: next steps of earlier reports, and the customer's reminder. */
async function endReminders(act: Act, visit: StoredVisit): Promise<string | null> {
  const at = visit.arrivedAt ?? visit.plannedAt
  for (const { id } of await plannedNextVisits(act.tx, visit, at)) await drop(act, id, DONE_SINCE)
  if (visit.customerId === null) return null
  await endSilence(act.tx, visit.customerId)
  return endReminderByVisit(act.tx, visit.customerId, { id: visit.id, at })
}

/** Moves, renames or ends the visit that an earlier report has planned, as long as nobody has set out for it; else plans one. */
async function planNext({ tx, actor, by }: Act, visit: StoredVisit, next: NextStep): Promise<string | null> {
  const [planned] = visit.nextVisitId
    ? await tx.select().from(visits).where(eq(visits.id, visit.nextVisitId)).for('update')
    : []
  const isOpen = planned?.state === 'planned'
  const { day, text, userId } = next
  if (day === null) {
    if (!isOpen) return null
    await drop({ tx, actor, by }, planned.id, NOT_NEEDED)
    return null
  }
  if (planned && day === visit.nextOn && text === visit.nextText && userId === (visit.nextUserId ?? visit.ownerId)) {
    return planned.id
  }
  const columns = { plannedAt: `${day}${NEXT_TIME}`, aim: text || NEXT_AIM, ownerId: userId }
  if (isOpen) {
    await updateRow(tx, visits, planned.id, { ...columns, updatedAt: sql`now()` })
    await audit(tx, by, { action: 'visit.edit', targetType: 'visit', targetId: planned.id, after: columns })
    return planned.id
  }
  const { enterpriseId } = visit
  const id = await insertRow(tx, visits, { ...columns, enterpriseId, createdById: actor.id })
  await audit(tx, by, { action: 'visit.add', targetType: 'visit', targetId: id, after: { enterpriseId, ...columns } })
  return id
}
type NextStep = { day: string | null; text: string; userId: string }

export async function report(act: PictureAct & VisitAct, { id, version, ...form }: Form): Promise<Saved> {
  const { tx, files } = act
  const visit = await requireFor(act, 'report', { id, ...(version && { version }) })
  const now = Date.now()
  const nextOn = form.nextOn ?? null
  const nextUserId = nextOn === null ? null : (form.nextUserId ?? null)
  const units = await unitsOf(
    tx,
    form.talks.map(({ productId }) => productId),
  )
  const talks = form.talks.map((talk) => talkOf(talk, units))
  const lateReason = visit.arrivedAt === null ? (form.lateReason ?? '').trim() : ''
  const isNextNew = nextUserId !== null && nextUserId !== visit.nextUserId
  checkFields({
    lateReason: visit.arrivedAt === null && lateReason === '' ? '没有到达记录，请填写补报原因' : null,
    talks: problemOfTalks(talks, visit.talks, units),
    nextOn: problemOfNext(nextOn, visit.nextOn, now),
    nextUserId:
      isNextNew && !(await enabledStaff(tx, [nextUserId])).has(nextUserId) ? '该员工不存在或账号已禁用' : null,
  })
  await tieFiles(tx, { type: 'visit', id }, files)
  await setTalks(tx, id, talks)
  const nextText = nextOn === null ? '' : (form.nextText ?? '').trim()
  const next = { day: nextOn, text: nextText, userId: nextUserId ?? visit.ownerId }
  const columns = {
    met: form.met.trim(),
    aim: form.aim?.trim() ?? visit.aim,
    result: form.result.trim(),
    pictureIds: form.pictureIds,
    lateReason,
    nextOn,
    nextText,
    nextUserId,
    nextVisitId: await planNext(act, visit, next),
  }
  const endedReminder = visit.reportedAt === null ? await endReminders(act, visit) : null
  const audited = { state: 'reported', ...columns, talks, ...(endedReminder !== null && { endedReminder }) }
  const isOtherDevice = visit.isOtherDevice || (await isFromOther(tx, visit.ownerId, form.deviceToken))
  const isAmended = visit.reportedAt !== null && visit.returnedAt === null
  // amended as asked, it counts as reported anew: it may be amended for a day, and returned again
  const reportedAt = isAmended ? visit.reportedAt : new Date(now).toISOString()
  const before = { ...visit, talks: visit.talks.map((talk) => talkOf(talk, units)) } as unknown as StoredVisit
  return store(
    act,
    'report',
    before,
    { state: 'reported', reportedAt, returnedAt: null, isOtherDevice, ...columns },
    audited,
  )
}
