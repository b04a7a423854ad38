// The issue that the address of an order asks to be written (`dueOn`).
import type { ReportIssue } from '../../../contract/push/reports.ts'

/** Its draft, or the days to choose from with that day first; null: there is nothing to write. */
export function addressedIssue<I extends Pick<ReportIssue, 'dueOn' | 'state'>>(
  { issues, due }: { issues: readonly I[]; due: readonly string[] },
  address: URLSearchParams,
): { issue: I | undefined; due: readonly string[] } | null {
  const asked = address.get('dueOn') ?? ''
  if (!/^\d{4}-\d{2}-\d{2}$/.test(asked)) return null
  const issue = issues.find(({ dueOn }) => dueOn === asked)
  if (issue) return issue.state === 'draft' ? { issue, due } : null
  return due.includes(asked) ? { issue, due: [asked, ...due.filter((day) => day !== asked)] } : null
}
