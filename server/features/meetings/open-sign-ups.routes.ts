// Sign-ups that sites send and cancel.
import { dayOf } from '../../../contract/days.ts'
import { cancelOpenSignUp, sendSignUp } from '../../../contract/meetings/open-sign-ups.ts'
import { refuse } from '../../core/http/refusal.ts'
import { serveAct } from '../../core/http/serve.ts'
import { cancelRow, signUp } from './sign-ups.acts.ts'
import { lockSeats, ofPerson } from './sign-ups.queries.ts'
import { closedBecause } from './sign-ups.rules.ts'

/** Tries to cancel from one address: tickets are not to be guessed. */
const CANCELS_PER_MINUTE = 60

export const routes = [
  serveAct(sendSignUp, async ({ body: { meetingId, channel, ...form }, ...act }) => {
    const meeting = await lockSeats(act.tx, meetingId)
    if (!meeting.channels.includes(channel)) throw refuse('notFound')
    const before = await ofPerson(act.tx, meetingId, form.mobile.trim())
    const closed = before && before.state !== 'cancelled' ? null : closedBecause(meeting, dayOf(Date.now()))
    if (closed) throw refuse('conflict', { msg: closed })
    const { isNew, row } = await signUp(
      act,
      meeting,
      { ...form, invoiceState: 'none' },
      { source: 'open', channel, keeper: null, isConfirmed: false },
    )
    const isTheirs = isNew || row.name === form.name.trim()
    return { id: row.id, isNew, state: row.state, ticket: isTheirs ? row.ticket : null }
  }),

  serveAct(
    cancelOpenSignUp,
    async ({ body: { meetingId, ticket, mobile, reason }, ...act }) => {
      await lockSeats(act.tx, meetingId)
      const row = await ofPerson(act.tx, meetingId, mobile.trim())
      if (row?.ticket !== ticket) throw refuse('notFound')
      if (row.state === 'cancelled') return
      await cancelRow(act, row.id, reason.trim() || '本人取消', dayOf(Date.now()))
    },
    { perMinute: CANCELS_PER_MINUTE },
  ),
]
