// Due rows other than prices: articles, series, reports and imports, as known at the end of the day.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { watchedImports } from '#contract/monitoring/monitoring-labels.ts'
import { jobs } from '#server/app.ts'
import { articlePublications, articles, articleVersions } from '#server/db/schema/articles/articles.ts'
import { calendars } from '#server/db/schema/calendars.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'
import { pricePublications } from '#server/db/schema/prices/prices.ts'
import { series, seriesValues } from '#server/db/schema/prices/series.ts'
import { reportIssues, reportOrders } from '#server/db/schema/push.ts'
import { bodyOf, makeNewsCategory } from '#test/article-factories.ts'
import { makeEnterprise, makeUser } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { makeQuoteItem } from '#test/price-factories.ts'
import { watchDues } from './watch.ts'

const server = testServer()
const DAY = '2026-03-04'
const at = (time: string, day = DAY) => new Date(`${day}T${time}:00+08:00`).toISOString()
let newsCategoryId: string
let number = 0

/** Publishes an article at the first time, takes it down at the second, publishes it again at the third, and so on. */
async function publish(moments: readonly string[], overrides: { kind?: 'daily' | 'flash' } = {}) {
  const { db } = server().database
  const own = { kind: overrides.kind ?? ('daily' as const), title: '日评', newsCategoryId }
  const [article] = await db
    .insert(articles)
    .values({ ...own, edition: 'zh' })
    .returning()
  const text = { body: bodyOf('正文'), html: '', text: '', byName: '编辑', number: 1, articleId: article?.id ?? '' }
  const [version] = await db
    .insert(articleVersions)
    .values({ ...own, ...text })
    .returning()
  for (const [nth, moment] of moments.entries()) {
    number += 1
    const versionId = nth % 2 === 0 ? (version?.id ?? null) : null
    await db
      .insert(articlePublications)
      .values({ number: String(number), articleId: text.articleId, versionId, byName: '审核', at: moment })
  }
}

beforeAll(async () => {
  const { db } = server().database
  newsCategoryId = await makeNewsCategory(db, '钢材日评')
  const { rows } = await db.execute<{ id: string }>(sql`select id::text as id from ${calendars} where code = 'workday'`)
  const common = { calendarId: rows[0]?.id ?? '', frequency: 'workday' as const, dueTime: '17:00' }
  await db.insert(monitoringRules).values([
    { ...common, name: '日评两篇', kind: 'article', edition: 'zh', articleKind: 'daily', newsCategoryId, wanted: 2 },
    { ...common, name: '衍生数据', kind: 'series', level: 'all' },
    { ...common, name: '定制报告', kind: 'report', level: 'all', frequency: null },
    { ...common, name: '价格导入', kind: 'import', level: 'all', importName: watchedImports[0].id },
  ])
  const { productId } = await makeQuoteItem(db)
  const [one] = await db.insert(series).values({ productId, name: '价差', unit: '元/吨' }).returning()
  await db.insert(pricePublications).values([
    { number: '1', at: at('16:30'), byName: '审核', entries: 1 },
    { number: '2', at: at('16:45'), byName: '审核', entries: 1 },
  ])
  const of = { seriesId: one?.id ?? '', day: DAY }
  await db.insert(seriesValues).values([
    { ...of, publication: '1', superseded: '2', value: '10' },
    { ...of, publication: '2', value: '12' },
  ])
  const writer = await makeUser(db)
  const { id: enterpriseId } = await makeEnterprise(db, { name: '定制客户' })
  const usual = { enterpriseId, startsOn: DAY, endsOn: '2026-12-31', contactName: '周', contactEmail: 'z@example.com' }
  const [weekly] = await db
    .insert(reportOrders)
    .values([
      { ...usual, title: '周报', rhythm: 'weekly', price: '1' },
      { ...usual, title: '停了', rhythm: 'weekly', price: '1', isEnabled: false },
      { ...usual, title: '次日的', rhythm: 'weekly', price: '1', startsOn: '2026-03-05' },
    ])
    .returning()
  const issue = { orderId: weekly?.id ?? '', title: '首期', fileId: '1', authorId: writer.id, state: 'sent' as const }
  await db.insert(reportIssues).values([
    { ...issue, number: 1, dueOn: DAY, sentAt: at('18:10') },
    // the next one, early
    { ...issue, number: 2, dueOn: '2026-03-11', sentAt: at('09:00') },
  ])
  const run = {
    name: watchedImports[0].id,
    title: '导入价格',
    input: {},
    author: {},
    tries: 1,
    triesLeft: 0,
  }
  await db.insert(jobRuns).values([
    { ...run, state: 'failed', endedAt: at('10:00') },
    { ...run, state: 'done', endedAt: at('11:00') },
  ])
  await watchDues(server().server.core, at('08:00'))
})

describe('§2 a due row of articles, reports, imports or series', () => {
  it('is done with the wanted number at the end of the day, at the time of the last of them', async () => {
    await publish([at('09:00')])
    // taken down, and published again after the deadline
    await publish([at('10:00'), at('11:00'), at('17:20')])
    await publish([at('16:00')], { kind: 'flash' })
    // published the day before: does not count
    await publish([at('15:00', '2026-03-03')])
    await watchDues(server().server.core, at('00:05', '2026-03-05'))
    const { rows } = await server().database.db.execute(sql`select s.kind, s.state, s.late_minutes as minutes
      from sealed_dues s where s.day = ${DAY}::date order by s.kind`)
    expect(rows).toEqual([
      { kind: 'article', state: 'doneLate', minutes: 20 },
      { kind: 'import', state: 'done', minutes: -360 },
      // sent late; the stopped order and one due on another day have no row
      { kind: 'report', state: 'doneLate', minutes: 70 },
      // a correction keeps it done
      { kind: 'series', state: 'done', minutes: -30 },
    ])
  })
})

it('§2 the imports that rules may name are jobs of the application', () => {
  const names = new Set(jobs.map(({ name }) => name))
  expect(watchedImports.filter(({ id }) => !names.has(id))).toEqual([])
})
