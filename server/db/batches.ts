/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const BATCH = 1_000

export function batches<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, index) =>
    items.slice(index * BATCH, (index + 1) * BATCH),
  )
}
