// Moves that are outside the usual.
import { describe, expect, it } from 'vitest'
import { HISTORY, scoreMove } from './outliers.ts'

const flat = Array.from({ length: 60 }, () => '0')
/** Changes of -20 to 20, with a median of 0 and a MAD of 10. */
const lively = Array.from({ length: 60 }, (_, at) => String(((at % 5) - 2) * 10))
const move = {
  average: '8500',
  before: '8500',
  decimals: 0,
  changes: lively,
  usualPercent: null,
  lowest: null,
  highest: null,
  peerPercents: [],
}
const unusualOf = (changed: Partial<typeof move> | object) => scoreMove({ ...move, ...changed }).unusual

describe('outliers', () => {
  it('§1 a change is held against the spread of those before', () => {
    expect(scoreMove({ ...move, average: '8540' })).toEqual({ score: '2.7', besidePeers: null, unusual: [] })
    expect(scoreMove({ ...move, average: '8560' })).toEqual({ score: '4.0', besidePeers: null, unusual: ['history'] })
    expect(unusualOf({ average: '8440' })).toEqual(['history'])
  })

  it('§1 of the change, not the level: a steady rise is usual', () => {
    const rising = Array.from({ length: HISTORY }, () => '50')
    expect(unusualOf({ average: '8550', changes: rising })).toEqual([])
    expect(unusualOf({ average: '8500', changes: rising })).toEqual(['history'])
  })

  it('§1 a flat series does not flag every move', () => {
    expect(unusualOf({ average: '8503', changes: flat })).toEqual([])
    expect(unusualOf({ average: '8504', changes: flat })).toEqual(['history'])
    expect(unusualOf({ average: '8700', changes: flat, usualPercent: '1' })).toEqual([])
    expect(unusualOf({ average: '8800', changes: flat, usualPercent: '1' })).toEqual(['history'])
  })

  it('§1 the older of more than 60 changes do not count', () => {
    const wild = Array.from({ length: 200 }, (_, at) => String((at % 2 ? -1 : 1) * 500))
    expect(unusualOf({ average: '8560', changes: [...lively, ...wild] })).toEqual(['history'])
  })

  it('§1 a move that its peers make too is usual, fewer than three are none', () => {
    const average = '8670'
    expect(unusualOf({ average, peerPercents: ['2', '2', '1.9'] })).toEqual([])
    expect(unusualOf({ average, peerPercents: ['2', '2'] })).toEqual(['history'])
    const alone = scoreMove({ ...move, average, peerPercents: ['0', '0', '-2'] })
    expect(alone).toMatchObject({ besidePeers: '11.5', unusual: ['history'] })
  })

  it('§1 limits hold for the price itself, whatever is usual', () => {
    expect(unusualOf({ lowest: '8600' })).toEqual(['below'])
    expect(unusualOf({ average: '9000', changes: [], highest: '8900' })).toEqual(['above'])
  })

  it('§1 nothing is usual without a history or a given percentage', () => {
    expect(scoreMove({ ...move, average: '9999', changes: ['1', '2'] })).toMatchObject({ score: null, unusual: [] })
    expect(unusualOf({ average: '9999', changes: [], usualPercent: '2' })).toEqual(['history'])
  })
})
