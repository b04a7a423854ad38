// What guests do on the page of their ticket.
import { acceptSeat, giveUpSeat } from '#contract/meetings/tickets.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serveAct } from '#server/core/http/serve.ts'
import type { Executor } from '#server/db/connection.ts'
import { acceptOffer } from '../sign-ups/seats.acts.ts'
import { cancelRow } from '../sign-ups/sign-ups.acts.ts'
import { ticketOf } from './tickets.queries.ts'

/** From one address: an office acts together. */
const ACTS_PER_MINUTE = 60

const idOf = async (db: Executor, code: string) => orNotFound(await ticketOf(db, code)).id

export const routes = [
  serveAct(
    acceptSeat,
    async ({ body: { code }, ...act }) => {
      const { state } = await acceptOffer(act, await idOf(act.tx, code))
      return { state }
    },
    { perMinute: ACTS_PER_MINUTE },
  ),

  serveAct(
    giveUpSeat,
    async ({ body: { code }, ...act }) => {
      await cancelRow(act, await idOf(act.tx, code), '本人取消')
      return { state: 'cancelled' as const }
    },
    { perMinute: ACTS_PER_MINUTE },
  ),
]
