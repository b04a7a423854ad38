import {
  addFollowUp,
  editFollowUp,
  exportFollowUps,
  getDueDays,
  getFollowChoices,
  getFollowUp,
  getFollowUpFigures,
  queryFollowUps,
  removeFollowUps,
} from '#contract/service/follow-ups.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import type { Core } from '#server/core/core.ts'
import { linkTo } from '#server/core/files/files.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { filesOfRow, serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { findEnterprise } from '#server/features/members/customers/customers.queries.ts'
import { checkDays } from '#server/features/prices/days.rules.ts'
import { figuresOf } from './follow-up-figures.queries.ts'
import { add, edit, remove } from './follow-ups.acts.ts'
import {
  contactsOf,
  dueDaysOf,
  findFollowUp,
  listFollowUps,
  neighboursOf,
  openReminder,
  type StoredFollowUp,
} from './follow-ups.queries.ts'

/** Days of the figures where none are asked for. */
const USUAL_DAYS = 30
/** Six weeks of a calendar, and some. */
const CALENDAR_DAYS_MAX = 62

const withLinks = (core: Core, actor: Actor, { files, ...row }: StoredFollowUp) => ({
  ...row,
  files: files.map((file) => ({ ...file, url: linkTo(core, file.id, actor) })),
})

export const routes = [
  serve(queryFollowUps, async ({ body, db, actor, core }) => {
    const page = await listFollowUps(db, body, scopeValues(actor))
    return { ...page, records: page.records.map((row) => withLinks(core, actor, row)) }
  }),

  serve(getFollowUp, async ({ query: { id }, db, actor, core }) => {
    const found = orNotFound(await findFollowUp(db, actor, id))
    return { ...withLinks(core, actor, found), ...(await neighboursOf(db, found)) }
  }),

  serve(getFollowChoices, async ({ body: { enterpriseId }, db, actor }) => {
    const { ownerName } = orNotFound(await findEnterprise(db, actor, enterpriseId))
    const [contacts, open] = await Promise.all([contactsOf(db, enterpriseId), openReminder(db, enterpriseId)])
    return { ownerName, contacts, open }
  }),

  serveAct(addFollowUp, ({ body, ...act }) => add(act, body)),

  serveAct(
    editFollowUp,
    ({ body, ...act }) => edit(act, body, (stored) => withLinks(act.core, act.actor, stored)),
    filesOfRow('followUp'),
  ),

  serveAct(removeFollowUps, ({ body: { ids }, ...act }) => remove(act, [...new Set(ids.split(','))])),

  serve(getFollowUpFigures, ({ body: { days = USUAL_DAYS }, db, actor }) => figuresOf(db, actor, days)),

  serve(getDueDays, async ({ body, db, actor }) => {
    checkDays(body, CALENDAR_DAYS_MAX)
    return dueDaysOf(db, actor, body)
  }),
]

export const followUpsExport = declareExport(exportFollowUps, {
  target: 'followUp',
  list: listFollowUps,
  scope: scopeValues,
})
