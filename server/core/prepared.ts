// Statements are prepared once for each database, not once a call: preparing costs as much as the rest of a short call.
import type { Db } from '../db/connection.ts'

/** @returns a function that prepares at a database's first call and then answers what was prepared */
export function prepared<T>(prepare: (db: Db) => T): (db: Db) => T {
  const known = new WeakMap<Db, T>()
  return (db) => {
    const found = known.get(db)
    if (found !== undefined) return found
    const fresh = prepare(db)
    known.set(db, fresh)
    return fresh
  }
}
