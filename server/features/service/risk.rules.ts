// How likely a customer is lost: points for each sign of it, 100 in all. `customer-values.queries.ts` asks for the same signs
// in SQL, since lists sort by the score.
import { type EnterpriseLevel, EXPIRING_DAYS, enterpriseLevelLabels } from '#contract/members/members.ts'
import { USE_DAYS } from '#contract/service/customer-values.ts'
import type { FollowMood, FollowResult } from '#contract/service/follow-up-labels.ts'

/** How long a customer of a level may go without a follow-up, days. */
export const silentLimits: Readonly<Record<EnterpriseLevel, number>> = { A: 14, B: 30, C: 60 }

export const riskPoints = { silent: 30, ending: 20, unused: 20, unhappy: 15, overdue: 15 } as const
export type RiskSign = keyof typeof riskPoints

export type RiskFacts = {
  level: EnterpriseLevel
  /** Null: never followed. */
  lastAt: string | null
  lastResult: FollowResult | null
  lastMood: FollowMood | null
  /** Since the newest follow-up; without any, since the customer was added. */
  silentDays: number
  /** Until the first account in force ends; null without accounts in force. */
  endsInDays: number | null
  /** Since an account in force was used, or opened where none was; null without accounts in force. */
  unusedDays: number | null
  /** Since the day of the open reminder, negative before it; null without one. */
  overdueDays: number | null
}

/** The reason, or null where the sign is not there. */
const reasons: Readonly<Record<RiskSign, (facts: RiskFacts) => string | null>> = {
  silent: ({ level, lastAt, silentDays }) => {
    const limit = silentLimits[level]
    if (silentDays <= limit) return null
    const since = lastAt === null ? `建档 ${silentDays} 天从未跟进` : `已 ${silentDays} 天没有跟进`
    return `${since}，${enterpriseLevelLabels[level]}客户不应超过 ${limit} 天`
  },
  ending: ({ endsInDays }) => {
    if (endsInDays === null || endsInDays > EXPIRING_DAYS) return null
    return endsInDays === 0 ? '有账号今天到期' : `有账号 ${endsInDays} 天后到期`
  },
  unused: ({ unusedDays }) =>
    unusedDays === null || unusedDays < USE_DAYS ? null : `在用账号已 ${unusedDays} 天没有使用`,
  unhappy: ({ lastResult, lastMood }) => {
    if (lastResult === 'refused') return '最近一次跟进被明确拒绝'
    return lastMood === 'bad' ? '最近一次跟进时客户不满' : null
  },
  overdue: ({ overdueDays }) => (overdueDays === null || overdueDays <= 0 ? null : `待跟进已逾期 ${overdueDays} 天`),
}

/** The heaviest first; their points add up to the score. */
export const riskReasonsOf = (facts: RiskFacts): { points: number; text: string }[] =>
  (Object.keys(riskPoints) as RiskSign[]).flatMap((sign) => {
    const text = reasons[sign](facts)
    return text === null ? [] : { points: riskPoints[sign], text }
  })
