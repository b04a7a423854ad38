// Due rows of questions that were not answered: from when one is handed to somebody until it is done, over HTTP.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { assignUnanswered, finishUnanswered, queryUnanswered } from '#contract/ai/unanswered.ts'
import { addDays, dayOf } from '#contract/days.ts'
import { excuseDues, getBoard, handOverDues, listDues } from '#contract/monitoring/board.ts'
import { calendars } from '#server/db/schema/calendars.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, makeQuoteItem } from '#test/price-factories.ts'
import { standingOn } from './due-states.queries.ts'
import { watchDues } from './watch.ts'

const server = testServer()
const db = () => server().database.db
const MONDAY = '2026-03-09'
const at = (day: string, time: string) => `${day}T${time}:00+08:00`
let seller: Person
let editor: Person
let other: Person
let all: Person
let productId: string
let ownerId: string

async function addQuestion(text: string): Promise<string> {
  const { pool } = server().database
  const { rows } = await pool.query<{ id: string }>(
    `with enterprise as (insert into enterprises (name, owner_id) values ($2, $1) returning id, owner_id),
      member as (insert into members (enterprise_id, owner_id, login_name, real_name, mobile)
        select id, owner_id, $2, '问答人', '1350000' || lpad(id::text, 4, '0') from enterprise returning id),
      key as (insert into api_keys (name, key_hash, hint, scopes, daily_quota) values ($2, $2, 'key_u', '{ai}', 1000) returning id),
      session as (insert into ai_sessions (api_key_id, external_id, member_id, assistant_name, title, started_at, last_at)
        select key.id, 'due', member.id, '价格问答', '会话', now(), now() from key, member returning id),
      question as (insert into ai_messages (session_id, number, role, content, at) select id, 1, 'user', $2, now() from session)
    insert into ai_messages (session_id, number, role, content, at, is_unanswered, refusal, product_id, state)
      select id, 2, 'assistant', '没有', $3::timestamptz, true, 'nothing', $4, 'refused' from session returning id::text`,
    [seller.id, text, at(MONDAY, '10:05'), productId],
  )
  return rows[0]?.id ?? ''
}

/** Handed over, and done, at some moment. */
const handedAt = (id: string, moment: string) =>
  db().execute(sql`insert into ai_unanswered (message_id, owner_id, handed_at)
    values (${id}::bigint, ${ownerId}::bigint, ${moment}::timestamptz)`)
const doneAt = (id: string, moment: string) =>
  db().execute(
    sql`update ai_unanswered set done_at = ${moment}::timestamptz, version = version + 1 where message_id = ${id}::bigint`,
  )

/** Its rows as they stand then. */
async function rowsOf(id: string, day: string, time: string) {
  await watchDues(server().server.core, at(day, time))
  const { rows: days } = await db().execute<{ day: string }>(sql`select day::text as day from dues
    where kind = 'question' and subject_id = ${id}::bigint and not is_withdrawn order by day`)
  const found: string[] = []
  for (const { day: of } of days) {
    const { rows } = await db().execute<{ state: string }>(sql`
      with ${standingOn(sql`${of}::date`, sql`least(${at(day, time)}::timestamptz, ${at(of, '23:59')}::timestamptz)`, sql`d.subject_id = ${id}::bigint`)}
      select state from standing where kind = 'question'`)
    found.push(`${of.slice(5)} ${rows[0]?.state}`)
  }
  return found
}

beforeAll(async () => {
  const rights = [
    'aiWeb.sessions.view',
    'aiWeb.sessions.details',
    'dataToBeUpdatedToday.view',
    'dataToBeUpdatedToday.details',
  ]
  const { code } = await makeRole(db(), ...rights)
  seller = await server().as(code)
  editor = await server().as(code)
  other = await server().as(code)
  all = await server().as('administrator')
  ownerId = editor.id
  productId = (await makeQuoteItem(db(), { productName: '待答甲醇' })).productId
  await giveProduct(db(), [other], productId)
  const { rows } = await db().execute<{ id: string }>(
    sql`select id::text as id from ${calendars} where code = 'workday'`,
  )
  await db()
    .insert(monitoringRules)
    .values({
      name: '没答上的问题',
      kind: 'question',
      level: 'all',
      calendarId: rows[0]?.id ?? '',
      frequency: 'workday',
      dueTime: '17:00',
      ownerId: seller.id,
    })
})

