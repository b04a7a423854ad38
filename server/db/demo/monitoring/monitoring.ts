// Monitoring of the demo company: rules for all quote items, series and the news of ten categories; thirty days that ended.
import { sql } from 'drizzle-orm'
import { addDays, dayOf, eachDay } from '#contract/days.ts'
import { isOpen } from '#contract/monitoring/calendar-days.ts'
import { readCalendars } from '#server/core/calendars.ts'
import { endOf, standingOn } from '#server/features/monitoring/due-states.queries.ts'
import {
  readAccounts,
  readOrders,
  readPeople,
  readQuestions,
  readRules,
  readWatched,
  storeDues,
} from '#server/features/monitoring/dues.queries.ts'
import { planDues } from '#server/features/monitoring/dues.rules.ts'
import { sealDay } from '#server/features/monitoring/seals.queries.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { calendars } from '../../schema/calendars.ts'
import { categories, newsCategories, products } from '../../schema/catalogue.ts'
import { absences, dueExcuses, monitoringRules } from '../../schema/monitoring.ts'
import { users } from '../../schema/organisation.ts'
import { quoteItems } from '../../schema/prices/prices.ts'

const SEALED_DAYS = 30
/** Calendar days that hold so many workdays, the longest holidays included. */
const REACH = 60
/** The server continues from there. */
const DAYS_AHEAD = 3
const ARTICLE_RULES = 10

const reasons = ['厂家停报，明日补录', '市场休市，无成交', '主力商家未开盘', '报价分歧大，核实中']

type Found = {
  workdays: string
  analyst: string
  editors: string[]
  operators: string[]
  category: string | null
  products: string[]
  news: { id: string; name: string }[]
}

async function find(tx: Tx): Promise<Found | undefined> {
  const ofRole = (
    code: string,
  ) => sql`select u.id::text from ${users} u join roles r on r.id = u.role_id and r.code = ${code}
    where u.status = 'enabled' and not u.locked and u.deleted_at is null order by u.created_at, u.id`
  const { rows } =
    await tx.execute<Found>(sql`select (select id::text from ${calendars} where code = 'workday') as workdays,
    (${ofRole('priceAnalyst')} limit 1) as analyst, array(${ofRole('newsEditor')}) as editors, array(${ofRole('operations')}) as operators,
    (select c.parent_id::text from ${categories} c join ${products} p on p.category_id = c.id
      join ${quoteItems} i on i.product_id = p.id group by c.parent_id order by count(*) desc, c.parent_id limit 1) as category,
    array(select i.product_id::text from ${quoteItems} i where i.status = 'update' group by i.product_id
      order by count(*) desc, i.product_id limit 2) as products,
    coalesce((select json_agg(n) from (select n.id::text as id, concat_ws(' ', p.name, n.name) as name
      from ${newsCategories} n left join ${products} p on p.id = n.product_id
      order by n.product_id nulls first, n.sort, n.id limit ${ARTICLE_RULES}) n), '[]') as news`)
  return rows[0]
}

const isReview = ({ name }: Found['news'][number]) => /(?:市场综述|行情分析)$/.test(name)

/** A daily review in categories that have reviews, flashes in the others. */
const articleRules = (news: Found['news']) =>
  news.map((category) => {
    const { id, name } = category
    return isReview(category)
      ? { id, name: `${name}日评`, articleKind: 'daily', wanted: 1, dueTime: '17:30' }
      : { id, name: name.endsWith('快讯') ? name : `${name}快讯`, articleKind: 'flash', wanted: 3, dueTime: '16:00' }
  })

