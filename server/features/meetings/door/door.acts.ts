// Scans of heads on a check-in list. Phones send them late and more than once: each head counts once, as of the earliest.
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Scan, ScanResult } from '#contract/meetings/door.ts'
import { signUpStateLabels } from '#contract/meetings/sign-up-labels.ts'
import { audit, auditAll } from '#server/core/audit/audit.ts'
import type { Author } from '#server/core/core.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { checkIns } from '#server/db/schema/check-ins.ts'
import { signUpPeople as heads, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { checkInsOf, type Head, lockHeads, type StoredList } from './check-ins.queries.ts'
import { isInTime, listEnd, scanMoment, verdict } from './door.rules.ts'

const SIGN_UP = 'meetingSignUp'

/** A person signed in, or a link. */
export type Scanner = { byId: string; linkId: null } | { byId: null; linkId: string }
/** `linkEndedAt`: of a link; null while it is live, and of people signed in. */
type Door = { list: StoredList; door: string; scanner: Scanner; linkEndedAt: string | null; now: number }
type Ends = Pick<StoredList, 'day' | 'endsOn' | 'name'>

export const refuseLink = () => refuse('notFound', { msg: '签到链接已失效，请向会务索取新的链接' })
const refuseList = ({ name }: Ends) => refuse('conflict', { msg: `签到点“${name}”已结束` })
const endOf = ({ day, endsOn }: Ends): number => Date.parse(listEnd(day, endsOn))

export function refuseEnded(list: Ends, now: number): void {
  if (endOf(list) < now) throw refuseList(list)
}

/** Which scans count: those of before the end, which a phone may bring later. Refuses where none does. */
function takenOf({ list, linkEndedAt, now }: Door, scans: readonly Scan[]): (scan: Scan) => boolean {
  const end = endOf(list)
  const until = linkEndedAt === null ? end : Math.min(end, Date.parse(linkEndedAt))
  const isTaken = ({ at }: Scan) => isInTime(scanMoment(at, now), until, now)
  if (!scans.some(isTaken)) throw until < end ? refuseLink() : refuseList(list)
  return isTaken
}

type Valid = { id: string; at: string; where: string }

const seated = new Set(['confirmed', 'came'])

async function record(tx: Tx, { list, door, scanner, now }: Door, scan: Scan, head: Head, valid: Valid | undefined) {
  const at = scanMoment(scan.at, now)
  const turn = verdict(valid?.at, at)
  if (turn === 'earlier' && valid) await tx.update(checkIns).set({ state: 'again' }).where(eq(checkIns.id, valid.id))
  const [stored] = await tx
    .insert(checkIns)
    .values({
      listId: list.id,
      personId: head.id,
      nonce: scan.nonce,
      at,
      door,
      ...scanner,
      state: turn === 'again' ? 'again' : 'valid',
    })
    .returning({ id: checkIns.id, at: checkIns.at })
  if (!stored) throw new Error('no check-in was stored')
  return { turn, stored }
}

/** In the order of the scans; `seen` carries what each did to the next. */
export async function recordScans(tx: Tx, by: Author, door: Door, scans: readonly Scan[]): Promise<ScanResult[]> {
  const { list } = door
  const isTaken = takenOf(door, scans)
  const found = await lockHeads(
    tx,
    list.meetingId,
    scans.map(({ code }) => code),
  )
  const headOf = new Map(found.map((head) => [head.code, head]))
  const stored = await checkInsOf(
    tx,
    list.id,
    found.map(({ id }) => id),
    scans.map(({ nonce }) => nonce),
  )
  const valid = new Map<string, Valid>(stored.valid)
  const known = new Map<string, { state: string }>(stored.known)
  const results: ScanResult[] = []
  const came: Head[] = []
  for (const scan of scans) {
    const head = headOf.get(scan.code)
    if (!head) {
      results.push({ nonce: scan.nonce, outcome: 'unknown', name: '', company: '', at: null, where: '' })
      continue
    }
    const of = { nonce: scan.nonce, name: head.name, company: head.company }
    const before = valid.get(head.id)
    const sent = known.get(scan.nonce)
    if (sent) {
      results.push({
        ...of,
        outcome: sent.state === 'valid' ? 'in' : 'again',
        at: before?.at ?? null,
        where: before?.where ?? '',
      })
      continue
    }
    if (!isTaken(scan)) {
      results.push({ ...of, outcome: 'refused', at: null, where: '签到已结束' })
      continue
    }
    if (!scan.isLetIn && (list.isCancelled || !seated.has(head.state))) {
      const why = list.isCancelled ? '会议已取消' : signUpStateLabels[head.state]
      results.push({ ...of, outcome: 'refused', at: null, where: why })
      continue
    }
    const { turn, stored: added } = await record(tx, door, scan, head, before)
    known.set(scan.nonce, { state: turn === 'again' ? 'again' : 'valid' })
    if (turn === 'again') {
      results.push({ ...of, outcome: 'again', at: before?.at ?? null, where: before?.where ?? '' })
      continue
    }
    const now = { ...added, where: door.door || (by.realName ?? '签到链接') }
    valid.set(head.id, now)
    if (turn === 'first') came.push(head)
    results.push({ ...of, outcome: 'in', at: now.at, where: now.where })
  }
  await noteCame(tx, by, list, came)
  return results
}

async function noteCame(tx: Tx, by: Author, list: StoredList, came: readonly Head[]): Promise<void> {
  if (came.length === 0) return
  const ids = [...new Set(came.map(({ signUpId }) => signUpId))]
  await tx
    .update(signUps)
    .set({ state: 'came', version: sql`${signUps.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(signUps.state, 'confirmed'), inArray(signUps.id, ids)))
  await auditAll(
    tx,
    by,
    came.map(({ signUpId, name }) => ({
      action: `${SIGN_UP}.checkIn`,
      targetType: SIGN_UP,
      targetId: signUpId,
      after: { checkInList: list.name, name },
    })),
  )
}

/** All scans of the head on the list; the sign-up is confirmed again once none of its heads is on any list. */
export async function undo(tx: Tx, by: Author, list: StoredList, code: string): Promise<void> {
  const head = orNotFound((await lockHeads(tx, list.meetingId, [code]))[0])
  const undone = await tx
    .update(checkIns)
    .set({ state: 'undone' })
    .where(and(eq(checkIns.listId, list.id), eq(checkIns.personId, head.id), ne(checkIns.state, 'undone')))
    .returning({ id: checkIns.id })
  orNotFound(undone[0])
  const others = tx
    .select({ n: sql`1` })
    .from(checkIns)
    .innerJoin(heads, eq(heads.id, checkIns.personId))
    .where(and(eq(heads.signUpId, head.signUpId), eq(checkIns.state, 'valid')))
  await tx
    .update(signUps)
    .set({ state: 'confirmed', version: sql`${signUps.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(signUps.id, head.signUpId), eq(signUps.state, 'came'), sql`not exists (${others})`))
  await audit(tx, by, {
    action: `${SIGN_UP}.undoCheckIn`,
    targetType: SIGN_UP,
    targetId: head.signUpId,
    before: { checkInList: list.name, name: head.name },
  })
}
