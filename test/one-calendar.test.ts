// One calendar: a change of it reaches the board, the grid, the import, feeds and pushes alike.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { listDues } from '#contract/monitoring/board.ts'
import { calendarCalls, getCalendarYear, saveCalendarYear } from '#contract/monitoring/calendars.ts'
import { bringPrices } from '#contract/prices/open-prices.ts'
import { getSheet } from '#contract/prices/price-grids.ts'
import { priceImport } from '#contract/prices/price-sheets.ts'
import { type Entry, savePrices } from '#contract/prices/prices.ts'
import { createApiKey } from '#server/core/access/api-keys.ts'
import { transact } from '#server/core/core.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { pushes } from '#server/db/schema/push.ts'
import { makeDues } from '#server/features/monitoring/dues.acts.ts'
import { replanWorkdays, sendVerified } from '#server/features/push/pushes/pushes.jobs.ts'
import { makeRole } from './factories.ts'
import { type Person, testServer } from './http.ts'
import { giveProduct, type Item, makePrice, makeQuoteItem } from './price-factories.ts'
import { pusherOn, pushForm } from './push-factories.ts'
import { bring } from './sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'one-calendar-')) })
const db = () => server().database.db
/** A Friday that is closed, and the Saturday that is opened for it. */
const [THURSDAY, FRIDAY, SATURDAY] = ['2025-11-27', '2025-11-28', '2025-11-29']
const NOT_DUE = '该日不是发布日，请确认后再保存'

let keeper: Person
let analyst: Person
let item: Item
let key: string
let calendars: Record<string, string>

beforeAll(async () => {
  keeper = await server().as('sjgly')
  const rights = ['view', 'add', 'batchAdd', 'details', 'leadingIn'].map((alias) => `price.${alias}`)
  analyst = await server().as((await makeRole(db(), ...rights, 'dataToBeUpdatedToday.view')).code)
  item = await makeQuoteItem(db(), { code: 'ONECAL', decimals: 0 })
  await giveProduct(db(), [analyst], item.productId)
  await db().insert(monitoringRules).values({ name: '全部', kind: 'price', level: 'all' })
  const rows = (await keeper.call(calendarCalls.list, {})).data.records
  calendars = Object.fromEntries(rows.map(({ code, id }) => [code, id]))
  const by = { name: '行情', scopes: ['bringPrices' as const], dailyQuota: 100, createdBy: analyst.id }
  key = (await db().transaction((tx) => createApiKey(tx, by))).key
})

/** Closes and opens days of a year, beside those that are announced. */
async function change(days: Record<string, boolean>, calendarId = calendars.workday ?? ''): Promise<void> {
  const year = Number((Object.keys(days)[0] ?? THURSDAY).slice(0, 4))
  const stored = (await keeper.call(getCalendarYear, { calendarId, year })).data
  const others = stored.days.filter(({ day }) => !(day in days))
  const changed = Object.entries(days).map(([day, isOpen]) => ({ day, isOpen, name: '调整' }))
  const form = { calendarId, year, number: stored.number, source: '临时通知', days: [...others, ...changed] }
  expect((await keeper.call(saveCalendarYear, form)).code).toBe(200)
  await transact(server().server.core, (tx) => makeDues(tx, THURSDAY))
}

const row = (day: string): Entry => ({
  quoteItemId: item.quoteItemId,
  day,
  low: '3200',
  high: '3260',
  average: null,
  reason: '',
  remark: '',
  englishRemark: '',
  version: null,
})

/** What each of them says of a day: whether the item is due. Nothing stays entered. */
async function ask(day: string) {
  const grid = (await analyst.call(getSheet, { day, productIds: [item.productId] })).data[0]?.isDue
  const onBoard = (await analyst.call(listDues, { day })).data.records
  const board = onBoard.some(({ subjectId }) => subjectId === item.quoteItemId)
  const lines = ['日期,报价项,低价,高价,均价,原因,备注', `${day},ONECAL,3200,3260,,,`].join('\n')
  const opened = await analyst.call(priceImport.open, {
    fileId: await bring(server(), analyst, lines),
    hasHeader: true,
  })
  const problems = opened.data.records.flatMap((each) => each.problems.map(({ message }) => message))
  expect([[], [NOT_DUE]]).toContainEqual(problems)
  const sent = { rows: [{ code: 'ONECAL', day, low: '3200', high: '3260' }] }
  const fed = await server().send('POST', bringPrices.path, sent, { headers: { [API_KEY_HEADER]: key } })
  const [feed] = fed.data as unknown as { problem: string | null }[]
  await clear()
  const saved = (await analyst.call(savePrices, { origin: 'grid', rows: [row(day)] })).data[0]
  await clear()
  for (const problem of [feed?.problem, saved?.problem]) expect([null, NOT_DUE]).toContain(problem)
  return {
    grid,
    board,
    import: problems.length === 0,
    feed: feed?.problem === null,
    save: saved?.problem === null,
  }
}
const clear = () => db().execute(sql`delete from prices where quote_item_id = ${item.quoteItemId}::bigint`)
const all = (isDue: boolean) => ({ grid: isDue, board: isDue, import: isDue, feed: isDue, save: isDue })