it('areas/ai.md "to an editor as a due row": by the next deadline, again on each workday until it is done', async () => {
  const id = await addQuestion('甲醇周五多少')
  expect(await rowsOf(id, MONDAY, '09:00'), 'nobody has it').toEqual([])
  // on Monday after the deadline
  await handedAt(id, at(MONDAY, '17:30'))
  expect(await rowsOf(id, MONDAY, '18:00')).toEqual(['03-10 notYet'])
  expect(await rowsOf(id, '2026-03-10', '18:00')).toEqual(['03-10 late'])
  expect(await rowsOf(id, '2026-03-11', '16:45')).toEqual(['03-10 late', '03-11 soon'])
  await doneAt(id, at('2026-03-11', '16:50'))
  expect(await rowsOf(id, '2026-03-11', '18:00')).toEqual(['03-10 late', '03-11 done'])
  expect(await rowsOf(id, '2026-03-12', '18:00')).toEqual(['03-10 late', '03-11 done'])
})

it('areas/ai.md "to an editor as a due row": done on Saturday, Monday’s row says so', async () => {
  const id = await addQuestion('焦炭多少')
  await handedAt(id, at('2026-03-13', '17:30'))
  expect(await rowsOf(id, '2026-03-14', '09:00')).toEqual(['03-16 notYet'])
  await doneAt(id, at('2026-03-14', '10:00'))
  expect(await rowsOf(id, '2026-03-14', '11:00')).toEqual(['03-16 done'])
  expect(await rowsOf(id, '2026-03-16', '09:00')).toEqual(['03-16 done'])
  expect(await rowsOf(id, '2026-03-17', '09:00')).toEqual(['03-16 done'])
})

it('areas/ai.md "Shown safely": on the boards of its owner and of administrators, without a word of it; handed over where it can be read', async () => {
  const id = await addQuestion('张三问的价格')
  const unanswered = (await seller.call(queryUnanswered, {})).data.records.find((row) => row.id === id)
  await seller.call(assignUnanswered, { id, version: unanswered?.version ?? 0, ownerId: editor.id })
  await watchDues(server().server.core)
  // today, or the first workday after it
  const { rows } = await db().execute<{ day: string }>(sql`select day::text as day from dues
    where kind = 'question' and subject_id = ${id}::bigint and not is_withdrawn`)
  const day = rows[0]?.day ?? ''
  expect(day >= dayOf(Date.now()) && day <= addDays(dayOf(Date.now()), 8)).toBe(true)
  const boardOf = async (person: Person) =>
    (await person.call(listDues, { day, kind: 'question' })).data.records.filter((row) => row.subjectId === id)
  const [row] = await boardOf(editor)
  expect(row).toMatchObject({
    name: '03-09 10:05 的提问',
    productName: '待答甲醇',
    mayAct: true,
    responsibleId: editor.id,
  })
  expect(await boardOf(all)).toHaveLength(1)
  expect(await boardOf(other), 'the product is in scope, the question is not').toEqual([])
  expect((await editor.call(getBoard, { day, whose: 'mine' })).data.products.map(({ name }) => name)).toContain(
    '待答甲醇',
  )
  const ids = [row?.id ?? '']
  expect(await editor.call(handOverDues, { ids, toId: other.id, reason: '' })).toMatchObject({
    status: 409,
    msg: '没答上的问题请在 AI 会话的“没答上的”里交给别人',
  })
  expect(await editor.call(excuseDues, { ids, reason: '等报价' })).toMatchObject({ code: 200 })

  // handed to somebody else, it stays due on its day
  await seller.call(assignUnanswered, { id, version: 1, ownerId: other.id })
  await watchDues(server().server.core)
  expect(await boardOf(editor)).toEqual([])
  expect(await boardOf(other)).toMatchObject([{ responsibleId: other.id, day }])
  await other.call(finishUnanswered, { id, version: 2, result: '已补录' })
  expect(await boardOf(other)).toMatchObject([{ state: 'done' }])
})
