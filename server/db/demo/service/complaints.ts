// Complaints of the demo company's customers: most solved, some in hand, one late.
import { sql } from 'drizzle-orm'
import { addDays } from '#contract/days.ts'
import type { ComplaintState, ComplaintStep } from '#contract/service/complaint-labels.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { complaintSteps, complaints } from '../../schema/service.ts'
import { createDays } from '../members/customers-days.ts'
import { createChance } from '../random.ts'

const SEED = 20_260_602

type Said = { state: ComplaintState; ago: number; content: string; notes: readonly string[]; solveIn: number | null }

/** Days ago, and what was done about it. */
const said: readonly Said[] = [
  {
    state: 'solved',
    ago: 41,
    solveIn: 7,
    content: '价格日报连续三天晚于十点发布，采购例会用不上。',
    notes: ['已转编辑部核对排班。', '编辑部调整了早班，日报固定在九点前发布，客户认可。'],
  },
  {
    state: 'solved',
    ago: 23,
    solveIn: 3,
    content: '子账号被提示异地登录后无法使用，客服电话占线。',
    notes: ['核实为本人出差登录。', '已解除限制并说明规则，客户表示理解。'],
  },
  {
    state: 'working',
    ago: 6,
    solveIn: 5,
    content: '合同开票抬头写错，财务退票两次。',
    notes: ['已请财务重开发票，约定周五前寄出。'],
  },
  {
    state: 'working',
    ago: 9,
    solveIn: 4,
    content: '周报里的开工率与官网不一致，要求说明口径。',
    notes: ['数据口径已向研究员确认，正在写书面说明。'],
  },
  { state: 'open', ago: 1, solveIn: 6, content: '短信报价同一天收到两遍，要求停发或说明原因。', notes: [] },
  { state: 'open', ago: 0, solveIn: null, content: '电话里多次推销其他产品，希望只在工作日上午联系。', notes: [] },
]

type Customer = { id: string; ownerId: string; contactId: string | null; contactName: string | null }

/** Adds nothing where there are some. */
export async function addComplaints(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, complaints))) return
  const { rows: customers } = await tx.execute<Customer>(sql`select e.id::text, e.owner_id::text as "ownerId",
      c.id::text as "contactId", c.name as "contactName"
    from enterprises e join enterprise_contacts c on c.enterprise_id = e.id and c.is_main
    where e.owner_id is not null order by e.id limit ${said.length * 7}`)
  const chance = createChance(SEED)
  const days = createDays(today)
  const made = said.flatMap((one, at) => {
    const customer = customers[at * 7]
    if (!customer) return []
    const noted = one.notes.map((_, place) => days.moment(chance, -one.ago + 1 + place))
    return [{ ...one, customer, at: days.moment(chance, -one.ago), noted }]
  })
  const ids = await insertRows(
    tx,
    complaints,
    made.map(({ state, ago, solveIn, content, notes, customer, at, noted }) => ({
      enterpriseId: customer.id,
      contactId: customer.contactId,
      contactName: customer.contactName ?? '',
      way: 'phone' as const,
      at,
      content,
      state,
      ownerId: customer.ownerId,
      authorId: customer.ownerId,
      solveBy: solveIn === null ? null : addDays(days.day(-ago), solveIn),
      solution: state === 'solved' ? (notes.at(-1) ?? '') : '',
      solvedAt: state === 'solved' ? (noted.at(-1) ?? at) : null,
    })),
  )
  const steps: (typeof complaintSteps.$inferInsert)[] = made.flatMap(({ state, notes, customer, at, noted }, index) => {
    const whose = { complaintId: ids[index] ?? '', actorId: customer.ownerId }
    const last: ComplaintStep = state === 'solved' ? 'solve' : 'start'
    return [
      { ...whose, step: 'add' as const, note: '', at },
      ...notes.map((note, place) => ({
        ...whose,
        step: place === notes.length - 1 ? last : ('start' as const),
        note,
        at: noted[place] ?? at,
      })),
    ]
  })
  await insertRows(tx, complaintSteps, steps)
}
