// The lists behind the figures of visits.
import { addDays } from '#contract/days.ts'
import type { VisitFigure } from '#contract/visits/visit-labels.ts'
import { printRange } from '#web/kit/form/date-range.rules.ts'

/** What the list's address has for a figure of the last days; what is overdue is so whenever it was planned for. */
export function addressOfFigure(
  figure: VisitFigure,
  days: number,
  today: string,
  filters: Record<string, string> = {},
): URLSearchParams {
  const within = figure === 'overdue' ? {} : { days: printRange({ start: addDays(today, 1 - days), end: today }) }
  return new URLSearchParams({ figure, ...within, ...filters })
}
