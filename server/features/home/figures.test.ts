// The figures of the day over HTTP: by role, in scope, and only of pages that the person may open.
import { describe, expect, it } from 'vitest'
import { addDays, eachDay } from '#contract/days.ts'
import { getDayFigures } from '#contract/home/figures.ts'
import { isDueOn } from '#contract/monitoring/calendar-days.ts'
import { readWorkdays } from '#server/core/calendars.ts'
import { databaseToday } from '#server/core/clock.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { dues } from '#server/db/schema/monitoring.ts'
import { semAccounts } from '#server/db/schema/operations.ts'
import { followUps } from '#server/db/schema/service.ts'
import { announcements } from '#server/db/schema/system/announcements.ts'
import { visitEnterprises, visits } from '#server/db/schema/visits.ts'
import { roleSeeds } from '#server/db/seed/roles.ts'
import { storeReport } from '#server/features/operations/imports/search-reports.queries.ts'
import { makeEnterprise, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, makePrice, makeQuoteItem } from '#test/price-factories.ts'
import { reportLine } from '#test/search-reports.ts'

const server = testServer()
const db = () => server().database.db
const somebody = async (...rights: string[]) => server().as((await makeRole(db(), ...rights)).code)
const countsOf = async (person: Person) =>
  Object.fromEntries((await person.call(getDayFigures)).data.map(({ key, count }) => [key, count]))
const keysOf = async (person: Person) => (await person.call(getDayFigures)).data.map(({ key }) => key)

