// What every area stands on, made once at start and handed to each handler.
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { Actors } from './actors.ts'
import type { Bus, Change } from './bus.ts'
import type { Live } from './live.ts'

export type Core = { config: Config; db: Db; bus: Bus; actors: Actors; live: Live; log: Logger }

/** Whose act it is: for the audit log. */
export type Author = { id: string | null; name: string; address: string; requestId: string }

/**
 * A transaction whose announced changes reach other processes with its commit, and this one right after it,
 * so that the next call here already sees them.
 */
export async function transact<T>(
  { db, bus }: Pick<Core, 'db' | 'bus'>,
  work: (tx: Tx, announce: (change: Change) => void) => Promise<T>,
): Promise<T> {
  const changes: Change[] = []
  const result = await db.transaction(async (tx) => {
    const answer = await work(tx, (change) => changes.push(change))
    for (const change of changes) await bus.notify(tx, change)
    return answer
  })
  for (const change of changes) bus.apply(change)
  return result
}
