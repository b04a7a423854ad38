import {
  addComplaint,
  assignComplaint,
  exportComplaints,
  getComplaint,
  handleComplaint,
  queryComplaints,
} from '#contract/service/complaints.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { add, assign, handle } from './complaints.acts.ts'
import { findComplaint, listComplaints, stepsOf } from './complaints.queries.ts'

export const routes = [
  serve(queryComplaints, ({ body, db, actor }) => listComplaints(db, body, scopeValues(actor))),

  serve(getComplaint, async ({ query: { id }, db, actor }) => {
    const found = orNotFound(await findComplaint(db, actor, id))
    return { ...found, steps: await stepsOf(db, id) }
  }),

  serveAct(addComplaint, ({ body, ...act }) => add(act, body)),

  serveAct(handleComplaint, ({ body, ...act }) => handle(act, body)),

  serveAct(assignComplaint, ({ body, ...act }) => assign(act, body)),
]

export const complaintsExport = declareExport(exportComplaints, {
  target: 'complaint',
  list: listComplaints,
  scope: scopeValues,
})
