// Who gets a seat, without the database.
import { expect, it } from 'vitest'
import { headsFor } from './seats.rules.ts'

const stored = ['甲', '乙', '随行', '随行'].map((name, at) => ({ name, id: String(at + 1) }))

it('meetings-visits-sharing.md "each head has a code": who stays keeps it, a corrected name too, who goes takes it along', () => {
  const idsFor = (...names: string[]) => {
    const { heads, gone } = headsFor(stored, names)
    return [heads.map(({ head }) => head?.id), gone.map(({ id }) => id)]
  }
  expect(idsFor('甲', '乙', '随行', '随行')).toEqual([['1', '2', '3', '4'], []])
  expect(idsFor('乙', '随行', '随行'), 'the first goes').toEqual([['2', '3', '4'], ['1']])
  expect(idsFor('甲', '丙', '随行', '随行'), 'a corrected name').toEqual([['1', '2', '3', '4'], []])
  expect(idsFor('随行', '甲'), 'another order').toEqual([
    ['3', '1'],
    ['2', '4'],
  ])
  expect(idsFor('甲', '乙', '随行', '随行', '丁'), 'a new one').toEqual([['1', '2', '3', '4', undefined], []])
  expect(idsFor()).toEqual([[], ['1', '2', '3', '4']])
})
