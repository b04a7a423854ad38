// On which days a price of an item may be entered.
import type { FigureItem } from '../../../contract/prices/entries.ts'
import type { QuoteFrequency, QuoteStatus } from '../../../contract/prices/price-labels.ts'
import { isDueOn, nextWorkday } from './due.rules.ts'

export type ItemRules = FigureItem & {
  status: QuoteStatus
  stoppedOn: string | null
  frequency: QuoteFrequency
  weekdays: number[]
}

/** Why nothing can be entered for that day, or null. `isOffDay`: a day that is not due is wanted. */
export function verdictOnDay(day: string, item: ItemRules, today: string, isOffDay: boolean): string | null {
  if (day > nextWorkday(today)) return '日期不能晚于下一个工作日'
  if (item.status === 'stopUpdate' && (item.stoppedOn === null || day >= item.stoppedOn)) return '该报价项已停更'
  if (!isOffDay && !isDueOn(day, item)) return '该日不是发布日，请确认后再保存'
  return null
}

/** Whether a day that is not due is wanted: it is asked about before it is saved. */
export const isOffDayWanted = (day: string, item: ItemRules, today: string): boolean =>
  verdictOnDay(day, item, today, true) === null && !isDueOn(day, item)
