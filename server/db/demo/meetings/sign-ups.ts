// Sign-ups of the demo company's meetings: past ones came, the next training is full with some who wait.
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { addDays, dayOf, eachDay } from '#contract/days.ts'
import { TICKET_CODE_LENGTH } from '#contract/meetings/sign-up-codes.ts'
import type { SignUpSource, SignUpState } from '#contract/meetings/sign-up-labels.ts'
import { CODE_LENGTH, CODE_LETTERS } from '#contract/sharing/share-codes.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { checkInLists, checkIns } from '../../schema/check-ins.ts'
import {
  meetingInvitations,
  meetingQuotas,
  signUpPeople,
  meetingSignUps as signUps,
} from '../../schema/meeting-sign-ups.ts'
import { meetings } from '../../schema/meetings.ts'
import { enterpriseContacts, enterprises } from '../../schema/members/members.ts'
import { users } from '../../schema/organisation.ts'
import { companyName, drawPosition } from '../members/customers-names.ts'
import { drawName } from '../names.ts'
import { type Chance, createChance } from '../random.ts'

type Meeting = Pick<typeof meetings.$inferSelect, 'id' | 'startsOn' | 'endsOn' | 'seats' | 'channels' | 'authorId'>
type New = typeof signUps.$inferInsert

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const ticket = (chance: Chance) => Array.from({ length: 8 }, () => chance.pick([...LETTERS])).join('')
const code = (chance: Chance, length = CODE_LENGTH) =>
  Array.from({ length }, () => chance.pick([...CODE_LETTERS])).join('')
const sources: readonly SignUpSource[] = ['page', 'page', 'open', 'open', 'hand', 'import', 'invitation']
const reasons = ['行程冲突', '公司另有安排', '改由同事参会']
/** Sign-ups of one meeting at most. */
const MOST = 220
/** Who waits for a seat of a full one. */
const WAITING = 40
const WAITING_AT_PAST = 3
const INVITED = 24

type Quota = Pick<typeof meetingQuotas.$inferSelect, 'id' | 'name' | 'seats'>
type Drawn = { row: New & { companions: number }; heads: string[] }

/** Sign-ups in the order of their days, until the seats are full, then some that wait. */
function signUpsOf(
  chance: Chance,
  { id, startsOn, channels, authorId }: Meeting,
  quotas: readonly Quota[],
  customers: readonly { id: string; name: string; ownerId: string | null }[],
  today: string,
  firstNumber: number,
): Drawn[] {
  const isOver = startsOn < today
  const rows: Drawn[] = []
  const left = new Map(quotas.map((quota) => [quota.id, quota.seats]))
  const usual = quotas.find(({ name }) => name === '正式') ?? quotas[0]
  let waiting = 0
  for (let at = 0; at < MOST && usual && waiting < (isOver ? WAITING_AT_PAST : WAITING); at += 1) {
    const quota = chance.happens(0.06) ? chance.pick([...quotas]) : usual
    const free = left.get(quota.id) ?? 0
    const companions = chance.happens(0.2) ? chance.between(1, 3) : 0
    const isCancelled = chance.happens(0.06)
    const isWaiting = !isCancelled && companions + 1 > free
    const state: SignUpState = isCancelled ? 'cancelled' : isWaiting ? 'waiting' : isOver ? 'came' : 'confirmed'
    if (isWaiting) waiting += 1
    else if (!isCancelled) left.set(quota.id, free - companions - 1)
    const customer = chance.happens(0.6) && customers.length > 0 ? chance.pick(customers) : undefined
    const source = chance.pick(sources)
    const day = addDays(isOver ? startsOn : today, -chance.between(1, 30))
    const moment = `${day}T${String(chance.between(9, 17)).padStart(2, '0')}:${chance.between(10, 59)}:00+08:00`
    const hasInvoice = chance.happens(0.4)
    const company = customer?.name ?? companyName(firstNumber + at, '江苏').name
    const name = drawName(chance).realName
    const heads = [name, ...Array.from({ length: companions }, () => drawName(chance).realName)]
    const row = {
      meetingId: id,
      quotaId: quota.id,
      ticket: ticket(chance),
      code: code(chance, TICKET_CODE_LENGTH),
      name,
      company,
      companions,
      state,
      source,
      mobile: `136${String(firstNumber + at).padStart(8, '0')}`,
      channel: source === 'open' && channels.length > 0 ? chance.pick(channels) : '',
      extra: { position: drawPosition(chance), ...(chance.happens(0.1) && { diet: chance.pick(['清真', '素食']) }) },
      customerId: customer?.id ?? null,
      keeperId: source === 'open' ? null : source === 'invitation' ? (customer?.ownerId ?? authorId) : authorId,
      invoiceTitle: hasInvoice ? company : '',
      invoiceState: !hasInvoice ? 'none' : isOver ? 'issued' : 'requested',
      reason: isCancelled ? chance.pick(reasons) : '',
      appliedAt: moment,
      waitingAt: isWaiting ? moment : null,
      confirmedAt: isWaiting ? null : moment,
    } satisfies New
    rows.push({ row, heads })
  }
  return rows
}

