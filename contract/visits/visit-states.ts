// The acts on a visit: from which states, to which one, until when, and who may do them.
import { dayOf } from '#contract/days.ts'
import type { VisitState } from './visit-labels.ts'

/** A report is amended by its author for so long, h; later only after it was returned. */
const REPORT_EDIT_HOURS = 24
/** A report is returned by a superior within so many days. */
const RETURN_DAYS = 7

const HOUR_MS = 3_600_000

/** `owner`: the person whose visit it is; `above`: also their superiors and administrators; `superior`: those alone. */
type VisitAct = {
  label: string
  from: readonly VisitState[]
  to: VisitState | null
  by: 'owner' | 'above' | 'superior'
  /** Not before the planned day: a visit of a later one has neither an arrival nor a result. */
  isOfDay?: boolean
}

export const visitActs = {
  edit: { label: '修改', from: ['planned', 'onTheWay'], to: null, by: 'above' },
  depart: { label: '出发', from: ['planned'], to: 'onTheWay', by: 'owner', isOfDay: true },
  // also without having pressed 出发: who stands at the gate has left
  arrive: { label: '到达', from: ['planned', 'onTheWay'], to: 'visited', by: 'owner', isOfDay: true },
  report: {
    label: '填写报告',
    from: ['planned', 'onTheWay', 'visited', 'reported'],
    to: 'reported',
    by: 'owner',
    isOfDay: true,
  },
  sendBack: { label: '退回报告', from: ['reported'], to: null, by: 'superior' },
  cancel: { label: '取消', from: ['planned', 'onTheWay'], to: 'cancelled', by: 'above' },
  restore: { label: '恢复', from: ['cancelled'], to: 'planned', by: 'above' },
  remove: { label: '删除', from: ['planned', 'cancelled'], to: null, by: 'above' },
} as const satisfies Record<string, VisitAct>
export type VisitActName = keyof typeof visitActs

/** What the rules ask of a visit, as the person sees it. */
export type VisitFacts = {
  state: VisitState
  plannedAt: string
  reportedAt: string | null
  returnedAt: string | null
  isOwn: boolean
  /** In the person's sales scope: their own, or of somebody below. */
  canChange: boolean
}

const permits: Readonly<Record<VisitAct['by'], (visit: VisitFacts) => boolean>> = {
  owner: ({ isOwn }) => isOwn,
  above: ({ canChange }) => canChange,
  superior: ({ isOwn, canChange }) => canChange && !isOwn,
}

/** Why an act of the state comes too early or too late; null where it does not. */
export function untimelyFor(
  name: VisitActName,
  { state, plannedAt, reportedAt, returnedAt }: VisitFacts,
  now: number,
): string | null {
  const { isOfDay = false }: VisitAct = visitActs[name]
  if (isOfDay && dayOf(plannedAt) > dayOf(now)) return '拜访日期未到，请先修改计划时间'
  if (state !== 'reported' || reportedAt === null) return null
  const age = now - Date.parse(reportedAt)
  if (name === 'report' && returnedAt === null && age > REPORT_EDIT_HOURS * HOUR_MS) {
    return `报告提交已超过 ${REPORT_EDIT_HOURS} 小时，不能再修改`
  }
  if (name !== 'sendBack') return null
  if (returnedAt !== null) return '报告已退回，等待拜访人修改'
  return age > RETURN_DAYS * 24 * HOUR_MS ? `报告提交已超过 ${RETURN_DAYS} 天，不能再退回` : null
}

/** Whether an act is offered. */
export function canDo(name: VisitActName, visit: VisitFacts, now = Date.now()): boolean {
  const { from }: VisitAct = visitActs[name]
  return from.includes(visit.state) && isPermitted(name, visit) && untimelyFor(name, visit, now) === null
}

/** Whether the person may do it in some state. */
export const isPermitted = (name: VisitActName, visit: VisitFacts): boolean => permits[visitActs[name].by](visit)