describe('product.md "the day’s figures for the role"', () => {
  it('are empty where the person may open none of their pages', async () => {
    expect((await (await somebody()).call(getDayFigures)).data).toEqual([])
  })

  it.each(roleSeeds.map(({ code }) => code))('%s has figures of their work', async (code) => {
    expect((await keysOf(await server().as(code))).length).toBeGreaterThan(0)
  })

  it('operations.md "home figures": accounts beyond their budget, and those that lack sheets, each with its figures', async () => {
    const now = await databaseToday(db())
    const operator = await somebody('semData.view', 'semData.leadingIn')
    expect(await countsOf(operator)).toEqual({})
    const [over, gap] = await db()
      .insert(semAccounts)
      .values([
        { code: 'over', source: 'baidu', name: '超户', monthlyBudget: '0.01' },
        { code: 'gap', source: 'bing', name: '缺户', monthlyBudget: '100' },
      ])
      .returning()
    const yesterday = addDays(now, -1)
    const isFirst = now.endsWith('-01')
    await db().transaction(async (tx) => {
      const days = (from: string, but?: string) => eachDay(from, yesterday).filter((day) => day !== but)
      await storeReport(
        tx,
        'baidu',
        days(addDays(now, -3)).map((day) => reportLine({ account: '超户', day, cost: '5' })),
      )
      await storeReport(
        tx,
        'bing',
        days(addDays(now, -5), addDays(now, -2)).map((day) => reportLine({ account: '缺户', day, cost: '1' })),
      )
    })
    const figures = (await operator.call(getDayFigures)).data
    expect(figures.find(({ key }) => key === 'sheetsMissing')).toMatchObject({
      count: 1,
      menu: 'semData',
      rows: [
        {
          title: '必应 缺户',
          note: '近 30 天缺 1 天',
          query: `accountId=${gap?.id}&days=${addDays(now, -2)}~${addDays(now, -2)}`,
        },
      ],
    })
    // on the first of a month nothing of it has been spent yet
    expect(figures.find(({ key }) => key === 'budgetsOver')?.rows.map(({ query }) => query) ?? []).toEqual(
      isFirst ? [] : [`accountId=${over?.id}`],
    )
    expect(await countsOf(await somebody('semData.view'))).not.toHaveProperty('sheetsMissing')
  })

  it('count registrations of today and waiting ones, and open signals, in scope, with a link', async () => {
    const one = await somebody('registration.view', 'accountSignals.view')
    const row = { company: '企业', contact: '人', mobile: '10012345678', subProduct: 'app', ownerId: one.id } as const
    const createdAt = new Date(Date.now() - 3 * 86_400_000).toISOString()
    await db()
      .insert(registrations)
      .values([row, { ...row, createdAt }, { ...row, state: 'invalid' as const, createdAt }])
    const now = await databaseToday(db())
    expect((await one.call(getDayFigures)).data).toEqual([
      {
        key: 'registrationsToday',
        label: '今日新注册',
        menu: 'registration',
        count: 1,
        since: null,
        query: `days=${now}~${now}`,
        rows: [],
      },
      {
        key: 'registrationsWaiting',
        label: '待处理注册',
        menu: 'registration',
        count: 2,
        since: null,
        query: 'state=new',
        rows: [],
      },
      {
        key: 'signals',
        label: '异常账号',
        menu: 'accountSignals',
        count: 0,
        since: null,
        query: 'state=open',
        rows: [],
      },
    ])
  })

  it('count follow-ups that are due from the person, overdue ones first, each with what is to be done', async () => {
    const seller = await somebody('followUp.view')
    const now = await databaseToday(db())
    const made = {
      way: 'phone',
      at: '2026-01-05T02:00:00Z',
      result: 'reached',
      content: '回访',
      authorId: seller.id,
    } as const
    for (const [name, days] of Object.entries({ 今天的: 0, 昨天的: -1, 明天的: 1 })) {
      const { id } = await makeEnterprise(db(), { name: `${name}客户`, ownerId: seller.id })
      const next = { nextOn: addDays(now, days), nextText: '发报价单' }
      await db()
        .insert(followUps)
        .values({ ...made, ...next, enterpriseId: id, contactName: '李工' })
    }
    expect((await seller.call(getDayFigures)).data).toMatchObject([
      {
        key: 'followUpsDue',
        label: '今日待跟进',
        menu: 'followUp',
        count: 2,
        query: 'due=now&mine=1',
        rows: [
          { title: '昨天的客户', note: `李工 · 发报价单 · 应于 ${addDays(now, -1)}` },
          { title: '今天的客户', note: '李工 · 发报价单' },
        ],
      },
    ])
  })

  it('count the person’s enterprises that are due for a visit by their rhythm', async () => {
    const seller = await somebody('visitEnterprise.view')
    const [site, other] = [{ kind: 'mill', ownerId: seller.id, createdAt: '2026-01-05T02:00:00Z' } as const, '没有周期']
    await db()
      .insert(visitEnterprises)
      .values([
        { ...site, name: '到期钢厂', visitDays: 30 },
        { ...site, name: other },
        { ...site, name: '还早的厂', visitDays: 3_650 },
      ])
    expect((await seller.call(getDayFigures)).data).toMatchObject([
      {
        key: 'sitesDue',
        label: '到期未拜访企业',
        menu: 'visitEnterprise',
        count: 1,
        query: 'overdue=1&mine=1',
        rows: [{ title: '到期钢厂', note: '每 30 天一次 · 应于 2026-02-04' }],
      },
    ])
  })

  it('count the person’s overdue visits: not made on their day, or not reported for a day', async () => {
    const seller = await somebody('visitRecord.view')
    const site = { name: '逾期钢厂', kind: 'mill', ownerId: seller.id } as const
    const [{ id: enterpriseId = '' } = {}] = await db().insert(visitEnterprises).values(site).returning()
    const visit = { enterpriseId, ownerId: seller.id, createdById: seller.id, plannedAt: '2026-01-05T02:00:00Z' }
    const arrivedAt = '2026-01-06T02:00:00Z'
    await db()
      .insert(visits)
      .values([
        { ...visit, aim: '没去' },
        { ...visit, aim: '没写', plannedAt: arrivedAt, state: 'visited', arrivedAt },
        { ...visit, aim: '写了', state: 'reported', arrivedAt, reportedAt: arrivedAt },
        { ...visit, aim: '以后', plannedAt: `${addDays(await databaseToday(db()), 2)}T02:00:00Z` },
      ])
    expect((await seller.call(getDayFigures)).data).toMatchObject([
      { key: 'reportsOwed', count: 1 },
      {
        key: 'visitsOverdue',
        label: '逾期拜访',
        menu: 'visitRecord',
        count: 2,
        query: 'overdue=1&mine=1',
        rows: [
          { title: '逾期钢厂', note: '没去 · 逾期未到访' },
          { title: '逾期钢厂', note: '没写 · 逾期未报告' },
        ],
      },
    ])
  })

  it('meetings-visits-sharing.md "Home": count the visits of today, and the reports that the person owes', async () => {
    const seller = await somebody('visitRecord.view')
    const site = { name: '今天的钢厂', kind: 'mill', ownerId: seller.id } as const
    const [{ id: enterpriseId = '' } = {}] = await db().insert(visitEnterprises).values(site).returning()
    const day = await databaseToday(db())
    const visit = { enterpriseId, ownerId: seller.id, createdById: seller.id, plannedAt: `${day}T00:30:00+08:00` }
    await db()
      .insert(visits)
      .values([
        { ...visit, aim: '看库存' },
        { ...visit, aim: '不去了', state: 'cancelled', cancelReason: '改期' },
        { ...visit, aim: '到了', state: 'visited', arrivedAt: new Date().toISOString() },
        { ...visit, aim: '明天的', plannedAt: `${addDays(day, 1)}T00:30:00+08:00` },
      ])
    expect((await seller.call(getDayFigures)).data).toMatchObject([
      { key: 'visitsToday', label: '今日拜访', count: 2, query: 'today=1&mine=1' },
      { key: 'reportsOwed', count: 1, query: 'state=visited&mine=1', rows: [{ title: '今天的钢厂', note: '到了' }] },
    ])
  })

  it('count products in editorial scope: none without a grant', async () => {
    await db().insert(products).values({ name: '在售的产品', code: 'FIGURE1', tableType: 1 })
    const analyst = await somebody('product.view')
    expect((await analyst.call(getDayFigures)).data).toMatchObject([{ key: 'products', count: 0 }])
    const administrator = (await (await server().as('administrator')).call(getDayFigures)).data
    expect(administrator.find(({ key }) => key === 'products')?.count).toBeGreaterThan(0)
  })

  it('count prices due from the person today, overruled ones, and those that wait for review, in scope', async () => {
    const analyst = await somebody('price.view', 'price.add', 'price.details', 'priceBatchAdd.view')
    const reviewer = await somebody('priceReview.view', 'priceReview.pass')
    const daily = { frequency: 'weekdays' as const, weekdays: [1, 2, 3, 4, 5, 6, 7], analystId: analyst.id }
    const item = await makeQuoteItem(db(), daily)
    await makeQuoteItem(db(), { productId: item.productId })
    await giveProduct(db(), [analyst, reviewer], item.productId)
    const now = await databaseToday(db())
    const isDue = isDueOn(await readWorkdays(db()), now, { ...daily, nth: -1 })
    expect(await countsOf(analyst)).toEqual(isDue ? { pricesDue: 1 } : {})
    if (isDue) {
      const [due] = (await analyst.call(getDayFigures)).data
      const query = `item=${item.quoteItemId}`
      expect(due?.rows).toMatchObject([{ id: item.quoteItemId, note: '上海 HRB400E Φ20', query }])
    }
    await makePrice(db(), item, now, { status: 'overruled', submittedById: analyst.id })
    expect((await analyst.call(getDayFigures)).data[0]?.rows).toMatchObject([{ note: now }])
    expect(await countsOf(analyst)).toEqual({ pricesOverruled: 1 })
    expect(await countsOf(reviewer)).toEqual({ pricesWaiting: 0 })
  })

  it('count late data of the person, and everybody’s for people who monitor all', async () => {
    const editor = await somebody('dataToBeUpdatedToday.view')
    const keeper = await server().as('sjgly')
    const item = await makeQuoteItem(db(), { analystId: editor.id })
    const now = await databaseToday(db())
    const times = { warnAt: `${now}T00:00:00+08:00`, dueAt: `${now}T00:00:00+08:00`, lateAt: `${now}T00:00:00+08:00` }
    const due = { kind: 'price' as const, subjectId: item.quoteItemId, day: now, productId: item.productId, ...times }
    await db()
      .insert(dues)
      .values({ ...due, ownerId: editor.id, responsibleId: editor.id })
    expect(await countsOf(editor)).toEqual({ duesLate: 1 })
    expect(await countsOf(keeper)).toMatchObject({ duesLateOfAll: 1 })
  })

  it('leave out figures that matter only above zero', async () => {
    const keeper = await somebody('announcement.view')
    const draft = { title: '草稿', body: '待定', audience: 'everybody', authorId: keeper.id } as const
    expect(await keysOf(keeper)).toEqual([])
    await db().insert(announcements).values(draft)
    expect(await keysOf(keeper)).toEqual(['announcementDrafts'])
  })
})
