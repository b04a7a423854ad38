// By which calendar, and how often, quote items are due: as their nearest monitoring rule says (`rulesFor`, `settledBy`),
// else as they say themselves. So entry, import, feeds and pushes know the same days as the board.
import { sql } from 'drizzle-orm'
import { type Calendar, type DuePattern, isDueOn } from '#contract/monitoring/calendar-days.ts'
import { type Calendars, workdaysId } from '#server/core/calendars.ts'
import { categories, products } from '#server/db/schema/catalogue.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'

export type ItemDays = DuePattern & { calendarId: string }

/** Joins `w` to the quote item `i`. Each level is one probe of `monitoring_rules_target`. */
export const withItemDays = sql`cross join lateral (
  select coalesce(r.calendar_id, i.calendar_id, ${workdaysId})::text as calendar_id, coalesce(r.frequency, i.frequency) as frequency,
      case when r.frequency is null then i.weekdays else r.weekdays end as weekdays,
      case when r.frequency is null then -1 else r.nth end as nth
    from (select) one left join lateral (
      select m.calendar_id, m.frequency, m.weekdays, m.nth from (
        select 4 as near, o.* from ${monitoringRules} o where o.kind = 'price' and o.level = 'item'
          and o.category_id is null and o.product_id is null and o.quote_item_id = i.id
        union all
        select 3, o.* from ${monitoringRules} o where o.kind = 'price' and o.level = 'product'
          and o.category_id is null and o.product_id = i.product_id
        union all
        select case when o.category_id = c.id then 2 else 1 end, o.* from ${products} q join ${categories} c on c.id = q.category_id
          join ${monitoringRules} o on o.kind = 'price' and o.level = 'category' and o.category_id in (c.id, c.parent_id)
          where q.id = i.product_id
        union all
        select 0, o.* from ${monitoringRules} o where o.kind = 'price' and o.level = 'all'
      ) m where m.is_enabled order by m.near desc, m.id limit 1
    ) r on true
  ) w`

/** `ItemDays` of the joined `w`, as pairs of `json_build_object`. */
export const itemDaysJson = sql`'calendarId', w.calendar_id, 'frequency', w.frequency, 'weekdays', w.weekdays, 'nth', w.nth`

export function calendarOf(calendars: Calendars, { calendarId }: Pick<ItemDays, 'calendarId'>): Calendar {
  const calendar = calendars.get(calendarId)
  if (!calendar) throw new Error(`no calendar ${calendarId}`)
  return calendar
}

export const isItemDueOn = (calendars: Calendars, day: string, item: ItemDays): boolean =>
  isDueOn(calendarOf(calendars, item), day, item)
