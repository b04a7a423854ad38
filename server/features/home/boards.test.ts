// The follow-up boards over HTTP: accounts and reasons, scope, the person's own days; marks that last until the
// account's end changes.
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import {
  type BoardCalls,
  type BoardKind,
  boardCalls,
  boardKinds,
  getAppHintInfo,
  radarCalls,
} from '#contract/home/boards.ts'
import { boardTypes, saveUserExpireDaysConfig } from '#contract/home/home.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { databaseToday } from '#server/core/clock.ts'
import { memberAccounts, members } from '#server/db/schema/members/members.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeAccount, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

const rights = [
  'bigData.accounts.view',
  'bigDataChinese.accounts.view',
  'officialWebsite.accounts.view',
  'app.accounts.view',
]
let roleCode: string
let now: string
let person: Person

beforeAll(async () => {
  roleCode = (await makeRole(db(), ...rights)).code
  now = await databaseToday(db())
})
beforeEach(async () => {
  person = await server().as(roleCode)
})

type Overrides = {
  endsIn?: number | null
  startsIn?: number
  opened?: number
  seen?: number | null
  status?: 'enabled' | 'disabled'
  ownerId?: string | null
}

/** By default owned by the person, opened long ago and seen today. */
async function account(subProduct: SubProductKey, overrides: Overrides = {}): Promise<string> {
  const { endsIn = null, startsIn = -400, opened = 400, seen = 0, status = 'enabled', ownerId = person.id } = overrides
  const { id } = await makeAccount(db(), subProduct, {
    ownerId,
    status,
    startsOn: endsIn === null ? null : addDays(now, Math.min(startsIn, endsIn)),
    endsOn: endsIn === null ? null : addDays(now, endsIn),
    grantKind: endsIn === null ? null : 'trial',
    openedAt: ago(opened),
    lastSeenAt: seen === null ? null : ago(seen),
  })
  return id
}

const hintOf = async (calls: BoardCalls, who = person) => (await who.call(calls.hint)).data
const totals = async (calls: BoardCalls, who = person) =>
  Object.fromEntries((await hintOf(calls, who)).counts.map(({ kind, total }) => [kind, total]))
const idsOf = async (calls: BoardCalls, query: { kind?: BoardKind; showNotHandle?: boolean } = {}, who = person) =>
  (await who.call(calls.rows, { ...query, size: 100 })).data.records.map(({ id }) => id)

const names = {
  1: 'POST /api/backend/usersPlatFormConfig/getBigDataHint, GET /api/backend/usersPlatFormConfig/getHandleBigData, POST /api/backend/usersPlatFormConfig/setUserHandleBigData',
  2: 'POST /api/backend/websiteroutemenu/getWebsiteHint, GET /api/backend/websiteroutemenu/getHandleWebsite, POST /api/backend/websiteroutemenu/setUserHandleWebsite',
  4: 'POST /api/backend/appUserConfig/getAppHint, GET /api/backend/appUserConfig/getHandleApp, POST /api/backend/appUserConfig/setUserHandleApp',
} as const

