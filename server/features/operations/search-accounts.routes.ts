// Accounts of search marketing over HTTP: management, days that are missing, and taking back what was imported.

import { Decimal } from 'decimal.js'
import { dayOf } from '#contract/days.ts'
import {
  ACTS_MAX,
  querySemAccounts,
  querySemActs,
  querySemStrip,
  saveSemAccount,
  undoSemAct,
} from '#contract/operations/search-accounts.ts'
import { SEARCH_DAYS } from '#contract/operations/search-marketing.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { checkDays } from '#server/features/prices/days.rules.ts'
import { hasSlices, lockAccount, storeAccount, takenNames } from './search-accounts.queries.ts'
import { listActs, replacementsOf, restoreSlices } from './slices/search-history.queries.ts'
import { lockAccounts, sliceName } from './slices/search-slices.queries.ts'
import { monthsOf, stripOf } from './slices/search-strip.queries.ts'

const isZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** Names of an act that a preview shows. */
const NAMED = 20

export const routes = [
  serve(querySemAccounts, ({ db }) => monthsOf(db, dayOf(Date.now()))),

  serveAct(saveSemAccount, async ({ tx, body: { id, version, ...form }, by }) => {
    const stored = id === null ? undefined : orNotFound(await lockAccount(tx, id))
    if (stored && stored.version !== version) throw refuse('stale', { data: stored })
    const taken = await takenNames(tx, form, id)
    const days = form.cashFactors.map(({ fromDay }) => fromDay)
    checkFields({
      code: taken.code ? '已有同编码的账号' : null,
      name: taken.name ? '这个来源已有同名的账号' : null,
      timeZone: isZone(form.timeZone) ? null : '时区不存在，如 Asia/Shanghai',
      cashFactors: new Set(days).size < days.length ? '同一天有两个返点系数' : null,
    })
    if (stored && stored.source !== form.source && (await hasSlices(tx, stored.id)))
      throw refuse('conflict', { msg: '账号已有数据，不能改变来源' })
    const saved = await storeAccount(tx, id, form)
    await audit(tx, by, {
      action: id === null ? 'semAccount.add' : 'semAccount.edit',
      targetType: 'semAccount',
      targetId: saved.id,
      ...(stored && { before: { ...stored } }),
      after: { ...form },
    })
    return saved
  }),

  serve(querySemStrip, ({ db, body }) => {
    checkDays(body, SEARCH_DAYS)
    return stripOf(db, { ...body, today: dayOf(Date.now()) })
  }),

  serve(querySemActs, ({ db }) => listActs(db, ACTS_MAX)),

  serve(undoSemAct, (context) =>
    transact(context.core, async (tx) => {
      const { body, by, actor } = context
      const named = await replacementsOf(tx, body.act)
      if (named.length === 0) throw refuse('notFound')
      await lockAccounts(
        tx,
        named.map(({ accountId }) => accountId),
      )
      const slices = await replacementsOf(tx, body.act)
      const textOf = (slice: (typeof slices)[number]) => `${slice.account} ${sliceName(slice)}`
      const later = slices.filter(({ isNewest }) => !isNewest)
      if (later.length > 0)
        throw refuse('conflict', {
          msg: `${later.length} 份报表之后又有变化，不能撤销：${later.slice(0, NAMED).map(textOf).join('、')}`,
        })
      if (slices.some(({ before, hasFacts }) => before && !hasFacts))
        throw refuse('conflict', { msg: '已超过可以撤销的时间' })
      const costOf = (sums: readonly ({ cost: string } | null)[]) =>
        sums.reduce((sum, each) => sum.plus(each?.cost ?? 0), new Decimal(0)).toFixed(2)
      const [now, then] = [costOf(slices.map(({ after }) => after)), costOf(slices.map(({ before }) => before))]
      await confirmed(tx, context, {
        preview: {
          text: `${slices.length} 份报表将恢复为变更之前的内容：消费 ${now} → ${then}。`,
          groups: [{ title: '恢复', count: slices.length, names: slices.slice(0, NAMED).map(textOf) }],
        },
        versions: slices.map(({ id }) => id),
      })
      await restoreSlices(tx, slices, actor.id)
      await audit(tx, by, {
        action: 'searchFigures.undo',
        targetType: 'searchFigures',
        targetId: body.act,
        before: { rows: slices.length, cost: now },
        after: { cost: then },
      })
      return { slices: slices.length }
    }),
  ),
]
