// Sign-ups as they are stored. Those of staff are read in scope: `viewerOf`.
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullMeetingName } from '#contract/meetings/meeting-labels.ts'
import type { SignUpSource } from '#contract/meetings/sign-up-labels.ts'
import { CUSTOMER_SIGN_UPS_MAX, type SignUpQuery, type SignUpRow } from '#contract/meetings/sign-ups.ts'
import { textKey } from '#contract/text.ts'
import { mobileOf } from '#contract/typed-text.ts'
import { maskedEmail, maskedMobile } from '#server/core/access/masks.ts'
import { isInSalesScope, salesList, type Viewer } from '#server/core/access/scope.ts'
import { endOfDay, equals, hasName, keyPart, list, startOfDay } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { checkInLists, checkIns } from '#server/db/schema/check-ins.ts'
import { meetingQuotas, signUpPeople, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { enterprises } from '#server/db/schema/members/members.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { users } from '#server/db/schema/organisation.ts'
import type { StoredSignUp } from './seats.queries.ts'

const owner = alias(users, 'owner')
const keeper = alias(users, 'keeper')

const ownerId = sql`coalesce(${enterprises.ownerId}, ${registrations.ownerId})`

const answerText = sql<string>`(select coalesce(string_agg(concat(f ->> 'label', '：', ${signUps.answers} ->> (f ->> 'key')), '；' order by n), '')
  from ${meetings} m, jsonb_array_elements(m.own_fields) with ordinality o (f, n)
  where m.id = ${signUps.meetingId} and ${signUps.answers} ->> (f ->> 'key') is not null)`

type Channels = Record<'mobile' | 'email', SQL<string>>
const whole: Channels = { mobile: sql<string>`${signUps.mobile}`, email: sql<string>`${signUps.email}` }
const masked: Channels = { mobile: maskedMobile(signUps.mobile), email: maskedEmail(signUps.email) }

const rowFor = (isOwnerSeen: SQL<boolean>, { mobile, email }: Channels) => ({
  id: signUps.id,
  version: signUps.version,
  ticket: signUps.ticket,
  name: signUps.name,
  company: signUps.company,
  mobile,
  email,
  companions: signUps.companions,
  quotaId: signUps.quotaId,
  quotaName: meetingQuotas.name,
  state: signUps.state,
  offeredUntil: signUps.offeredUntil,
  source: signUps.source,
  channel: signUps.channel,
  extra: signUps.extra,
  answers: signUps.answers,
  answerText,
  customerId: sql<string | null>`case when ${isOwnerSeen} then ${signUps.customerId}::text end`,
  isCustomer: sql<boolean>`${signUps.customerId} is not null`,
  ownerName: sql<string>`case when ${isOwnerSeen} then coalesce(${owner.realName}, '') else '' end`,
  keeperName: sql<string>`coalesce(${keeper.realName}, '')`,
  invoiceTitle: signUps.invoiceTitle,
  invoiceTax: signUps.invoiceTax,
  invoiceState: signUps.invoiceState,
  remark: signUps.remark,
  reason: signUps.reason,
  appliedAt: signUps.appliedAt,
  confirmedAt: signUps.confirmedAt,
})

const joined = (db: Executor, row: ReturnType<typeof rowFor>) =>
  db
    .select(row)
    .from(signUps)
    .innerJoin(meetingQuotas, eq(meetingQuotas.id, signUps.quotaId))
    .leftJoin(enterprises, eq(enterprises.id, signUps.customerId))
    .leftJoin(registrations, eq(registrations.id, signUps.registrationId))
    .leftJoin(owner, sql`${owner.id} = ${ownerId}`)
    .leftJoin(keeper, eq(keeper.id, signUps.keeperId))

const live = sql`(${signUps.state} not in ('cancelled', 'refused', 'lapsed'))`

/** Fewer digits are in too many numbers. */
const DIGITS_MIN = 6

const has = (name: string): SQL => sql.placeholder(name) as unknown as SQL

export const listSignUps = salesList((scope, suffix) => {
  const isOwnerSeen = sql<boolean>`coalesce(${scope(ownerId)}, false)`
  const row = rowFor(isOwnerSeen, masked)
  return list<SignUpRow, SignUpQuery, 'people'>({
    name: `meeting_sign_ups${suffix}`,
    always: sql`(${isOwnerSeen} or coalesce(${scope(signUps.keeperId)}, false))`,
    filters: {
      meetingId: equals(signUps.meetingId, 'meetingId'),
      text: {
        where: sql`(${hasName(sql`concat_ws(' ', ${signUps.name}, ${signUps.company}, ${signUps.ticket})`, has('text'))}
          or ${signUps.mobile} like ${has('text')} and length(${has('text')}::text) >= ${sql.raw(String(DIGITS_MIN + '%%'.length))}
          or exists (select from ${signUpPeople} p where p.sign_up_id = ${signUps.id} and ${hasName(sql`p.name`, has('text'))}))`,
        value: (typed: string) => keyPart(mobileOf(typed)),
      },
      state: equals(signUps.state, 'state'),
      quotaId: equals(signUps.quotaId, 'quotaId'),
      source: equals(signUps.source, 'source'),
      channel: equals(signUps.channel, 'channel'),
      invoiceState: equals(signUps.invoiceState, 'invoiceState'),
      isCustomer: { where: sql`(${signUps.customerId} is not null) = ${has('isCustomer')}` },
      isLive: { where: sql`${live} = ${has('isLive')}` },
      from: { where: sql`${signUps.appliedAt} >= ${startOfDay('from')}` },
      to: { where: sql`${signUps.appliedAt} < ${endOfDay('to')}` },
    },
    sorts: {
      name: sql`${signUps.name} collate "zh-x-icu"`,
      company: sql`${signUps.company} collate "zh-x-icu"`,
      companions: signUps.companions,
      appliedAt: signUps.appliedAt,
      confirmedAt: signUps.confirmedAt,
    },
    usual: sql`${signUps.appliedAt} desc`,
    tie: signUps.id,
    fields: row,
    rows: (db) => joined(db, row),
    matches: (db, where) =>
      db
        .select({ n: sql`1`, people: sql`1 + ${signUps.companions}`.as('people') })
        .from(signUps)
        .leftJoin(enterprises, eq(enterprises.id, signUps.customerId))
        .leftJoin(registrations, eq(registrations.id, signUps.registrationId))
        .where(where),
    sums: { people: sql<string>`coalesce(sum(people), 0)::text` },
  })
})

const seenBy = (viewer: Viewer): SQL =>
  sql`(${isInSalesScope(viewer, ownerId)} or ${isInSalesScope(viewer, signUps.keeperId)})`

/** In the viewer's scope, with the whole channels. */
export async function findSignUp(db: Executor, viewer: Viewer, id: string): Promise<SignUpRow | undefined> {
  const row = rowFor(isInSalesScope(viewer, ownerId), whole)
  const [found] = await joined(db, row).where(and(eq(signUps.id, id), seenBy(viewer)))
  return found
}

/** People by state. */
async function people(db: Executor, meetingId: string, states: SQL): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`coalesce(sum(1 + ${signUps.companions}), 0)::int` })
    .from(signUps)
    .where(and(eq(signUps.meetingId, meetingId), sql`${signUps.state} in (${states})`))
  return found?.count ?? 0
}
export const waitingPeople = (db: Executor, meetingId: string) => people(db, meetingId, sql`'waiting'`)

