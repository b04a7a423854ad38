// Ranges of days in queries.
import { daysBetween } from '#contract/days.ts'
import { checkFields } from '#server/core/http/refusal.ts'

/** Checks that a range is in order and has at most `most` days, both included. */
export function checkDays({ from, to }: { from: string; to: string }, most: number): void {
  checkFields({
    from: from > to ? '开始日期不能晚于结束日期' : null,
    to: daysBetween(from, to) >= most ? `日期范围不能超过 ${most} 天` : null,
  })
}
