// The agenda of a meeting: sessions by day, time and hall. The form shows what is wrong at each, the server refuses it.
import { type Static, Type } from 'typebox'
import { Day, Fields, OneLine, Required, Text } from '#contract/fields.ts'

export const AGENDA_MAX = 300

const Time = (title: string) =>
  Type.String({
    title,
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    messages: { pattern: `${title}应为 HH:MM`, required: `请输入${title}` },
  })

export const AgendaRow = Fields({
  day: Day('日期'),
  from: Time('开始时间'),
  to: Time('结束时间'),
  /** Empty: not decided. */
  hall: Text('会场', 50),
  title: OneLine(Required('议题', 200)),
  speaker: Text('演讲人', 100),
  company: Text('演讲人单位', 100),
})
export type AgendaRow = Static<typeof AgendaRow>

const time = /^([01]\d|2[0-3]):[0-5]\d$/

const hallKey = ({ hall }: AgendaRow) => hall.trim().toLowerCase()

function problemOf({ day, from, to, title }: AgendaRow, startsOn: string, endsOn: string): string | null {
  if (day < startsOn || day > endsOn) return '日期不在会议日期内'
  if (!time.test(from) || !time.test(to)) return '时间应为 HH:MM'
  if (from >= to) return '结束时间应晚于开始时间'
  return title.trim() === '' ? '请输入议题' : null
}

/**
 * What is wrong with each session, by its place; null where it is right. Two sessions in one hall at one time name each
 * other; where no hall is named, nothing clashes.
 */
export function agendaProblems(agenda: readonly AgendaRow[], startsOn: string, endsOn: string): (string | null)[] {
  const problems = agenda.map((row) => problemOf(row, startsOn, endsOn))
  return agenda.map((row, at) => {
    if (problems[at] !== null || hallKey(row) === '') return problems[at] ?? null
    const other = agenda.findIndex(
      (each, place) =>
        place !== at &&
        problems[place] === null &&
        hallKey(each) === hallKey(row) &&
        each.day === row.day &&
        each.from < row.to &&
        each.to > row.from,
    )
    return other === -1 ? null : `与第 ${other + 1} 项在“${row.hall.trim()}”时间重叠`
  })
}

/** The first problem of an agenda, with the number of its session. */
export function agendaProblem(agenda: readonly AgendaRow[], startsOn: string, endsOn: string): string | null {
  const problems = agendaProblems(agenda, startsOn, endsOn)
  const at = problems.findIndex((problem) => problem !== null)
  return at === -1 ? null : `第 ${at + 1} 项议程：${problems[at]}`
}
