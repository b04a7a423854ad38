// How a complaint of a customer stands.
import { keysOf } from '#contract/labels.ts'

export const complaintStateLabels = { open: '待处理', working: '处理中', solved: '已解决' } as const
export const complaintStates = keysOf(complaintStateLabels)
export type ComplaintState = (typeof complaintStates)[number]

/** What an act did, in the history of a complaint. */
export const complaintStepLabels = {
  add: '登记',
  start: '开始处理',
  note: '处理进展',
  assign: '更换处理人',
  solve: '解决',
  reopen: '重新处理',
} as const
export const complaintSteps = keysOf(complaintStepLabels)
export type ComplaintStep = (typeof complaintSteps)[number]

export const complaintActNames = ['start', 'note', 'solve', 'reopen'] as const
export type ComplaintAct = (typeof complaintActNames)[number]

/** What may be done with a complaint in each state, and the state after it. A new one is `open`. */
export const complaintActs: Readonly<Record<ComplaintAct, { from: readonly ComplaintState[]; to: ComplaintState }>> = {
  start: { from: ['open'], to: 'working' },
  note: { from: ['working'], to: 'working' },
  solve: { from: ['open', 'working'], to: 'solved' },
  reopen: { from: ['solved'], to: 'working' },
}

/** What may be done now. */
export const complaintActsOf = (state: ComplaintState): ComplaintAct[] =>
  complaintActNames.filter((act) => complaintActs[act].from.includes(state))
