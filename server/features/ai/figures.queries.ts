// Figures of answers as they are stored, with the uses of the prices among them.
import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/connection.ts'
import { aiFigurePrices, aiFigures } from '#server/db/schema/ai-figures.ts'
import { priceRevisions } from '#server/db/schema/prices/prices.ts'
import { gatherCarried, recordUse } from '#server/features/prices/price-uses.queries.ts'
import type { Figure } from './answering/release.rules.ts'

export type Answered = {
  messageId: string
  /** Of the assistant. The trace of prices names the answer, never the question, which is the member's. */
  assistantName: string
  keyName: string
}

/** Whether a price that a row `f` of figures is made of was corrected or taken back since. Asked of the prices, never stored. */
export const isCorrected = sql`exists (select from ${aiFigurePrices} u cross join lateral unnest(u.days) d
    join ${priceRevisions} r on r.quote_item_id = u.quote_item_id and r.day >= lower(d) and r.day < upper(d)
      and r.publication > u.publication
  where u.figure_id = f.id)`

async function storePrices(tx: Executor, figures: readonly (Pick<Figure, 'madeOf'> & { id: string })[]): Promise<void> {
  const used = figures.flatMap(({ id, madeOf }) =>
    madeOf.map(({ quoteItemId, part, day, publication }) => ({
      figure: id,
      item: quoteItemId,
      part,
      day,
      publication,
    })),
  )
  if (used.length === 0) return
  await tx.execute(sql`
    insert into ${aiFigurePrices} (figure_id, quote_item_id, part, days, publication)
      select r.figure, r.item, r.part, range_agg(daterange(r.day, r.day, '[]')), max(r.publication)
        from jsonb_to_recordset(${JSON.stringify(used)}::jsonb)
          as r(figure bigint, item bigint, part text, day date, publication bigint)
        group by r.figure, r.item, r.part`)
}

/** What was withheld is no use. */
export async function storeFigures(
  tx: Executor,
  { messageId, assistantName, keyName }: Answered,
  figures: readonly Figure[],
): Promise<void> {
  if (figures.length === 0) return
  const stored = await tx
    .insert(aiFigures)
    .values(figures.map(({ price, madeOf: _, ...figure }) => ({ ...figure, ...price, messageId })))
    .returning({ id: aiFigures.id })
  const shown = figures.flatMap(({ place, madeOf }, at) =>
    place === null ? [] : [{ id: stored[at]?.id ?? '', madeOf }],
  )
  await storePrices(tx, shown)
  const carried = gatherCarried()
  for (const price of shown.flatMap(({ madeOf }) => madeOf)) carried.add(price)
  const title = `${assistantName} ${messageId}`
  await recordUse(tx, { channel: 'ai', targetId: messageId, title, by: { id: null, name: keyName }, ...carried.all() })
}
