// Prices that wait for review are not late: state, alerts, seals and figures; and when new items are due first.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { listDues } from '#contract/monitoring/board.ts'
import { getReliability } from '#contract/monitoring/reliability.ts'
import { quoteItemCalls, resumeQuoteItems, stopQuoteItems } from '#contract/prices/quote-items.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'
import { pricePublications, priceRevisions, quoteItems } from '#server/db/schema/prices/prices.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makePrice, makeQuoteItem } from '#test/price-factories.ts'
import { watchDues } from './watch.ts'

const server = testServer()
const db = () => server().database.db
/** A Wednesday. */
const DAY = '2026-03-04'
const at = (time: string, day = DAY) => new Date(`${day}T${time}:00+08:00`).toISOString()

let keeper: Person
let analyst: Person
let reviewer: Person
let head: Person
let item: Item

async function revise(of: Item, act: 'submit' | 'withdraw' | 'overrule' | 'verify', time: string, day = DAY) {
  const publication = act === 'verify' ? String((await db().$count(pricePublications)) + 1) : null
  if (publication)
    await db()
      .insert(pricePublications)
      .values({ number: publication, at: at(time, day), byName: '审核', entries: 1 })
  await db()
    .insert(priceRevisions)
    .values({
      priceId: '1',
      quoteItemId: of.quoteItemId,
      day: DAY,
      number: 1,
      act,
      low: '1',
      high: '1',
      average: '1',
      origin: 'grid',
      publication,
      byName: '员工',
      at: at(time, day),
    })
}

const watch = (time: string, day = DAY) => watchDues(server().server.core, at(time, day))
const nameOf = (id: string) =>
  ({ [analyst.id]: 'analyst', [reviewer.id]: 'reviewer', [head.id]: 'head' })[id] ?? `somebody ${id}`
const alertsAt = async (time: string) =>
  (await watch(time)).notices.map(({ level, userIds, title }) => `${level} ${nameOf(userIds[0])} ${title}`).sort()
const dueRow = async (of: Item) =>
  (await keeper.call(listDues, { day: DAY, size: 100 })).data.records.find(
    ({ subjectId }) => subjectId === of.quoteItemId,
  )

beforeAll(async () => {
  keeper = await server().as('sjgly')
  head = await server().as((await makeRole(db(), 'dataToBeUpdatedToday.view')).code)
  reviewer = await server().as((await makeRole(db(), 'priceReview.view', 'priceReview.pass')).code, {
    editParentId: head.id,
  })
  analyst = await server().as(
    (await makeRole(db(), 'price.view', 'priceReview.pass', 'dataToBeUpdatedToday.view')).code,
  )
  item = await makeQuoteItem(db(), { analystId: analyst.id, dueTime: '14:00' })
  await giveProduct(db(), [analyst, reviewer], item.productId)
  const minutes = { warnMinutes: 30, graceMinutes: 10, escalateMinutes: 30 }
  await db()
    .insert(monitoringRules)
    .values({ name: '全部', kind: 'price', level: 'all', ...minutes })
  await watch('08:00')
})

