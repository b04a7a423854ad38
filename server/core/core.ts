// What every area stands on, made once at start and handed to each handler.
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { Actor, Actors } from './access/actors.ts'
import type { Bus, Change } from './live/bus.ts'
import type { Live } from './live/live.ts'

export type Core = {
  config: Config
  db: Db
  bus: Bus
  actors: Actors
  live: Live
  log: Logger
  /** In the hands of a handler whose request carries an Idempotency-Key: its transaction takes the key with it. */
  once?: Once
}

/** How a transaction takes part in doing a request once (idempotency.ts). */
export type Once = {
  /** At its beginning. Throws where the same request is being done, or has been. */
  take: (tx: Tx) => Promise<void>
  /** At its end, with what it answers. */
  settle: (tx: Tx, answer: unknown) => Promise<void>
}

/** Whose act it is: for the audit log. */
export type Author = { id: string | null; name: string; address: string; requestId: string }

/** What an act takes of the context of its request. */
export type Acting = { core: Core; actor: Actor; by: Author }

/**
 * A transaction whose announced changes reach other processes with its commit, and this one right after it,
 * so that the next call here already sees them.
 */
export async function transact<T>(
  { db, bus, once }: Pick<Core, 'db' | 'bus' | 'once'>,
  work: (tx: Tx, announce: (change: Change) => void) => Promise<T>,
): Promise<T> {
  const changes: Change[] = []
  const result = await db.transaction(async (tx) => {
    await once?.take(tx)
    const answer = await work(tx, (change) => changes.push(change))
    for (const change of changes) await bus.notify(tx, change)
    await once?.settle(tx, answer)
    return answer
  })
  for (const change of changes) bus.apply(change)
  return result
}
