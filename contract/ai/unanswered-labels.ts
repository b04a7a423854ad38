// Words of questions that were not answered.
import { keysOf } from '#contract/labels.ts'

export const unansweredStateLabels = { open: '待处理', assigned: '处理中', done: '已处理' } as const
export type UnansweredState = keyof typeof unansweredStateLabels
export const unansweredStates = keysOf(unansweredStateLabels)

/** Refusals that somebody can do something about. Fixed ones (forecasts, sensitive words), limits and outages are no work. */
export const unansweredRefusals = ['notGranted', 'nothing', 'withheld'] as const
