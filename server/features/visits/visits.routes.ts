// Visits over HTTP, and what was heard there for who enters prices.

import { declineHeard, getHeard, queryHeard, takeHeard } from '#contract/visits/heard.ts'
import { getVisitFigures, queryVisitedSites } from '#contract/visits/visit-figures.ts'
import { exportVisits } from '#contract/visits/visit-sheets.ts'
import {
  addVisit,
  arriveVisit,
  bindVisitDevice,
  cancelVisit,
  commentVisit,
  departVisit,
  editVisit,
  getVisit,
  getVisitBinding,
  getVisitConsent,
  getVisitDays,
  queryVisits,
  removeVisits,
  reportVisit,
  restoreVisit,
  searchTalkProducts,
  sendBackVisit,
  setVisitConsent,
  shareVisit,
} from '#contract/visits/visits.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { filesOfRow, serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { checkDays } from '#server/features/prices/days.rules.ts'
import { bindDevice, findBinding, makeCode } from './bindings.acts.ts'
import { decline, take } from './heard.acts.ts'
import { findHeard, heardOf } from './heard.queries.ts'
import { searchTalked } from './talks.queries.ts'
import { listVisitedSites, visitFigures } from './visit-figures.queries.ts'
import { report } from './visit-reports.acts.ts'
import {
  addPlanned,
  arrive,
  cancel,
  comment,
  consent,
  depart,
  editPlan,
  remove,
  restore,
  sendBack,
  share,
} from './visits.acts.ts'
import { findConsent, findVisit, listVisits, shownVisit, visitDaysOf } from './visits.queries.ts'

/** Days of the figures where none are asked for. */
const USUAL_DAYS = 30
/** Six weeks of a calendar, and some. */
const CALENDAR_DAYS_MAX = 62

export const routes = [
  serve(queryVisits, ({ body, db, actor }) => listVisits(db, body, scopeValues(actor))),

  serve(getVisit, async ({ query: { id }, db, actor, core }) =>
    shownVisit({ core, db, actor }, orNotFound(await findVisit(db, actor, id))),
  ),

  serveAct(addVisit, ({ body, ...act }) => addPlanned(act, body)),
  serveAct(editVisit, ({ body, ...act }) => editPlan(act, body)),
  serveAct(departVisit, ({ body, ...act }) => depart(act, body)),
  serveAct(arriveVisit, ({ body, ...act }) => arrive(act, body)),
  serveAct(reportVisit, ({ body, ...act }) => report(act, body), filesOfRow('visit')),
  serveAct(sendBackVisit, ({ body, ...act }) => sendBack(act, body)),
  serveAct(commentVisit, ({ body, ...act }) => comment(act, body)),
  serve(getVisitBinding, async ({ db, actor, core: { config } }) => {
    const bound = await findBinding(db, actor.id)
    const shown = bound ? { device: bound.device, boundAt: bound.boundAt } : null
    return { bound: shown, ...makeCode(config.secretKey, actor.id), origin: config.publicUrl ?? '' }
  }),
  serveAct(bindVisitDevice, ({ body, core, ...act }) => bindDevice(act, { ...body, secretKey: core.config.secretKey })),
  serve(getVisitConsent, async ({ db, actor }) => ({ agreedAt: await findConsent(db, actor.id) })),
  serveAct(setVisitConsent, ({ body: { agrees }, ...act }) => consent(act, agrees)),
  serveAct(cancelVisit, ({ body, ...act }) => cancel(act, body)),
  serveAct(restoreVisit, ({ body, ...act }) => restore(act, body)),
  serveAct(removeVisits, ({ body: { ids }, ...act }) => remove(act, [...new Set(ids.split(','))])),
  serveAct(shareVisit, ({ body, ...act }) => share(act, body)),

  serve(getVisitFigures, ({ body: { days = USUAL_DAYS }, db, actor }) => visitFigures(db, actor, days)),
  serve(queryVisitedSites, ({ body, db, actor }) => listVisitedSites(db, body, scopeValues(actor))),

  serve(getVisitDays, async ({ body, db, actor }) => {
    checkDays(body, CALENDAR_DAYS_MAX)
    return visitDaysOf(db, actor, body)
  }),

  serve(searchTalkProducts, ({ body, db }) => searchTalked(db, body)),
  serve(queryHeard, ({ body: { productIds }, db, actor }) => heardOf(db, actor, productIds)),
  serve(getHeard, async ({ query: { id }, db, actor }) => orNotFound(await findHeard(db, actor, id))),
  serveAct(takeHeard, ({ body, ...act }) => take(act, body)),
  serveAct(declineHeard, ({ body, ...act }) => decline(act, body)),
]

export const visitsExport = declareExport(exportVisits, {
  target: 'visit',
  list: listVisits,
  scope: scopeValues,
  cells: {
    companions: ({ companions }) => companions.join('、'),
  },
})
