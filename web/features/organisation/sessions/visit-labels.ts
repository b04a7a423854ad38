// How what people opened and did is called.
import type { VisitRow } from '../../../../contract/organisation/staff-links.ts'
import { actLabel, targetLabel } from '../../../../contract/system/audit-labels.ts'

export const titleOf = ({ action, title }: VisitRow) => (action === 'act' ? actLabel(title) : title)

/** `user 7` of an act becomes 员工 7. */
export function targetOf({ action, target }: VisitRow): string {
  if (action !== 'act') return target
  const [type = '', ...id] = target.split(' ')
  return [targetLabel(type), ...id].join(' ')
}
