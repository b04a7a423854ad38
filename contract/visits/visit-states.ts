// The acts on a visit: from which states, to which one, and who may do them.
import type { VisitState } from './visit-labels.ts'

/** `owner`: the person whose visit it is; `above`: also their superiors and administrators. */
type VisitAct = { label: string; from: readonly VisitState[]; to: VisitState | null; by: 'owner' | 'above' }

export const visitActs = {
  edit: { label: '修改', from: ['planned', 'onTheWay'], to: null, by: 'above' },
  depart: { label: '出发', from: ['planned'], to: 'onTheWay', by: 'owner' },
  arrive: { label: '到达', from: ['onTheWay'], to: 'visited', by: 'owner' },
  report: { label: '填写报告', from: ['visited', 'reported'], to: 'reported', by: 'owner' },
  cancel: { label: '取消', from: ['planned', 'onTheWay'], to: 'cancelled', by: 'above' },
  restore: { label: '恢复', from: ['cancelled'], to: 'planned', by: 'above' },
  remove: { label: '删除', from: ['planned', 'cancelled'], to: null, by: 'above' },
} as const satisfies Record<string, VisitAct>
export type VisitActName = keyof typeof visitActs

/** What the rules ask of a visit, as the person sees it. */
export type VisitFacts = {
  state: VisitState
  isOwn: boolean
  /** In the person's sales scope: their own, or of somebody below. */
  canChange: boolean
}

const isFor = (by: VisitAct['by'], { isOwn, canChange }: VisitFacts) => (by === 'owner' ? isOwn : canChange)

/** Whether an act is offered. */
export function canDo(name: VisitActName, visit: VisitFacts): boolean {
  const { from, by }: VisitAct = visitActs[name]
  return from.includes(visit.state) && isFor(by, visit)
}

/** Whether the person may do it in some state. */
export const isPermitted = (name: VisitActName, visit: VisitFacts): boolean => isFor(visitActs[name].by, visit)
