// Orders over HTTP: read, put on sale, changed and closed by people; received from the app.
import type { BodyOf } from '#contract/endpoint.ts'
import { orderStateLabels } from '#contract/members/members.ts'
import {
  changeOrderAmount,
  changeOrderSalesman,
  closeOrder,
  exportOrders,
  getOrder,
  type OrderAction,
  presaleOrder,
  queryOrders,
  sellOrder,
  sendOrder,
} from '#contract/members/orders.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Author, transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { attemptEach, outcomes } from '#server/core/http/outcomes.ts'
import { allFound, checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { type Context, serve, serveAct, subProductById } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { requireWorkers } from '#server/features/organisation/users/holders.queries.ts'
import {
  changeOrder,
  changesOf,
  findBuyer,
  findByNumber,
  findOrder,
  insertOrder,
  listOrders,
  lockOrders,
  recordArrival,
  type StoredOrder,
  subProductOfOrder,
} from './orders.queries.ts'
import { changesMuch, isSameAmount, percentOf, plainAmount, refusalOfAct, stateAfter } from './orders.rules.ts'

const byRow = subProductById(subProductOfOrder)
const of = (id: string, action: OrderAction) => ({ action: `order.${action}`, targetType: 'order', targetId: id })

/** A row of the history as text. */
function wordsOf(values: Record<string, string | null> | null): string | null {
  if (values === null) return null
  const { state, amount, salesman } = values
  if (state) return orderStateLabels[state as keyof typeof orderStateLabels] ?? state
  if (amount) return `${amount.replace(/\B(?=(\d{3})+(\.|$))/g, ',')} 元`
  return salesman ?? '无'
}

type Acting = Omit<Context<typeof presaleOrder | typeof sellOrder | typeof closeOrder | typeof changeOrderAmount>, 'db'>

/** Locks an order for an act at the version that was read: 601 with the newer one, 409 where its state forbids it. */
async function requireOrder(tx: Tx, { body, actor, subProduct }: Acting, action: OrderAction): Promise<StoredOrder> {
  const stored = orNotFound((await lockOrders(tx, actor, subProduct, [body.id]))[0])
  if (stored.version !== body.version) throw refuse('stale', { data: stored })
  const msg = refusalOfAct(stored.state, action)
  if (msg) throw refuse('conflict', { msg })
  return stored
}

async function moveOn(context: Acting, action: 'presale' | 'forSale' | 'close', reason = '') {
  await transact(context.core, async (tx) => {
    const { id, number, state: before } = await requireOrder(tx, context, action)
    const state = stateAfter[action] ?? before
    const values = { state, ...(action === 'close' && { closeReason: reason }) }
    await changeOrder(tx, context.by, id, { action, values, before: { state: before }, after: { state }, reason })
    await audit(tx, context.by, { ...of(id, action), before: { number, state: before }, after: { state, reason } })
  })
  return null
}

type Order = BodyOf<typeof sendOrder>

async function changeSalesmanOf(
  tx: Tx,
  by: Author,
  order: StoredOrder,
  salesman: { id: string; name: string },
  reason: string,
) {
  const { id, number, salesmanId, salesmanName } = order
  const msg = refusalOfAct(order.state, 'changeSalesman')
  if (msg) throw refuse('conflict', { msg })
  if (salesmanId === salesman.id) throw refuse('conflict', { msg: `销售已是“${salesman.name}”` })
  await changeOrder(tx, by, id, {
    action: 'changeSalesman',
    values: { salesmanId: salesman.id },
    before: { salesmanId, salesman: salesmanName },
    after: { salesmanId: salesman.id, salesman: salesman.name },
    reason,
  })
  await audit(tx, by, {
    ...of(id, 'changeSalesman'),
    before: { number, salesman: salesmanName },
    after: { salesman: salesman.name, reason },
  })
}

async function detailOf(db: Db, actor: Actor, id: string) {
  const stored = orNotFound(await findOrder(db, actor, id))
  const changes = (await changesOf(db, id)).map(({ before, after, ...change }) => ({
    ...change,
    before: wordsOf(before),
    after: wordsOf(after),
  }))
  const { subProduct: _, ...order } = stored
  return { ...order, changes }
}

const isSameOrder = (stored: NonNullable<Awaited<ReturnType<typeof findByNumber>>>, order: Order, accountId: string) =>
  stored.accountId === accountId &&
  stored.subProduct === order.subProduct &&
  stored.item === order.item.trim() &&
  stored.months === order.months &&
  isSameAmount(stored.amount, order.amount)

export const routes = [
  serve(queryOrders, ({ body, subProduct, actor, db }) => listOrders(db, { ...body, subProduct }, scopeValues(actor))),

  serve(getOrder, ({ body, actor, db }) => detailOf(db, actor, body.id), byRow),

  serve(presaleOrder, (context) => moveOn(context, 'presale'), byRow),
  serve(sellOrder, (context) => moveOn(context, 'forSale'), byRow),
  serve(closeOrder, (context) => moveOn(context, 'close', context.body.reason.trim()), byRow),

  serveAct(
    changeOrderAmount,
    async (context) => {
      const { tx, body, by } = context

      const amount = plainAmount(body.amount)
      const reason = body.reason.trim()
      const { id, number, version, amount: before } = await requireOrder(tx, context, 'changeAmount')
      checkFields({ amount: isSameAmount(before, amount) ? '金额没有变化' : null })
      if (changesMuch(before, amount)) {
        const percent = percentOf(before, amount)
        const text = `订单 ${number} 的金额将从 ${before} 元改为 ${amount} 元${percent && `（${percent}）`}。`
        await confirmed(tx, context, { preview: { text, groups: [] }, versions: version })
      }
      await changeOrder(tx, by, id, {
        action: 'changeAmount',
        values: { amount },
        before: { amount: before },
        after: { amount },
        reason,
      })
      await audit(tx, by, {
        ...of(id, 'changeAmount'),
        before: { number, amount: before },
        after: { amount, reason },
      })
    },
    byRow,
  ),

  serve(
    changeOrderSalesman,
    async ({ body, subProduct, actor, core, by }) => {
      const rows = await transact(core, async (tx) => {
        const found = allFound(await lockOrders(tx, actor, subProduct, body.ids), body.ids)
        const { salesmanId } = body
        const asked = { field: 'salesmanId', who: '销售', work: 'orders', subProduct } as const
        const names = await requireWorkers(tx, [salesmanId], asked)
        const salesman = { id: salesmanId, name: names.get(salesmanId) ?? '' }
        const named = found.map((order) => ({ ...order, name: order.number }))
        const reason = body.reason.trim()
        return attemptEach(tx, named, (inner, order) => changeSalesmanOf(inner, by, order, salesman, reason))
      })
      if (rows.length === 1 && rows[0]?.ok === false) throw refuse('conflict', { msg: rows[0].msg })
      return outcomes(rows)
    },
    { subProductOf: ({ body, db }) => subProductOfOrder(db, body.ids[0] ?? '') },
  ),

  serveAct(sendOrder, async ({ tx, body, by }) => {
    const buyer = await findBuyer(tx, body.subProduct, body.loginName.trim())
    checkFields({ loginName: buyer ? null : '登录名不存在，或没有这个子产品的账号' })
    if (!buyer) throw refuse('invalid')
    const { accountId, ownerId } = buyer
    const amount = plainAmount(body.amount)
    const { subProduct, number, months } = body
    const values = { subProduct, number, months, amount, item: body.item.trim(), remark: body.remark?.trim() ?? '' }
    const id = await insertOrder(tx, { ...values, accountId, salesmanId: ownerId })
    if (id === null) {
      const stored = await findByNumber(tx, number)
      if (!stored || !isSameOrder(stored, body, accountId)) {
        throw refuse('conflict', { msg: `订单号 ${number} 已存在，内容不同` })
      }
      return { id: stored.id, isNew: false }
    }
    await recordArrival(tx, by, id, amount)
    await audit(tx, by, { ...of(id, 'create'), after: { ...values, accountId } })
    return { id, isNew: true }
  }),
]

export const ordersExport = declareExport(exportOrders, {
  target: 'order',
  list: listOrders,
  scope: (actor) => scopeValues(actor),
})
