// Decisions at the door.
import { expect, it } from 'vitest'
import { movedListDay } from './door.rules.ts'

const days = (startsOn: string, endsOn: string) => ({ startsOn, endsOn })

it('meetings-visits-sharing.md "check lists": a list goes along with its meeting, and stays within its days', () => {
  const before = days('2027-03-18', '2027-03-20')
  const all = ['2027-03-18', '2027-03-19', '2027-03-20']
  const moved = (startsOn: string, endsOn: string) =>
    all.map((day) => movedListDay(day, before, days(startsOn, endsOn)))
  expect(moved('2027-03-18', '2027-03-20')).toEqual(all)
  expect(moved('2027-03-25', '2027-03-27'), 'a week later').toEqual(['2027-03-25', '2027-03-26', '2027-03-27'])
  expect(moved('2027-03-17', '2027-03-19'), 'a day earlier').toEqual(['2027-03-17', '2027-03-18', '2027-03-19'])
  expect(moved('2027-03-18', '2027-03-21'), 'longer').toEqual(all)
  expect(moved('2027-03-19', '2027-03-19'), 'shorter').toEqual(['2027-03-19', '2027-03-19', '2027-03-19'])
})
