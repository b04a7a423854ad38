// Notices of registrations on two processes: they stay until somebody has handled the registration.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pushNoticeByUser } from '#contract/live/live.ts'
import {
  assignRegistrations,
  contactRegistration,
  rejectRegistrations,
  takeRegistration,
} from '#contract/members/registration-handling.ts'
import { transact } from '#server/core/core.ts'
import { storePush } from '#server/core/live/pushes.ts'
import { makeRegistration } from '#test/factories.ts'
import { openTestServer, type Person, type TestServer, testServer } from '#test/http.ts'
import { connect } from '#test/socket.ts'

const server = testServer()
let second: TestServer
let service: Person
let seller: Person

beforeAll(async () => {
  second = await openTestServer(server().database)
  service = await server().as('customerService')
  seller = await server().as('sales')
})
afterAll(() => second.server.close())

const make = (overrides: { company: string }) => makeRegistration(server().database.db, overrides)

it.each([
  ['contacted', (id: string) => service.call(contactRegistration, { id, remark: '已联系' })],
  ['marked invalid', (id: string) => service.call(rejectRegistrations, { ids: [id], reason: '号码有误' })],
  ['taken', (id: string) => service.call(takeRegistration, { id })],
  ['given out', (id: string) => service.call(assignRegistrations, { ids: [id], ownerId: seller.id })],
])(
  '§4 one that was %s is no news any more: its notices go from every browser and are not pushed again',
  async (_, act) => {
    const other = await server().as('customerService')
    const { id } = await make({ company: '已有人处理' })
    const elsewhere = await make({ company: '还没有人处理' })
    const data = { contact: '', mobile: '', subProduct: '', time: '' }
    const notify = (registrationId: string, company: string) =>
      transact(server().server.core, (tx, announce) =>
        storePush(tx, announce, {
          userIds: [other.id],
          type: 'register' as const,
          data: { ...data, registrationId, company },
        }),
      )
    const live = await connect(second.base, other)
    await notify(id, '已有人处理')
    await notify(elsewhere.id, '还没有人处理')
    const WITHIN = { interval: 10 }
    await expect.poll(() => live.of('register').length, WITHIN).toBe(2)
    const [message] = live.of('register')
    expect(await act(id)).toMatchObject({ code: 200 })
    await expect.poll(() => live.of('settled').map((each) => each.data.ids), WITHIN).toEqual([[message?.id]])
    live.socket.close()

    const again = await connect(server().base, other)
    expect((await other.call(pushNoticeByUser)).data).toEqual({ count: 1 })
    await expect.poll(() => again.of('register').map((each) => each.data.company), WITHIN).toEqual(['还没有人处理'])
    again.socket.close()
  },
)
