// Follow-ups of the demo company's customers: some a quarter, most reminders kept, a few late.
import { sql } from 'drizzle-orm'
import type { FollowMood, FollowResult, FollowWay } from '#contract/service/follow-up-labels.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { followUps } from '../../schema/service.ts'
import { createDays, type Days } from '../members/customers-days.ts'
import { type Chance, createChance } from '../random.ts'

const SEED = 20_260_601
/** Follow-ups begin so many days ago. */
const DAYS = 120

type Customer = { id: string; ownerId: string; contactId: string | null; contactName: string | null; days: number }
type Row = typeof followUps.$inferInsert
/** A reminder that the next follow-up has ended. */
type Kept = { at: number; nextOn: string; nextText: string }

const ways: readonly FollowWay[] = ['phone', 'phone', 'phone', 'wechat', 'wechat', 'visit', 'online', 'mail']
const moods: readonly (FollowMood | null)[] = ['good', 'good', 'neutral', 'neutral', 'neutral', 'bad', null]

const said: Readonly<Record<FollowResult, readonly string[]>> = {
  reached: [
    '介绍了新上线的价格区间图，客户希望增加华东市场的历史数据。',
    '回访使用情况：采购每天早上看价格日报，反馈更新时间可以再早一些。',
    '确认了账号使用人有变动，新同事由原联系人带着熟悉。',
    '客户问到周度报告能否提供英文版，已记录并反馈给编辑部。',
    '沟通续费事宜，客户表示预算在走流程，月底前给答复。',
  ],
  unreached: ['电话无人接听，已发微信留言。', '联系人出差，约下周再联系。', '电话占线，改天再打。'],
  agreed: [
    '同意续签一年，价格按去年的执行，等合同盖章。',
    '试用满意，准备转为正式用户，让我们发报价单。',
    '同意增加两个子账号，商务条款已确认。',
  ],
  refused: ['今年没有预算，暂不考虑续费。', '已经选用其他家的数据，短期内不会更换。'],
}
const results: readonly FollowResult[] = ['reached', 'reached', 'reached', 'reached', 'unreached', 'agreed', 'refused']
const plans = ['发送报价单', '电话确认续费进度', '约时间上门拜访', '发送试用账号', '回访使用情况', '跟进合同盖章', '']

/** Adds nothing where there are some. */
export async function addFollowUps(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, followUps))) return
  const { rows: customers } = await tx.execute<Customer>(sql`select e.id::text, e.owner_id::text as "ownerId",
      c.id::text as "contactId", c.name as "contactName",
      extract(day from ${today.toISOString()}::timestamptz - e.created_at)::int as days
    from enterprises e left join enterprise_contacts c on c.enterprise_id = e.id and c.is_main
    where e.owner_id is not null order by e.id`)
  const chance = createChance(SEED)
  const days = createDays(today)
  const rows: Row[] = []
  const kept: Kept[] = []
  for (const customer of customers) planCustomer(chance, days, customer, rows, kept)
  const ids = await insertRows(tx, followUps, rows)
  // the reminder of a follow-up is ended by the customer's next one, which stands behind it
  const column = (of: (one: Kept) => string | undefined) => sql.param(kept.map((one) => of(one) ?? ''))
  await tx.execute(sql`update ${followUps} set next_on = k.next_on, next_text = k.next_text, ended_by_id = k.ended_by
    from unnest(${column(({ at }) => ids[at])}::bigint[], ${column(({ at }) => ids[at + 1])}::bigint[],
      ${column(({ nextOn }) => nextOn)}::date[], ${column(({ nextText }) => nextText)}::text[])
      as k(id, ended_by, next_on, next_text) where ${followUps.id} = k.id`)
}

function planCustomer(chance: Chance, days: Days, customer: Customer, rows: Row[], kept: Kept[]): void {
  let ago = Math.min(chance.between(0, DAYS), customer.days - 1)
  if (chance.happens(0.12)) return // nobody has ever called some of them
  while (ago >= 1) {
    const result = chance.pick(results)
    const row: Row = {
      enterpriseId: customer.id,
      authorId: customer.ownerId,
      contactId: customer.contactId,
      contactName: customer.contactName ?? '',
      way: chance.pick(ways),
      at: days.moment(chance, -ago),
      result,
      mood: result === 'unreached' ? null : chance.pick(moods),
      content: chance.pick(said[result]),
      nextOn: null,
      nextText: '',
    }
    const at = rows.push(row) - 1
    const promised = ago - chance.between(3, 25)
    const hasPlan = result !== 'refused' && chance.happens(0.75)
    const next = promised + chance.between(-6, 2)
    const isLast = next < 1 || next >= ago
    const nextText = chance.pick(plans)
    // what has been overdue for more than two weeks is seldom left so
    if (hasPlan && isLast && promised < 14) Object.assign(row, { nextOn: days.day(-promised), nextText })
    if (isLast) return
    if (hasPlan) kept.push({ at, nextOn: days.day(-promised), nextText })
    ago = next
  }
}
