// Rules of prices, derived series and imports over HTTP. Each change makes the due rows of today and the next days again.
import { sql } from 'drizzle-orm'
import type { Endpoint } from '#contract/endpoint.ts'
import { watchedImports } from '#contract/monitoring/monitoring-labels.ts'
import { getRuleChoices, type RuleForm, ruleCalls, ruleSwitches, templateKinds } from '#contract/monitoring/rules.ts'
import { auditAll } from '#server/core/audit/audit.ts'
import { listCalendars } from '#server/core/calendars.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { allFound, checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import type { Tx } from '#server/db/connection.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'
import { lockDues } from './dues.queries.ts'
import { checkPeople, remake } from './rules.acts.ts'
import {
  isCategory,
  isProduct,
  isQuoteItem,
  isSeries,
  listRules,
  listSeries,
  lockRules,
  ruleFor,
  turnRules,
} from './rules.queries.ts'
import { targetOf, verdictsOnRule } from './rules.rules.ts'

type Form = Omit<RuleForm, 'id'>

/** Columns of a rule, with null for targets of other levels. */
function columnsOf(form: Form): Form {
  const target = targetOf(form)
  const only = <K extends 'categoryId' | 'productId' | 'quoteItemId' | 'seriesId'>(key: K) =>
    target === key ? form[key] : null
  return {
    ...form,
    categoryId: only('categoryId'),
    productId: only('productId'),
    quoteItemId: only('quoteItemId'),
    seriesId: only('seriesId'),
    importName: form.kind === 'import' ? form.importName : '',
    calendarId: form.kind === 'report' ? null : form.calendarId,
    frequency: form.kind === 'report' ? null : form.frequency,
    weekdays: form.frequency === 'weekdays' ? form.weekdays : [],
  }
}

async function checkTarget(tx: Tx, { categoryId, productId, quoteItemId, seriesId, importName }: Form): Promise<void> {
  checkFields({
    categoryId: categoryId === null || (await isCategory(tx, categoryId)) ? null : '分类不存在',
    productId: productId === null || (await isProduct(tx, productId)) ? null : '产品不存在',
    quoteItemId: quoteItemId === null || (await isQuoteItem(tx, quoteItemId)) ? null : '报价项不存在',
    seriesId: seriesId === null || (await isSeries(tx, seriesId)) ? null : '衍生数据不存在',
    importName: importName === '' || watchedImports.some(({ id }) => id === importName) ? null : '没有这个导入',
  })
}

const rows = serveRows({
  calls: ruleCalls,
  table: monitoringRules,
  target: 'monitoringRule',
  nameOf: ({ name }) => name,
  scope: () => sql`${monitoringRules.kind} in ${[...templateKinds]}`,
  list: ({ body, db }) => listRules(db, body),
  check: async (tx, form, { stored }) => {
    const columns = columnsOf(form)
    checkFields(verdictsOnRule(columns))
    await checkTarget(tx, columns)
    await checkPeople(tx, columns)
    const other = await ruleFor(tx, columns, stored?.id)
    if (other !== null) throw refuse('conflict', { msg: `规则“${other}”的范围与此相同，请修改那一条` })
    return columns
  },
  lock: lockDues,
  afterwards: (tx) => remake(tx),
})

type Switch = { core: Core; by: Author; body: { ids: string[] } }

/** Enables or disables the rules of one page. */
export const switchRules = (call: Endpoint, isEnabled: boolean, kinds: readonly string[], target: string) =>
  serve(call, async (context) => {
    const { core, by, body } = context as unknown as Switch
    await transact(core, async (tx) => {
      const found = allFound(await lockRules(tx, body.ids, sql`${monitoringRules.kind} in ${[...kinds]}`), body.ids)
      const turned = found.filter((rule) => rule.isEnabled !== isEnabled)
      if (turned.length === 0) return
      await turnRules(
        tx,
        turned.map(({ id }) => id),
        isEnabled,
      )
      await auditAll(
        tx,
        by,
        turned.map(({ id, name }) => ({
          action: `${target}.${isEnabled ? 'open' : 'disable'}`,
          targetType: target,
          targetId: id,
          before: { name, isEnabled: !isEnabled },
          after: { isEnabled },
        })),
      )
      await remake(tx)
    })
    return null
  })

export const routes = [
  ...rows,
  switchRules(ruleSwitches.open, true, templateKinds, 'monitoringRule'),
  switchRules(ruleSwitches.disable, false, templateKinds, 'monitoringRule'),
  serve(getRuleChoices, async ({ db }) => ({
    calendars: await listCalendars(db),
    series: await listSeries(db),
    imports: watchedImports.map(({ id, name }) => ({ id, name })),
  })),
]
