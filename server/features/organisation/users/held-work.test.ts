// Work that the areas declare to hang on a person: it prevents the deletion of the account, and a handover moves it.
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { handOver } from '#contract/organisation/handover.ts'
import { deleteUser } from '#contract/organisation/users.ts'
import { userProducts } from '#server/db/schema/authorisation.ts'
import { makeProduct, writeArticle } from '#test/article-factories.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole, makeUser } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { makeQuoteItem } from '#test/price-factories.ts'

const server = testServer()

it('§6 visits, meetings, assigned reviews and search marketing go to their receivers, and prevent the deletion', async () => {
  const { database, as } = server()
  const { db } = database
  const admin = await as('administrator')
  const [from, seller, operator] = [
    await makeUser(db, { realName: '离职的人' }),
    await makeUser(db, { realName: '接手拜访' }),
    await makeUser(db, { realName: '接手会议' }),
  ]
  await db.execute(sql`
    with site as (insert into visit_enterprises (name, kind, owner_id) values ('待访钢厂', 'steelMill', ${from.id}) returning id),
      planned as (insert into visits (enterprise_id, owner_id, planned_at, aim, created_by_id)
        select id, ${from.id}, now() + interval '1 day', '谈续约', ${from.id} from site),
      over as (insert into visits (enterprise_id, owner_id, planned_at, aim, created_by_id, state, reported_at, arrived_at,
          next_on, next_text, next_user_id)
        select id, ${seller.id}, now() - interval '9 days', '回访', ${seller.id}, 'reported', now(), now(), current_date, '送样品',
          ${from.id} from site)
    insert into sem_accounts (code, source, name, owner_id) values ('gone-1', 'baidu', '离职人的账号', ${from.id})`)
  await db.execute(sql`insert into publishing_standards (name, edition, first_reviewer_ids, second_reviewer_ids)
    values ('两人审核', null, array[${from.id}, ${operator.id}]::bigint[], array[${from.id}]::bigint[])`)
  await db.execute(sql`
    with held as (insert into meetings (name, kind, seats, body, starts_on, ends_on, author_id)
        values ('明年的会', 'salon', 9, '{}', current_date + 300, current_date + 301, ${from.id}),
          ('去年的会', 'salon', 9, '{}', '2020-01-01', '2020-01-02', ${from.id}) returning id, name),
      quotas as (insert into meeting_quotas (meeting_id, name, seats) select id, '嘉宾', 9 from held returning id, meeting_id)
    insert into meeting_sign_ups (meeting_id, quota_id, ticket, name, company, mobile, state, source, keeper_id)
      select q.meeting_id, q.id, h.name, h.name || '的客人', '来宾公司', '13900000001', 'confirmed', 'hand', ${from.id}
      from quotas q join held h on h.id = q.meeting_id`)

  const kinds = [
    '拜访企业',
    '未完成的拜访',
    '拜访后的下一步',
    '负责的会议报名',
    '指定审核的发布标准',
    '未结束的会议',
    '推广账号',
  ]
  expect(await admin.call(deleteUser, { ids: from.id })).toMatchObject({
    code: 603,
    data: [{ id: from.id, by: kinds.map((kind) => ({ kind, count: 1 })) }],
  })
  const wish = { fromId: from.id, toId: operator.id, parts: { customers: seller.id } }
  const { preview, done } = await confirm(server(), admin, handOver, wish)
  expect(preview?.groups.slice(1)).toEqual([
    { title: '拜访企业', count: 1, names: ['待访钢厂'] },
    { title: '未完成的拜访', count: 1, names: ['待访钢厂'] },
    { title: '拜访后的下一步', count: 1, names: ['送样品'] },
    { title: '负责的会议报名', count: 1, names: ['明年的会的客人'] },
    { title: '指定审核的发布标准', count: 1, names: ['两人审核'] },
    { title: '未结束的会议', count: 1, names: ['明年的会'] },
    { title: '推广账号', count: 1, names: ['离职人的账号'] },
  ])
  expect(done).toMatchObject({ code: 200, data: { moved: 7 } })
  const { rows } = await database.pool.query(
    `select (select owner_id::text from visit_enterprises) as site,
      (select array_agg(array[owner_id::text, next_user_id::text] order by planned_at desc) from visits) as visits,
      (select array[first_reviewer_ids::text, second_reviewer_ids::text] from publishing_standards where name = '两人审核') as reviewers,
      (select array_agg(author_id::text order by starts_on desc) from meetings) as meetings,
      (select array_agg(keeper_id::text order by ticket) from meeting_sign_ups) as keepers,
      (select owner_id::text from sem_accounts where code = 'gone-1') as account`,
  )
  expect(rows).toEqual([
    {
      site: seller.id,
      visits: [
        [seller.id, null],
        [seller.id, seller.id],
      ],
      reviewers: [`{${operator.id}}`, `{${operator.id}}`],
      // what is over keeps its author
      meetings: [operator.id, from.id],
      keepers: [from.id, seller.id],
      account: operator.id,
    },
  ])
  expect((await admin.call(deleteUser, { ids: from.id })).code).toBe(200)
})

