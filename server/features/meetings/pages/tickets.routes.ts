// What guests do on the page of their ticket.
import { dayOf } from '#contract/days.ts'
import { acceptSeat, giveUpSeat } from '#contract/meetings/tickets.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serveAct } from '#server/core/http/serve.ts'
import type { Executor } from '#server/db/connection.ts'
import { acceptOffer } from '../sign-ups/seats.acts.ts'
import { seatsOf } from '../sign-ups/seats.queries.ts'
import { cancelRow } from '../sign-ups/sign-ups.acts.ts'
import { isOver } from '../sign-ups/sign-ups.rules.ts'
import { ticketOf } from './tickets.queries.ts'

/** From one address: an office acts together. */
const ACTS_PER_MINUTE = 60

const signUpOf = async (db: Executor, code: string) => orNotFound(await ticketOf(db, code))

export const routes = [
  serveAct(
    acceptSeat,
    async ({ body: { code }, ...act }) => {
      const { state } = await acceptOffer(act, (await signUpOf(act.tx, code)).id)
      return { state }
    },
    { perMinute: ACTS_PER_MINUTE },
  ),

  serveAct(
    giveUpSeat,
    async ({ body: { code }, ...act }) => {
      const { id, meetingId } = await signUpOf(act.tx, code)
      if (isOver(await seatsOf(act.tx, meetingId), dayOf(Date.now())))
        throw refuse('conflict', { msg: '会议已结束，不能取消' })
      await cancelRow(act, id, '本人取消')
      return { state: 'cancelled' as const }
    },
    { perMinute: ACTS_PER_MINUTE },
  ),
]
