// Acts on many rows of which some may fail: each row by itself, and the reply says what became of each (602).
import { isFieldErrors, type RowOutcome } from '#contract/envelope.ts'
import type { Tx } from '#server/db/connection.ts'
import { TAKEN_AT_ONCE, UNIQUE_VIOLATION } from './errors.ts'
import { Refusal, refuse } from './refusal.ts'

type Named = { id: string; name: string }

/** A unique violation by a concurrent write, as the refusal of that row. Drizzle wraps the driver's errors. */
function refusalOfRow(error: unknown): Error | undefined {
  if (error instanceof Refusal) return error
  for (let each = error; each instanceof Error; each = each.cause)
    if ((each as Error & { code?: unknown }).code === UNIQUE_VIOLATION)
      return refuse('conflict', { msg: TAKEN_AT_ONCE })
  return undefined
}

/** The fields that it names (400). */
function fieldsOf(refusal: Error): Pick<RowOutcome, 'fields'> {
  const data = refusal instanceof Refusal ? refusal.data : null
  return isFieldErrors(data) ? { fields: data.fields } : {}
}

/**
 * Does the work row by row, each in a savepoint: a refused row is rolled back, the others stay; likewise at a conflict with a
 * concurrent write (409). Any other error ends the whole act.
 * @returns an outcome for each row, in their order; give it to `outcomes` after the commit
 */
export async function attemptEach<R extends Named>(
  tx: Tx,
  rows: readonly R[],
  work: (tx: Tx, row: R) => Promise<void>,
): Promise<RowOutcome[]> {
  const found: RowOutcome[] = []
  for (const row of rows) {
    const { id, name } = row
    try {
      await tx.transaction((inner) => work(inner, row))
      found.push({ id, name, ok: true, msg: '' })
    } catch (error) {
      const refusal = refusalOfRow(error)
      if (!refusal) throw error
      found.push({ id, name, ok: false, msg: refusal.message, ...fieldsOf(refusal) })
    }
  }
  return found
}

/**
 * The end of such an act: null where every row was done; otherwise throws 602 with all rows, whose message is the reason
 * where it was one. After the commit, never inside
 * of the transaction: what is thrown there undoes it.
 */
export function outcomes(rows: readonly RowOutcome[]): null {
  const failed = rows.filter(({ ok }) => !ok).length
  if (failed === 0) return null
  const [first] = rows
  const summary = `成功 ${rows.length - failed} 项，失败 ${failed} 项`
  throw refuse('partlyDone', { data: rows, msg: rows.length === 1 && first ? first.msg : summary })
}
