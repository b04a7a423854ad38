// Services shared by every area, created once at start and passed to each handler.
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import type { Actor, Actors } from './access/actors.ts'
import type { Bus, Change } from './live/bus.ts'
import type { Live } from './live/live.ts'

export type Core = {
  config: Config
  db: Db
  /** A few connections for getting in and for rights alone: other calls cannot take them. */
  reserved: Db
  bus: Bus
  actors: Actors
  live: Live
  log: Logger
  /** Set for a request with an Idempotency-Key: its transaction stores the key too. */
  once?: Once
}

/** Hooks of a transaction for idempotency (idempotency.ts). */
export type Once = {
  /** At its beginning. Throws if the same request is running, or has been done. */
  take: (tx: Tx) => Promise<void>
  /** At its end, with its answer. */
  settle: (tx: Tx, answer: unknown) => Promise<void>
}

/** Whose act it is: for the audit log, which has the login as `name`. `realName`: of a signed-in person. */
export type Author = { id: string | null; name: string; realName?: string; address: string; requestId: string }

/** What colleagues call the person; the login where nothing else is known. */
export const personNameOf = ({ realName, name }: Author): string => realName ?? name

/** The part of a request's context that an act needs. */
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
