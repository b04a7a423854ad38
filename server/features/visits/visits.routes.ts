// Visits over HTTP, and what was heard there for who enters prices.
import { siteKindLabels, visitStateLabels } from '../../../contract/visits/visit-labels.ts'
import { exportVisits } from '../../../contract/visits/visit-sheets.ts'
import {
  addVisit,
  arriveVisit,
  cancelVisit,
  departVisit,
  editVisit,
  getVisit,
  getVisitDays,
  getVisitFigures,
  queryHeard,
  queryVisits,
  removeVisits,
  reportVisit,
  restoreVisit,
  searchTalkProducts,
  shareVisit,
} from '../../../contract/visits/visits.ts'
import { scopeValues } from '../../core/access/scope.ts'
import { orNotFound } from '../../core/http/refusal.ts'
import { filesOfRow, serve, serveAct } from '../../core/http/serve.ts'
import { declareExport } from '../../core/sheets/exports.ts'
import { checkDays } from '../prices/days.rules.ts'
import { picturesOf } from './pictures.queries.ts'
import { addPlanned, arrive, cancel, depart, editPlan, remove, report, restore, share } from './visits.acts.ts'
import { findVisit, heardOf, listVisits, searchTalked, visitDaysOf, visitFigures } from './visits.queries.ts'

/** Days of the figures where none are asked for. */
const USUAL_DAYS = 30
/** Six weeks of a calendar, and some. */
const CALENDAR_DAYS_MAX = 62

export const routes = [
  serve(queryVisits, ({ body, db, actor }) => listVisits(db, body, scopeValues(actor))),

  serve(getVisit, async ({ query: { id }, db, actor, core }) => {
    const { pictureIds, ...visit } = orNotFound(await findVisit(db, actor, id))
    return { ...visit, pictures: await picturesOf(core, pictureIds, actor) }
  }),

  serveAct(addVisit, ({ body, ...act }) => addPlanned(act, body)),
  serveAct(editVisit, ({ body, ...act }) => editPlan(act, body)),
  serveAct(departVisit, ({ body, ...act }) => depart(act, body)),
  serveAct(arriveVisit, ({ body, ...act }) => arrive(act, body)),
  serveAct(reportVisit, ({ body, ...act }) => report(act, body), filesOfRow('visit')),
  serveAct(cancelVisit, ({ body, ...act }) => cancel(act, body)),
  serveAct(restoreVisit, ({ body, ...act }) => restore(act, body)),
  serveAct(removeVisits, ({ body: { ids }, ...act }) => remove(act, [...new Set(ids.split(','))])),
  serveAct(shareVisit, ({ body, ...act }) => share(act, body)),

  serve(getVisitFigures, ({ body: { days = USUAL_DAYS }, db, actor }) => visitFigures(db, actor, days)),

  serve(getVisitDays, async ({ body, db, actor }) => {
    checkDays(body, CALENDAR_DAYS_MAX)
    return visitDaysOf(db, actor, body)
  }),

  serve(searchTalkProducts, ({ body, db }) => searchTalked(db, body)),
  serve(queryHeard, ({ body: { productIds }, db, actor }) => heardOf(db, actor, productIds)),
]

export const visitsExport = declareExport(exportVisits, {
  target: 'visit',
  list: listVisits,
  scope: scopeValues,
  cells: {
    kind: ({ kind }) => siteKindLabels[kind],
    companions: ({ companions }) => companions.join('、'),
    state: ({ state }) => visitStateLabels[state],
  },
})