/** The live sign-up of the number, otherwise the latest; of callers that hold the lock of the meeting. */
export async function ofPerson(tx: Tx, meetingId: string, mobile: string): Promise<StoredSignUp | undefined> {
  const [found] = await tx
    .select()
    .from(signUps)
    .where(and(eq(signUps.meetingId, meetingId), eq(signUps.mobile, mobile)))
    .orderBy(sql`${signUps.state} in ('refused', 'lapsed', 'cancelled')`, sql`${signUps.id} desc`)
    .limit(1)
  return found
}

/** Customers by the key of their names (`contract/text.ts`). @returns the customer of a name; null: none has it */
export async function customersNamed(db: Executor, names: readonly string[]): Promise<(name: string) => string | null> {
  const keys = [...new Set(names.map((name) => textKey(name)))]
  const found = await db
    .select({ id: enterprises.id, key: sql<string>`text_key(${enterprises.name})` })
    .from(enterprises)
    .where(sql`text_key(${enterprises.name}) = any(${sql.param(keys)}::text[])`)
  const known = new Map(found.map(({ id, key }) => [key, id]))
  return (name) => known.get(textKey(name)) ?? null
}

/** Who of the staff is to know: the owner of customer or registration, otherwise who entered it, otherwise the organiser. */
export async function responsibleFor(tx: Tx, { id }: { id: string }, organiserId: string): Promise<string> {
  const [found] = await tx
    .select({ id: sql<string | null>`coalesce(${ownerId}, ${signUps.keeperId})::text` })
    .from(signUps)
    .leftJoin(enterprises, eq(enterprises.id, signUps.customerId))
    .leftJoin(registrations, eq(registrations.id, signUps.registrationId))
    .where(eq(signUps.id, id))
  return found?.id ?? organiserId
}

