// Sign-ups from a spreadsheet, of one meeting or several. Nobody is told, and no registration is made: such a list comes from
// where people were told already.

import { sql } from 'drizzle-orm'
import { fullMeetingName } from '#contract/meetings/meeting-labels.ts'
import type { OwnField } from '#contract/meetings/sign-up-labels.ts'
import { type SignUpImportKey, signUpImport } from '#contract/meetings/sign-up-sheets.ts'
import { COMPANIONS_MAX } from '#contract/meetings/sign-ups.ts'
import { checkMobile } from '#contract/validation.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { type CheckContext, whole } from '#server/core/sheets/imports-check.ts'
import type { Made } from '#server/core/sheets/imports-context.ts'
import { inSets } from '#server/core/sheets/imports-save.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { meetingQuotas, signUpPeople, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { freeIn, refuseCancelled } from './seats.acts.ts'
import { addTaken, isAwaited, type LockedMeeting, lockSeats } from './seats.queries.ts'
import { customersNamed } from './sign-ups.queries.ts'
import { chosenQuota, newTicket, problemsOfSignUp } from './sign-ups.rules.ts'

type Checking = CheckContext<SignUpImportKey>
type Row = Checking['rows'][number]
type NewSignUp = Omit<typeof signUps.$inferInsert, 'state' | 'ticket' | 'quotaId' | 'companions'> & {
  companionNames: string[]
  quota: string
}

const nameOf = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

type Known = {
  id: string
  isCancelled: boolean
  asksPosition: boolean
  ownFields: readonly OwnField[]
  quotas: readonly string[]
}

async function meetingsByName(db: Executor): Promise<Map<string, Known>> {
  const found = await db
    .select({
      id: meetings.id,
      name: meetings.name,
      edition: meetings.edition,
      state: meetings.state,
      asked: meetings.signUpFields,
      ownFields: meetings.ownFields,
      quotas: sql<string[]>`array(select q.name from ${meetingQuotas} q where q.meeting_id = ${meetings.id})`,
    })
    .from(meetings)
  return new Map(
    found.map(({ id, state, asked, ownFields, quotas, ...of }) => [
      nameOf(fullMeetingName(of)),
      {
        id,
        isCancelled: state === 'cancelled',
        asksPosition: asked.includes('position'),
        ownFields,
        quotas: quotas.map(nameOf),
      },
    ]),
  )
}

const splitNames = (text: string) =>
  text
    .split(/[、,，;；]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** `车型：轿车；是否住宿：是`, by the labels of the meeting's fields; a label that it lacks keeps its name, and is refused. */
function readAnswers(text: string, fields: readonly OwnField[]): Record<string, string> {
  const pairs = text.split(/[；;\n]/).filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [label = '', ...rest] = pair.split(/[：:]/)
      const field = fields.find((each) => nameOf(each.label) === nameOf(label))
      return [field?.key ?? label.trim(), rest.join('：').trim()]
    }),
  )
}

/** By the database's clock, after the locks. */
async function moment(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ at: string }>(sql`select clock_timestamp()::text as at`)
  return rows[0]?.at ?? ''
}

