// Prices over HTTP: read, entered, submitted, corrected, reviewed.
import type { RowOutcome } from '#contract/envelope.ts'
import {
  getMatrix,
  getSheet,
  listMovedSeries,
  listRemarks,
  MATRIX_DAYS,
  saveRemarks,
} from '#contract/prices/price-grids.ts'
import {
  correctPrices,
  getPrice,
  getTrend,
  listPrices,
  listRevisions,
  removePrices,
  savePrice,
  savePrices,
  submitPrices,
  TREND_DAYS,
  takeBackPrices,
  withdrawPrices,
} from '#contract/prices/prices.ts'
import { cancelVerify, listReviews, overrulePrices, passPrices } from '#contract/prices/reviews.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { type Acting, type Author, transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { outcomes } from '#server/core/http/outcomes.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import type { Tx } from '#server/db/connection.ts'
import { checkDays } from './days.rules.ts'
import {
  correctEntries,
  offDaysIn,
  removeEntries,
  saveEntries,
  submitEntries,
  takeBackEntries,
  withdrawEntries,
} from './entries.acts.ts'
import { matrixOf, movedBy, remarksOf, sheetOf } from './grids.queries.ts'
import { findPrice, pageOfPrices, revisionsOf, trendOf } from './prices.queries.ts'
import { checkKnownAt } from './publications.queries.ts'
import { saveTranslations } from './remarks.acts.ts'
import { endReviewNotices, notifyReviewers } from './reviews/review-notices.ts'
import { cancelEntries, overruleEntries, passEntries } from './reviews/reviews.acts.ts'
import { scoredReviews } from './reviews/reviews.queries.ts'

/** One transaction, announced to open review queues; 602 where some rows were refused. */
const onEach = async (
  { core, actor, by }: Acting,
  act: (tx: Tx, people: { actor: Actor; by: Author }) => Promise<RowOutcome[]>,
) =>
  outcomes(
    await transact(core, async (tx, announce) => {
      announce({ type: 'priceReviews' })
      const rows = await act(tx, { actor, by })
      await endReviewNotices(tx, announce)
      return rows
    }),
  )

/** Notifies the reviewers of what was submitted. */
async function notifying(tx: Tx, { actor }: { actor: Actor }, submitted: Promise<RowOutcome[]>): Promise<RowOutcome[]> {
  const rows = await submitted
  await notifyReviewers(tx, actor, rows)
  return rows
}

export const routes = [
  serve(listPrices, ({ body, actor, db }) => {
    const { from, to } = body
    checkFields({ from: from && to && from > to ? '开始日期不能晚于结束日期' : null })
    return pageOfPrices(db, body, actor)
  }),

  serve(getPrice, async ({ query, actor, db }) => orNotFound(await findPrice(db, query.id, actor))),

  serve(listRevisions, async ({ body, actor, db }) => {
    const found = await revisionsOf(db, body.id, actor)
    if (found.length === 0) throw refuse('notFound')
    return found
  }),

  serve(getTrend, async ({ body, actor, db }) => {
    checkDays(body, TREND_DAYS)
    await checkKnownAt(db, body.asKnownAt)
    return trendOf(db, body, actor)
  }),

  serveAct(savePrices, async ({ announce, ...context }) => {
    const { tx, body, actor, by } = context
    const { rows, origin } = body
    const asked = await offDaysIn(tx, actor, rows)
    if (asked) await confirmed(tx, context, asked)
    announce({ type: 'priceEntries' })
    return saveEntries(tx, { actor, by }, rows, origin)
  }),

  serveAct(savePrice, async ({ announce, ...context }) => {
    const { tx, body, actor, by } = context
    const asked = await offDaysIn(tx, actor, [body])
    if (asked) await confirmed(tx, context, asked)
    announce({ type: 'priceEntries' })
    const [saved] = await saveEntries(tx, { actor, by }, [body], 'grid')
    if (!saved?.id || !saved.version)
      throw refuse(saved?.isStale ? 'stale' : 'invalid', { msg: saved?.problem ?? '未能保存', data: saved?.now })
    return { id: saved.id, version: saved.version }
  }),

  serve(submitPrices, ({ body, ...acting }) =>
    onEach(acting, (tx, people) => notifying(tx, people, submitEntries(tx, people, body.rows))),
  ),
  serve(withdrawPrices, ({ body, ...acting }) =>
    onEach(acting, (tx, people) => withdrawEntries(tx, people, body.rows)),
  ),
  serve(removePrices, ({ body, ...acting }) => onEach(acting, (tx, people) => removeEntries(tx, people, body.rows))),
  serve(takeBackPrices, ({ body, ...acting }) =>
    onEach(acting, (tx, people) => takeBackEntries(tx, people, body.rows)),
  ),
  serve(correctPrices, ({ body, ...acting }) =>
    onEach(acting, (tx, people) => notifying(tx, people, correctEntries(tx, people, body.rows, body))),
  ),

  serve(listReviews, ({ body, actor, db }) => scoredReviews(db, body, actor)),
  serve(passPrices, ({ body, ...acting }) => onEach(acting, (tx, people) => passEntries(tx, people, body.rows))),
  serve(overrulePrices, ({ body, ...acting }) =>
    onEach(acting, (tx, people) => overruleEntries(tx, people, body.rows, body.opinion.trim())),
  ),
  serve(cancelVerify, ({ body, ...acting }) =>
    onEach(acting, (tx, people) => cancelEntries(tx, people, body.ids, body.reason.trim())),
  ),

  serve(getSheet, ({ body, actor, db }) => {
    const isChosen = body.mine || body.differences || body.productIds?.length
    checkFields({ productIds: isChosen ? null : '请选择产品' })
    return sheetOf(db, body, actor)
  }),

  serve(listMovedSeries, ({ body, actor, db }) => movedBy(db, body.quoteItemIds, actor)),

  serve(getMatrix, ({ body, actor, db }) => {
    checkDays(body, MATRIX_DAYS)
    return matrixOf(db, body, actor)
  }),

  serve(listRemarks, ({ body, actor, db }) => remarksOf(db, body, actor)),
  serve(saveRemarks, ({ body, ...acting }) => onEach(acting, (tx, people) => saveTranslations(tx, people, body.rows))),
]
