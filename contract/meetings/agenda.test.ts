// What is wrong with the sessions of an agenda.
import { expect, it } from 'vitest'
import { type AgendaRow, agendaProblem, agendaProblems } from './agenda.ts'

const session = (changes: Partial<AgendaRow>): AgendaRow => ({
  day: '2027-03-18',
  from: '09:00',
  to: '10:00',
  hall: '主会场',
  title: '开幕',
  speaker: '',
  company: '',
  ...changes,
})
const problems = (...rows: Partial<AgendaRow>[]) => agendaProblems(rows.map(session), '2027-03-18', '2027-03-19')

it('meetings-visits-sharing.md "Bad input": an agenda outside the days, times that end before they begin', () => {
  expect(problems({ day: '2027-03-17' }, { to: '09:00' }, { from: '9:00' }, { title: ' ' }, {})).toEqual([
    '日期不在会议日期内',
    '结束时间应晚于开始时间',
    '时间应为 HH:MM',
    '请输入议题',
    null,
  ])
})

it('meetings-visits-sharing.md "WITHOUT OVERLAPS by hall": a clash is shown at the two sessions', () => {
  expect(problems({}, { from: '10:00', to: '11:00' }, { day: '2027-03-19' }, { hall: '分会场' })).toEqual(
    Array(4).fill(null),
  )
  expect(problems({}, { from: '09:30', to: '10:30', hall: ' 主会场' }, { hall: '分会场' })).toEqual([
    '与第 2 项在“主会场”时间重叠',
    '与第 1 项在“主会场”时间重叠',
    null,
  ])
  expect(problems({ hall: '' }, { hall: '' }), 'no hall named').toEqual([null, null])
  expect(agendaProblem([session({}), session({})], '2027-03-18', '2027-03-19')).toBe(
    '第 1 项议程：与第 2 项在“主会场”时间重叠',
  )
})
