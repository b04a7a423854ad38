// Checks and transitions of a push, without the database.

import { DAY_MS, dayOf } from '#contract/days.ts'
import { type Calendar, nextOpenDay } from '#contract/monitoring/calendar-days.ts'
import { type PushKind, type PushState, pushFields } from '#contract/push/push-labels.ts'
import type { PushForm } from '#contract/push/pushes.ts'
import type { Calendars } from '#server/core/calendars.ts'
import { fieldsIn, hasStrayBraces, hasUnfit } from '#server/core/mail/mail-fields.ts'
import { type ItemDays, isItemDueOn } from '#server/features/prices/due-patterns.queries.ts'

/** How late a push still goes out automatically, such as after downtime; later, a person decides. */
const LATE_MS = 60 * 60_000

const known: readonly string[] = pushFields

function unknownField(text: string): string | null {
  const name = fieldsIn(text).find((each) => !known.includes(each))
  if (name !== undefined) return `没有字段“{{${name}}}”，可以用：${known.join('、')}`
  return hasStrayBraces(text) ? '字段没有写完整，应为 {{字段}}' : null
}

type Texts = Pick<PushForm, 'subject' | 'text'>
export const verdictsOnTexts = ({ subject, text }: Texts) => ({
  subject: hasUnfit(subject) ? '邮件主题不能有换行或控制字符' : unknownField(subject),
  text: unknownField(text),
})

const isEmptyAudience = ({ rule, listIds, accountIds }: PushForm['audience']) =>
  rule === null && listIds.length === 0 && accountIds.length === 0

type Sent = Pick<PushForm, 'timing' | 'sendAt' | 'sendTime' | 'audience'>
/** Checks for pushes of every kind. */
export function verdictsOnSending({ timing, sendAt, sendTime, audience }: Sent, now: number) {
  const at = sendAt === null ? Number.NaN : Date.parse(sendAt)
  return {
    audience: isEmptyAudience(audience) ? '请选择收件人' : null,
    sendAt:
      timing !== 'at' ? null : Number.isNaN(at) ? '请选择定时时间' : at <= now ? '定时时间已过，请重新选择' : null,
    sendTime: timing === 'workday' && sendTime === '' ? '请选择每日时间' : null,
  }
}

/** @param isCorrection recipients and prices come from the corrected push */
export function verdictsOnForm(form: PushForm, kind: PushKind, now: number, isCorrection = false) {
  const sending = verdictsOnSending(form, now)
  return {
    ...sending,
    ...verdictsOnTexts(form),
    quoteItemIds:
      form.quoteItemIds.length > 0
        ? null
        : form.timing === 'verified'
          ? '核价后发送需要报价项'
          : kind === 'price'
            ? '请选择报价项'
            : null,
    audience: isCorrection ? null : sending.audience,
  }
}

/** The next time that an open day has this clock time in Shanghai, after `now`. */
export function nextSlot(workdays: Calendar, sendTime: string, now: number): string {
  const day = nextOpenDay(workdays, dayOf(now - DAY_MS))
  const slot = (of: string) => `${of}T${sendTime}:00+08:00`
  return Date.parse(slot(day)) > now ? slot(day) : slot(nextOpenDay(workdays, day))
}

type Timed = Pick<PushForm, 'timing' | 'sendAt' | 'sendTime'>
/** Null: it goes out after publications, not at a time. */
export function dueAt(workdays: Calendar, { timing, sendAt, sendTime }: Timed, now: number): string | null {
  if (timing === 'verified') return null
  if (timing === 'workday') return nextSlot(workdays, sendTime, now)
  return timing === 'at' && sendAt !== null ? sendAt : new Date(now).toISOString()
}

type Dated = ItemDays & { isPublished: boolean }

/** Whether anything is due on the day, and all of it is published. */
export function isVerified(calendars: Calendars, day: string, items: readonly Dated[]): boolean {
  const due = items.filter((item) => isItemDueOn(calendars, day, item))
  return due.length > 0 && due.every(({ isPublished }) => isPublished)
}

export const isTooLate = (nextAt: string, now: number): boolean => now - Date.parse(nextAt) > LATE_MS

export type PushAct = 'edit' | 'remove' | 'launch' | 'review' | 'stop' | 'resume' | 'takeOver' | 'retry' | 'correct'
const allowed: Readonly<Record<PushAct, readonly PushState[]>> = {
  edit: ['draft'],
  remove: ['draft'],
  launch: ['draft'],
  review: ['reviewing'],
  stop: ['reviewing', 'scheduled', 'sending', 'held'],
  resume: ['held', 'stopped'],
  takeOver: ['held', 'stopped'],
  retry: ['sending', 'finished', 'stopped'],
  correct: ['sending', 'finished', 'stopped'],
}
const refusals: Readonly<Record<PushAct, string>> = {
  edit: '只有草稿可以修改',
  remove: '只有草稿可以删除',
  launch: '已经提交，请勿重复操作',
  review: '已被他人审核，或已撤回',
  stop: '没有正在进行的发送',
  resume: '没有停止，不需要继续',
  takeOver: '正在进行，不需要接手',
  retry: '还没有发送',
  correct: '还没有发送',
}
export const refusalOf = (state: PushState, act: PushAct): string | null =>
  allowed[act].includes(state) ? null : refusals[act]
