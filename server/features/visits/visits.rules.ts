// What may be done with a visit at a moment, without the database. Moments are ISO 8601; days are those of Shanghai.
import { addDays, dayOf } from '#contract/days.ts'
import { visitStateLabels } from '#contract/visits/visit-labels.ts'
import {
  canDo,
  isPermitted,
  untimelyFor,
  type VisitActName,
  type VisitFacts,
  visitActs,
} from '#contract/visits/visit-states.ts'
import { OFF_METRES, PLACE_AGE_MAX_S } from '#contract/visits/visits.ts'

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
  superior: '只有拜访人的上级可以操作',
} as const

/** Why an act is refused for this person in this state; null where it is not. */
export function refusalOf(name: VisitActName, visit: VisitFacts, now = Date.now()): No | null {
  const { label, by } = visitActs[name]
  if (by === 'superior' && visit.isOwn) return { key: 'conflict', msg: `不能${label}：这是您自己的拜访` }
  if (!isPermitted(name, visit)) return { key: 'forbidden', msg: notYours[by] }
  const untimely = untimelyFor(name, visit, now)
  if (untimely) return { key: 'conflict', msg: untimely }
  if (!canDo(name, visit, now)) return { key: 'conflict', msg: `拜访${visitStateLabels[visit.state]}，不能${label}` }
  return null
}

type Moments = { plannedAt: string; now: number }

/** Of the planned time of a visit that is added or moved. */
export function problemOfPlan({ plannedAt, now }: Moments): string | null {
  const [day, today] = [dayOf(plannedAt), dayOf(now)]
  if (day < addDays(today, -PAST_DAYS)) return `补录的拜访应在最近 ${PAST_DAYS} 天内`
  return day > addDays(today, AHEAD_DAYS) ? '计划时间应在一年以内' : null
}

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

const EARTH_M = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

type Degrees = { longitude: string; latitude: string }

/** Metres between two positions of the same datum. */
export function metresBetween(one: Degrees, other: Degrees): number {
  const [lat1, lat2] = [radians(Number(one.latitude)), radians(Number(other.latitude))]
  const [dLat, dLon] = [lat2 - lat1, radians(Number(other.longitude) - Number(one.longitude))]
  const half = Math.sin(dLat / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(dLon / 2) ** 2
  return Math.round(2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(half))))
}

/** Whether an arrival is further from the enterprise than the device's accuracy explains. */
export const isOff = (distance: number | null, accuracy: number | null): boolean =>
  distance !== null && distance > OFF_METRES + (accuracy ?? 0)

type Sent = {
  place: Degrees | null
  accuracy: number | null
  age: number | null
  /** Of an earlier moment: the device is no longer there. */
  isEarlier: boolean
  hasConsent: boolean
  distance: number | null
  reason: string
}

/** What is wrong with the position of an arrival, by field. */
export function problemsOfPlace({ place, accuracy, age, isEarlier, hasConsent, distance, reason }: Sent) {
  const none = { longitude: null, accuracy: null, age: null, reason: null }
  if (place === null) return { ...none, reason: reason === '' ? '没有位置时请填写原因' : null }
  return {
    longitude: isEarlier
      ? '补记的到达不记录位置，请清除位置并填写原因'
      : hasConsent
        ? null
        : '您还没有同意记录到达位置，请先同意，或不填位置并说明原因',
    accuracy: accuracy === null ? '缺少定位精度，请重新定位' : null,
    age: age === null || age > PLACE_AGE_MAX_S ? `位置超过 ${PLACE_AGE_MAX_S} 秒，请重新定位` : null,
    reason: isOff(distance, accuracy) && reason === '' ? `距离企业约 ${distance} 米，请填写偏离原因` : null,
  }
}
