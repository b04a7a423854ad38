// The agenda of a day as a grid by hall.
import { expect, it } from 'vitest'
import type { AgendaRow } from '#contract/meetings/agenda.ts'
import { gridOf, neighbourOf } from './agenda-grid.rules.ts'

const session = (from: string, to: string, hall: string, day = '2027-03-18'): AgendaRow => ({
  day,
  from,
  to,
  hall,
  title: `${hall} ${from}`,
  speaker: '',
  company: '',
})

const agenda = [
  session('09:00', '10:00', '主会场'),
  session('10:00', '11:00', '主会场'),
  session('09:30', '11:00', '分会场'),
  session('09:30', '10:30', '分会场'),
  session('09:00', '', '主会场'),
  session('09:00', '10:00', '主会场', '2027-03-19'),
]

it('meetings-visits-sharing.md "agenda as a grid by hall": times are rows, halls columns, overlaps beside each other', () => {
  const { times, halls, placed } = gridOf(agenda, '2027-03-18')
  expect(times).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00'])
  expect(halls).toEqual([
    { name: '主会场', column: 0, columns: 1 },
    { name: '分会场', column: 1, columns: 2 },
  ])
  expect(placed.map(({ at, from, to, column }) => [at, from, to, column])).toEqual([
    [0, 0, 2, 0],
    [1, 2, 4, 0],
    [2, 1, 4, 1],
    [3, 1, 3, 2],
  ])
})

it('§4 arrow keys lead to the next session of the hall, and to the nearest one of the hall beside it', () => {
  const { placed } = gridOf(agenda, '2027-03-18')
  const at = (place: number) => placed.find((each) => each.at === place) as (typeof placed)[number]
  expect(neighbourOf(placed, at(0), 'ArrowDown')?.at).toBe(1)
  expect(neighbourOf(placed, at(1), 'ArrowUp')?.at).toBe(0)
  expect(neighbourOf(placed, at(1), 'ArrowRight')?.at).toBe(2)
  expect(neighbourOf(placed, at(3), 'ArrowLeft')?.at).toBe(2)
  expect(neighbourOf(placed, at(0), 'ArrowLeft')).toBeUndefined()
})
