// Quote items over HTTP.
import { sql } from 'drizzle-orm'
import { correctDefinition, listDefinitions } from '#contract/prices/definitions.ts'
import {
  findQuoteItems,
  listItemCalendars,
  listMethods,
  moveQuoteItems,
  type QuoteItemForm,
  quoteItemCalls,
  resumeQuoteItems,
  setQuoteItemCode,
  sortQuoteItems,
  stopQuoteItems,
} from '#contract/prices/quote-items.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { DATA_ADMINISTRATOR, editorialScope } from '#server/core/access/scope.ts'
import { audit, auditAll } from '#server/core/audit/audit.ts'
import { listCalendars, readCalendars } from '#server/core/calendars.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { allFound, checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { lockNames } from '#server/core/rows/names.ts'
import { reorder } from '#server/core/rows/order.rules.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import type { Tx } from '#server/db/connection.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { correct, redefineFrom } from './definitions.acts.ts'
import { datedDefinitions } from './definitions.queries.ts'
import {
  addMethod,
  asForm,
  changeItems,
  countFormulas,
  countUses,
  findItem,
  findItems,
  isCodeTaken,
  isNameTaken,
  isProductInScope,
  isRegion,
  isWorking,
  lockItemsOf,
  lockQuoteItems,
  methodsOf,
  nextPlace,
  pageOfQuoteItems,
  placeItems,
} from './quote-items.queries.ts'
import { verdictsOnItem } from './quote-items.rules.ts'
import { tablesOfItem } from './series/differences.queries.ts'

/** Checks that need the database. */
async function checkReferences(tx: Tx, form: Omit<QuoteItemForm, 'id'>, actor: Actor, id?: string): Promise<void> {
  const { productId, name, specification, regionId, calendarId, analystId, deputyId } = form
  const ofPerson = async (userId: string | null, what: string) =>
    userId === null || (await isWorking(tx, userId)) ? null : `${what}不存在或已禁用`
  checkFields({
    productId: (await isProductInScope(tx, actor, productId)) ? null : '产品不存在，或不在您的编辑范围内',
    name: (await isNameTaken(tx, productId, name, specification, id)) ? '该产品下已有同名同规格的报价项' : null,
    regionId: regionId === null || (await isRegion(tx, regionId)) ? null : '地区不存在',
    calendarId: calendarId === null || (await readCalendars(tx)).has(calendarId) ? null : '日历不存在',
    analystId: await ofPerson(analystId, '分析师'),
    deputyId: await ofPerson(deputyId, '替补分析师'),
  })
}

/** What the table of an entered price difference decides about its item. */
const ofTable = [
  'name',
  'kind',
  'specification',
  'unit',
  'currency',
  'isTaxIncluded',
  'decimals',
  'allowsNegative',
] as const
/** What figures of an item in a table need in common with the others. */
const basis = ['unit', 'currency', 'isTaxIncluded'] as const

async function checkTables(tx: Tx, stored: typeof quoteItems.$inferSelect, form: Omit<QuoteItemForm, 'id'>) {
  const { own, using } = await tablesOfItem(tx, stored.id)
  const changed = (keys: readonly (typeof ofTable)[number][]) => keys.find((key) => stored[key] !== form[key])
  const governed = own === null ? undefined : changed(ofTable)
  const shared = using.length === 0 ? undefined : changed(basis)
  checkFields({
    ...(governed && { [governed]: `由价差表“${own}”决定，请在价差表中修改` }),
    ...(shared && { [shared]: `价差表“${using.join('”“')}”按现在的单位计算，请先删除价差表` }),
  })
}

/** Items of a table's rows are stopped and moved with the table. */
async function refuseRowsOfTables(tx: Tx, items: readonly { id: string; name: string }[]): Promise<void> {
  for (const { id, name } of items) {
    const { own } = await tablesOfItem(tx, id)
    if (own !== null) throw refuse('conflict', { msg: `“${name}”属于价差表“${own}”，请在价差表中修改` })
  }
}

const rows = serveRows({
  calls: quoteItemCalls,
  table: quoteItems,
  target: 'quoteItem',
  nameOf: ({ name }) => name,
  list: ({ body, actor, db }) => pageOfQuoteItems(db, body, actor),
  scope: (actor) => editorialScope(actor, quoteItems.productId),
  read: asForm,
  check: async (tx, { definedFrom = null, ...form }, { stored, actor }) => {
    checkFields(verdictsOnItem(form))
    if (stored) await checkTables(tx, stored, form)
    // what names an item of a table is refused above: an act on the table holds the names before it locks its items
    if (stored?.name !== form.name || stored.specification !== form.specification) await lockNames(tx, 'quote_items')
    await checkReferences(tx, form, actor, stored?.id)
    if (stored && stored.productId !== form.productId) throw refuse('invalid', { msg: '换产品请用“移动”' })
    if (!stored) return { ...form, sort: await nextPlace(tx, form.productId) }
    const formerNames = [...new Set([...stored.formerNames, stored.name])].filter((name) => name !== form.name)
    return { ...form, ...(await redefineFrom(tx, stored, form, definedFrom)), formerNames }
  },
  uses: (tx, { id }) => countUses(tx, id),
  afterwards: async (tx, id, values, { stored, actor }) => {
    const method = values?.method
    if (typeof method === 'string' && method !== (stored?.method ?? '')) await addMethod(tx, id, method, actor.realName)
  },
})

