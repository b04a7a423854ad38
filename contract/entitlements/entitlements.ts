// Labels of entitlements: why an account may not use something, and what the sign-in of a member came to.
import { keysOf } from '#contract/labels.ts'

/** Why not; the first that applies. `overQuota`: of data sets alone, whose calls the console counts. */
export const refusalLabels = {
  noAccount: '没有该账号',
  disabled: '账号已禁用',
  locked: '会员已锁定',
  noGrant: '未授权',
  notBegun: '未开始',
  expired: '已过期',
  overQuota: '今日用量已满',
} as const
export const refusals = keysOf(refusalLabels)
export type WhyNot = (typeof refusals)[number]

export const verifyOutcomeLabels = {
  ok: '通过',
  wrong: '用户名或密码错误',
  locked: '已锁定',
  expired: '已过期',
} as const
export const verifyOutcomes = keysOf(verifyOutcomeLabels)
export type VerifyOutcome = (typeof verifyOutcomes)[number]
