// State of a due row at a moment: computed from publications and withdrawals, not stored until the day is sealed.

/**
 * `soon` is from the warning until the grace is over; an excused row stays excused when its data comes late. `reviewing` was
 * submitted in time and waits for its reviewer: who entered it is not late, and passed later it is done in time.
 */
export const dueStates = ['notYet', 'soon', 'late', 'reviewing', 'done', 'doneLate', 'excused'] as const
export type DueState = (typeof dueStates)[number]

/**
 * Alert levels: three for the responsible person, then one for their edit parent; of what waits for review, one for its
 * reviewers, then one for their edit parents.
 */
export const alertLevels = ['before', 'at', 'after', 'upwards', 'review', 'reviewUpwards'] as const
export type AlertLevel = (typeof alertLevels)[number]

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

export type DueTimes = {
  /** `HH:MM`, Shanghai. */
  dueTime: string
  warnMinutes: number
  graceMinutes: number
  /** After the grace period; null: no escalation. */
  escalateMinutes: number | null
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Problems by field where these times leave the day; empty otherwise. */
export function timeProblems({ dueTime, warnMinutes, graceMinutes, escalateMinutes }: DueTimes) {
  const due = minutesOf(dueTime)
  const late = due + graceMinutes
  return {
    warnMinutes: due - warnMinutes < 0 ? '提醒时间早于当天零点' : null,
    graceMinutes: late >= DAY_MINUTES ? '宽限结束晚于当天' : null,
    escalateMinutes: late < DAY_MINUTES && late + (escalateMinutes ?? 0) >= DAY_MINUTES ? '上报时间晚于当天' : null,
  }
}

export type DueMoments = { warnAt: number; dueAt: number; lateAt: number; escalateAt: number | null }

/** Milliseconds since 1970. */
export function momentsOf(day: string, { dueTime, warnMinutes, graceMinutes, escalateMinutes }: DueTimes): DueMoments {
  const dueAt = Date.parse(`${day}T${dueTime}:00+08:00`)
  const lateAt = dueAt + graceMinutes * MINUTE_MS
  return {
    warnAt: dueAt - warnMinutes * MINUTE_MS,
    dueAt,
    lateAt,
    escalateAt: escalateMinutes === null ? null : lateAt + escalateMinutes * MINUTE_MS,
  }
}

/** From then on something was readable, or no longer. In chronological order. */
export type Publishing = { what: string; at: number; isPublished: boolean }

/**
 * Since when the expected number has been published without a break, as known at `moment`; null: it is not. A
 * correction takes nothing away; a withdrawn and republished one counts from its republication.
 */
export function doneAt(events: readonly Publishing[], wanted: number, moment: number): number | null {
  const since = new Map<string, number>()
  for (const { what, at, isPublished } of events) {
    if (at > moment) continue
    if (!isPublished) since.delete(what)
    else if (!since.has(what)) since.set(what, at)
  }
  return [...since.values()].sort((a, b) => a - b)[wanted - 1] ?? null
}

/** `submittedAt`: of what is published, or waits for review; null: neither, or it was taken back. */
export type DueFacts = { doneAt: number | null; submittedAt: number | null; isExcused: boolean }

export function stateAt(
  { warnAt, lateAt }: Pick<DueMoments, 'warnAt' | 'lateAt'>,
  { doneAt: done, submittedAt: submitted, isExcused }: DueFacts,
  moment: number,
): DueState {
  const isInTime = [done, submitted].some((at) => at !== null && at <= lateAt)
  if (isInTime) return done === null ? 'reviewing' : 'done'
  if (isExcused) return 'excused'
  if (done !== null) return 'doneLate'
  if (moment > lateAt) return 'late'
  return moment >= warnAt ? 'soon' : 'notYet'
}

/**
 * Alerts that are due at a moment for a row that is not done. Of the responsible person's three levels only the latest
 * one reached is sent: a missed level is not sent later.
 */
export function alertsAt({ warnAt, dueAt, lateAt, escalateAt }: DueMoments, moment: number): AlertLevel[] {
  const levels: AlertLevel[] = []
  if (moment > lateAt) levels.push('after')
  else if (moment >= dueAt) levels.push('at')
  else if (moment >= warnAt) levels.push('before')
  if (escalateAt !== null && moment > escalateAt) levels.push('upwards')
  return levels
}
