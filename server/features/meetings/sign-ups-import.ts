// Sign-ups from a spreadsheet, of one meeting or several. Nobody is told, and no registration is made: such a list comes from
// where people were told already.
import { sql } from 'drizzle-orm'
import { fullMeetingName } from '../../../contract/meetings/meeting-labels.ts'
import { type SignUpImportKey, signUpImport } from '../../../contract/meetings/sign-up-sheets.ts'
import { COMPANIONS_MAX } from '../../../contract/meetings/sign-ups.ts'
import { checkMobile } from '../../../contract/validation.ts'
import { declareImport } from '../../core/sheets/imports.ts'
import { type CheckContext, whole } from '../../core/sheets/imports-check.ts'
import type { Made } from '../../core/sheets/imports-save.ts'
import type { Executor } from '../../db/connection.ts'
import { meetingSignUps as signUps } from '../../db/schema/meeting-sign-ups.ts'
import { meetings } from '../../db/schema/meetings.ts'
import { customersNamed, lockSeats, takenSeats } from './sign-ups.queries.ts'
import { newTicket, peopleOf } from './sign-ups.rules.ts'

type Checking = CheckContext<SignUpImportKey>
type Row = Checking['rows'][number]
type NewSignUp = Omit<typeof signUps.$inferInsert, 'state' | 'ticket'> & { companions: number }

const ROWS_A_BATCH = 500

const nameOf = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

async function meetingsByName(db: Executor): Promise<Map<string, { id: string; asksPosition: boolean }>> {
  const found = await db
    .select({ id: meetings.id, name: meetings.name, edition: meetings.edition, asked: meetings.signUpFields })
    .from(meetings)
  return new Map(
    found.map(({ id, asked, ...of }) => [
      nameOf(fullMeetingName(of)),
      { id, asksPosition: asked.includes('position') },
    ]),
  )
}

/** Meeting and number of those who have signed up. */
async function takenKeys(db: Executor, mobiles: readonly string[]): Promise<Set<string>> {
  const found = await db
    .select({ meetingId: signUps.meetingId, mobile: signUps.mobile })
    .from(signUps)
    .where(sql`${signUps.mobile} = any(${sql.param(mobiles)}::text[])`)
  return new Set(found.map(({ meetingId, mobile }) => `${meetingId} ${mobile}`))
}

async function check({ db, actor, rows, report, breathe }: Checking): Promise<(row: Row) => NewSignUp> {
  const known = await meetingsByName(db)
  const customers = await customersNamed(
    db,
    rows.map(({ values }) => values.company),
  )
  const taken = await takenKeys(
    db,
    rows.map(({ values }) => values.mobile),
  )
  const meetingOf = ({ values }: Row) => known.get(nameOf(values.meeting))
  const first = new Map<string, number>()
  for (const row of rows) {
    await breathe()
    const { meeting: typed, mobile, companions, position } = row.values
    const meeting = meetingOf(row)
    const key = `${meeting?.id} ${mobile}`
    const before = first.get(key)
    const wrong = checkMobile(mobile)
    if (!meeting) report(row, 'meeting', `会议“${typed}”不存在，有届次的请写“名称 届次”`)
    else if (wrong) report(row, 'mobile', wrong)
    else if (taken.has(key)) report(row, 'mobile', '该手机号码已报名过这个会议')
    else if (before !== undefined) report(row, 'mobile', `与第 ${before} 行重复`)
    first.set(key, before ?? row.number)
    if (companions !== '' && !(/^\d{1,2}$/.test(companions) && Number(companions) <= COMPANIONS_MAX))
      report(row, 'companions', `随行人数应为 0 至 ${COMPANIONS_MAX}`)
    if (position !== '' && meeting && !meeting.asksPosition) report(row, 'position', '该会议不收集“职务”')
  }
  return (row) => {
    const { name, company, mobile, email, companions, position, invoiceTitle, invoiceTax, remark } = row.values
    return {
      ...{ meetingId: meetingOf(row)?.id ?? '0', name: name.trim(), company: company.trim(), mobile, email },
      ...{ companions: Number(companions || 0), extra: position === '' ? {} : { position }, source: 'import' },
      customerId: customers.get(company.trim().toLowerCase()) ?? null,
      keeperId: actor.id,
      ...{ invoiceTitle, invoiceTax, invoiceState: invoiceTitle === '' ? 'none' : 'requested', remark },
    }
  }
}

export const signUpsImport = declareImport<SignUpImportKey, NewSignUp>(signUpImport, {
  target: 'meetingSignUp',
  check: whole(check),
  save: async ({ tx, rows, step, say }) => {
    const ids = [...new Set(rows.map(({ value }) => value.meetingId))].toSorted(
      (one, other) => Number(one) - Number(other),
    )
    const free = new Map<string, number>()
    for (const id of ids) free.set(id, (await lockSeats(tx, id)).seats - (await takenSeats(tx, id)))
    const made: Made[] = []
    let waiting = 0
    for (let from = 0; from < rows.length; from += ROWS_A_BATCH) {
      step(from)
      const values = rows.slice(from, from + ROWS_A_BATCH).map(({ value }) => {
        const left = free.get(value.meetingId) ?? 0
        const hasSeat = peopleOf(value) <= left
        if (hasSeat) free.set(value.meetingId, left - peopleOf(value))
        else waiting += 1
        return {
          ...value,
          ticket: newTicket(),
          state: hasSeat ? ('confirmed' as const) : ('waiting' as const),
          ...(hasSeat ? { confirmedAt: sql`now()` } : { waitingAt: sql`clock_timestamp()` }),
        }
      })
      made.push(...(await tx.insert(signUps).values(values).returning({ id: signUps.id, name: signUps.name })))
    }
    if (waiting > 0) say(`其中 ${waiting} 条名额不足，列入候补`)
    return made
  },
})
