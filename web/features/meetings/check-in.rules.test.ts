// Rules of the check-in page.
import { expect, it } from 'vitest'
import type { RosterRow } from '../../../contract/meetings/check-ins.ts'
import { type Entry, isScans, matchesOf, saidOf, ticketOf } from './check-in.rules.ts'

const row = (name: string, ticket: string): RosterRow => ({
  ...{ name, ticket, company: '甲厂', people: 1, state: 'confirmed', at: null, byName: '' },
})

it('a ticket is read however it is typed; other texts search', () => {
  expect(ticketOf(' abcd-efgh ')).toBe('ABCDEFGH')
  expect(ticketOf('23AB 45CD')).toBe('23AB45CD')
  for (const text of ['李明', 'ABCDEFG', 'ABCDEFGO', 'ABCDEFG1', '']) expect(ticketOf(text), text).toBeUndefined()
  const roster = [row('李明', 'ABCDEFGH'), row('王芳', '23456789')]
  expect(matchesOf(roster, '李').map(({ name }) => name)).toEqual(['李明'])
  expect(matchesOf(roster, '甲厂')).toHaveLength(2)
  expect(matchesOf(roster, ' ')).toEqual([])
})

it('meetings-visits-sharing.md "never counts twice": says who was first, and when', () => {
  const entry: Entry = {
    ...{ listId: '1', ticket: 'ABCDEFGH', at: '', name: '李明', people: 2, outcome: 'already' },
    ...{ firstAt: '2026-06-18T02:03:00Z', byName: '王芳' },
  }
  expect(saidOf(entry)).toBe('李明 已于 10:03 由 王芳 签到')
  expect(saidOf({ ...entry, outcome: 'in' })).toBe('李明 签到成功，共 2 人')
  expect(saidOf({ ...entry, outcome: 'notConfirmed' }, 'waiting')).toBe('李明 候补，不能签到')
  expect(saidOf({ ...entry, outcome: 'queued', name: '' })).toBe('ABCDEFGH 已记录，联网后自动提交')
})

it('a stored queue of another shape is not taken', () => {
  expect(isScans([{ listId: '1', ticket: 'A', at: 'x' }])).toBe(true)
  for (const wrong of [null, {}, [null], [{ ticket: 'A' }], 'x']) expect(isScans(wrong)).toBe(false)
})
