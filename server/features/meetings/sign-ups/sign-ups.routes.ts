// Sign-ups over HTTP.
import { isAllowed } from '#contract/access.ts'
import { fullMeetingName } from '#contract/meetings/meeting-labels.ts'
import { ticketPath } from '#contract/meetings/sign-up-codes.ts'
import { signUpFieldLabels, signUpFields } from '#contract/meetings/sign-up-labels.ts'
import { exportSignUps } from '#contract/meetings/sign-up-sheets.ts'
import {
  addSignUp,
  cancelSignUp,
  confirmSignUps,
  editSignUp,
  getSignUp,
  getSignUpCounts,
  getSignUpMeeting,
  listCustomerSignUps,
  moveSignUp,
  offerSignUpSeat,
  querySignUps,
  refuseSignUps,
  restoreSignUp,
  type SignUpDetail,
} from '#contract/meetings/sign-ups.ts'
import { subProducts } from '#contract/sub-products.ts'
import type { Person } from '#server/core/access/actors.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { transact } from '#server/core/core.ts'
import { outcomes } from '#server/core/http/outcomes.ts'
import { originOf } from '#server/core/http/public-pages.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { type Context, serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Executor } from '#server/db/connection.ts'
import { findEnterprise } from '#server/features/members/customers/customers.queries.ts'
import { moveQuota, offerSeat } from './seats.acts.ts'
import { lockSeats, peopleOfSignUp, quotasOf, seatsOf, storedSignUp } from './seats.queries.ts'
import { historyOf } from './sign-up-history.queries.ts'
import { cancelRow, confirmMany, editSignUpRow, refuseMany, restoreRow, signUp } from './sign-ups.acts.ts'
import { countsOf, findSignUp, listSignUps, ofCustomer, waitingPeople } from './sign-ups.queries.ts'
import { viewerOf } from './sign-ups.rules.ts'

const scopeOf = (actor: Person) => scopeValues(viewerOf(actor))

type Asking = Pick<Context<typeof getSignUp>, 'core' | 'actor' | 'request'>

async function detailOf({ core, actor, request }: Asking, db: Executor, id: string): Promise<SignUpDetail> {
  const row = orNotFound(await findSignUp(db, viewerOf(actor), id))
  const { code } = await storedSignUp(db, id)
  const [people, history] = [await peopleOfSignUp(db, id), await historyOf(db, id)]
  return { ...row, people, history, url: `${originOf(core, request)}${ticketPath(code)}` }
}

export const routes = [
  serve(querySignUps, async ({ body, db, actor }) => {
    await seatsOf(db, body.meetingId)
    return listSignUps(db, body, scopeOf(actor))
  }),

  serve(getSignUpMeeting, async ({ body: { meetingId }, db }) => {
    const meeting = await seatsOf(db, meetingId)
    const [quotas, waiting] = await Promise.all([quotasOf(db, meetingId), waitingPeople(db, meetingId)])
    return { ...meeting, quotas, taken: quotas.reduce((sum, { taken }) => sum + taken, 0), waiting }
  }),

  serve(getSignUp, ({ body: { id }, db, ...asking }) => detailOf(asking, db, id)),

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
    const isOrganiser = isAllowed(editSignUp.access, actor)
    const { isNew, row } = await signUp(act, meeting, form, { source: 'hand', keeperId: actor.id, isOrganiser })
    if (!isNew) throw refuse('conflict', { msg: `该手机号码已报名“${fullMeetingName(meeting)}”` })
    return { id: row.id, state: row.state }
  }),

  serveAct(editSignUp, ({ body, ...act }) => editSignUpRow(act, body, () => detailOf(act, act.tx, body.id))),

  serve(confirmSignUps, async ({ body: { meetingId, ids }, core, by }) =>
    outcomes(await transact(core, (tx, announce) => confirmMany({ tx, by, core, announce }, meetingId, ids))),
  ),

  serve(refuseSignUps, async ({ body: { meetingId, ids, reason }, core, by }) =>
    outcomes(
      await transact(core, (tx, announce) => refuseMany({ tx, by, core, announce }, meetingId, ids, reason.trim())),
    ),
  ),

  serveAct(offerSignUpSeat, ({ body: { id }, ...act }) => offerSeat(act, id)),
  serveAct(moveSignUp, ({ body: { id, quotaId }, ...act }) => moveQuota(act, id, quotaId)),

  serveAct(cancelSignUp, async ({ body: { id, reason }, ...act }) => ({
    promoted: await cancelRow(act, id, reason.trim()),
  })),

  serveAct(restoreSignUp, ({ body: { id }, ...act }) => restoreRow(act, id)),
]

const titles = new Map<string, string>(subProducts.map(({ key, title }) => [key, title]))

export const signUpsExport = declareExport(exportSignUps, {
  target: 'meetingSignUp',
  list: listSignUps,
  scope: scopeOf,
  cells: {
    channel: ({ channel }) => titles.get(channel) ?? channel,
    extra: ({ extra }) =>
      signUpFields.flatMap((key) => (extra[key] ? [`${signUpFieldLabels[key]}：${extra[key]}`] : [])).join('；'),
  },
})
