// Enterprises for visits over HTTP.

import { placeProblems } from '#contract/visits/places.ts'
import {
  addVisitEnterprise,
  editVisitEnterprise,
  getSiteProvinces,
  getVisitEnterprise,
  getVisitEnterpriseForm,
  linkVisitEnterprise,
  queryNearbyEnterprises,
  querySiteChanges,
  queryVisitEnterprises,
  reallocateVisitEnterprises,
  removeVisitEnterprises,
  searchVisitEnterprises,
  setVisitEnterpriseOwner,
  setVisitEnterprisePlace,
} from '#contract/visits/visit-enterprises.ts'
import { exportVisitEnterprises } from '#contract/visits/visit-sheets.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, orNotFound } from '#server/core/http/refusal.ts'
import { filesOfRow, serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Showing } from './pictures.queries.ts'
import { shownSite } from './visit-enterprise-details.queries.ts'
import {
  addSite,
  editSite,
  giveSite,
  linkSite,
  moveParts,
  placeSite,
  planSites,
  removeSites,
} from './visit-enterprises.acts.ts'
import {
  findSite,
  listVisitEnterprises,
  nearbySites,
  searchSites,
  siteChanges,
  siteFigures,
} from './visit-enterprises.queries.ts'

/** Most names in a group of a preview. */
const NAMES_MAX = 20

const detail = async ({ query: { id }, ...showing }: Showing & { actor: Actor; query: { id: string } }) =>
  shownSite(showing, orNotFound(await findSite(showing.db, showing.actor, id)))

export const routes = [
  serve(queryVisitEnterprises, ({ body, db, actor }) => listVisitEnterprises(db, body, scopeValues(actor))),
  serve(searchVisitEnterprises, ({ body, db, actor }) => searchSites(db, actor, body)),
  serve(queryNearbyEnterprises, ({ body, db, actor }) => {
    checkFields(placeProblems(body))
    return nearbySites(db, actor, body)
  }),
  serve(getSiteProvinces, ({ db, actor }) => siteFigures(db, actor)),
  serve(getVisitEnterprise, detail),
  serve(getVisitEnterpriseForm, detail),

  serve(querySiteChanges, async ({ body: { id }, db, actor }) => {
    orNotFound(await findSite(db, actor, id))
    return siteChanges(db, id)
  }),

  serveAct(addVisitEnterprise, ({ body, ...act }) => addSite(act, body)),
  serveAct(editVisitEnterprise, ({ body, ...act }) => editSite(act, body), filesOfRow('visitEnterprise')),
  serveAct(removeVisitEnterprises, ({ body: { ids }, ...act }) => removeSites(act, [...new Set(ids.split(','))])),
  serveAct(setVisitEnterprisePlace, ({ body, ...act }) => placeSite(act, body)),
  serveAct(linkVisitEnterprise, ({ body, ...act }) => linkSite(act, body)),
  serveAct(setVisitEnterpriseOwner, ({ body, ...act }) => giveSite(act, body)),

  serve(reallocateVisitEnterprises, (context) =>
    transact(context.core, async (tx) => {
      const { body, actor, by } = context
      const act = { tx, actor, by }
      const { parts, linked, moved, visits, versions } = await planSites(act, body.ids, body.ownerIds)
      const kept = { title: '归属随关联的客户，不变更', rows: linked }
      const groups = [...parts.map(({ toName, rows }) => ({ title: `给${toName}的拜访企业`, rows })), kept]
        .filter(({ rows }) => rows.length > 0)
        .map(({ title, rows }) => ({
          title,
          count: rows.length,
          names: rows.slice(0, NAMES_MAX).map(({ name }) => name),
        }))
      const text = `${moved} 家企业变更归属${visits > 0 ? `，原归属人的 ${visits} 条已计划拜访一并移交` : ''}`
      await confirmed(tx, context, { preview: { text, groups }, versions })
      return { moved, visits: await moveParts(act, parts) }
    }),
  ),
]

export const visitEnterprisesExport = declareExport(exportVisitEnterprises, {
  target: 'visitEnterprise',
  list: listVisitEnterprises,
  scope: (actor) => scopeValues(actor),
})