describe('monitoring.md "Calendars": one calendar', () => {
  it('a day that is closed, and one that is opened, are so for grid, saving, import, feed and board', async () => {
    await change({})
    expect(await ask(FRIDAY)).toEqual(all(true))
    expect(await ask(SATURDAY)).toEqual(all(false))
    await change({ [FRIDAY]: false, [SATURDAY]: true })
    expect(await ask(FRIDAY)).toEqual(all(false))
    expect(await ask(SATURDAY)).toEqual(all(true))
  })

  it('an item follows the calendar that it names, and one that names none that of its rule', async () => {
    await change({ [FRIDAY]: false, [SATURDAY]: true })
    const name = (calendarId: string | null) =>
      db().update(quoteItems).set({ calendarId }).where(eq(quoteItems.id, item.quoteItemId))
    await name(calendars.exchange ?? null)
    await change({})
    expect(await ask(FRIDAY)).toEqual(all(true))
    expect(await ask(SATURDAY)).toEqual(all(false))
    await name(null)
    const { productId } = item
    const own = { name: '每天', kind: 'price' as const, level: 'product' as const, productId }
    await db()
      .insert(monitoringRules)
      .values({ ...own, calendarId: calendars.everyDay ?? null, frequency: 'weekdays', weekdays: [5] })
    await change({ [FRIDAY]: false })
    expect(await ask(FRIDAY)).toEqual(all(true))
    expect(await ask(SATURDAY)).toEqual(all(false))
    await db().delete(monitoringRules).where(eq(monitoringRules.productId, productId))
  })

  it('pushes of each workday, and after the prices of a day, follow it', async () => {
    const fixture = await pusherOn(server())
    const reader = await fixture.makeReader()
    const plan = await fixture.add(pushForm([reader.id], { timing: 'workday', sendTime: '09:00' }))
    expect((await fixture.launch(plan)).done.code).toBe(200)
    const by = { id: null, name: '系统', address: '', requestId: '' }
    const nextAt = async () => Date.parse((await fixture.get(plan.id)).nextAt ?? '')
    const replanned = async (moment: string, planned: string) => {
      await db().update(pushes).set({ nextAt: planned }).where(eq(pushes.id, plan.id))
      await transact(server().server.core, (tx) => replanWorkdays(tx, by, Date.parse(moment)))
      return nextAt()
    }
    // to come, so that the job of the plan does not begin meanwhile
    const [thursday = '', friday = '', saturday = ''] = ['2099-11-26', '2099-11-27', '2099-11-28'].map(
      (day) => `${day}T09:00:00+08:00`,
    )
    const both = (isFriday: boolean) => ({ '2099-11-27': isFriday, '2099-11-28': !isFriday })
    await change(both(false))
    expect(await replanned(thursday, friday)).toBe(Date.parse(saturday))
    await change(both(true))
    expect(await replanned(thursday, saturday)).toBe(Date.parse(friday))

    await change({ [FRIDAY]: false, [SATURDAY]: true })
    await giveProduct(db(), [fixture.pusher], item.productId)
    const verified = await fixture.add(pushForm([reader.id], { timing: 'verified', quoteItemIds: [item.quoteItemId] }))
    expect((await fixture.launch(verified)).done.code).toBe(200)
    const { rows } = await db().execute<{
      number: string
    }>(sql`insert into price_publications (number, by_name, entries)
      select coalesce(max(number), 0) + 1, 'test', 1 from price_publications returning number::text as number`)
    const publication = rows[0]?.number ?? ''
    for (const day of [FRIDAY, SATURDAY]) await makePrice(db(), item, day, { status: 'verified', publication })
    const send = (day: string) => db().transaction((tx) => sendVerified(tx, server().server.core, day))
    expect(await send(FRIDAY)).toBe(0)
    expect(await send(SATURDAY)).toBe(1)
  })

  it('the calendar of items and pushes without one is not deleted, nor one that an item names', async () => {
    await db().delete(monitoringRules)
    const remove = (id: string) => keeper.call(calendarCalls.remove, { ids: [id] })
    expect((await remove(calendars.workday ?? '')).code).toBe(603)
    await makeQuoteItem(db(), { calendarId: calendars.exchange ?? null })
    expect((await remove(calendars.exchange ?? '')).code).toBe(603)
  })
})
