// The published price that a case asks for, as the database has it now or had it at a publication.
import { sql } from 'drizzle-orm'
import type { FigurePart, RelativeDay } from '#contract/ai/evaluation-labels.ts'
import { addDays, dayOf } from '#contract/days.ts'
import type { Executor } from '#server/db/connection.ts'
import { priceRevisions } from '#server/db/schema/prices/prices.ts'
import type { ExpectedPrice } from './verdicts.rules.ts'

type Asked = { quoteItemId: string; relativeDay: RelativeDay; part: FigurePart; asKnownAt: string | null }

/** The published days that are seen, counted back from the newest; or so many days before today. */
const places: Record<RelativeDay, { back: number } | { daysAgo: number }> = {
  newest: { back: 0 },
  previous: { back: 1 },
  today: { daysAgo: 0 },
  yesterday: { daysAgo: 1 },
  weekAgo: { daysAgo: 7 },
}

/** What readers saw of the item on each of its newest days; of one day where it is named. */
export async function expectedPrice(
  db: Executor,
  { quoteItemId, relativeDay, part, asKnownAt }: Asked,
  now: number,
): Promise<ExpectedPrice | null> {
  const place = places[relativeDay]
  const day = 'daysAgo' in place ? addDays(dayOf(now), -place.daysAgo) : null
  const back = 'back' in place ? place.back : 0
  const { rows } = await db.execute<ExpectedPrice>(sql`
    select s.day::text as day, s.publication::text as publication,
        (abs(case ${part}::text when 'low' then s.low when 'high' then s.high else s.average end))::text as figure
      from (select distinct on (day) day, publication, act, low, high, average from ${priceRevisions}
        where quote_item_id = ${quoteItemId}::bigint and publication is not null
          and publication <= coalesce(${asKnownAt}::bigint, 9223372036854775807)
          and day = coalesce(${day}::date, day)
        order by day desc, publication desc) s
      where s.act <> 'cancelVerify' order by s.day desc offset ${back} limit 1`)
  return rows[0] ?? null
}
