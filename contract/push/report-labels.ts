// Customised reports: what rhythms and states are called.

export const orderRhythms = ['weekly', 'monthly', 'quarterly', 'once'] as const
export type OrderRhythm = (typeof orderRhythms)[number]
export const orderRhythmLabels: Readonly<Record<OrderRhythm, string>> = {
  weekly: '每周',
  monthly: '每月',
  quarterly: '每季度',
  once: '一次',
}

/** `received`: the customer has confirmed it. */
export const issueStates = ['draft', 'reviewing', 'passed', 'sent', 'received'] as const
export type IssueState = (typeof issueStates)[number]
export const issueStateLabels: Readonly<Record<IssueState, string>> = {
  draft: '草稿',
  reviewing: '待审核',
  passed: '待发送',
  sent: '已发送',
  received: '已签收',
}
