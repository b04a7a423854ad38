// Sign-ups of the demo company's meetings: past ones came, the next training is full with some who wait.
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { addDays, dayOf } from '../../../../contract/days.ts'
import type { SignUpSource, SignUpState } from '../../../../contract/meetings/sign-up-labels.ts'
import { CODE_LENGTH, CODE_LETTERS } from '../../../../contract/sharing/share-codes.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { checkInLists, checkIns, meetingInvitations, meetingSignUps as signUps } from '../../schema/meeting-sign-ups.ts'
import { meetings } from '../../schema/meetings.ts'
import { enterpriseContacts, enterprises } from '../../schema/members/members.ts'
import { users } from '../../schema/organisation.ts'
import { insertRows } from '../members/customers-insert.ts'
import { companyName, drawPosition } from '../members/customers-names.ts'
import { drawName } from '../names.ts'
import { type Chance, createChance } from '../random.ts'

type Meeting = Pick<typeof meetings.$inferSelect, 'id' | 'startsOn' | 'endsOn' | 'seats' | 'channels' | 'authorId'>
type New = typeof signUps.$inferInsert

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const ticket = (chance: Chance) => Array.from({ length: 8 }, () => chance.pick([...LETTERS])).join('')
const code = (chance: Chance) => Array.from({ length: CODE_LENGTH }, () => chance.pick([...CODE_LETTERS])).join('')
const sources: readonly SignUpSource[] = ['open', 'open', 'open', 'hand', 'import', 'invitation']
const reasons = ['行程冲突', '公司另有安排', '改由同事参会']
/** Sign-ups of one meeting at most. */
const MOST = 120
const INVITED = 24

/** Sign-ups in the order of their days, until the seats are full, then three that wait. */
function signUpsOf(
  chance: Chance,
  { id, startsOn, seats, channels, authorId }: Meeting,
  customers: readonly { id: string; name: string; ownerId: string | null }[],
  today: string,
  firstNumber: number,
): New[] {
  const isOver = startsOn < today
  const rows: New[] = []
  let left = seats
  let waiting = 0
  for (let at = 0; at < MOST && waiting < 3; at += 1) {
    const companions = chance.happens(0.2) ? chance.between(1, 3) : 0
    const isCancelled = chance.happens(0.06)
    const isWaiting = !isCancelled && companions + 1 > left
    const state: SignUpState = isCancelled ? 'cancelled' : isWaiting ? 'waiting' : isOver ? 'came' : 'confirmed'
    if (isWaiting) waiting += 1
    else if (!isCancelled) left -= companions + 1
    const customer = chance.happens(0.6) && customers.length > 0 ? chance.pick(customers) : undefined
    const source = chance.pick(sources)
    const day = addDays(isOver ? startsOn : today, -chance.between(1, 30))
    const moment = `${day}T${String(chance.between(9, 17)).padStart(2, '0')}:${chance.between(10, 59)}:00+08:00`
    const hasInvoice = chance.happens(0.4)
    const company = customer?.name ?? companyName(firstNumber + at, '江苏').name
    rows.push({
      ...{ meetingId: id, ticket: ticket(chance), name: drawName(chance).realName, company, companions, state, source },
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
    })
  }
  return rows
}

/** Entry and dinner; at past meetings everybody came in, most stayed for dinner. */
async function addCheckIns(tx: Tx, { id: meetingId, startsOn, authorId }: Meeting, chance: Chance): Promise<void> {
  const lists = await tx
    .insert(checkInLists)
    .values(['入场', '晚宴'].map((name) => ({ meetingId, name })))
    .returning({ id: checkInLists.id, name: checkInLists.name })
  const came = await tx
    .select({ id: signUps.id, people: sql<number>`1 + ${signUps.companions}` })
    .from(signUps)
    .where(and(eq(signUps.meetingId, meetingId), eq(signUps.state, 'came')))
    .orderBy(asc(signUps.id))
  const rows = lists.flatMap(({ id: listId, name }) =>
    came
      .filter(() => name === '入场' || chance.happens(0.8))
      .map(({ id: signUpId, people }) => {
        const hour = name === '入场' ? '08' : '18'
        return {
          listId,
          signUpId,
          people,
          byId: authorId,
          at: `${startsOn}T${hour}:${chance.between(10, 59)}:00+08:00`,
        }
      }),
  )
  await insertRows(tx, checkIns, rows)
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
    ...{ ...contact, meetingId, code: code(chance), inviterId: ownerId ?? '' },
    openedAt: chance.happens(0.4) ? new Date().toISOString() : null,
  }))
  await tx.insert(meetingInvitations).values(rows).onConflictDoNothing()
}

/** Adds nothing where there are some, and nothing to drafts and what was taken down. */
export async function addSignUps(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, signUps))) return
  const chance = createChance(20_261_125)
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
    await insertRows(tx, signUps, signUpsOf(chance, meeting, customers, dayOf(today), 10_000 + at * 1_000))
    await addCheckIns(tx, meeting, chance)
  }
  const next = found.filter(({ startsOn }) => startsOn > dayOf(today)).at(-1)
  if (next && customers.length > 0) await addInvitations(tx, next, chance)
}
