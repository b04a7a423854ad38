// Inviting contacts of customers to a meeting, and the sign-up on the page of an invitation.
import { dayOf } from '../../../contract/days.ts'
import {
  acceptInvitation,
  endInvitations,
  invitationPath,
  inviteContacts,
  listInvitable,
  listInvitations,
} from '../../../contract/meetings/invitations.ts'
import { checkMobile } from '../../../contract/validation.ts'
import type { Actor } from '../../core/access/actors.ts'
import { auditAll } from '../../core/audit/audit.ts'
import { originOf } from '../../core/http/public-pages.ts'
import { allFound, orNotFound, refuse } from '../../core/http/refusal.ts'
import { serve, serveAct } from '../../core/http/serve.ts'
import type { Executor } from '../../db/connection.ts'
import { findEnterprise } from '../members/customers/customers.queries.ts'
import { newCode } from '../sharing/sharing.rules.ts'
import {
  endAll,
  invitationsOf,
  knownNumbers,
  lockInvitations,
  openInvitation,
  storeInvitations,
  tieSignUp,
} from './invitations.queries.ts'
import { signUp } from './sign-ups.acts.ts'
import { lockSeats, seatsOf } from './sign-ups.queries.ts'
import { closedBecause, viewerOf } from './sign-ups.rules.ts'

const TARGET = 'meetingInvitation'
/** From one address: an office signs up together, guesses do not get far. */
const SIGN_UPS_PER_MINUTE = 20

/** Who works at the customer, each with what prevents the invitation. */
async function invitableOf(db: Executor, actor: Actor, meetingId: string, enterpriseId: string) {
  const { contacts } = orNotFound(await findEnterprise(db, actor, enterpriseId))
  const working = contacts.filter(({ leftOn }) => leftOn === null)
  const known = await knownNumbers(
    db,
    meetingId,
    working.map(({ mobile }) => mobile),
  )
  return working.map(({ id, name, position, mobile }) => ({
    ...{ id, name, position, mobile },
    problem:
      checkMobile(mobile) !== null
        ? '没有手机号码'
        : known.signedUp.has(mobile)
          ? '已报名'
          : known.invited.has(mobile)
            ? '已邀请'
            : '',
  }))
}

export const routes = [
  serve(listInvitable, async ({ body: { meetingId, enterpriseId }, db, actor }) => {
    await seatsOf(db, meetingId)
    return invitableOf(db, actor, meetingId, enterpriseId)
  }),

  serve(listInvitations, async ({ body: { meetingId }, core, db, actor, request }) => {
    await seatsOf(db, meetingId)
    const found = await invitationsOf(db, viewerOf(actor), meetingId)
    return found.map(({ code, ...row }) => ({ ...row, url: `${originOf(core, request)}${invitationPath(code)}` }))
  }),

  serveAct(inviteContacts, async ({ body: { meetingId, enterpriseId, contactIds }, tx, actor, by }) => {
    const meeting = await lockSeats(tx, meetingId)
    const closed = closedBecause(meeting, dayOf(Date.now()))
    if (closed) throw refuse('conflict', { msg: closed })
    const contacts = await invitableOf(tx, actor, meetingId, enterpriseId)
    const chosen = allFound(
      contacts.filter(({ id }) => contactIds.includes(id)),
      contactIds,
    )
    const wrong = chosen.find(({ problem }) => problem !== '')
    if (wrong) throw refuse('conflict', { msg: `${wrong.name}：${wrong.problem}` })
    const rows = chosen.map(({ name, mobile }) => ({
      ...{ meetingId, code: newCode(), customerId: enterpriseId, name, mobile, inviterId: actor.id },
    }))
    // two contacts of one number get one invitation
    const each = [...new Map(rows.map((row) => [row.mobile, row])).values()]
    const stored = await storeInvitations(tx, each)
    await auditAll(
      tx,
      by,
      stored.map(({ id }, at) => ({
        ...{ action: `${TARGET}.invite`, targetType: TARGET, targetId: id },
        after: { meetingId, name: each[at]?.name, customerId: enterpriseId },
      })),
    )
    return { count: stored.length }
  }),

  serveAct(endInvitations, async ({ body: { meetingId, ids }, tx, actor, by }) => {
    const found = allFound(await lockInvitations(tx, viewerOf(actor), meetingId, ids), ids)
    await endAll(tx, ids)
    await auditAll(
      tx,
      by,
      found.map(({ id, name }) => ({
        ...{ action: `${TARGET}.end`, targetType: TARGET, targetId: id, before: { name } },
      })),
    )
  }),

  serveAct(
    acceptInvitation,
    async ({ body: { code, ...form }, ...act }) => {
      const { meetingId } = orNotFound(await openInvitation(act.tx, code))
      const meeting = await lockSeats(act.tx, meetingId)
      // read again: who held the lock may have signed up with it
      const invited = orNotFound(await openInvitation(act.tx, code))
      if (invited.state === null || invited.state === 'cancelled') {
        const closed = closedBecause(meeting, dayOf(Date.now()))
        if (closed) throw refuse('conflict', { msg: closed })
      }
      const { row } = await signUp(
        act,
        meeting,
        {
          ...form,
          ...{ name: invited.name, company: invited.company, mobile: invited.mobile, remark: '', invoiceState: 'none' },
        },
        {
          ...{ source: 'invitation', isConfirmed: false, customerId: invited.customerId },
          keeper: { id: invited.inviterId, realName: invited.inviterName },
        },
      )
      await tieSignUp(act.tx, invited.id, row.id)
      return { state: row.state, ticket: row.ticket }
    },
    { perMinute: SIGN_UPS_PER_MINUTE },
  ),
]
