// What a salesperson who leaves hands over: registration rules, open registrations, partners, customers, members, open orders.
// Rows are locked as other acts lock them: registrations before the customers that they become, partners before their members.
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { can, type Right } from '#contract/access.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import { type SubProductPage, subProductMenu } from '#contract/sub-products.ts'
import { HANDOVER_REASON, type Handover, type HeldWork } from '#server/core/access/held-work.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { enterprises, members } from '#server/db/schema/members/members.ts'
import { orderChanges, orders } from '#server/db/schema/members/orders.ts'
import { partners } from '#server/db/schema/members/partners.ts'
import { registrationRules, registrationSteps, registrations } from '#server/db/schema/members/registrations.ts'
import { type Owned, seesOwner, storeMoves } from './customers/owners.queries.ts'
import { listHandlers, lockRules } from './registrations/registration-rules.queries.ts'

const onAny = (page: SubProductPage): readonly Right[] =>
  subProductsWith(page).map((key) => can(subProductMenu(key, page), 'view'))

const idsOf = (rows: Handover['rows']) => rows.map(({ id }) => id)
const changed = { updatedAt: sql`now()` }

/** Rows that follow their owner's scope. */
const ofCustomers = {
  part: 'customers',
  check: async (tx: Tx, { actor, from }: Handover) => {
    if (await seesOwner(tx, actor, from.id)) return
    throw refuse('conflict', { msg: '移交人有不在您范围内的客户、注册、合作伙伴或订单，不能移交' })
  },
} as const

const ownRegistrationRules: HeldWork = {
  title: '注册分配规则',
  part: 'customers',
  page: '试用注册',
  rights: [can('registration', 'view')],
  lock: async (tx, personId) => {
    await lockRules(tx)
    return tx
      .select({ id: registrationRules.id, name: registrationRules.province })
      .from(registrationRules)
      .where(eq(registrationRules.ownerId, personId))
      .orderBy(asc(registrationRules.id))
  },
  check: async (tx, { to }) => {
    if ((await listHandlers(tx)).includes(to.id)) return
    throw refuse('conflict', { msg: '移交人负责按省份分配的注册，接收人不能处理注册，请先调整分配规则' })
  },
  move: (tx, { rows, to }) =>
    tx
      .update(registrationRules)
      .set({ ownerId: to.id, ...changed, version: sql`${registrationRules.version} + 1` })
      .where(inArray(registrationRules.id, idsOf(rows))),
}

const openRegistrations: HeldWork = {
  ...ofCustomers,
  title: '待处理的注册',
  page: '试用注册',
  rights: [can('registration', 'view')],
  lock: (tx, personId) =>
    tx
      .select({ id: registrations.id, name: registrations.company })
      .from(registrations)
      .where(and(eq(registrations.ownerId, personId), isNull(registrations.closedAt)))
      .orderBy(asc(registrations.id))
      .for('update'),
  move: async (tx, { rows, to, by }) => {
    await tx
      .update(registrations)
      .set({ ownerId: to.id, ...changed, version: sql`${registrations.version} + 1` })
      .where(inArray(registrations.id, idsOf(rows)))
    await tx.insert(registrationSteps).values(
      rows.map(({ id }) => ({
        registrationId: id,
        action: 'assign',
        remark: `${HANDOVER_REASON}：移交给${to.realName}`,
        actorId: by.id,
        actorName: by.name,
      })),
    )
  },
}

const ownPartners: HeldWork = {
  ...ofCustomers,
  title: '合作伙伴',
  page: '合作伙伴',
  rights: onAny('partners'),
  lock: (tx, personId) =>
    tx
      .select({ id: partners.id, name: partners.name })
      .from(partners)
      .where(eq(partners.ownerId, personId))
      .orderBy(asc(partners.id))
      .for('update'),
  move: (tx, { rows, to }) =>
    tx
      .update(partners)
      .set({ ownerId: to.id, ...changed, version: sql`${partners.version} + 1` })
      .where(inArray(partners.id, idsOf(rows))),
}

const moveOwned =
  (target: Owned['target']): HeldWork['move'] =>
  (tx, { rows, from, to, by }) =>
    storeMoves(
      tx,
      by,
      rows.map(({ id }) => ({ target, id, fromId: from.id, toId: to.id })),
      HANDOVER_REASON,
    )

const ownCustomers: HeldWork = {
  ...ofCustomers,
  title: '客户',
  page: '客户列表',
  rights: [can('customerList', 'view')],
  lock: (tx, personId) =>
    tx
      .select({ id: enterprises.id, name: enterprises.name })
      .from(enterprises)
      .where(eq(enterprises.ownerId, personId))
      .orderBy(asc(enterprises.id))
      .for('update'),
  move: moveOwned('enterprise'),
}

const ownMembers: HeldWork = {
  ...ofCustomers,
  title: '会员',
  page: '账号管理',
  rights: onAny('accounts'),
  lock: (tx, personId) =>
    tx
      .select({ id: members.id, name: members.loginName })
      .from(members)
      .where(and(eq(members.ownerId, personId), isNull(members.deletedAt)))
      .orderBy(asc(members.id))
      .for('update'),
  move: moveOwned('member'),
}

/** Closed orders keep their salesman. */
const openOrders: HeldWork = {
  ...ofCustomers,
  title: '未关闭的订单',
  page: '订单管理',
  rights: onAny('orders'),
  lock: (tx, personId) =>
    tx
      .select({ id: orders.id, name: orders.number })
      .from(orders)
      .where(and(eq(orders.salesmanId, personId), ne(orders.state, 'closed')))
      .orderBy(asc(orders.id))
      .for('update'),
  /** Changes the salesman, with a row in each order's history. */
  move: async (tx, { rows, from, to, by }) => {
    const ids = idArray(idsOf(rows))
    await tx
      .update(orders)
      .set({ salesmanId: to.id, ...changed, version: sql`${orders.version} + 1` })
      .where(sql`${orders.id} = any(${ids})`)
    const [before, after] = [from, to].map(({ id, realName }) => JSON.stringify({ salesmanId: id, salesman: realName }))
    await tx.execute(sql`insert into ${orderChanges} (order_id, action, before, after, reason, actor_id, actor_name)
      select o.id, 'changeSalesman', ${before}::jsonb, ${after}::jsonb, ${HANDOVER_REASON}, ${by.id}::bigint, ${by.name}
      from unnest(${ids}) as o(id)`)
  },
}

export const salesWork: readonly HeldWork[] = [
  ownRegistrationRules,
  openRegistrations,
  ownPartners,
  ownCustomers,
  ownMembers,
  openOrders,
]
