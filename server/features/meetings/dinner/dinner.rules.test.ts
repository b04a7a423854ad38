// Seating by rule.
import { describe, expect, it } from 'vitest'
import { type Diner, seatByRule } from './dinner.rules.ts'

const diner = (key: string, changes: Partial<Diner> = {}): Diner => ({
  key,
  company: '',
  signUpId: null,
  quotaId: null,
  tableId: null,
  seat: null,
  beside: [],
  apart: [],
  ...changes,
})
const table = (id: string, seats: number, quotaId: string | null = null) => ({ id, seats, quotaId })
const placesOf = (found: ReturnType<typeof seatByRule>) =>
  Object.fromEntries(found.map(({ key, tableId, seat }) => [key, `${tableId}${seat}`]))

describe('meetings-visits-sharing.md "dinnerRegister": fill by rule', () => {
  it('who wants to sit beside another does; who does not, sits at another table', () => {
    const found = placesOf(
      seatByRule(
        [table('A', 4), table('B', 4)],
        [diner('一', { apart: ['二'] }), diner('二', { beside: ['四'] }), diner('三'), diner('四')],
        'rest',
      ),
    )
    expect(found.一?.[0]).not.toBe(found.二?.[0])
    expect(found.二?.[0]).toBe(found.四?.[0])
    expect(Math.abs(Number(found.二?.[1]) - Number(found.四?.[1]))).toBe(1)
  })

  it('beside somebody who sits already: the seat next to them', () => {
    const guests = [
      diner('一', { tableId: 'A', seat: 1 }),
      diner('二', { tableId: 'A', seat: 4 }),
      diner('三', { beside: ['二'] }),
    ]
    expect(placesOf(seatByRule([table('A', 6)], guests, 'rest'))).toEqual({ 三: 'A3' })
  })

  it('a company and a sign-up share a table, though another has more free seats', () => {
    const guests = [
      diner('一', { company: '甲厂', tableId: 'A', seat: 1 }),
      diner('二', { company: '乙厂', signUpId: '1' }),
      diner('三', { company: '甲厂' }),
      diner('四', { company: '乙厂', signUpId: '1' }),
    ]
    const found = placesOf(seatByRule([table('A', 3), table('B', 10)], guests, 'rest'))
    expect(found.三).toBe('A2')
    expect([found.二, found.四]).toEqual(['B1', 'B2'])
  })

  it('tables kept for a quota are for its guests, who go elsewhere once they are full', () => {
    const guests = [diner('普通'), diner('甲宾', { quotaId: '9' }), diner('乙宾', { quotaId: '9' })]
    const found = placesOf(seatByRule([table('A', 4), table('V', 1, '9')], guests, 'rest'))
    expect(found.普通?.[0]).toBe('A')
    expect([found.甲宾?.[0], found.乙宾?.[0]].toSorted()).toEqual(['A', 'V'])
    expect(placesOf(seatByRule([table('V', 5, '9')], [diner('普通')], 'rest')), 'never the other way').toEqual({})
  })

  it('places the rest only, or everybody anew; who keeps the place is no change', () => {
    const guests = [diner('一', { tableId: 'A', seat: 3 }), diner('二'), diner('三', { tableId: 'A', seat: 1 })]
    expect(placesOf(seatByRule([table('A', 3)], guests, 'rest'))).toEqual({ 二: 'A2' })
    const all = placesOf(seatByRule([table('A', 3)], guests, 'all'))
    expect(all).toEqual({ 一: 'A1', 三: 'A3', 二: 'A2' })
  })

  it('a party that no table can hold is split; who is left over has no place', () => {
    const party = ['一', '二', '三'].map((key) => diner(key, { signUpId: '1' }))
    const found = seatByRule([table('A', 1), table('B', 1)], party, 'rest')
    expect(found.map(({ key }) => key)).toEqual(['一', '二'])
  })
})
