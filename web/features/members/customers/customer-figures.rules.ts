// The lists behind the figures of customers.
import { EXPIRING_DAYS } from '#contract/members/members.ts'
import { printRange } from '#web/kit/form/date-range.rules.ts'
import { monthOf } from '#web/lib/periods.ts'

/** What the list's address has for each figure. */
export const addressesOn = (today: string) =>
  ({
    total: {},
    newThisMonth: { created: printRange({ start: monthOf(today)?.from ?? null, end: today }) },
    withMembers: { hasMembers: '1' },
    live: { isInUse: '1' },
    expiring: { endsWithin: String(EXPIRING_DAYS) },
    pooled: { isPooled: '1' },
  }) as const satisfies Record<string, Readonly<Record<string, string>>>
