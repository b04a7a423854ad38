// Questions that were not answered, as work, over HTTP.
import { beforeAll, expect, it } from 'vitest'
import { getAiSession } from '#contract/ai/sessions.ts'
import {
  assignUnanswered,
  assignUnansweredRows,
  countUnanswered,
  finishUnanswered,
  finishUnansweredRows,
  queryUnanswered,
  reopenUnansweredRows,
} from '#contract/ai/unanswered.ts'
import { getDayFigures } from '#contract/home/figures.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { makeQuoteItem } from '#test/price-factories.ts'

const server = testServer()
let seller: Person
let editor: Person
let stranger: Person
let bare: Person
let productId: string
const ids: Record<string, string> = {}

/** A session of the seller's member: each question with its answer. */
async function addQuestions(
  questions: readonly (readonly [text: string, refusal: string | null, of: string | null])[],
) {
  const { pool } = server().database
  const { rows } = await pool.query<{ id: string }>(
    `with enterprise as (insert into enterprises (name, owner_id) values ('问答钢贸', $1) returning id, owner_id),
      member as (insert into members (enterprise_id, owner_id, login_name, real_name, mobile)
        select id, owner_id, 'unanswered', '问答人', '13500005555' from enterprise returning id),
      key as (insert into api_keys (name, key_hash, hint, scopes, daily_quota)
        values ('问答', 'unanswered', 'key_u', '{ai}', 1000) returning id)
    insert into ai_sessions (api_key_id, external_id, member_id, assistant_name, title, started_at, last_at)
      select key.id, 'unanswered', member.id, '价格问答', '一个会话', now(), now() from key, member returning id::text`,
    [seller.id],
  )
  const sessionId = rows[0]?.id
  for (const [at, [text, refusal, of]] of questions.entries()) {
    await pool.query(
      `insert into ai_messages (session_id, number, role, content, at) values ($1, $2, 'user', $3, now() - interval '1 hour')`,
      [sessionId, at * 2 + 1, text],
    )
    const added = await pool.query<{ id: string }>(
      `insert into ai_messages (session_id, number, role, content, at, is_unanswered, refusal, product_id, state)
        values ($1, $2, 'assistant', '没有', now() - $3 * interval '1 minute', true, $4, $5, 'refused') returning id::text`,
      [sessionId, at * 2 + 2, at, refusal, of],
    )
    ids[text] = added.rows[0]?.id ?? ''
  }
}

beforeAll(async () => {
  const { db } = server().database
  const { code } = await makeRole(db, 'aiWeb.sessions.view', 'aiWeb.sessions.details')
  seller = await server().as(code)
  editor = await server().as(code)
  stranger = await server().as(code)
  bare = await server().as((await makeRole(db, 'aiWeb.sessions.view')).code)
  productId = (await makeQuoteItem(db, { productName: '答不上的甲醇' })).productId
  await addQuestions([
    ['甲醇后天多少', 'nothing', productId],
    ['焦炭多少', 'notGranted', productId],
    ['别的引擎没有答', null, null],
    ['明天会涨吗', 'forecast', productId],
    ['服务坏了', 'service', null],
  ])
})

const listOf = async (person: Person, query: Parameters<typeof person.call<typeof queryUnanswered>>[1] = {}) =>
  (await person.call(queryUnanswered, query)).data.records
const questionsOf = async (...given: Parameters<typeof listOf>) =>
  (await listOf(...given)).map(({ question }) => question)

it('areas/ai.md "没答上的": lists what somebody can do something about, by product; fixed refusals and outages are none', async () => {
  expect(await questionsOf(seller)).toEqual(['甲醇后天多少', '焦炭多少', '别的引擎没有答'])
  expect(await questionsOf(seller, { productId, refusal: 'notGranted' })).toEqual(['焦炭多少'])
  expect((await listOf(seller))[0]).toMatchObject({ enterprise: '问答钢贸', productName: '答不上的甲醇', version: 0 })
  expect((await seller.call(countUnanswered, {})).data).toEqual([
    { productId, name: '答不上的甲醇', open: 2 },
    { productId: null, name: '未识别产品', open: 1 },
  ])
})

it('areas/ai.md "没答上的": waits on the home page of whoever may see the list, open and in scope, without a word of it', async () => {
  const figuresOf = async (person: Person) => (await person.call(getDayFigures)).data
  expect(await figuresOf(seller)).toEqual([
    {
      key: 'questionsUnanswered',
      label: '没答上的问题',
      menu: 'aiWeb.sessions',
      count: 3,
      since: null,
      query: 'tab=unanswered&state=open',
      rows: [],
    },
  ])
  expect(await figuresOf(stranger)).toEqual([])
  expect(await figuresOf(bare)).toEqual([])
})

