// On which days a price of an item may be entered.
import { nextOpenDay } from '#contract/monitoring/calendar-days.ts'
import type { FigureItem } from '#contract/prices/entries.ts'
import type { QuoteStatus } from '#contract/prices/price-labels.ts'
import type { Calendars } from '#server/core/calendars.ts'
import { calendarOf, type ItemDays, isItemDueOn } from './due-patterns.queries.ts'

export type ItemRules = FigureItem & ItemDays & { status: QuoteStatus; stoppedOn: string | null }

type Asked = { day: string; today: string; item: ItemRules }

/** Why nothing can be entered for that day, or null. `isOffDay`: a day that is not due is wanted. */
export function verdictOnDay(calendars: Calendars, { day, today, item }: Asked, isOffDay: boolean): string | null {
  if (day > nextOpenDay(calendarOf(calendars, item), today)) return '日期不能晚于下一个工作日'
  if (item.status === 'stopUpdate' && (item.stoppedOn === null || day >= item.stoppedOn)) return '该报价项已停更'
  if (!isOffDay && !isItemDueOn(calendars, day, item)) return '该日不是发布日，请确认后再保存'
  return null
}

/** Whether a day that is not due is wanted: it is asked about before it is saved. */
export const isOffDayWanted = (calendars: Calendars, asked: Asked): boolean =>
  verdictOnDay(calendars, asked, true) === null && !isItemDueOn(calendars, asked.day, asked.item)

/** Whether an entry was never published and waits for nobody. */
export const isDraft = ({ status, publication }: { status: string; publication: string | null }): boolean =>
  publication === null && (status === 'draft' || status === 'overruled')
