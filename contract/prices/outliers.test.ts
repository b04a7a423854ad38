// Moves that are outside the usual.
import { describe, expect, it } from 'vitest'
import { scoreMove, type Usual } from './outliers.ts'

/** Of an item whose changes have a median of 0 and a MAD of 60. */
const lively: Usual = {
  decimals: 0,
  usualMove: null,
  usualMedian: '0',
  usualDeviation: '60',
  lowest: null,
  highest: null,
}
const flat: Usual = { ...lively, usualDeviation: '0' }
const unknown: Usual = { ...lively, usualMedian: null, usualDeviation: null }

const move = (average: string, item: Usual = lively, peerPercents: string[] = []) =>
  scoreMove({ average, before: '8500', item, peerPercents })
const unusualOf = (...of: Parameters<typeof move>) => move(...of).unusual

describe('outliers', () => {
  it('§1 a change is compared with the spread of earlier ones', () => {
    expect(move('8740')).toEqual({ score: '2.7', besidePeers: null, unusual: [] })
    expect(move('8860')).toEqual({ score: '4.0', besidePeers: null, unusual: ['history'] })
    expect(unusualOf('8140')).toEqual(['history'])
  })

  it('§1 of the change, not the level: a steady rise is usual', () => {
    const rising = { ...flat, usualMedian: '200' }
    expect(unusualOf('8700', rising)).toEqual([])
    expect(unusualOf('8500', rising)).toEqual(['history'])
  })

  it('§1 a flat series does not flag every move', () => {
    expect(unusualOf('8600', flat)).toEqual([])
    expect(unusualOf('8700', flat)).toEqual(['history'])
    expect(unusualOf('8700', { ...flat, usualMove: '1' })).toEqual([])
    expect(unusualOf('8800', { ...flat, usualMove: '1' })).toEqual(['history'])
    expect(scoreMove({ average: '3', before: '0', item: flat }).score).toBe('3.0')
  })

  it('§1 an item with little history is flagged from 3.5 percent on', () => {
    expect(unusualOf('8790', unknown)).toEqual([])
    expect(unusualOf('8800', unknown)).toEqual(['history'])
    expect(unusualOf('85000', unknown)).toEqual(['history'])
  })

  it('§1 a move that its peers make too is usual, fewer than three are none', () => {
    expect(unusualOf('8860', lively, ['4', '4', '3.9'])).toEqual([])
    expect(unusualOf('8860', lively, ['4', '4'])).toEqual(['history'])
    expect(move('8860', lively, ['0', '0', '-2'])).toMatchObject({ besidePeers: '4.0', unusual: ['history'] })
  })

  it('§1 limits hold for the price itself, whatever is usual, also without a price before', () => {
    expect(unusualOf('8500', { ...lively, lowest: '8600' })).toEqual(['below'])
    const first = scoreMove({ average: '9000', before: null, item: { ...unknown, highest: '8900' } })
    expect(first).toEqual({ score: null, besidePeers: null, unusual: ['above'] })
  })
})
