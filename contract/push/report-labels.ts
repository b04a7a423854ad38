// Customised reports: what rhythms and states are called.
import { keysOf } from '#contract/labels.ts'

export const orderRhythmLabels = { weekly: '每周', monthly: '每月', quarterly: '每季度', once: '一次' } as const
export type OrderRhythm = keyof typeof orderRhythmLabels
export const orderRhythms = keysOf(orderRhythmLabels)

/** `received`: the customer has confirmed it. */
export const issueStateLabels = {
  draft: '草稿',
  reviewing: '待审核',
  passed: '待发送',
  sent: '已发送',
  received: '已签收',
} as const
export type IssueState = keyof typeof issueStateLabels
export const issueStates = keysOf(issueStateLabels)
