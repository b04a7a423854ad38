// The board over HTTP.
import {
  addAbsence,
  excuseDues,
  getBoard,
  getDue,
  handOverDues,
  listAbsences,
  listDues,
  removeAbsence,
  unexcuseDues,
} from '#contract/monitoring/board.ts'
import { getReliability, RELIABILITY_DAYS } from '#contract/monitoring/reliability.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { databaseToday } from '#server/core/clock.ts'
import { type Acting, type Author, transact } from '#server/core/core.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { checkDays } from '#server/features/prices/days.rules.ts'
import { addAway, excuse, handOver, removeAway, unexcuse } from './board.acts.ts'
import { absencesInSight, boardOf, detailsOf, pageOfDues } from './board.queries.ts'
import { makeDues } from './dues.acts.ts'
import { reliabilityOf } from './reliability.queries.ts'

/** One transaction, announced to open boards. */
const onBoard = async (
  { core, actor, by }: Acting,
  act: (tx: Tx, people: { actor: Actor; by: Author }) => Promise<void>,
) => {
  await transact(core, async (tx, announce) => {
    announce({ type: 'dues' })
    await act(tx, { actor, by })
  })
  return null
}

export const routes = [
  serve(getBoard, ({ body, actor, db }) => boardOf(db, body, actor)),

  serve(listDues, async ({ body, actor, db }) =>
    pageOfDues(db, { ...body, day: body.day ?? (await databaseToday(db as Db)) }, actor),
  ),

  serve(getDue, async ({ body, actor, db }) => orNotFound(await detailsOf(db, body.id, actor))),

  serve(excuseDues, (context) =>
    onBoard(context, (tx, people) => excuse(tx, people, context.body.ids, context.body.reason.trim())),
  ),
  serve(unexcuseDues, (context) => onBoard(context, (tx, people) => unexcuse(tx, people, context.body.ids))),
  serve(handOverDues, (context) =>
    onBoard(context, (tx, people) =>
      handOver(tx, context.core, people, { ...context.body, reason: context.body.reason.trim() }),
    ),
  ),

  serve(listAbsences, ({ actor, db }) => absencesInSight(db, actor)),
  serve(addAbsence, (context) =>
    onBoard(context, async (tx, people) => {
      await addAway(tx, people, context.body)
      await makeDues(tx, await databaseToday(tx))
    }),
  ),
  serve(removeAbsence, (context) =>
    onBoard(context, async (tx, people) => {
      await removeAway(tx, people, context.body.id)
      await makeDues(tx, await databaseToday(tx))
    }),
  ),

  serve(getReliability, ({ body, actor, db }) => {
    checkDays(body, RELIABILITY_DAYS)
    return reliabilityOf(db, body, actor)
  }),
]