/** With their heads, and the seats that these take. */
async function addPeople(tx: Tx, chance: Chance, drawn: readonly Drawn[]): Promise<void> {
  await insertRows(
    tx,
    signUps,
    drawn.map(({ row }) => row),
  )
  const stored = await tx
    .select({ id: signUps.id, ticket: signUps.ticket })
    .from(signUps)
    .where(eq(signUps.meetingId, drawn[0]?.row.meetingId ?? '0'))
  const ids = new Map(stored.map(({ id, ticket: of }) => [of, id]))
  await insertRows(
    tx,
    signUpPeople,
    drawn.flatMap(({ row, heads }) =>
      heads.map((name, position) => ({
        signUpId: ids.get(row.ticket) ?? '0',
        quotaId: row.quotaId,
        name,
        mobile: position === 0 ? row.mobile : '',
        code: code(chance, TICKET_CODE_LENGTH),
        position,
      })),
    ),
  )
  await tx.execute(sql`update ${meetingQuotas} q set taken = s.taken from (
    select u.quota_id, sum(1 + u.companions)::int as taken from ${signUps} u
    where u.state in ('confirmed', 'offered', 'came') group by 1) s
    where q.id = s.quota_id`)
}

/** Entry by day, dinner and papers; at past meetings everybody came in on the first day, most stayed for dinner. */
async function addCheckIns(
  tx: Tx,
  { id: meetingId, startsOn, endsOn, authorId }: Meeting,
  today: string,
  chance: Chance,
): Promise<void> {
  const entries = eachDay(startsOn, endsOn).map(
    (day) => ({ name: `${Number(day.slice(8))} 日入场`, kind: 'entry', day }) as const,
  )
  const lists = await tx
    .insert(checkInLists)
    .values(
      [...entries, { name: '晚宴', kind: 'dinner' } as const, { name: '资料', kind: 'papers' } as const].map((row) => ({
        ...row,
        meetingId,
      })),
    )
    .returning()
  const states: SignUpState[] = startsOn === today ? ['confirmed'] : ['came']
  const heads = await tx
    .select({ id: signUpPeople.id })
    .from(signUpPeople)
    .innerJoin(signUps, eq(signUps.id, signUpPeople.signUpId))
    .where(and(eq(signUps.meetingId, meetingId), inArray(signUps.state, states)))
    .orderBy(asc(signUpPeople.id))
  // at a meeting of today the doors have just opened
  const share = { entry: startsOn === today ? 0.4 : 1, dinner: startsOn === today ? 0 : 0.8, papers: 0.3 }
  const rows = lists.flatMap(({ id: listId, kind, day }) =>
    heads
      .filter(() => (day ?? startsOn) <= today && chance.happens(day !== null && day > startsOn ? 0.7 : share[kind]))
      .map(({ id: personId }) => {
        const hour = kind === 'dinner' ? '18' : '08'
        const at = `${day ?? startsOn}T${hour}:${chance.between(10, 59)}:00+08:00`
        return { listId, personId, byId: authorId, at, door: kind === 'entry' ? chance.pick(['东门', '西门']) : '' }
      }),
  )
  await insertRows(tx, checkIns, rows)
  if (startsOn !== today) return
  await tx.execute(sql`update ${signUps} u set state = 'came' where u.meeting_id = ${meetingId} and u.state = 'confirmed'
    and exists (select 1 from ${signUpPeople} p join ${checkIns} c on c.person_id = p.id where p.sign_up_id = u.id)`)
}

/** Contacts of customers who are invited to the newest meeting; some have opened the link. */
async function addInvitations(tx: Tx, { id: meetingId }: Meeting, chance: Chance): Promise<void> {
  const contacts = await tx
    .select({
      name: enterpriseContacts.name,
      mobile: enterpriseContacts.mobile,
      customerId: enterprises.id,
      ownerId: enterprises.ownerId,
    })
    .from(enterpriseContacts)
    .innerJoin(enterprises, eq(enterprises.id, enterpriseContacts.enterpriseId))
    .where(and(isNotNull(enterprises.ownerId), sql`${enterpriseContacts.mobile} ~ '^1[0-9]{10}$'`))
    .orderBy(asc(enterpriseContacts.id))
    .limit(INVITED)
  const rows = contacts.map(({ ownerId, ...contact }) => ({
    ...contact,
    meetingId,
    code: code(chance),
    inviterId: ownerId ?? '',
    openedAt: chance.happens(0.4) ? new Date().toISOString() : null,
  }))
  await tx.insert(meetingInvitations).values(rows).onConflictDoNothing()
}

/** Adds nothing where there are some, and nothing to drafts and what was taken down. */
export async function addSignUps(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, signUps))) return
  const chance = createChance(20_261_125)
  // of its own, so that other rows stay as they are
  const doors = createChance(20_261_126)
  const found = await tx.select().from(meetings).where(eq(meetings.state, 'published')).orderBy(asc(meetings.id))
  const customers = await tx
    .select({ id: enterprises.id, name: enterprises.name, ownerId: enterprises.ownerId })
    .from(enterprises)
    .innerJoin(users, eq(users.id, enterprises.ownerId))
    .where(isNotNull(enterprises.ownerId))
    .orderBy(asc(enterprises.id))
    .limit(300)
  await tx.update(meetings).set({ signUpFields: ['position', 'diet'] })
  for (const [at, meeting] of found.entries()) {
    const quotas = await tx
      .select({ id: meetingQuotas.id, name: meetingQuotas.name, seats: meetingQuotas.seats })
      .from(meetingQuotas)
      .where(eq(meetingQuotas.meetingId, meeting.id))
      .orderBy(asc(meetingQuotas.position))
    const drawn = signUpsOf(chance, meeting, quotas, customers, dayOf(today), 10_000 + at * 1_000)
    await addPeople(tx, chance, drawn)
    await addCheckIns(tx, meeting, dayOf(today), doors)
  }
  const next = found.filter(({ startsOn }) => startsOn > dayOf(today)).at(-1)
  if (next && customers.length > 0) await addInvitations(tx, next, chance)
}
