// What became of a meeting's guests: what counts, and that each figure equals the number of rows in its list.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  funnelSteps,
  type GuestQuery,
  getMeetingFunnel,
  guestGroups,
  NO_PROVINCE,
  queryMeetingGuests,
} from '#contract/meetings/funnel.ts'
import { signUpSources, signUpStates } from '#contract/meetings/sign-up-labels.ts'
import { createChance } from '#server/db/demo/random.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { meetingInvitations } from '#server/db/schema/meeting-sign-ups.ts'
import { newCode } from '#server/features/sharing/sharing.rules.ts'
import { makeAccount, makeEnterprise, makeMember, makeRegistration, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { recordGrant } from '#test/ledger.ts'
import { makeGuests, makeMeeting } from '#test/meeting-factories.ts'

const server = testServer()
const db = () => server().database.db
const chance = createChance(20_261_127)
const GUESTS = 70
const DAY = '2026-03-10'

let host: Person
let head: Person
let seller: Person
let boss: Person
let townId = ''
let made = 0

beforeAll(async () => {
  const rights = ['meeting.view', 'meeting.details', 'meeting.count']
  const usual = (await makeRole(db(), ...rights)).code
  head = await server().as(usual)
  seller = await server().as(usual, { saleParentId: head.id })
  host = await server().as((await makeRole(db(), ...rights, 'meeting.edit')).code)
  boss = await server().as('administrator')
  const [province] = await db().insert(regions).values({ name: '测试省', level: 1 }).returning()
  const [town] = await db()
    .insert(regions)
    .values({ name: '测试市', level: 2, parentId: province?.id ?? null })
    .returning()
  townId = town?.id ?? ''
})

const meetingOn = (day: string) => makeMeeting(db(), host.id, { startsOn: day, endsOn: day })

/** A company of that owner, whose accounts got these grants. */
async function companyOf(ownerId: string, grants: { at: string; kind: 'trial' | 'formal'; isUndone?: boolean }[]) {
  const { id: enterpriseId } = await makeEnterprise(db(), { ownerId, regionId: chance.happens(0.6) ? townId : null })
  const { id: memberId } = await makeMember(db(), { enterpriseId })
  const { id } = await makeAccount(db(), 'bigData', { memberId })
  for (const grant of grants) await recordGrant(db(), id, grant)
  return { enterpriseId, memberId }
}

async function invited(meetingId: string, customerId: string, inviterId: string, signUpId: string | null) {
  made += 1
  await db()
    .insert(meetingInvitations)
    .values({
      meetingId,
      code: newCode(),
      customerId,
      name: `受邀${made}`,
      mobile: `136${String(made).padStart(8, '0')}`,
      inviterId,
      signUpId,
      openedAt: chance.happens(0.5) ? '2026-03-01T10:00:00+08:00' : null,
    })
}

const funnel = async (by: Person, meetingId: string) => (await by.call(getMeetingFunnel, { meetingId })).data
const total = async (by: Person, query: GuestQuery) =>
  (await by.call(queryMeetingGuests, { ...query, size: 1 })).data.total

/** Every difference between a figure and its list. */
async function differences(by: Person, meetingId: string): Promise<{ wrong: string[]; asked: number }> {
  const { steps, ...groups } = await funnel(by, meetingId)
  const wrong: string[] = []
  let asked = 0
  const compare = async (what: string, figure: number, slice: Partial<GuestQuery>) => {
    const found = await total(by, { meetingId, ...slice })
    asked++
    if (found !== figure) wrong.push(`${what}: ${figure}, list ${found}`)
  }
  for (const step of funnelSteps) await compare(step, steps[step], { step })
  for (const group of guestGroups) {
    const bars = groups[group]
    if (bars.reduce((sum, { count }) => sum + count, 0) !== steps.signedUp) wrong.push(`${group}: another sum`)
    for (const { key, count } of bars) await compare(`${group} ${key}`, count, { step: 'signedUp', [group]: key })
  }
  return { wrong, asked }
}

describe('meetings-visits-sharing.md "invited → signed up → came → trial → formal within 90 days"', () => {
  it('property: each figure equals its list, for whoever asks', { timeout: 120_000 }, async () => {
    const { id } = await meetingOn(DAY)
    for (let n = 0; n < GUESTS; n++) {
      const owner = chance.pick([host.id, head.id, seller.id])
      const at = (from: number, to: number) =>
        new Date(Date.parse(`${DAY}T00:00:00+08:00`) + chance.between(from * 24, to * 24) * 3_600_000).toISOString()
      const { enterpriseId, memberId } = await companyOf(
        owner,
        Array.from({ length: chance.between(0, 3) }, () => ({
          at: at(-60, 130),
          kind: chance.pick(['trial', 'formal'] as const),
          isUndone: chance.happens(0.2),
        })),
      )
      if (chance.happens(0.2)) {
        await invited(id, enterpriseId, chance.pick([head.id, seller.id]), null)
        continue
      }
      const state = chance.pick(signUpStates)
      const isKnown = chance.happens(0.6)
      const registrationId = isKnown
        ? null
        : (await makeRegistration(db(), { ownerId: owner, memberId, province: chance.pick(['', '江苏省']) })).id
      const guest = await makeGuests(db(), id, {
        state,
        source: chance.pick(signUpSources),
        appliedAt: at(-30, 0),
        waitingAt: state === 'waiting' ? at(-20, 0) : null,
        offeredUntil: state === 'offered' ? at(1, 2) : null,
        customerId: isKnown ? enterpriseId : null,
        registrationId,
        keeperId: chance.happens(0.3) ? seller.id : null,
      })
      if (chance.happens(0.4)) await invited(id, enterpriseId, chance.pick([head.id, seller.id]), guest.id)
    }
    let asked = 0
    for (const by of [boss, host, head, seller]) {
      const found = await differences(by, id)
      expect(found.wrong).toEqual([])
      asked += found.asked
    }
    expect(asked).toBeGreaterThan(100)
    const { steps, province } = await funnel(boss, id)
    for (const step of funnelSteps) expect(steps[step], step).toBeGreaterThan(0)
    expect(province.map(({ key }) => key)).toEqual(expect.arrayContaining(['测试省', '江苏省', NO_PROVINCE]))
    expect((await funnel(seller, id)).steps.signedUp).toBeLessThan(steps.signedUp)
  })

  it('counts first grants from the sign-up until 90 days after the last day, of live sign-ups alone', async () => {
    const { id } = await meetingOn(DAY)
    const appliedAt = '2026-03-01T10:00:00+08:00'
    const cases: [Parameters<typeof companyOf>[1], 0 | 1][] = [
      [[{ at: '2026-03-02T10:00:00+08:00', kind: 'formal' }], 1],
      [[{ at: '2026-06-08T23:59:00+08:00', kind: 'formal' }], 1],
      [[{ at: '2026-06-09T00:01:00+08:00', kind: 'formal' }], 0],
      [[{ at: '2026-02-28T10:00:00+08:00', kind: 'formal' }], 0],
      [[{ at: '2026-03-02T10:00:00+08:00', kind: 'formal', isUndone: true }], 0],
      [[{ at: '2026-03-02T10:00:00+08:00', kind: 'trial' }], 0],
    ]
    let expected = 0
    for (const [grants, counts] of cases) {
      const { enterpriseId: customerId } = await companyOf(host.id, grants)
      await makeGuests(db(), id, { customerId, appliedAt })
      await makeGuests(db(), id, { customerId, appliedAt, state: 'cancelled' })
      expected += counts
    }
    expect((await funnel(host, id)).steps).toMatchObject({ signedUp: 6, formal: expected, trial: 1, invited: 0 })
  })

  it('§6 is refused without the right, and of unknown meetings; what is wrong is refused', async () => {
    const { id: meetingId } = await meetingOn(DAY)
    const reader = await server().as((await makeRole(db(), 'meeting.view', 'meeting.details')).code)
    expect(await reader.call(getMeetingFunnel, { meetingId })).toMatchObject({ status: 403 })
    expect(await reader.call(queryMeetingGuests, { meetingId })).toMatchObject({ status: 403 })
    expect(await host.call(getMeetingFunnel, { meetingId: '999999' })).toMatchObject({ code: 20404 })
    expect(await host.call(queryMeetingGuests, { meetingId, step: 'nope' as never })).toMatchObject({ status: 400 })
    expect(await host.call(queryMeetingGuests, { meetingId, day: '2026-02-30' })).toMatchObject({ status: 400 })
  })
})