async function storeRules(tx: Tx, found: Found) {
  const {
    workdays,
    analyst,
    editors,
    operators,
    category,
    products: [first, second],
    news,
  } = found
  const usual = { kind: 'price' as const, calendarId: workdays, warnMinutes: 30, graceMinutes: 30, escalateMinutes: 60 }
  const strict = { ...usual, warnMinutes: 60, graceMinutes: 15, escalateMinutes: 30 }
  await tx.insert(monitoringRules).values([
    { ...usual, calendarId: null, name: '全部报价项', level: 'all', remark: '更新日、时间和负责人按报价项的设置' },
    ...(category
      ? [
          {
            ...usual,
            name: '重点分类提前一小时提醒',
            level: 'category' as const,
            categoryId: category,
            warnMinutes: 60,
          },
        ]
      : []),
    ...(first ? [{ ...strict, name: '首页展示品种', level: 'product' as const, productId: first }] : []),
    ...(second ? [{ ...strict, name: '长协结算品种', level: 'product' as const, productId: second }] : []),
    {
      ...usual,
      kind: 'series' as const,
      name: '衍生数据',
      level: 'all',
      ownerId: analyst,
      frequency: 'workday',
      dueTime: '18:30',
      escalateMinutes: null,
    },
    ...(operators[0]
      ? [
          {
            ...usual,
            kind: 'sheet' as const,
            name: '推广报表',
            level: 'all' as const,
            dueTime: '11:00',
            frequency: 'workday' as const,
            ownerId: operators[0],
            deputyId: operators[1] ?? null,
          },
          {
            ...usual,
            kind: 'question' as const,
            name: '没答上的问题',
            level: 'all' as const,
            dueTime: '17:00',
            frequency: 'workday' as const,
            ownerId: operators[0],
          },
          {
            ...usual,
            kind: 'report' as const,
            name: '定制报告',
            level: 'all' as const,
            dueTime: '16:00',
            calendarId: null,
            warnMinutes: 240,
            ownerId: operators[0],
            deputyId: operators[1] ?? null,
          },
        ]
      : []),
    ...articleRules(news).map(({ id, name, articleKind, wanted, dueTime }, at) => ({
      ...usual,
      kind: 'article' as const,
      name,
      newsCategoryId: id,
      edition: 'zh',
      articleKind,
      wanted,
      dueTime,
      frequency: 'workday' as const,
      ownerId: editors[at % editors.length] ?? null,
      deputyId: editors.length > 1 ? (editors[(at + 1) % editors.length] ?? null) : null,
    })),
  ])
}

/** Some late rows were excused beforehand. */
async function excuseSome(tx: Tx, day: string): Promise<void> {
  const of = sql`${day}::date`
  await tx.execute(sql`with ${standingOn(of, endOf(of), sql`true`)}
    insert into ${dueExcuses} (due_id, reason, by_id, by_name, at)
    select s.id, (${sql.param(reasons)}::text[])[1 + s.id::int % ${reasons.length}], s.responsible_id, u.real_name, s.due_at
      from standing s join ${users} u on u.id = s.responsible_id
      where s.state in ('late', 'doneLate') and s.id % 6 = 0`)
}

/** Adds nothing where it has been before. */
export async function addMonitoring(tx: Tx, { today }: { today: Date }): Promise<void> {
  if (!(await isEmpty(tx, monitoringRules))) return
  const found = await find(tx)
  if (!found?.workdays || !found.analyst || found.editors.length === 0) return
  await storeRules(tx, found)
  const now = dayOf(today)
  const everyCalendar = await readCalendars(tx)
  const calendar = everyCalendar.get(found.workdays)
  const past = eachDay(addDays(now, -REACH), addDays(now, -1))
    .filter((day) => calendar && isOpen(calendar, day))
    .slice(-SEALED_DAYS)
  const [first = now] = past
  const people = await readPeople(tx, first, addDays(now, DAYS_AHEAD))
  const known = {
    watched: await readWatched(tx),
    orders: await readOrders(tx),
    accounts: await readAccounts(tx, now),
    questions: await readQuestions(tx, now),
    calendars: everyCalendar,
    people,
  }
  const all = await readRules(tx)
  // news, reports, sheets and questions of the past are nobody's fault: their rules begin today
  const rules = all.filter(
    ({ kind }) => kind !== 'article' && kind !== 'report' && kind !== 'sheet' && kind !== 'question',
  )
  const planned = planDues(past, { ...known, rules })
  for (const [day, rows] of Map.groupBy(planned, (row) => row.day)) {
    await storeDues(tx, day, rows)
    await excuseSome(tx, day)
    await sealDay(tx, day)
  }
  const { rows: away } = await tx.execute<{ id: string }>(sql`select analyst_id::text as id from ${quoteItems}
    where deputy_id is not null and status = 'update' group by analyst_id order by count(*), analyst_id limit 1`)
  if (away[0]) {
    const days = { fromDay: addDays(now, 1), toDay: addDays(now, 3) }
    await tx.insert(absences).values({ userId: away[0].id, ...days, remark: '外出采样', byName: '系统管理员' })
  }
  const ahead = planDues(eachDay(now, addDays(now, DAYS_AHEAD)), { ...known, rules: all })
  for (const [day, rows] of Map.groupBy(ahead, (row) => row.day)) await storeDues(tx, day, rows)
}