describe.each(boardTypes.map((type) => [type, names[type]] as const))('§7 board %i: %s', (type, called) => {
  it('has the name of §7', () => {
    const { hint, rows, handle } = boardCalls[type]
    expect([hint, rows, handle].map(({ method, path }) => `${method} ${path}`).join(', ')).toBe(called)
  })

  const calls: BoardCalls = boardCalls[type]
  const own = ({ 1: 'bigDataChinese', 2: 'officialWebsite', 4: 'app' } as const)[type]
  const other = type === 4 ? 'bigData' : 'app'

  it('counts new, ending, ended and silent accounts; lists each once, the soonest end first', async () => {
    const fresh = await account(own, { opened: 3, endsIn: 200 })
    const soon = await account(own, { endsIn: 5 })
    const later = await account(own, { endsIn: 29 })
    const over = await account(own, { endsIn: -10 })
    const silent = await account(own, { endsIn: 100, seen: 45 })
    await account(own, { endsIn: 100 })
    await account(own, { endsIn: -31 })
    await account(own, { endsIn: 5, status: 'disabled' })
    await account(other, { endsIn: 5 })
    expect(await hintOf(calls)).toEqual({
      days: 30,
      total: 5,
      open: 5,
      counts: [
        { kind: 'new', total: 1, open: 1 },
        { kind: 'expiring', total: 2, open: 2 },
        { kind: 'expiring15', total: 1, open: 1 },
        { kind: 'expiring7', total: 1, open: 1 },
        { kind: 'expired', total: 1, open: 1 },
        { kind: 'silent', total: 1, open: 1 },
      ],
    })
    expect(await idsOf(calls)).toEqual([soon, later, over, silent, fresh])
    expect(await idsOf(calls, { kind: 'expired' })).toEqual([over])
    const { data } = await person.call(calls.rows, { kind: 'expiring7' })
    expect(data.records).toMatchObject([
      { id: soon, subProduct: own, daysLeft: 5, handledAt: null, ownerName: expect.any(String) },
    ])
  })

  it('uses the person’s own number of days', async () => {
    await account(own, { endsIn: 5 })
    await account(own, { endsIn: 12 })
    await account(own, { endsIn: 60 })
    await person.call(saveUserExpireDaysConfig, { configType: type, days: 10 })
    expect(await totals(calls)).toMatchObject({ expiring: 1, expiring15: 1, expiring7: 1 })
    await person.call(saveUserExpireDaysConfig, { configType: type, days: 90 })
    expect(await hintOf(calls)).toMatchObject({ days: 90, total: 3 })
    expect(await totals(calls)).toMatchObject({ expiring: 3, expiring15: 2, expiring7: 1 })
  })

  it('a mark with a remark removes an account from the open ones, until it is undone', async () => {
    const id = await account(own, { endsIn: 5 })
    expect((await person.call(calls.handle, { id, handled: true, remark: ' 已电话续费 ' })).code).toBe(200)
    expect(await hintOf(calls)).toMatchObject({ total: 1, open: 0 })
    expect(await idsOf(calls, { showNotHandle: true })).toEqual([])
    const { data } = await person.call(calls.rows, {})
    expect(data.records).toMatchObject([{ id, remark: '已电话续费', handledAt: expect.stringMatching(/\+08:00$/) }])
    expect(data.records[0]?.handledBy).not.toBe('')
    await person.call(calls.handle, { id, handled: false })
    expect(await idsOf(calls, { showNotHandle: true })).toEqual([id])
    const acts = await db().select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id)
    expect(acts.map(({ action }) => action)).toEqual(['board.handle', 'board.unhandle'])
  })

  it('§6 keeps concurrent readers apart, and never shows a number older than the last mark', async () => {
    const id = await account(own, { endsIn: 5 })
    const stranger = await server().as(roleCode)
    const many = () => Array.from({ length: 16 }, () => [hintOf(calls), hintOf(calls, stranger)]).flat()
    const before = many()
    await person.call(calls.handle, { id, handled: true })
    const after = await Promise.all(many())
    expect(after.filter((_, n) => n % 2 === 0).every(({ total, open }) => total === 1 && open === 0)).toBe(true)
    const all = [...(await Promise.all(before)), ...after]
    expect(all.filter((_, n) => n % 2 === 1).every(({ total }) => total === 0)).toBe(true)
  })

  it('a mark is valid only for the end for which it was made', async () => {
    const id = await account(own, { endsIn: 5 })
    await person.call(calls.handle, { id, handled: true })
    await db()
      .update(memberAccounts)
      .set({ endsOn: addDays(now, 20) })
      .where(eq(memberAccounts.id, id))
    expect(await hintOf(calls)).toMatchObject({ total: 1, open: 1 })
    expect(await idsOf(calls, { showNotHandle: true })).toEqual([id])
  })

  it('§6 neither shows nor marks customers out of scope', async () => {
    const id = await account(own, { endsIn: 5, ownerId: (await server().as(roleCode)).id })
    const pooled = await account(own, { endsIn: 5, ownerId: null })
    expect(await hintOf(calls)).toMatchObject({ total: 0 })
    expect(await idsOf(calls)).toEqual([])
    for (const one of [id, pooled, '999999999']) {
      expect(await person.call(calls.handle, { id: one, handled: true })).toMatchObject({ status: 404, code: 20404 })
    }
    const boss = await server().as('administrator')
    expect(await idsOf(calls, {}, boss)).toEqual(expect.arrayContaining([id, pooled]))
  })

  it('§6 includes customers of subordinates, and no sub-product without its right', async () => {
    const below = await server().as(roleCode, { saleParentId: person.id })
    const id = await account(own, { endsIn: 5, ownerId: below.id })
    expect(await idsOf(calls)).toEqual([id])
    const blind = await server().as((await makeRole(db(), 'customerList.view')).code)
    const hidden = await account(own, { endsIn: 5, ownerId: blind.id })
    expect(await hintOf(calls, blind)).toMatchObject({ total: 0 })
    expect(await blind.call(calls.handle, { id: hidden, handled: true })).toMatchObject({ code: 20404 })
  })

  it('refuses to mark accounts of another board and deleted ones', async () => {
    const foreign = await account(other, { endsIn: 5 })
    expect(await person.call(calls.handle, { id: foreign, handled: true })).toMatchObject({ code: 20404 })
    const gone = await account(own, { endsIn: 5 })
    await db()
      .update(memberAccounts)
      .set({ deletedAt: ago(0) })
      .where(eq(memberAccounts.id, gone))
    expect(await person.call(calls.handle, { id: gone, handled: true })).toMatchObject({ code: 20404 })
    expect(await idsOf(calls)).toEqual([])
  })

  it.each([
    ['账号不正确', { id: 'x', handled: true }],
    ['处理状态', { id: '1', handled: 'yes' }],
    ['备注', { id: '1', handled: true, remark: '长'.repeat(201) }],
  ])('§9 refuses input: %s', async (msg, body) => {
    const reply = await server().send('POST', calls.handle.path, body, { token: person.token })
    expect(reply).toMatchObject({ status: 400, code: 400, msg: expect.stringContaining(msg) })
  })

  it('§9 refuses an unknown reason, and anonymous calls', async () => {
    const reply = await server().send('GET', `${calls.rows.path}?kind=sleepy`, undefined, { token: person.token })
    expect(reply).toMatchObject({ status: 400, code: 400 })
    expect(await server().nobody.call(calls.hint)).toMatchObject({ status: 401 })
  })
})

