// What a meeting's form must say beyond its schema.
import { blocks, boundMarks } from '../../../contract/articles/blocks.ts'
import { nodesIn } from '../../../contract/articles/bound-figures.ts'
import type { BodyNode } from '../../../contract/articles/nodes.ts'
import { daysBetween } from '../../../contract/days.ts'
import { type AgendaRow, MEETING_DAYS_MAX, type MeetingForm } from '../../../contract/meetings/meetings.ts'
import { placeProblems, readPlace } from '../../../contract/visits/places.ts'

type Verdicts = Record<string, string | null>

/** The first problem of an agenda, with the number of its row. */
function agendaProblem(agenda: readonly AgendaRow[], startsOn: string, endsOn: string): string | null {
  for (const [at, { day, from, to }] of agenda.entries()) {
    if (day < startsOn || day > endsOn) return `第 ${at + 1} 项议程的日期不在会议日期内`
    if (from >= to) return `第 ${at + 1} 项议程的结束时间应晚于开始时间`
  }
  return null
}

function placeProblem(text: string): string | null {
  if (text.trim() === '') return null
  const place = readPlace(text)
  if (!place) return '位置坐标应为“经度,纬度”，例如 120.153576,30.287459'
  const { longitude, latitude } = placeProblems(place)
  return longitude ?? latitude
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