/** Locked; 20404 where one does not exist or is out of scope. */
async function lockAll(tx: Tx, actor: Actor, ids: readonly string[]) {
  return allFound(await lockQuoteItems(tx, actor, ids), ids)
}

const target = (targetId: string, verb: string) => ({ action: `quoteItem.${verb}`, targetType: 'quoteItem', targetId })

export const routes = [
  ...rows,

  serveAct(stopQuoteItems, async ({ tx, body: { ids, reason, stoppedOn }, actor, by }) => {
    // one that is stopped already keeps its reason and day
    const found = (await lockAll(tx, actor, ids)).filter(({ status }) => status !== 'stopUpdate')
    await refuseRowsOfTables(tx, found)
    const values = { status: 'stopUpdate' as const, stopReason: reason.trim(), stoppedOn }
    await changeItems(
      tx,
      found.map(({ id }) => id),
      values,
    )
    await auditAll(
      tx,
      by,
      found.map(({ id, name, status }) => ({
        ...target(id, 'stopUpdate'),
        before: { name, status },
        after: { status: values.status, reason: values.stopReason, day: stoppedOn },
      })),
    )
  }),

  serveAct(resumeQuoteItems, async ({ tx, body: { ids }, actor, by }) => {
    const found = await lockAll(tx, actor, ids)
    // a day on which it has been late before it was stopped stays
    await changeItems(tx, ids, {
      status: 'update',
      stopReason: '',
      stoppedOn: null,
      activeSince: sql`case when ${quoteItems.stoppedOn} < current_date then now() else ${quoteItems.activeSince} end`,
    })
    await auditAll(
      tx,
      by,
      found.map(({ id, name, status }) => ({
        ...target(id, 'update'),
        before: { name, status },
        after: { status: 'update' },
      })),
    )
  }),

  serveAct(sortQuoteItems, async ({ tx, body: { productId, ids }, actor, by }) => {
    if (!(await isProductInScope(tx, actor, productId))) throw refuse('notFound')
    const before = (await lockItemsOf(tx, productId)).map(({ id }) => id)
    const after = reorder(before, ids)
    if (!after) throw refuse('conflict', { msg: '报价项已变化，请刷新后重试' })
    await placeItems(tx, after)
    await audit(tx, by, { ...target(productId, 'dragSort'), before: { ids: before }, after: { ids: after } })
  }),

  serveAct(moveQuoteItems, async ({ tx, body: { ids, productId }, actor, by }) => {
    checkFields({
      productId: (await isProductInScope(tx, actor, productId)) ? null : '产品不存在，或不在您的编辑范围内',
    })
    const moved = (await lockAll(tx, actor, ids)).filter((item) => item.productId !== productId)
    await refuseRowsOfTables(tx, moved)
    await lockNames(tx, 'quote_items')
    for (const { id, name, specification } of moved) {
      if (await isNameTaken(tx, productId, name, specification))
        throw refuse('conflict', { msg: `目标产品下已有“${name}”` })
      await changeItems(tx, [id], { productId, sort: await nextPlace(tx, productId) })
    }
    await auditAll(
      tx,
      by,
      moved.map(({ id, name, productId: before }) => ({
        ...target(id, 'move'),
        before: { name, productId: before },
        after: { productId },
      })),
    )
  }),

  serveAct(setQuoteItemCode, async ({ tx, body: { id, version, code }, actor, by }) => {
    if (!actor.isAdministrator && !actor.roleCodes.includes(DATA_ADMINISTRATOR))
      throw refuse('forbidden', { msg: '只有数据管理员可以修改编码' })
    const [stored] = await lockAll(tx, actor, [id])
    if (stored?.version !== version) throw refuse('stale', { data: stored })
    checkFields({
      code: (await isCodeTaken(tx, code, id))
        ? '编码已被其他报价项使用'
        : /^S\d+$/.test(code)
          ? 'S 加数字是系列的编码'
          : (await countFormulas(tx, id)) > 0
            ? '有系列的公式使用了现在的编码，请先修改公式'
            : null,
    })
    await changeItems(tx, [id], { code })
    await audit(tx, by, { ...target(id, 'setCode'), before: { code: stored.code }, after: { code } })
  }),

  serve(listDefinitions, async ({ body, actor, db }) => {
    const item = await findItem(db, body.id, actor)
    return item ? datedDefinitions(db, item) : []
  }),

  serve(correctDefinition, (context) =>
    transact(context.core, async (tx) => {
      const { body, actor, by } = context
      await correct(tx, { actor, by }, body, (plan) => confirmed(tx, context, plan))
      return null
    }),
  ),

  serve(listMethods, ({ body, actor, db }) => methodsOf(db, body.id, actor)),

  serve(listItemCalendars, ({ db }) => listCalendars(db)),

  serve(findQuoteItems, ({ body, actor, db }) => findItems(db, body, actor)),
]
