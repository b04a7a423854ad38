// Orders of the demo company's app with each change of one, and the documents of its sub-products.
import { sql } from 'drizzle-orm'
import { type OrderState, orderStates } from '#contract/members/members.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { documents, orderChanges, orders } from '../../schema/members/orders.ts'
import { type Chance, createChance } from '../random.ts'
import { createDays, type Days } from './customers-days.ts'

const SEED = 20_260_304
const ORDERS = 80
const DOCUMENTS = 60

type Buyer = {
  accountId: string
  subProduct: 'app'
  salesmanId: string | null
  userName: string | null
  realName: string | null
}
type Change = Omit<typeof orderChanges.$inferInsert, 'orderId'>

const items = [
  '钢材行情年度会员',
  '有色金属行情会员',
  '能化日报订阅',
  '农产品数据包',
  '研究报告单篇',
  '全品类行情会员',
  '短信快讯包',
]
const closings = ['客户取消', '价格未谈妥', '预算未批', '重复下单', '改用其他产品', '长期未付款']

/** Adds nothing where it has been before. */
export async function addOrders(tx: Tx, today: Date): Promise<void> {
  const days = createDays(today)
  const chance = createChance(SEED)
  if (await isEmpty(tx, orders)) await storeOrders(tx, chance, days)
  if (await isEmpty(tx, documents)) await storeDocuments(tx, chance, days)
}

async function storeOrders(tx: Tx, chance: Chance, days: Days): Promise<void> {
  const buyers = await tx.execute<Buyer>(sql`select a.id::text as "accountId", a.sub_product as "subProduct",
      m.owner_id::text as "salesmanId", u.user_name as "userName", u.real_name as "realName"
    from member_accounts a join members m on m.id = a.member_id left join users u on u.id = m.owner_id
    where a.sub_product = any(${sql.param(subProductsWith('orders'))}::text[]) order by a.id limit 400`)
  if (buyers.rows.length === 0) return
  const planned = Array.from({ length: ORDERS }, (_, at) => {
    const age = Math.round(((ORDERS - at - 1) * 120) / ORDERS)
    return planOrder(chance, days, { buyer: chance.pick(buyers.rows), age, number: at + 1 })
  })
  const ids = await insertRows(
    tx,
    orders,
    planned.map(({ row }) => row),
  )
  const changes = planned.flatMap((order, at) => order.changes.map((change) => ({ orderId: ids[at] ?? '', ...change })))
  await insertRows(
    tx,
    orderChanges,
    changes.toSorted((one, other) => Date.parse(String(one.at)) - Date.parse(String(other.at))),
  )
}

/** Ordered, then perhaps made cheaper, put on sale or closed: a step every day or two. */
function planOrder(chance: Chance, days: Days, { buyer, age, number }: { buyer: Buyer; age: number; number: number }) {
  const { accountId, subProduct, salesmanId, userName } = buyer
  const amount = `${chance.between(4, 120) * 200}.00`
  const months = chance.pick([1, 3, 6, 12, 12, 24])
  const createdAt = days.moment(chance, -age)
  const by = { actorId: salesmanId, actorName: userName ?? 'admin' }
  const changes: Change[] = [
    {
      at: createdAt,
      action: 'create',
      before: null,
      after: { amount },
      reason: '',
      actorId: null,
      actorName: 'app',
    },
  ]
  let state: OrderState = 'created'
  let price = amount
  let closeReason = ''
  let at = -age
  const step = (action: string, before: Change['before'], after: Change['after'], reason = '') => {
    at = Math.min(0, at + chance.between(1, 2))
    changes.push({ at: days.moment(chance, at), action, before, after, reason, ...by })
  }
  const become = (next: OrderState, action: string, reason = '') => {
    step(action, { state }, { state: next }, reason)
    state = next
  }
  if (age > 2 && chance.happens(0.3)) {
    const cheaper = `${Math.round(Number(price) * 0.9)}.00`
    step(
      'changeAmount',
      { amount: price },
      { amount: cheaper },
      chance.pick(['老客户优惠', '展会折扣', '一次性付两年']),
    )
    price = cheaper
  }
  const final = age < 4 ? 'created' : chance.pick(orderStates)
  if (final === 'presale' || (final === 'forSale' && chance.happens(0.5))) become('presale', 'presale')
  if (final === 'forSale') become('forSale', 'forSale')
  if (final === 'closed') {
    closeReason = chance.pick(closings)
    become('closed', 'close', closeReason)
  }
  const day = days.day(-age).replaceAll('-', '')
  return {
    changes,
    row: {
      number: `APP${day}${String(number).padStart(4, '0')}`,
      version: changes.length,
      accountId,
      subProduct,
      item: chance.pick(items),
      months,
      amount: price,
      state,
      salesmanId,
      closeReason,
      remark: chance.happens(0.2) ? chance.pick(['需开专票', '合同盖章后付款', '客户要求发票抬头变更']) : '',
      createdAt,
      updatedAt: String(changes.at(-1)?.at ?? createdAt),
    },
  }
}

const kinds = [
  ['日报', '国内油气市场日报'],
  ['周报', '液化天然气周度供需报告'],
  ['周报', '成品油批发价格周报'],
  ['月报', '原油进口月度分析'],
  ['专题报告', '炼厂检修专题'],
  ['数据手册', '加油站零售价格数据手册'],
] as const

async function storeDocuments(tx: Tx, chance: Chance, days: Days): Promise<void> {
  const authors = await tx.execute<{ id: string }>(sql`select u.id::text from users u join roles r on r.id = u.role_id
    where r.code in ('sjgly', 'newsEditor') and u.status = 'enabled' and u.deleted_at is null order by u.id limit 12`)
  if (authors.rows.length === 0) return
  const [subProduct] = subProductsWith('documents')
  if (!subProduct) return
  const rows = Array.from({ length: DOCUMENTS }, (_, at) => {
    const age = (DOCUMENTS - at - 1) * 2
    const [kind, title] = chance.pick(kinds)
    const day = days.day(-age)
    return {
      subProduct,
      title: `${title}（${day}）`,
      kind,
      summary: chance.pick([
        '本期关注炼厂开工与库存变化。',
        '价格整体平稳，区域价差收窄。',
        '进口到港增加，市场心态谨慎。',
      ]),
      day,
      fileId: null,
      state: age < 5 ? ('draft' as const) : chance.happens(0.08) ? ('takenDown' as const) : ('launched' as const),
      authorId: chance.pick(authors.rows).id,
      updatedAt: days.moment(chance, -age),
    }
  })
  await insertRows(tx, documents, rows)
}
