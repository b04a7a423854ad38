// Labels of the visit log.
import type { VisitRow } from '#contract/organisation/visit-log.ts'
import { actLabel, targetLabel } from '#contract/system/audit-labels.ts'

export const titleOf = ({ action, title }: VisitRow) => (action === 'act' ? actLabel(title) : title)

/** Target text of an act: `user 7` → 员工 7. */
export function targetOf({ action, target }: VisitRow): string {
  if (action !== 'act') return target
  const [type = '', ...id] = target.split(' ')
  return [targetLabel(type), ...id].join(' ')
}