describe('§7 POST /api/backend/appUserConfig/getAppHintInfo', () => {
  it('lists the accounts behind one number, by pages', async () => {
    const first = await account('app', { endsIn: 1 })
    const second = await account('app', { endsIn: 2 })
    await account('app', { endsIn: -2 })
    const page = async (current: number) =>
      (await person.call(getAppHintInfo, { kind: 'expiring', current, size: 1 })).data
    expect(await page(1)).toMatchObject({ total: 2, pages: 2, records: [{ id: first }] })
    expect(await page(2)).toMatchObject({ records: [{ id: second }] })
    const reply = await server().send('POST', getAppHintInfo.path, {}, { token: person.token })
    expect(reply).toMatchObject({ status: 400, code: 400 })
  })
})

describe('product.md the radar over all sub-products', () => {
  it('counts sub-products that the person may open, and marks accounts', async () => {
    const seen = await account('app', { endsIn: 3 })
    const website = await account('officialWebsite', { endsIn: -3 })
    await account('oilGas', { endsIn: 3 })
    expect(await idsOf(radarCalls)).toEqual([seen, website])
    await person.call(radarCalls.handle, { id: website, handled: true })
    expect(await hintOf(radarCalls)).toMatchObject({ total: 2, open: 1 })
    expect(await hintOf(boardCalls[2])).toMatchObject({ total: 1, open: 0 })
  })
})

describe('§7 counts on any data', () => {
  const drawnAccount = fc.record({
    endsIn: fc.option(
      fc.oneof(fc.integer({ min: -35, max: 95 }), fc.constantFrom(-31, -30, -1, 0, 7, 8, 15, 16, 30, 31)),
      { nil: null },
    ),
    startsIn: fc.integer({ min: -40, max: 40 }),
    opened: fc.integer({ min: 0, max: 80 }),
    seen: fc.option(fc.integer({ min: 0, max: 80 }), { nil: null }),
    isDisabled: fc.boolean(),
  })
  const drawn = fc.record({
    days: fc.integer({ min: 1, max: 90 }),
    accounts: fc.array(drawnAccount, { maxLength: 14 }),
  })

  it('equal a naive count', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async ({ days, accounts }) => {
        const one = await server().as(roleCode)
        await one.call(saveUserExpireDaysConfig, { configType: 2, days })
        const memberIds = await Promise.all(accounts.map(() => makeMember(db(), { ownerId: one.id })))
        // half an hour away from midnight of both clocks, so that "a day ago" is certain
        const rows = accounts.map((each, at) => ({
          memberId: memberIds[at]?.id ?? '',
          subProduct: 'officialWebsite' as const,
          status: each.isDisabled ? ('disabled' as const) : ('enabled' as const),
          startsOn: each.endsIn === null ? null : addDays(now, Math.min(each.startsIn, each.endsIn)),
          endsOn: each.endsIn === null ? null : addDays(now, each.endsIn),
          openedAt: ago(each.opened + 0.5),
          lastSeenAt: each.seen === null ? null : ago(each.seen + 0.5),
        }))
        if (rows.length > 0) await db().insert(memberAccounts).values(rows)
        const naive = (kind: BoardKind) =>
          accounts.filter(({ endsIn, startsIn, opened, seen, isDisabled }) => {
            if (isDisabled) return false
            if (kind === 'new') return opened + 0.5 < 7
            if (endsIn === null) return false
            if (kind === 'expired') return endsIn < 0 && endsIn >= -30
            if (kind === 'silent') return Math.min(startsIn, endsIn) <= 0 && endsIn >= 0 && (seen ?? opened) + 0.5 > 30
            const most = { expiring: days, expiring15: Math.min(15, days), expiring7: Math.min(7, days) }[kind]
            return endsIn >= 0 && endsIn <= most
          }).length
        const wanted = Object.fromEntries(boardKinds.map((kind) => [kind, naive(kind)]))
        expect(await totals(boardCalls[2], one)).toEqual(wanted)
        for (const kind of boardKinds) expect(await idsOf(boardCalls[2], { kind }, one)).toHaveLength(wanted[kind] ?? 0)
        await db().update(members).set({ ownerId: null }).where(eq(members.ownerId, one.id))
      }),
      { numRuns: 25 },
    )
  })
})
