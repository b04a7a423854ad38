// Inviting people of customers to a meeting, and the sign-up on the page of an invitation.
import { dayOf } from '#contract/days.ts'
import {
  acceptInvitation,
  endInvitations,
  inviteContacts,
  invitePeople,
  listInvitable,
  listInvitations,
  listInviteLists,
} from '#contract/meetings/invitations.ts'
import { meetingPath, ticketPath } from '#contract/meetings/sign-up-codes.ts'
import { auditAll } from '#server/core/audit/audit.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { originOf } from '#server/core/http/public-pages.ts'
import { allFound, checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { lockSeats, seatsOf } from '../sign-ups/seats.queries.ts'
import { signUp } from '../sign-ups/sign-ups.acts.ts'
import { closedBecause, isLive, viewerOf } from '../sign-ups/sign-ups.rules.ts'
import { checkWays, invitableOf, invite, lockOpenMeeting, planOf, type Ways } from './invitations.acts.ts'
import {
  endAll,
  invitationsOf,
  inviteLists,
  lockInvitations,
  openInvitation,
  tieSignUp,
} from './invitations.queries.ts'

const TARGET = 'meetingInvitation'
/** From one address: an office signs up together, guesses do not get far. */
const SIGN_UPS_PER_MINUTE = 20

const waysOf = ({ sendMail, sendText = false }: { sendMail: boolean; sendText?: boolean }): Ways => ({
  sendMail,
  sendText,
})

export const routes = [
  serve(listInvitable, async ({ body: { meetingId, enterpriseId }, db, actor }) => {
    await seatsOf(db, meetingId)
    return invitableOf(db, actor, meetingId, enterpriseId)
  }),

  serve(listInvitations, async ({ body: { meetingId }, core, db, actor, request }) => {
    await seatsOf(db, meetingId)
    const found = await invitationsOf(db, viewerOf(actor), meetingId)
    return found.map(({ code, ...row }) => ({ ...row, url: `${originOf(core, request)}${meetingPath(code)}` }))
  }),

  serveAct(inviteContacts, async ({ body: { meetingId, enterpriseId, contactIds, ...body }, actor, ...act }) => {
    const ways = waysOf(body)
    await checkWays(act.tx, act.core, ways)
    const meeting = await lockOpenMeeting(act.tx, meetingId)
    const contacts = await invitableOf(act.tx, actor, meetingId, enterpriseId)
    const chosen = allFound(
      contacts.filter(({ id }) => contactIds.includes(id)),
      contactIds,
    )
    const wrong = chosen.find(({ problem }) => problem !== '')
    if (wrong) throw refuse('conflict', { msg: `${wrong.name}：${wrong.problem}` })
    return invite(act, meeting, chosen, { inviterId: actor.id, ...ways })
  }),

  serveAct(invitePeople, async ({ actor, ...act }) => {
    const { meetingId, kind, ids, ...body } = act.body
    const ways = waysOf(body)
    await checkWays(act.tx, act.core, ways)
    const meeting = await lockOpenMeeting(act.tx, meetingId)
    const { chosen, plan } = await planOf(act.tx, actor, meetingId, { kind, ids, ...ways })
    await confirmed(act.tx, act, plan)
    return invite(act, meeting, chosen, { inviterId: actor.id, ...ways })
  }),

  serve(listInviteLists, ({ db, actor }) => inviteLists(db, actor)),

  serveAct(endInvitations, async ({ body: { meetingId, ids }, tx, actor, by }) => {
    const found = allFound(await lockInvitations(tx, viewerOf(actor), meetingId, ids), ids)
    await endAll(tx, ids)
    await auditAll(
      tx,
      by,
      found.map(({ id, name }) => ({
        action: `${TARGET}.end`,
        targetType: TARGET,
        targetId: id,
        before: { name },
      })),
    )
  }),

  serveAct(
    acceptInvitation,
    async ({ body: { code, consent, ...form }, ...act }) => {
      const { meetingId } = orNotFound(await openInvitation(act.tx, code))
      const meeting = await lockSeats(act.tx, meetingId)
      // read again: who held the lock may have signed up with it
      const invited = orNotFound(await openInvitation(act.tx, code))
      if (invited.state === null || !isLive({ state: invited.state })) {
        const closed = closedBecause(meeting, dayOf(Date.now()))
        if (closed) throw refuse('conflict', { msg: closed })
        checkFields({ consent: consent ? null : '请先同意信息的使用' })
      }
      const { row } = await signUp(
        act,
        meeting,
        {
          ...form,
          email: form.email.trim() || invited.email,
          name: invited.name,
          company: invited.company,
          mobile: invited.mobile,
          remark: '',
          invoiceState: 'none',
        },
        {
          source: 'invitation',
          isOrganiser: false,
          customerId: invited.customerId,
          keeperId: invited.inviterId,
          hasConsent: consent,
        },
      )
      await tieSignUp(act.tx, invited.id, row.id)
      return { state: row.state, ticket: row.ticket, link: ticketPath(row.code) }
    },
    { perMinute: SIGN_UPS_PER_MINUTE },
  ),
]
