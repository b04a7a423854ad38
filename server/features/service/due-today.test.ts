// What is due today, told in the bell each morning.
import { and, asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import type { Tx } from '#server/db/connection.ts'
import { complaints, followUps } from '#server/db/schema/service.ts'
import { pushMessages } from '#server/db/schema/system/system.ts'
import { makeEnterprise, makeUser } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { dueTodayJob } from './due-today.job.ts'

const server = testServer()

it('issue 36.4 "a notice in the bell on the day": to who is to do it, once, of what is open and due today', async () => {
  const { db } = server().database
  const [seller, helper] = [await makeUser(db, {}), await makeUser(db, {})]
  const gone = await makeUser(db, { status: 'disabled' })
  const today = dayOf(Date.now())
  const record = { way: 'phone', at: new Date().toISOString(), content: '谈过', authorId: seller.id } as const
  const remind = async (
    name: string,
    nextOn: string,
    nextUserId: string | null = null,
    ownerId: string | null = seller.id,
  ) => {
    const { id: enterpriseId } = await makeEnterprise(db, { name, ownerId })
    await db.insert(followUps).values({ ...record, result: 'reached', enterpriseId, nextOn, nextUserId })
    return enterpriseId
  }
  const first = await remind('甲到期', today)
  for (const name of ['乙到期', '丙到期', '丁到期']) await remind(name, today)
  await remind('明天的', addDays(today, 1))
  await remind('过期的', addDays(today, -1))
  await remind('公海的', today, null, null)
  await remind('帮忙的', today, helper.id)
  // falls to the owner
  await remind('离职的', today, gone.id)
  const complaint = { ...record, enterpriseId: first, ownerId: helper.id, solveBy: today }
  await db
    .insert(complaints)
    .values([
      complaint,
      { ...complaint, state: 'solved', solvedAt: new Date().toISOString() },
      { ...complaint, solveBy: addDays(today, 2) },
    ])
  const finish = async (_: Tx, outcome: object) => outcome
  const run = dueTodayJob.run({ core: server().server.core, finish } as unknown as Parameters<
    typeof dueTodayJob.run
  >[0])
  expect(await run).toMatchObject({ done: 3, message: '提醒 3 次' })
  const noticesOf = async ({ id }: { id: string }) =>
    (
      await db
        .select({ data: pushMessages.data })
        .from(pushMessages)
        .where(and(eq(pushMessages.userId, id), eq(pushMessages.type, 'notice')))
        .orderBy(asc(pushMessages.id))
    ).map(({ data }) => data)
  expect(await noticesOf(seller)).toEqual([
    {
      title: '今天有 5 个客户待跟进',
      content: expect.stringMatching(/等 5 个$/u),
      link: '/userControl/customerManagement/followUp?due=today',
    },
  ])
  expect(await noticesOf(helper)).toEqual([
    {
      title: '今天有 1 个客户待跟进',
      content: '帮忙的',
      link: '/userControl/customerManagement/followUp?due=today',
    },
    {
      title: '今天有 1 件投诉到处理期限',
      content: '甲到期',
      link: '/userControl/customerManagement/complaint',
    },
  ])
  expect(await noticesOf(gone)).toEqual([])
})
