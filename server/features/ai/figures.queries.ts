// Figures of answers as they are stored, with the uses of the prices among them.
import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/connection.ts'
import { aiFigures } from '#server/db/schema/ai-figures.ts'
import { prices } from '#server/db/schema/prices/prices.ts'
import { gatherCarried, recordUse } from '#server/features/prices/price-uses.queries.ts'
import type { Figure } from './answering/release.rules.ts'

export type Answered = {
  messageId: string
  /** Of the assistant. The trace of prices names the answer, never the question, which is the member's. */
  assistantName: string
  keyName: string
}

/** Whether the price of a row `f` of figures is published with another number now, or no more. Asked of the prices, never stored. */
export const isCorrected = sql`(f.verdict = 'bound' and not exists (select from ${prices} p
  where p.quote_item_id = f.quote_item_id and p.day = f.day and p.publication = f.publication))`

/** What was withheld is no use. */
export async function storeFigures(
  tx: Executor,
  { messageId, assistantName, keyName }: Answered,
  figures: readonly Figure[],
): Promise<void> {
  if (figures.length === 0) return
  await tx.insert(aiFigures).values(figures.map(({ price, ...figure }) => ({ ...figure, ...price, messageId })))
  const carried = gatherCarried()
  for (const { price, place } of figures) if (price && place !== null) carried.add(price)
  const title = `${assistantName} ${messageId}`
  await recordUse(tx, { channel: 'ai', targetId: messageId, title, by: { id: null, name: keyName }, ...carried.all() })
}