const people1 = sql<number>`sum(1 + ${signUps.companions})::int`

/** People of the sign-ups in the viewer's scope; cancelled ones count by state alone. */
export async function countsOf(db: Db, viewer: Viewer, meetingId: string) {
  const scoped = <T extends Record<string, SQL<unknown>>>(fields: T, where: SQL, by: SQL) =>
    db
      .select({ ...fields, count: people1 })
      .from(signUps)
      .leftJoin(enterprises, eq(enterprises.id, signUps.customerId))
      .leftJoin(registrations, eq(registrations.id, signUps.registrationId))
      .where(and(eq(signUps.meetingId, meetingId), seenBy(viewer), where))
      .groupBy(by)
      .orderBy(by)
  const day = sql<string>`((${signUps.appliedAt} at time zone 'Asia/Shanghai')::date)::text`
  const [states, sources, channels, days, came] = await Promise.all([
    scoped({ state: sql<string>`${signUps.state}` }, sql`true`, sql`${signUps.state}`),
    scoped({ source: sql<SignUpSource>`${signUps.source}` }, live, sql`${signUps.source}`),
    scoped(
      { name: sql<string>`${signUps.channel}` },
      sql`${live} and ${signUps.channel} <> ''`,
      sql`${signUps.channel}`,
    ),
    scoped({ day, source: sql<SignUpSource>`${signUps.source}` }, live, sql`1, ${signUps.source}`),
    db
      .select({ id: checkInLists.id, name: checkInLists.name, count: sql<number>`count(${checkIns.id})::int` })
      .from(checkInLists)
      .leftJoin(checkIns, and(eq(checkIns.listId, checkInLists.id), eq(checkIns.state, 'valid')))
      .where(eq(checkInLists.meetingId, meetingId))
      .groupBy(checkInLists.id)
      .orderBy(checkInLists.id),
  ])
  return {
    states: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    sources,
    channels,
    days,
    came,
  }
}

/** Of the newest, also of what a registration from a meeting has become. Callers check the scope of the customer. */
export async function ofCustomer(db: Db, enterpriseId: string, limit = CUSTOMER_SIGN_UPS_MAX) {
  const found = await db
    .select({
      id: signUps.id,
      meetingName: meetings.name,
      edition: meetings.edition,
      startsOn: meetings.startsOn,
      name: signUps.name,
      companions: signUps.companions,
      state: signUps.state,
      appliedAt: signUps.appliedAt,
    })
    .from(signUps)
    .innerJoin(meetings, eq(meetings.id, signUps.meetingId))
    .leftJoin(registrations, eq(registrations.id, signUps.registrationId))
    .where(or(eq(signUps.customerId, enterpriseId), eq(registrations.enterpriseId, enterpriseId)))
    .orderBy(sql`${signUps.id} desc`)
    .limit(limit)
  return found.map(({ edition, ...row }) => ({
    ...row,
    meetingName: fullMeetingName({ name: row.meetingName, edition }),
  }))
}
