// Labels of monitoring.
import { minuteOf } from '#contract/days.ts'
import type { DueCounts, DueRow } from '#contract/monitoring/board.ts'
import { type Recurrence, recurrences } from '#contract/monitoring/calendar-days.ts'
import { type DueState, dueStates } from '#contract/monitoring/due-states.ts'
import {
  alertChannelLabels,
  dueKindLabels,
  dueStateLabels,
  recurrenceLabels,
  ruleLevelLabels,
  whoseLabels,
} from '#contract/monitoring/monitoring-labels.ts'
import { ruleLevels } from '#contract/monitoring/nearest-rule.ts'
import { templateKinds } from '#contract/monitoring/rules.ts'
import { weekdayLabels } from '#contract/prices/price-labels.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import type { Tone } from '#web/kit/table/status.tsx'

export const dueTones: Readonly<Record<DueState, Tone>> = {
  notYet: 'idle',
  soon: 'warning',
  late: 'bad',
  reviewing: 'warning',
  done: 'good',
  doneLate: 'warning',
  excused: 'idle',
}

/** Also for whom they stand in. */
export const responsibleText = ({ responsibleName, ownerName }: DueRow): string =>
  `${responsibleName || '未指定'}${ownerName ? `（代${ownerName}）` : ''}`

export const stateOptions = optionsOf(dueStateLabels, dueStates)
export const templateKindOptions = optionsOf(dueKindLabels, templateKinds)
export const levelOptions = optionsOf(ruleLevelLabels, ruleLevels)
export const recurrenceOptions = optionsOf(recurrenceLabels, recurrences)
export const channelOptions = optionsOf(alertChannelLabels)
export const whoseOptions = optionsOf(whoseLabels)
export const weekdayOptions = weekdayLabels.map((label, at) => ({ value: at + 1, label }))

const weekdaysText = (weekdays: readonly number[]) =>
  weekdays
    .toSorted()
    .map((day) => weekdayLabels[day - 1])
    .join('、')

/** Of a comparison with a newer version. */
export const sayWeekdays = (weekdays: readonly number[]) => weekdaysText(weekdays) || '—'

type Pattern = { frequency: Recurrence | null; weekdays: readonly number[]; nth?: number }

/** `每月倒数第1个工作日`; 按报价项 if the rule leaves it to the item. */
export function patternText({ frequency, weekdays, nth = -1 }: Pattern): string {
  if (frequency === null) return '按报价项'
  if (frequency === 'weekdays') return weekdaysText(weekdays)
  if (frequency === 'workday') return recurrenceLabels.workday
  return `${recurrenceLabels[frequency]}${nth < 0 ? '倒数' : ''}第${Math.abs(nth)}个工作日`
}

/** `HH:MM` of a moment in Asia/Shanghai. */
export const timeOf = (moment: string): string => minuteOf(moment).slice(11)

export const sumOf = (counts: DueCounts): number => dueStates.reduce((sum, state) => sum + counts[state], 0)
export const doneOf = ({ done, doneLate }: DueCounts): number => done + doneLate
