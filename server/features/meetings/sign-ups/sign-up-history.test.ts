// The history of a sign-up, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { sendSignUp } from '#contract/meetings/open-sign-ups.ts'
import { addSignUp, cancelSignUp, confirmSignUps, editSignUp, getSignUp } from '#contract/meetings/sign-ups.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeMeeting, signUpForm } from '#test/meeting-factories.ts'

const server = testServer()
const db = () => server().database.db
let host: Person
const day = addDays(dayOf(Date.now()), 9)

beforeAll(async () => {
  const { code } = await makeRole(db(), 'meeting.view', 'meeting.details', 'meeting.edit')
  host = await server().as(code, { realName: '会务甲' })
})

describe('meetings-visits-sharing.md details of a sign-up', () => {
  it('tell who did what and when, the newest first, numbers masked', async () => {
    const site = { name: '官网', scopes: ['meetingSignUps' as const], dailyQuota: 100, createdBy: null }
    const { key } = await db().transaction((tx) => createApiKey(tx, site))
    const days = { startsOn: day, endsOn: day, channels: ['app'] }
    const { id: meetingId } = await makeMeeting(db(), host.id, { ...days, signUpReview: true })
    const { invoiceState: _, ...form } = signUpForm({ name: '史来宾' })
    const path = sendSignUp.path.replace(':id', meetingId)
    const headers = { [API_KEY_HEADER]: key }
    const sent = await server().send('POST', path, { ...form, channel: 'app' }, { headers })
    const { id } = sent.data as unknown as { id: string }
    await host.call(confirmSignUps, { meetingId, ids: [id] })
    const { data: stored } = await host.call(getSignUp, { id })
    const edited = { ...signUpForm({ ...form, quotaId: stored.quotaId }), companionNames: ['随行甲'], remark: '靠窗' }
    expect((await host.call(editSignUp, { id, version: stored.version, ...edited })).code).toBe(200)
    await host.call(cancelSignUp, { id, reason: '行程有变' })
    const { history } = (await host.call(getSignUp, { id })).data
    expect(history.map(({ action, text, actorName }) => [action.split('.')[1], text, actorName])).toEqual([
      ['cancel', '已取消 · 行程有变', '会务甲'],
      ['edit', '备注、随行人数', '会务甲'],
      ['confirm', '已确认', '会务甲'],
      ['add', '待确认 · 正式', '官网'],
    ])
    expect(history.every(({ at }) => dayOf(at) <= dayOf(Date.now()))).toBe(true)
    expect(JSON.stringify(history)).not.toContain(form.mobile)
  })
  it('§5 come with a stale edit (601) as they are read, with whom the sign-up brings', async () => {
    const { id: meetingId } = await makeMeeting(db(), host.id, { startsOn: day, endsOn: day })
    const form = { ...signUpForm({ name: '同来宾' }), companionNames: ['随行乙'] }
    const { id } = (await host.call(addSignUp, { meetingId, ...form })).data
    const edit = { id, version: 1, ...form }
    expect((await host.call(editSignUp, { ...edit, remark: '靠门' })).code).toBe(200)
    const stale = await host.call(editSignUp, { ...edit, remark: '靠窗' })
    expect(stale).toMatchObject({ code: 601, data: { version: 2, remark: '靠门', people: [{}, { name: '随行乙' }] } })
    expect(stale.data).toEqual((await host.call(getSignUp, { id })).data)
  })
})
