// Times work on the database in a transaction that is rolled back.
import type { Db, Tx } from '#server/db/connection.ts'

class Undo extends Error {}

/** Runs the work and rolls it back. @returns its duration, ms */
export async function timed(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  let took = 0
  await db
    .transaction(async (tx) => {
      const since = performance.now()
      await work(tx)
      took = performance.now() - since
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  return took
}

/** @returns the duration of the work, ms */
export async function took(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}