it('areas/ai.md "没答上的": is given to an editor, who sees the question and not the member, and says what became of it', async () => {
  const id = ids.甲醇后天多少 ?? ''
  expect(await questionsOf(editor)).toEqual([])
  expect(await seller.call(assignUnanswered, { id, version: 0, ownerId: bare.id })).toMatchObject({
    status: 400,
    data: { fields: [{ field: 'ownerId' }] },
  })
  expect((await seller.call(assignUnanswered, { id, version: 0, ownerId: editor.id })).data).toEqual({ id, version: 1 })
  expect(await seller.call(assignUnanswered, { id, version: 0, ownerId: seller.id })).toMatchObject({ code: 601 })
  const { pool } = server().database
  const told = await pool.query(`select data from push_messages where user_id = $1`, [editor.id])
  expect(told.rows).toMatchObject([{ data: { title: '有没答上的问题转给您处理', content: '甲醇后天多少' } }])
  expect(await listOf(editor)).toMatchObject([{ question: '甲醇后天多少', sessionId: null, enterprise: null }])
  const [{ sessionId } = { sessionId: null }] = await listOf(seller, { state: 'assigned' })
  expect(await editor.call(getAiSession, { id: sessionId ?? '' })).toMatchObject({ code: 20404 })
  expect((await editor.call(countUnanswered, {})).data).toMatchObject([{ open: 1 }])
  expect((await seller.call(getDayFigures)).data).toMatchObject([{ key: 'questionsUnanswered', count: 2 }])

  expect((await editor.call(finishUnanswered, { id, version: 1, result: ' 已补录价格 ' })).data.version).toBe(2)
  expect(await listOf(seller, { state: 'done' })).toMatchObject([
    { result: '已补录价格', doneByName: expect.any(String) },
  ])
  expect(await questionsOf(seller), 'what is done comes last').toEqual(['焦炭多少', '别的引擎没有答', '甲醇后天多少'])
  expect(await seller.call(finishUnanswered, { id, version: 2, result: '再来' })).toMatchObject({ status: 409 })
  expect(await seller.call(assignUnanswered, { id, version: 2, ownerId: seller.id })).toMatchObject({ status: 409 })
})

it('areas/ai.md "没答上的": many are given to one editor with one notice, finished with one result, and reopened', async () => {
  const { pool } = server().database
  const [late, coke, foreign] = [ids.甲醇后天多少 ?? '', ids.焦炭多少 ?? '', ids.别的引擎没有答 ?? '']
  const rows = [
    { id: coke, version: 0 },
    { id: foreign, version: 0 },
  ]
  expect(await seller.call(assignUnansweredRows, { rows, ownerId: bare.id })).toMatchObject({
    status: 400,
    data: { fields: [{ field: 'ownerId' }] },
  })
  // one is finished already: the others are given
  expect(
    await seller.call(assignUnansweredRows, { rows: [{ id: late, version: 2 }, ...rows], ownerId: editor.id }),
  ).toMatchObject({
    code: 602,
    data: expect.arrayContaining([
      { id: late, name: '甲醇后天多少', ok: false, msg: '已处理完毕，不能再交给别人' },
      { id: coke, name: '焦炭多少', ok: true, msg: '' },
    ]),
  })
  const told = await pool.query<{ data: { title: string } }>(
    'select data from push_messages where user_id = $1 order by id desc',
    [editor.id],
  )
  expect(told.rows.map(({ data }) => data.title)).toEqual(['有 2 个没答上的问题转给您处理', '有没答上的问题转给您处理'])

  const given = rows.map(({ id }) => ({ id, version: 1 }))
  expect((await editor.call(finishUnansweredRows, { rows: given, result: ' 已补录价格 ' })).code).toBe(200)
  expect((await listOf(seller, { state: 'done' })).map(({ result }) => result)).toEqual(Array(3).fill('已补录价格'))
  expect(await editor.call(finishUnansweredRows, { rows: given, result: '再来' })).toMatchObject({
    code: 602,
    data: [{ ok: false }, { ok: false }],
  })
  const finished = rows.map(({ id }) => ({ id, version: 2 }))
  expect((await editor.call(reopenUnansweredRows, { rows: finished })).code).toBe(200)
  expect(await listOf(seller, { state: 'assigned' })).toMatchObject([
    { question: '焦炭多少', ownerId: editor.id, result: '', doneAt: null, doneByName: null },
    { question: '别的引擎没有答', ownerId: editor.id },
  ])
  const { rows: acts } = await pool.query<{ action: string; n: number }>(
    `select action, count(*)::int as n from audit_log where target_type = 'aiUnanswered' and target_id = any($1)
      group by 1 order by 1`,
    [[coke, foreign]],
  )
  expect(acts).toEqual([
    { action: 'aiUnanswered.assignUnanswered', n: 2 },
    { action: 'aiUnanswered.finishUnanswered', n: 2 },
    { action: 'aiUnanswered.reopenUnanswered', n: 2 },
  ])
})

it('areas/ai.md "Shown safely": that questions were read is recorded, once an hour', async () => {
  const { rows } = await server().database.pool.query(
    `select 1 from audit_log where action = 'aiUnanswered.read' and actor_id = $1`,
    [seller.id],
  )
  expect(rows).toHaveLength(1)
})

it('§6 are unknown out of scope, and need the right', async () => {
  const id = ids.焦炭多少 ?? ''
  expect(await questionsOf(stranger)).toEqual([])
  expect((await stranger.call(countUnanswered, {})).data).toEqual([])
  expect(await stranger.call(assignUnanswered, { id, version: 0, ownerId: stranger.id })).toMatchObject({ code: 20404 })
  expect(await stranger.call(finishUnanswered, { id, version: 0, result: '无' })).toMatchObject({ code: 20404 })
  expect(await seller.call(finishUnanswered, { id: ids.明天会涨吗 ?? '', version: 0, result: '无' })).toMatchObject({
    code: 20404,
  })
  for (const call of [queryUnanswered, countUnanswered])
    expect(await bare.call(call, {})).toMatchObject({ status: 403 })
  expect(await bare.call(assignUnanswered, { id, version: 0, ownerId: bare.id })).toMatchObject({ status: 403 })
  expect(await bare.call(finishUnanswered, { id, version: 0, result: '无' })).toMatchObject({ status: 403 })
  const rows = [{ id, version: 0 }]
  for (const [person, refused] of [
    [stranger, { code: 20404 }],
    [bare, { status: 403 }],
  ] as const) {
    expect(await person.call(assignUnansweredRows, { rows, ownerId: person.id })).toMatchObject(refused)
    expect(await person.call(finishUnansweredRows, { rows, result: '无' })).toMatchObject(refused)
    expect(await person.call(reopenUnansweredRows, { rows })).toMatchObject(refused)
  }
})