/** Meeting and number of those who have signed up. */
async function takenKeys(db: Executor, mobiles: readonly string[]): Promise<Set<string>> {
  const found = await db
    .select({ meetingId: signUps.meetingId, mobile: signUps.mobile })
    .from(signUps)
    .where(
      sql`${signUps.mobile} = any(${sql.param(mobiles)}::text[]) and ${signUps.state} not in ('refused', 'lapsed', 'cancelled')`,
    )
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
    const { meeting: typed, mobile, companions, position, quota, answers } = row.values
    const meeting = meetingOf(row)
    const key = `${meeting?.id} ${mobile}`
    const before = first.get(key)
    const wrong = checkMobile(mobile)
    if (!meeting) report(row, 'meeting', `会议“${typed}”不存在，有届次的请写“名称 届次”`)
    else if (meeting.isCancelled) report(row, 'meeting', `会议“${typed}”已取消`)
    else if (wrong) report(row, 'mobile', wrong)
    else if (taken.has(key)) report(row, 'mobile', '该手机号码已报名过这个会议')
    else if (before !== undefined) report(row, 'mobile', `与第 ${before} 行重复`)
    first.set(key, before ?? row.number)
    const names = splitNames(companions)
    if (names.length > COMPANIONS_MAX) report(row, 'companions', `随行人员最多 ${COMPANIONS_MAX} 人`)
    else if (names.some((name) => name.length > 32)) report(row, 'companions', '随行人员姓名最多32个字符')
    if (meeting && quota !== '' && !meeting.quotas.includes(nameOf(quota)))
      report(row, 'quota', `该会议没有名额类型“${quota}”`)
    if (meeting && answers !== '') {
      const wrong = problemsOfSignUp(
        { mobile, extra: {}, answers: readAnswers(answers, meeting.ownFields) },
        { signUpFields: [], ownFields: meeting.ownFields },
      ).answers
      if (wrong) report(row, 'answers', wrong)
    }
    if (position !== '' && meeting && !meeting.asksPosition) report(row, 'position', '该会议不收集“职务”')
  }
  return (row) => {
    const { name, company, mobile, email, companions, position, invoiceTitle, invoiceTax, remark } = row.values
    const meeting = meetingOf(row)
    return {
      meetingId: meeting?.id ?? '0',
      name: name.trim(),
      company: company.trim(),
      mobile,
      email,
      companionNames: splitNames(companions),
      quota: nameOf(row.values.quota),
      extra: position === '' ? {} : { position },
      answers: readAnswers(row.values.answers, meeting?.ownFields ?? []),
      source: 'import',
      customerId: customers(company),
      keeperId: actor.id,
      invoiceTitle,
      invoiceTax,
      invoiceState: invoiceTitle === '' ? 'none' : 'requested',
      remark,
    }
  }
}

export const signUpsImport = declareImport<SignUpImportKey, NewSignUp>(signUpImport, {
  target: 'meetingSignUp',
  check: whole(check),
  save: async ({ tx, rows, step, addNote }) => {
    const ids = [...new Set(rows.map(({ value }) => value.meetingId))].toSorted(
      (one, other) => Number(one) - Number(other),
    )
    const locked = new Map<string, LockedMeeting>()
    // who waits for a quota, before this import and in it
    const awaited = new Set<string>()
    for (const id of ids) {
      const meeting = await lockSeats(tx, id)
      refuseCancelled(meeting)
      locked.set(id, meeting)
      for (const quota of meeting.quotas) if (await isAwaited(tx, quota)) awaited.add(quota.id)
    }
    // those who wait from one moment on do so in the order of their rows
    const now = await moment(tx)
    const taken = new Map<string, number>()
    const made: Made[] = []
    let waiting = 0
    for (const some of inSets(rows, step)) {
      const batch = some.map(({ value: { companionNames, quota: wanted, ...value } }) => {
        const { quotas, smallerMayPass } = orNotFound(locked.get(value.meetingId))
        const quota = chosenQuota(quotas, quotas.find(({ name }) => nameOf(name) === wanted)?.id ?? null, true)
        const people = companionNames.length + 1
        const hasSeat = people <= freeIn(quota) && (smallerMayPass || !awaited.has(quota.id))
        if (hasSeat) {
          quota.taken += people
          taken.set(quota.id, (taken.get(quota.id) ?? 0) + people)
        } else {
          waiting += 1
          awaited.add(quota.id)
        }
        const row = {
          ...value,
          state: hasSeat ? ('confirmed' as const) : ('waiting' as const),
          confirmedAt: hasSeat ? now : null,
          waitingAt: hasSeat ? null : now,
          quotaId: quota.id,
          companions: companionNames.length,
          ticket: newTicket(),
        }
        return { row, heads: [value.name, ...companionNames] }
      })
      const ids = await insertRows(
        tx,
        signUps,
        batch.map(({ row }) => row),
      )
      await insertRows(
        tx,
        signUpPeople,
        batch.flatMap(({ row: { quotaId, mobile }, heads }, at) =>
          heads.map((name, position) => ({
            signUpId: ids[at] ?? '',
            quotaId,
            name,
            mobile: position === 0 ? mobile : '',
            position,
          })),
        ),
      )
      made.push(...batch.map(({ row: { name } }, at) => ({ id: ids[at] ?? '', name })))
    }
    for (const [quotaId, count] of taken) await addTaken(tx, quotaId, count)
    if (waiting > 0) addNote(`其中 ${waiting} 条名额不足，列入候补`)
    return made
  },
})
