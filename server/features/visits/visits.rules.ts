// What may be done with a visit at a moment, without the database. Moments are ISO 8601; days are those of Shanghai.
import { addDays, dayOf } from '../../../contract/days.ts'
import { visitStateLabels } from '../../../contract/visits/visit-labels.ts'
import {
  canDo,
  isPermitted,
  type VisitActName,
  type VisitFacts,
  visitActs,
} from '../../../contract/visits/visit-states.ts'

/** A clock may be ahead by so much. */
const AHEAD_MS = 5 * 60_000
/** A visit is entered afterwards within so many days, and planned for so many ahead. */
const PAST_DAYS = 30
const AHEAD_DAYS = 366
/** A next step further away is a mistyped year. */
const NEXT_DAYS = 1_096

type No = { key: 'forbidden' | 'conflict'; msg: string }

const notYours = {
  owner: '只有拜访人本人可以操作',
  above: '只能操作自己和下属的拜访',
} as const

/** Why an act is refused for this person in this state; null where it is not. */
export function refusalOf(name: VisitActName, visit: VisitFacts): No | null {
  const { label, by } = visitActs[name]
  if (!isPermitted(name, visit)) return { key: 'forbidden', msg: notYours[by] }
  if (!canDo(name, visit)) return { key: 'conflict', msg: `拜访${visitStateLabels[visit.state]}，不能${label}` }
  return null
}

type Moments = { plannedAt: string; now: number }

/** Of the planned time of a visit that is added or moved. */
export function problemOfPlan({ plannedAt, now }: Moments): string | null {
  const [day, today] = [dayOf(plannedAt), dayOf(now)]
  if (day < addDays(today, -PAST_DAYS)) return `补录的拜访应在最近 ${PAST_DAYS} 天内`
  return day > addDays(today, AHEAD_DAYS) ? '计划时间应在一年以内' : null
}

/** A visit of a later day has not begun: it can have neither an arrival nor a result. */
export const problemOfDay = ({ plannedAt, now }: Moments): string | null =>
  dayOf(plannedAt) > dayOf(now) ? '拜访日期未到，请先修改计划时间' : null

export function problemOfArrival({ at, plannedAt, now }: Moments & { at: string }): string | null {
  if (Date.parse(at) > now + AHEAD_MS) return '到达时间不能晚于现在'
  return dayOf(at) < dayOf(plannedAt) ? '到达时间不能早于计划日期，请先修改计划时间' : null
}

/** @param before the stored day: one that has passed since may stay */
export function problemOfNext(nextOn: string | null, before: string | null, now: number): string | null {
  if (nextOn === null || nextOn === before) return null
  const today = dayOf(now)
  if (nextOn < today) return '下一步日期不能早于今天'
  return nextOn > addDays(today, NEXT_DAYS) ? '下一步日期应在三年以内' : null
}
