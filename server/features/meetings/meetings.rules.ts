// What a meeting's form must say beyond its schema.
import { blocks, boundMarks } from '#contract/articles/blocks.ts'
import { nodesIn } from '#contract/articles/bound-figures.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { daysBetween } from '#contract/days.ts'
import { agendaProblem } from '#contract/meetings/agenda.ts'
import { MEETING_DAYS_MAX, MEETING_SEATS_MAX, type MeetingForm } from '#contract/meetings/meetings.ts'
import { placeProblems, readPlace } from '#contract/visits/places.ts'

type Verdicts = Record<string, string | null>

function placeProblem(text: string): string | null {
  if (text.trim() === '') return null
  const place = readPlace(text)
  if (!place) return '位置坐标应为“经度,纬度”，例如 120.153576,30.287459'
  const { longitude, latitude } = placeProblems(place)
  return longitude ?? latitude
}

const repeated = (texts: readonly string[]): string | undefined =>
  texts.map((text) => text.trim().toLowerCase()).find((text, at, all) => all.indexOf(text) !== at)

function ownFieldsProblem(fields: MeetingForm['ownFields']): string | null {
  if (repeated(fields.map(({ key }) => key)) !== undefined) return '报名问题的标识重复'
  const twice = repeated(fields.map(({ label }) => label))
  if (twice !== undefined) return `报名问题“${twice}”重复`
  for (const { label, kind, options } of fields) {
    if (kind === 'choice' && options.length < 2) return `“${label}”至少要有两个选项`
    if (kind !== 'choice' && options.length > 0) return `“${label}”不是单选，不能有选项`
    if (repeated(options) !== undefined) return `“${label}”的选项重复`
  }
  return null
}

function quotasProblem(quotas: MeetingForm['quotas']): string | null {
  const twice = repeated(quotas.map(({ name }) => name))
  if (twice !== undefined) return `名额类型“${twice}”重复`
  const sum = quotas.reduce((total, { seats }) => total + seats, 0)
  return sum > MEETING_SEATS_MAX ? `名额合计不能超过 ${MEETING_SEATS_MAX}` : null
}

/** By field; null where it is right. */
export function problemsOf(form: MeetingForm, isPublished: boolean): Verdicts {
  const { startsOn, endsOn, signUpFrom, signUpUntil, agenda, place, channels } = form
  const length = daysBetween(startsOn, endsOn) + 1
  return {
    endsOn:
      length < 1 ? '结束日期不能早于开始日期' : length > MEETING_DAYS_MAX ? `会议最长 ${MEETING_DAYS_MAX} 天` : null,
    signUpFrom:
      signUpFrom !== null && signUpUntil !== null && signUpFrom > signUpUntil ? '报名开始日期不能晚于截止日期' : null,
    signUpUntil: signUpUntil !== null && signUpUntil > endsOn ? '报名截止日期不能晚于会议最后一天' : null,
    agenda: length < 1 ? null : agendaProblem(agenda, startsOn, endsOn),
    quotas: quotasProblem(form.quotas),
    ownFields: ownFieldsProblem(form.ownFields),
    place: placeProblem(place),
    channels: isPublished && channels.length === 0 ? '已发布的会议至少保留一个发布渠道' : null,
  }
}

/** Blocks and marks with prices belong to articles, whose figures are checked and noted when they leave. */
export function hasPrices(body: BodyNode): boolean {
  for (const { type, marks = [] } of nodesIn(body)) {
    if (Object.hasOwn(blocks, type) || marks.some((mark) => Object.hasOwn(boundMarks, mark.type))) return true
  }
  return false
}
