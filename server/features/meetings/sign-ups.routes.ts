// Sign-ups over HTTP.
import { isAllowed } from '../../../contract/access.ts'
import { dayOf } from '../../../contract/days.ts'
import { fullMeetingName } from '../../../contract/meetings/meeting-labels.ts'
import {
  invoiceStateLabels,
  signUpFieldLabels,
  signUpFields,
  signUpSourceLabels,
  signUpStateLabels,
} from '../../../contract/meetings/sign-up-labels.ts'
import { exportSignUps } from '../../../contract/meetings/sign-up-sheets.ts'
import {
  addSignUp,
  cancelSignUp,
  confirmSignUps,
  editSignUp,
  getSignUp,
  getSignUpCounts,
  getSignUpMeeting,
  listBadges,
  listCustomerSignUps,
  querySignUps,
  restoreSignUp,
} from '../../../contract/meetings/sign-ups.ts'
import { subProducts } from '../../../contract/sub-products.ts'
import type { Person } from '../../core/access/actors.ts'
import { scopeValues } from '../../core/access/scope.ts'
import { transact } from '../../core/core.ts'
import { outcomes } from '../../core/http/outcomes.ts'
import { orNotFound, refuse } from '../../core/http/refusal.ts'
import { serve, serveAct } from '../../core/http/serve.ts'
import { declareExport } from '../../core/sheets/exports.ts'
import { findEnterprise } from '../members/customers/customers.queries.ts'
import { cancelRow, confirmMany, editSignUpRow, restoreRow, signUp } from './sign-ups.acts.ts'
import {
  badgesOf,
  countsOf,
  findSignUp,
  listSignUps,
  lockSeats,
  ofCustomer,
  seatsOf,
  takenSeats,
  waitingPeople,
} from './sign-ups.queries.ts'
import { viewerOf } from './sign-ups.rules.ts'

const today = () => dayOf(Date.now())
const scopeOf = (actor: Person) => scopeValues(viewerOf(actor))

export const routes = [
  serve(querySignUps, async ({ body, db, actor }) => {
    await seatsOf(db, body.meetingId)
    return listSignUps(db, body, scopeOf(actor))
  }),

  serve(getSignUpMeeting, async ({ body: { meetingId }, db }) => {
    const meeting = await seatsOf(db, meetingId)
    const [taken, waiting] = await Promise.all([takenSeats(db, meetingId), waitingPeople(db, meetingId)])
    return { ...meeting, taken, waiting }
  }),

  serve(getSignUp, async ({ body: { id }, db, actor }) => orNotFound(await findSignUp(db, viewerOf(actor), id))),

  serve(listBadges, async ({ body: { meetingId, text = '' }, db, actor }) => {
    const { name, edition } = await seatsOf(db, meetingId)
    return { name, edition, ...(await badgesOf(db, viewerOf(actor), meetingId, text)) }
  }),

  serve(getSignUpCounts, async ({ body: { meetingId }, db, actor }) => {
    const { seats } = await seatsOf(db, meetingId)
    return { seats, ...(await countsOf(db, viewerOf(actor), meetingId)) }
  }),

  serve(listCustomerSignUps, async ({ body: { enterpriseId }, db, actor }) => {
    orNotFound(await findEnterprise(db, actor, enterpriseId))
    return ofCustomer(db, enterpriseId)
  }),

  serveAct(addSignUp, async ({ body: { meetingId, ...form }, actor, ...act }) => {
    const meeting = await lockSeats(act.tx, meetingId)
    const isConfirmed = isAllowed(editSignUp.access, actor)
    const { isNew, row } = await signUp(act, meeting, form, { source: 'hand', keeper: actor, isConfirmed })
    if (!isNew) throw refuse('conflict', { msg: `该手机号码已报名“${fullMeetingName(meeting)}”` })
    return { id: row.id, state: row.state }
  }),

  serveAct(editSignUp, ({ body, actor, ...act }) =>
    editSignUpRow(act, body, today(), () => findSignUp(act.tx, viewerOf(actor), body.id)),
  ),

  serve(confirmSignUps, async ({ body: { meetingId, ids }, core, by }) =>
    outcomes(await transact(core, (tx, announce) => confirmMany({ tx, by, announce }, meetingId, ids))),
  ),

  serveAct(cancelSignUp, async ({ body: { id, reason }, ...act }) => ({
    promoted: await cancelRow(act, id, reason.trim(), today()),
  })),

  serveAct(restoreSignUp, ({ body: { id }, ...act }) => restoreRow(act, id)),
]

const titles = new Map<string, string>(subProducts.map(({ key, title }) => [key, title]))

export const signUpsExport = declareExport(exportSignUps, {
  target: 'meetingSignUp',
  list: listSignUps,
  scope: scopeOf,
  cells: {
    state: ({ state }) => signUpStateLabels[state],
    source: ({ source }) => signUpSourceLabels[source],
    channel: ({ channel }) => titles.get(channel) ?? channel,
    invoiceState: ({ invoiceState }) => invoiceStateLabels[invoiceState],
    extra: ({ extra }) =>
      signUpFields.flatMap((key) => (extra[key] ? [`${signUpFieldLabels[key]}：${extra[key]}`] : [])).join('；'),
  },
})