it('§6 reminders, open articles, pushes and reports go to their receivers, and the account may then be deleted', async () => {
  const { database, as } = server()
  const { db } = database
  const admin = await as('administrator')
  const role = await makeRole(db, 'articles.add', 'articles.view')
  const [from, to, editor] = [
    await as(role.code, { realName: '离职编辑' }),
    await makeUser(db, { realName: '接手销售' }),
    await as(role.code, { realName: '接手编辑' }),
  ]
  const productId = await makeProduct(db)
  await db.insert(userProducts).values({ userId: from.id, roleId: role.id, productId })
  await writeArticle(from, productId, { title: '未写完的日评' })
  await makeQuoteItem(db, { name: '离职人的报价项', analystId: from.id })
  await db.execute(sql`
    with customer as (insert into enterprises (name) values ('等电话的公司') returning id),
      reminder as (insert into follow_ups (enterprise_id, way, at, result, content, next_on, next_user_id, author_id)
        select id, 'phone', now(), 'reached', '约好再谈', '2030-01-01', ${from.id}, ${from.id} from customer),
      report as (insert into report_orders (enterprise_id, title, rhythm, starts_on, ends_on, contact_name, contact_email, price)
        select id, '月报', 'monthly', '2030-01-01', '2030-12-31', '王', 'w@example.com', 1 from customer returning id),
      issue as (insert into report_issues (order_id, due_on, number, title, file_id, author_id)
        select id, '2030-01-31', 1, '一月月报', 0, ${from.id} from report)
    insert into pushes (kind, title, subject, text, audience, state, author_id, pusher_id) values
      ('report', '没发的推送', '主题', '正文', '{}', 'draft', ${from.id}, null),
      ('report', '别人写的计划', '主题', '正文', '{}', 'scheduled', ${editor.id}, ${from.id}),
      ('report', '发完的推送', '主题', '正文', '{}', 'finished', ${from.id}, ${from.id})`)

  expect(await admin.call(deleteUser, { ids: from.id })).toMatchObject({
    code: 603,
    data: [
      {
        id: from.id,
        by: [
          { kind: '待跟进的提醒', count: 1 },
          { kind: '负责的报价项', count: 1 },
          { kind: '未发布的资讯', count: 1 },
          { kind: '未发送的推送和推送计划', count: 2 },
          { kind: '未发出的定制报告', count: 1 },
        ],
      },
    ],
  })

  const wish = { fromId: from.id, toId: to.id, parts: { articles: editor.id } }
  const { preview, done } = await confirm(server(), admin, handOver, wish)
  expect(preview?.groups).toEqual([
    {
      title: '请注意',
      count: 3,
      names: [
        expect.stringContaining('“跟进记录”'),
        expect.stringContaining('“推送”'),
        expect.stringContaining('“定制报告”'),
      ],
    },
    { title: '待跟进的提醒', count: 1, names: ['等电话的公司'] },
    { title: '负责的报价项', count: 1, names: ['离职人的报价项'] },
    { title: '未发布的资讯', count: 1, names: ['未写完的日评'] },
    { title: '未发送的推送和推送计划', count: 2, names: ['没发的推送', '别人写的计划'] },
    { title: '未发出的定制报告', count: 1, names: ['一月月报'] },
  ])
  expect(done).toMatchObject({ code: 200, data: { moved: 6 } })
  const { rows } = await database.pool.query(
    `select (select next_user_id::text from follow_ups) as reminder, (select author_id::text from articles) as article,
      (select author_id::text from report_issues) as report,
      (select array_agg(array[author_id::text, pusher_id::text] order by id) from pushes) as pushes`,
  )
  expect(rows).toEqual([
    {
      reminder: to.id,
      article: editor.id,
      report: editor.id,
      pushes: [
        [editor.id, null],
        [editor.id, editor.id],
        // what was sent stays
        [from.id, from.id],
      ],
    },
  ])
  expect((await admin.call(deleteUser, { ids: from.id })).code).toBe(200)
})
