// Dinner of the demo company's meeting of today: tables by zone, most guests seated, some wishes.
import { and, asc, eq, inArray } from 'drizzle-orm'
import { dayOf } from '#contract/days.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { dinnerGuests, dinnerPairs, dinnerSeats, dinnerTables } from '../../schema/dinner.ts'
import { meetingQuotas, signUpPeople, meetingSignUps as signUps } from '../../schema/meeting-sign-ups.ts'
import { meetings } from '../../schema/meetings.ts'
import { createChance } from '../random.ts'

const SEATS = 10
/** Of the guests, who has a seat already. */
const SEATED = 0.6
const speakers = ['周启明', '陈柏林']

/** Adds nothing where there is some. */
export async function addDinner(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, dinnerTables))) return
  const chance = createChance(20_261_127)
  const [meeting] = await tx
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.startsOn, dayOf(today)), eq(meetings.state, 'published')))
    .orderBy(asc(meetings.id))
    .limit(1)
  if (!meeting) return
  const { id: meetingId } = meeting
  const heads = await tx
    .select({ id: signUpPeople.id, signUpId: signUpPeople.signUpId, quotaId: signUpPeople.quotaId })
    .from(signUpPeople)
    .innerJoin(signUps, eq(signUps.id, signUpPeople.signUpId))
    .where(and(eq(signUps.meetingId, meetingId), inArray(signUps.state, ['confirmed', 'came'])))
    .orderBy(asc(signUpPeople.id))
  const [quota] = await tx
    .select({ id: meetingQuotas.id })
    .from(meetingQuotas)
    .where(and(eq(meetingQuotas.meetingId, meetingId), eq(meetingQuotas.name, '嘉宾')))
  const guestsOfHonour = heads.filter(({ quotaId }) => quotaId === quota?.id)
  const others = heads.filter(({ quotaId }) => quotaId !== quota?.id)
  const honoured = Math.max(1, Math.ceil(guestsOfHonour.length / SEATS))
  const count = honoured + Math.ceil(others.length / SEATS)
  const tables = await tx
    .insert(dinnerTables)
    .values(
      Array.from({ length: count }, (_, at) => ({
        meetingId,
        name: `${at + 1} 桌`,
        seats: SEATS,
        position: at + 1,
        zone: at < honoured ? '贵宾区' : at < count / 2 ? 'A 区' : 'B 区',
        quotaId: at < honoured ? (quota?.id ?? null) : null,
      })),
    )
    .returning({ id: dinnerTables.id })
  const seated = [
    ...guestsOfHonour.map((head, at) => ({ ...head, place: at })),
    ...others
      .slice(0, Math.round(others.length * SEATED))
      .map((head, at) => ({ ...head, place: honoured * SEATS + at })),
  ]
  if (seated.length === 0) return
  const stored = await tx
    .insert(dinnerGuests)
    .values(seated.map(({ id: personId }) => ({ meetingId, personId })))
    .returning({ id: dinnerGuests.id })
  await tx.insert(dinnerSeats).values(
    seated.map(({ place }, at) => ({
      guestId: stored[at]?.id ?? '',
      tableId: tables[Math.floor(place / SEATS)]?.id ?? '',
      seat: (place % SEATS) + 1,
    })),
  )
  await tx.insert(dinnerGuests).values(speakers.map((name) => ({ meetingId, name, company: '演讲嘉宾' })))
  const pairs = stored.slice(1).flatMap(({ id: otherId }, at) => {
    const one = stored[at]
    if (!one || !chance.happens(0.06)) return []
    return [{ oneId: one.id, otherId, kind: chance.happens(0.7) ? ('beside' as const) : ('apart' as const) }]
  })
  if (pairs.length > 0) await tx.insert(dinnerPairs).values(pairs)
}
