// The public pages of meetings that are over, or no longer shown, over HTTP.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { acceptInvitation } from '#contract/meetings/invitations.ts'
import { giveUpSeat } from '#contract/meetings/tickets.ts'
import { meetingInvitations, meetingSignUps as signUps } from '#server/db/schema/meeting-sign-ups.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { newCode } from '#server/features/sharing/sharing.rules.ts'
import { makeEnterprise, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { guestAnswers, makeGuests, makeMeeting } from '#test/meeting-factories.ts'

const server = testServer({ trustProxy: 1 })
const db = () => server().database.db
const today = dayOf(Date.now())
let host: Person
let addresses = 0

beforeAll(async () => {
  host = await server().as((await makeRole(db(), 'meeting.view')).code)
})

const meetingWith = (changes: Partial<typeof meetings.$inferInsert> = {}) =>
  makeMeeting(db(), host.id, { startsOn: today, endsOn: today, ...changes })

async function page(path: string, address = `10.8.0.${++addresses}`) {
  const reply = await fetch(server().base + path, { headers: { 'x-forwarded-for': address } })
  return { status: reply.status, text: await reply.text() }
}

async function invite(meetingId: string) {
  const { id: customerId } = await makeEnterprise(db(), { ownerId: host.id })
  const code = newCode()
  const mobile = `136${String(++addresses).padStart(8, '0')}`
  await db()
    .insert(meetingInvitations)
    .values({ meetingId, code, customerId, name: '周受邀', mobile, inviterId: host.id })
  return code
}

const endedOn = (meetingId: string, endsOn: string) =>
  db()
    .update(meetings)
    .set({ startsOn: addDays(endsOn, -1), endsOn })
    .where(eq(meetings.id, meetingId))

describe('meetings-visits-sharing.md "已结束 follows from dates"', () => {
  it('a guest of a meeting that is over is told so, and gives no seat up any more', async () => {
    const { id } = await meetingWith()
    const { id: signUpId, code } = await makeGuests(db(), id)
    expect((await page(`/t/${code}`)).text).toContain('取消报名')
    await endedOn(id, addDays(today, -1))
    const { text } = await page(`/t/${code}`)
    expect(text).toContain('会议已结束。')
    expect(text, 'a dinner lasts past midnight').toContain('<svg ')
    expect(text).not.toContain('取消报名')
    expect(await server().nobody.call(giveUpSeat, { code })).toMatchObject({ status: 409, msg: '会议已结束，不能取消' })
    await db().update(signUps).set({ state: 'came' }).where(eq(signUps.id, signUpId))
    expect((await page(`/t/${code}`)).text).toContain('您已签到。')
  })

  it('its page and its invitations say that it is over, whatever the last day of signing up was', async () => {
    const { id, code } = await meetingWith({ signUpUntil: addDays(today, -9) })
    const invitation = await invite(id)
    expect((await page(`/m/${code}`)).text).toContain('报名已截止')
    await endedOn(id, addDays(today, -1))
    for (const link of [code, invitation]) expect((await page(`/m/${link}`)).text, link).toContain('会议已结束')
    const accepted = await server().nobody.call(acceptInvitation, { code: invitation, ...guestAnswers, consent: true })
    expect(accepted).toMatchObject({ status: 409, msg: '会议已结束' })
  })
})

describe('meetings-visits-sharing.md "taken down"', () => {
  it('an invitation shows a meeting that is taken down no more than its own page does', async () => {
    const { id, code } = await meetingWith({ venue: '一号厅' })
    const invitation = await invite(id)
    expect((await page(`/m/${invitation}`)).text).toContain('一号厅')
    await db().update(meetings).set({ state: 'takenDown' }).where(eq(meetings.id, id))
    for (const link of [code, invitation]) {
      const shown = await page(`/m/${link}`)
      expect(shown.status, link).toBe(410)
      expect(shown.text).not.toContain('一号厅')
    }
  })
})

describe('meetings-visits-sharing.md "30 misses a minute from one address → 429"', () => {
  it('also by the addresses of pictures', async () => {
    const statuses = []
    for (let at = 0; at < 32; at += 1) statuses.push((await page(`/m/abcdefgh${at + 22}/f/1`, '10.9.0.1')).status)
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect((await page('/m/abcdefghjk', '10.9.0.1')).status).toBe(429)
  })
})
