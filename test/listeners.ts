// Cuts the connections over which the processes hear of each other's changes.
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { LISTENER } from '#server/core/live/bus.ts'

/** By their name: the last statement of one that has listened for a while is its probe. */
export async function cutListeners(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
    [LISTENER],
  )
  expect(rowCount).toBeGreaterThan(0)
}
