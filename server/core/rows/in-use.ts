// Deleting what others refer to.
import type { RowInUse } from '#contract/envelope.ts'
import { refuse } from '../http/refusal.ts'

const FOREIGN_KEY = '23503'

type Named = { id: string; name: string }

/** Of counts by kind, what refuses a deletion; nothing where nothing does. */
export function inUse({ id, name }: Named, counts: Readonly<Record<string, number>>): RowInUse[] {
  const by = Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [{ kind, count }] : []))
  return by.length > 0 ? [{ id, name, by }] : []
}

/** Drizzle wraps what the driver throws. */
function isForeignKey(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && each.code === FOREIGN_KEY) return true
  }
  return false
}

/** A deletion that the database refuses for rows of an area that is not counted here is one of something in use (603). */
export async function asInUse(row: Named, remove: () => Promise<unknown>): Promise<void> {
  try {
    await remove()
  } catch (error) {
    if (isForeignKey(error)) throw refuse('inUse', { data: inUse(row, { 其他业务数据: 1 }) })
    throw error
  }
}
