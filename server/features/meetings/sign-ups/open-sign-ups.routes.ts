// Sign-ups that sites send and cancel.
import { dayOf } from '#contract/days.ts'
import { cancelOpenSignUp, sendSignUp } from '#contract/meetings/open-sign-ups.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { idInPath } from '#server/core/http/request.ts'
import { serveAct } from '#server/core/http/serve.ts'
import { lockSeats } from './seats.queries.ts'
import { cancelRow, signUp } from './sign-ups.acts.ts'
import { ofPerson } from './sign-ups.queries.ts'
import { closedBecause, isLive } from './sign-ups.rules.ts'

/** Tries to cancel from one address: tickets are not to be guessed. */
const CANCELS_PER_MINUTE = 60

export const routes = [
  serveAct(sendSignUp, async ({ body: { channel, ...form }, request, ...act }) => {
    const meetingId = idInPath(request)
    const meeting = await lockSeats(act.tx, meetingId)
    if (!meeting.channels.includes(channel)) throw refuse('notFound')
    const before = await ofPerson(act.tx, meetingId, form.mobile.trim())
    const closed = before && isLive(before) ? null : closedBecause(meeting, dayOf(Date.now()))
    if (closed) throw refuse('conflict', { msg: closed })
    const { isNew, row } = await signUp(
      act,
      meeting,
      { ...form, invoiceState: 'none' },
      { source: 'open', channel, keeperId: null, isOrganiser: false },
    )
    const isTheirs = isNew || row.name === form.name.trim()
    return { id: row.id, isNew, state: row.state, ticket: isTheirs ? row.ticket : null }
  }),

  serveAct(
    cancelOpenSignUp,
    async ({ body: { ticket, mobile, reason }, request, ...act }) => {
      const meetingId = idInPath(request)
      await lockSeats(act.tx, meetingId)
      const row = await ofPerson(act.tx, meetingId, mobile.trim())
      if (row?.ticket !== ticket) throw refuse('notFound')
      if (!isLive(row)) return
      await cancelRow(act, row.id, reason.trim() || '本人取消')
    },
    { perMinute: CANCELS_PER_MINUTE },
  ),
]