describe('monitoring.md: waiting for review is not late', () => {
  it('its alert goes to the reviewers, but not to who submitted it, then to their superior', async () => {
    await makePrice(db(), item, DAY, { status: 'submitted', submittedById: analyst.id })
    await revise(item, 'submit', '13:50')
    expect(await alertsAt('13:55')).toEqual([])
    expect(await alertsAt('14:00')).toEqual(['review reviewer 1 项价格已到更新时间，等待审核'])
    expect(await alertsAt('14:11')).toEqual([])
    expect(await alertsAt('14:40')).toEqual(['reviewUpwards head 1 项价格逾期，还在等待审核'])
    expect(await alertsAt('14:41')).toEqual([])
    expect(await dueRow(item)).toMatchObject({ state: 'reviewing', doneAt: null, submittedAt: `${DAY}T13:50:00+08:00` })
    expect((await keeper.call(listDues, { day: DAY, state: 'late' })).data.total).toBe(0)
    expect((await keeper.call(listDues, { day: DAY, state: 'reviewing' })).data.total).toBe(1)
  })

  it('taken back after the deadline it is late again, and its analyst hears of it', async () => {
    const other = await makeQuoteItem(db(), { analystId: analyst.id, dueTime: '15:00' })
    await watch('12:00')
    await revise(other, 'submit', '14:50')
    await revise(other, 'overrule', '15:20')
    expect(await alertsAt('15:30')).toEqual(['after analyst 1 项数据逾期未更新'])
    expect((await dueRow(other))?.state).toBe('late')
    // submitted again, it is late all the same, also once it is passed
    await revise(other, 'submit', '16:00')
    expect((await dueRow(other))?.state).toBe('late')
    await revise(other, 'verify', '16:30')
    expect((await dueRow(other))?.state).toBe('doneLate')
  })

  it('passed after the deadline it was done in time; sealed and counted by its submission', async () => {
    const passed = await makeQuoteItem(db(), { analystId: analyst.id, dueTime: '17:00' })
    await watch('12:00')
    await revise(passed, 'submit', '16:48')
    await revise(passed, 'verify', '18:00')
    expect((await dueRow(passed))?.state).toBe('done')
    await watch('00:30', '2026-03-05')
    const { rows } = await db().execute<{ state: string; minutes: number }>(sql`
      select s.state, s.late_minutes as minutes from sealed_dues s join dues d on d.id = s.due_id
        where d.day = ${DAY}::date order by d.due_at`)
    expect(rows).toEqual([
      { state: 'reviewing', minutes: -10 },
      { state: 'doneLate', minutes: 60 },
      { state: 'done', minutes: -12 },
    ])
    const figures = await keeper.call(getReliability, { from: DAY, to: DAY, by: 'person' })
    expect(figures.data).toMatchObject([
      { id: analyst.id, dues: 3, done: 2, reviewing: 1, doneLate: 1, missed: 0, rate: '66.7' },
    ])
  })
})

describe('monitoring.md: a new item', () => {
  const dueDaysOf = async (of: Item) => {
    const { rows } = await db().execute<{ day: string }>(sql`select day::text as day from dues
      where subject_id = ${of.quoteItemId}::bigint and not is_withdrawn order by day`)
    return rows.map(({ day }) => day)
  }
  const [TUESDAY, WEDNESDAY] = ['2026-06-09', '2026-06-10']

  it('is due from its next due time, not late at birth', async () => {
    const after = await makeQuoteItem(db(), { dueTime: '10:00', activeSince: at('10:00', TUESDAY) })
    const before = await makeQuoteItem(db(), { dueTime: '10:00', activeSince: at('09:59', TUESDAY) })
    await watch('11:00', TUESDAY)
    expect((await dueDaysOf(after))[0]).toBe(WEDNESDAY)
    expect((await dueDaysOf(before))[0]).toBe(TUESDAY)
  })

  it('stopped twice it keeps its first reason and day; resumed, it is due from its next due time', async () => {
    const made = await makeQuoteItem(db(), { dueTime: '10:00' })
    const rights = ['view', 'details', 'stopUpdate', 'update'].map((alias) => `quoteItem.${alias}`)
    const person = await server().as((await makeRole(db(), ...rights)).code)
    await giveProduct(db(), [person], made.productId)
    const ids = [made.quoteItemId]
    const stop = (reason: string, stoppedOn: string) => person.call(stopQuoteItems, { ids, reason, stoppedOn })
    expect((await stop('工厂检修', '2026-03-02')).code).toBe(200)
    expect((await stop('再次停更', '2026-03-09')).code).toBe(200)
    const [row] = (await person.call(quoteItemCalls.list, {})).data.records
    expect(row).toMatchObject({ stopReason: '工厂检修', stoppedOn: '2026-03-02', status: 'stopUpdate' })
    expect((await person.call(resumeQuoteItems, { ids })).code).toBe(200)
    const [stored] = await db().select().from(quoteItems).where(sql`id = ${made.quoteItemId}::bigint`)
    expect(Date.parse(stored?.activeSince ?? '')).toBeGreaterThan(Date.parse('2026-03-09'))
    expect(stored).toMatchObject({ status: 'update', stoppedOn: null })
  })
})
