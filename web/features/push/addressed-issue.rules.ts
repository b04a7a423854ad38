// The issue to write, as `dueOn` in the address of an order's page names it.
import type { ReportIssue } from '#contract/push/reports.ts'

/** The draft of that day, or no issue and the due days with that day first; null if there is nothing to write. */
export function addressedIssue<I extends Pick<ReportIssue, 'dueOn' | 'state'>>(
  { issues, due }: { issues: readonly I[]; due: readonly string[] },
  address: URLSearchParams,
): { issue: I | undefined; due: readonly string[] } | null {
  const requested = address.get('dueOn') ?? ''
  if (!/^\d{4}-\d{2}-\d{2}$/.test(requested)) return null
  const issue = issues.find(({ dueOn }) => dueOn === requested)
  if (issue) return issue.state === 'draft' ? { issue, due } : null
  return due.includes(requested) ? { issue, due: [requested, ...due.filter((day) => day !== requested)] } : null
}
