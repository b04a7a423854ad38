// Storing and offering unsaved input of the day's grid.
import { describe, expect, it } from 'vitest'
import { type EntryRow, isReady, toRow } from './batch-add.rules.ts'
import { offeredOf, unsavedToStore, withRestored } from './batch-add-drafts.rules.ts'

const plain = (quoteItemId: string): EntryRow =>
  toRow({
    quoteItemId,
    code: `Q${quoteItemId}`,
    productId: '9',
    productName: '螺纹钢',
    itemName: '螺纹钢',
    market: '上海',
    specification: '',
    unit: '元/吨',
    kind: 'range',
    decimals: 0,
    allowsNegative: false,
    lowest: null,
    highest: null,
    usualMove: null,
    usualMedian: null,
    usualDeviation: null,
    isDue: true,
    closed: null,
    rowName: null,
    last: null,
    recent: [],
    entry: null,
  })
const typedIn = (row: EntryRow, low: string, high: string): EntryRow => ({ ...row, typed: { ...row.typed, low, high } })
const stored = (row: EntryRow, version: number): EntryRow => ({
  ...row,
  entry: {
    id: '5',
    version,
    status: 'draft',
    low: '1',
    high: '2',
    average: '2',
    remark: '',
    englishRemark: '',
    reason: '',
    isOutlier: false,
    opinion: '',
    byName: '',
    at: '',
  },
})

describe('§1 unsaved input', () => {
  const [first, second] = [typedIn(plain('1'), '3800', '38x'), plain('2')]

  it('is stored while unsaved, valid or not, and dropped when saved', () => {
    const unsavedRows = unsavedToStore([first, second], {}, {})
    expect(Object.keys(unsavedRows)).toEqual(['1'])
    expect(unsavedToStore([plain('1'), second], unsavedRows, {})).toEqual({})
  })

  it('of items outside this grid stays stored, and so does input still offered', () => {
    const before = unsavedToStore([first, typedIn(plain('7'), '1', '2')], {}, {})
    const offered = offeredOf([plain('1'), second], before)
    expect(Object.keys(offered)).toEqual(['1'])
    expect(Object.keys(unsavedToStore([plain('1'), typedIn(second, '5', '6')], before, offered))).toEqual([
      '1',
      '2',
      '7',
    ])
  })

  it('is offered if it differs, and is restored as typed', () => {
    const unsavedRows = unsavedToStore([typedIn(plain('1'), '3800', '3860')], {}, {})
    expect(offeredOf([typedIn(stored(plain('1'), 1), '3800', '3860')], unsavedRows)).not.toEqual({})
    const [row] = withRestored([plain('1')], offeredOf([plain('1')], unsavedRows))
    expect(row).toMatchObject({ typed: { low: '3800', high: '3860' }, refused: null })
    expect(row && isReady(row)).toBe(true)
  })

  it('over an entry that somebody has saved meanwhile waits for a choice, also after another visit', () => {
    const unsavedRows = unsavedToStore([typedIn(plain('1'), '3800', '3860')], {}, {})
    const [row] = withRestored([stored(plain('1'), 1)], unsavedRows)
    expect(row?.isContested).toBe(true)
    expect(row && isReady(row)).toBe(false)
    const again = row && unsavedToStore([row], {}, {})
    expect(again && withRestored([stored(plain('1'), 1)], again)[0]?.isContested).toBe(true)
  })

  it('of an invalid shape, or of a submitted entry, is not offered', () => {
    expect(offeredOf([plain('1')], { 1: { typed: { low: 1 }, version: null } })).toEqual({})
    const unsavedRows = unsavedToStore([first], {}, {})
    const submitted = stored(plain('1'), 1)
    expect(
      offeredOf([{ ...submitted, entry: submitted.entry && { ...submitted.entry, status: 'submitted' } }], unsavedRows),
    ).toEqual({})
  })
})
