// Parsing of typed and pasted texts in the day's grid.
import { describe, expect, it } from 'vitest'
import type { SheetRow } from '#contract/prices/price-grids.ts'
import type { SaveOutcome } from '#contract/prices/prices.ts'
import {
  afterRemoval,
  afterSave,
  afterSubmit,
  applyChanges,
  type EntryRow,
  isChanged,
  isChangedCell,
  isEmptied,
  isHeld,
  isReady,
  previewOf,
  problemAt,
  problemOf,
  refreshed,
  repeatChanges,
  resolveWith,
  toEntry,
  toRow,
  withDrafts,
  withOwn,
  withTheirs,
} from './batch-add.rules.ts'

const sheetRow: SheetRow = {
  quoteItemId: '1',
  code: 'Q000001',
  productId: '9',
  productName: '螺纹钢',
  itemName: '螺纹钢 上海',
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
  last: { day: '2026-11-20', low: '3800', high: '3860', average: '3830' },
  recent: [],
  entry: null,
}
const noTexts = { remark: '', englishRemark: '', reason: '', opinion: '', isOutlier: false, byName: '', at: '' }
const unsaved = {
  id: null,
  version: null,
  low: null,
  high: null,
  average: null,
  change: null,
  percent: null,
  isOutlier: false,
  usual: '',
}
const row = (overrides: Partial<SheetRow> = {}): EntryRow => toRow({ ...sheetRow, ...overrides })

/** Types or pastes into cells of the first row. */
function typedInto(rows: EntryRow[], cells: Record<string, string>, kind = 'typed'): EntryRow {
  const changes = Object.entries(cells).map(([column, text]) => ({ row: '1', column, text }))
  return applyChanges(rows, resolveWith(rows)(changes, kind))[0] as EntryRow
}

describe('§1 the grid reads', () => {
  it.each([
    ['8,500-8,600', { low: '8500', high: '8600', average: '' }],
    ['８５００～８６００', { low: '8500', high: '8600', average: '' }],
    ['平', { low: '3800', high: '3860', average: '' }],
    ['+10', { low: '3810', high: '3870', average: '' }],
    ['-1%', { low: '3762', high: '3821', average: '' }],
    ['-', { low: '', high: '', average: '' }],
  ])('“%s” in an empty row', (text, typed) => {
    expect(typedInto([row()], { low: text }).typed).toMatchObject(typed)
  })

  it('one figure of an item with one price for low and high', () => {
    expect(typedInto([row({ kind: 'single' })], { high: '100' }).typed).toMatchObject({ low: '100', high: '100' })
  })

  it('a pasted row into its cells, and keeps invalid texts with a problem', () => {
    const pasted = typedInto([row()], { low: '3,900', high: '约4000', remark: '成交清淡' }, 'pasted')
    expect(pasted.typed).toMatchObject({ low: '3,900', high: '约4000', remark: '成交清淡' })
    expect(problemAt(pasted, 'high')).toBe('含有文字，不是价格')
    expect(isReady(pasted)).toBe(false)
  })
})

describe('§1 a row of the grid', () => {
  it('shows mean and move against the last published price, and flags an unusual move', () => {
    expect(previewOf(typedInto([row()], { low: '3900', high: '3961' }))).toEqual({
      average: '3931',
      change: '101',
      percent: '2.64',
      unusual: '',
    })
    expect(previewOf(typedInto([row()], { low: '4500-4600' })).unusual).toContain('超出常规')
  })

  it.each([
    [{ low: '9', high: '8' }, '低价不能高于高价'],
    [{ low: '9' }, '低价和高价须都填写'],
    [{ average: '9' }, '请填写低价和高价'],
  ])('%j is not saved', (cells, problem) => {
    const typed = { ...row(), typed: { ...row().typed, ...cells } }
    expect(problemOf(typed)).toMatch(problem === '低价不能高于高价' ? /低价.*高/ : problem)
    expect(isReady(typed)).toBe(false)
  })

  const draft = { id: '77', version: 1, status: 'draft', low: '3900', high: '3960', average: '3930' } as const
  const entry = { ...draft, ...noTexts }

  it('prices.md shows a row’s problem at a cell, and marks changed cells', () => {
    const half = typedInto([row()], { low: '3900' })
    expect([problemAt(half, 'low'), problemAt(half, 'high')]).toEqual([null, '低价和高价须都填写'])
    const wrong = typedInto([row()], { low: '约3900', high: '4000' })
    expect([problemAt(wrong, 'low'), problemAt(wrong, 'high')]).toEqual(['含有文字，不是价格', null])
    expect([isChangedCell(half, 'low'), isChangedCell(half, 'remark')]).toEqual([true, false])
    const emptied = typedInto([row({ entry })], { low: '-' })
    expect(problemAt(emptied, 'low')).toContain('草稿仍在')
  })

  it('keeps input typed during a save', () => {
    const before = typedInto([row()], { low: '3900-3960' })
    const sent = toEntry(before, '2026-11-23')
    const meanwhile = typedInto([before], { remark: '后补' })
    const outcome: SaveOutcome = {
      quoteItemId: '1',
      day: '2026-11-23',
      id: '77',
      version: 1,
      low: '3900',
      high: '3960',
      average: '3930',
      change: '100',
      percent: '2.61',
      isOutlier: false,
      usual: '',
      problem: null,
      isStale: false,
      now: null,
    }
    const [next] = afterSave([meanwhile], [sent], [outcome])
    expect(next?.typed.remark).toBe('后补')
    expect(next && isChanged(next)).toBe(true)
    expect(next && toEntry(next, '2026-11-23').version).toBe(1)
    const [quiet] = afterSave([before], [sent], [outcome])
    expect(quiet && isChanged(quiet)).toBe(false)
    const [refused] = afterSave([before], [sent], [{ ...outcome, id: null, version: null, problem: '已被他人修改' }])
    expect(refused && problemOf(refused)).toBe('已被他人修改')
  })
})

describe('prices.md "Entering": a row that somebody else has changed', () => {
  const at = '2026-11-23T10:32:00+08:00'
  const mine = {
    id: '77',
    version: 1,
    status: 'draft' as const,
    low: '3900',
    high: '3960',
    average: '3930',
    ...noTexts,
  }
  const theirs = { ...mine, version: 2, low: '3910', high: '3970', average: '3940', byName: '李强', at }
  const sheet = (entry: SheetRow['entry']) => [{ ...sheetRow, entry }]
  const only = (rows: readonly EntryRow[]) => rows[0] as EntryRow

  it('shows their values where nothing is typed here', () => {
    const next = only(refreshed([row({ entry: mine })], sheet(theirs)))
    expect(next).toMatchObject({ typed: { low: '3910', high: '3970' }, isContested: false, entry: { version: 2 } })
    expect(refreshed([row({ entry: mine })], sheet(null))[0]).toMatchObject({ typed: { low: '' }, entry: null })
  })

  it('keeps what is typed, waits for a choice, and names both values with who and when', () => {
    const typing = typedInto([row({ entry: mine })], { low: '3905' })
    const next = only(refreshed([typing], sheet(theirs)))
    expect(next.typed).toMatchObject({ low: '3905', high: '3970' })
    expect([next.isContested, isReady(next)]).toEqual([true, false])
    expect(problemAt(next, 'low')).toBe('李强 10:32 改为 3,910 – 3,970；您填的是 3,905 – 3,970，请在表格上方选择')
    expect(withTheirs(next)).toMatchObject({ typed: { low: '3910' }, isContested: false })
    const kept = withOwn(next)
    expect([isReady(kept), toEntry(kept, '2026-11-23')]).toEqual([
      true,
      expect.objectContaining({ low: '3905', version: 2 }),
    ])
    // another change of theirs asks again; a choice not made stays
    expect(only(refreshed([kept], sheet({ ...theirs, version: 3, low: '3920' }))).isContested).toBe(true)
    expect(only(refreshed([next], sheet({ ...theirs, version: 3, remark: '已核' }))).isContested).toBe(true)
  })

  it('does not ask where the two have changed different cells, or agree', () => {
    const remarking = typedInto([row({ entry: mine })], { remark: '成交清淡' })
    const next = only(refreshed([remarking], sheet(theirs)))
    expect(next).toMatchObject({ typed: { low: '3910', remark: '成交清淡' }, isContested: false })
    expect(isReady(next)).toBe(true)
    const agreeing = typedInto([row({ entry: mine })], { low: '3910', high: '3970' })
    expect(only(refreshed([agreeing], sheet(theirs)))).toMatchObject({ isContested: false })
  })

  it('keeps what is typed when theirs was deleted or submitted', () => {
    const typing = typedInto([row({ entry: mine })], { low: '3905' })
    const deleted = only(refreshed([typing], sheet(null)))
    expect(deleted).toMatchObject({ typed: { low: '3905' }, isContested: true })
    expect(toEntry(withOwn(deleted), '2026-11-23').version).toBeNull()
    const submitted = only(refreshed([typing], sheet({ ...theirs, status: 'submitted' })))
    expect(submitted).toMatchObject({ typed: { low: '3905' }, isContested: true })
    expect(problemOf(submitted)).toContain('李强 10:32 待审核：3,910 – 3,970')
  })

  it('is told from a refused save as from a live notice', () => {
    const typing = typedInto([row({ entry: mine })], { low: '3905' })
    const refused = {
      ...unsaved,
      quoteItemId: '1',
      day: '2026-11-23',
      problem: '已被他人修改',
      isStale: true,
      now: theirs,
    }
    const [next] = afterSave([typing], [toEntry(typing, '2026-11-23')], [refused])
    expect(next).toMatchObject({ typed: { low: '3905' }, isContested: true, entry: { version: 2 } })
  })

  it('stays in its place, and new rows follow', () => {
    const [first, second, third] = ['1', '2', '3'].map((quoteItemId) => ({ ...sheetRow, quoteItemId }))
    const rows = [first, second].map((each) => toRow(each as SheetRow))
    const next = refreshed(rows, [third, second] as SheetRow[])
    expect(next.map(({ quoteItemId }) => quoteItemId)).toEqual(['1', '2', '3'])
  })

  it('is not submitted: both values are shown, the other rows stay as they were', () => {
    const bad = typedInto([row()], { low: '约3900', high: '4000' })
    const half = { ...typedInto([row()], { low: '3900' }), quoteItemId: '2' }
    const [moved, sent] = [
      row({ entry: mine, quoteItemId: '3' }),
      row({ entry: { ...mine, id: '78' }, quoteItemId: '4' }),
    ]
    const outcomes = [
      { id: '77', name: '', ok: false, msg: '', code: 601, now: theirs },
      { id: '78', name: '', ok: true, msg: '' },
    ]
    const next = afterSubmit([bad, half, moved, sent], outcomes)
    expect(next.slice(0, 2)).toEqual([bad, half])
    expect(next[2]).toMatchObject({ typed: { low: '3900' }, entry: { low: '3910', version: 2 }, isContested: true })
    expect(next[3]).toMatchObject({ entry: { status: 'submitted', version: 2 }, typed: { low: '3900' } })
  })
})

describe('prices.md "Entering": a draft whose figures are cleared', () => {
  const entry = {
    id: '77',
    version: 1,
    status: 'draft' as const,
    low: '3900',
    high: '3960',
    average: '3930',
    ...noTexts,
  }
  const emptied = typedInto([row({ entry })], { low: '-' })

  it('stays until it is deleted, or comes back', () => {
    expect([isEmptied(emptied), isReady(emptied), isEmptied(row())]).toEqual([true, false, false])
    expect(withDrafts([emptied])[0]).toMatchObject({ typed: { low: '3900' } })
    const [gone] = afterRemoval([emptied], [{ id: '77', name: '', ok: true, msg: '' }])
    expect(gone).toMatchObject({ entry: null, typed: { low: '', remark: '' } })
    expect(gone && problemOf(gone)).toBeNull()
  })

  it('shows both values where somebody else has changed it', () => {
    const now = { ...entry, version: 2, low: '3910' }
    const [kept] = afterRemoval([emptied], [{ id: '77', name: '', ok: false, msg: '', code: 601, now }])
    expect(kept).toMatchObject({ entry: { version: 2 }, typed: { low: '' }, isContested: true })
  })
})

describe('prices.md "Bad input": a day on which nothing is due', () => {
  it('is held back until it is confirmed, once for each entry', () => {
    const typing = typedInto([row({ isDue: false })], { low: '3900-3960' })
    expect([isHeld(typing), isReady(typing)]).toEqual([true, false])
    const entry = {
      id: '77',
      version: 1,
      status: 'draft' as const,
      low: '3900',
      high: '3960',
      average: '3930',
      ...noTexts,
    }
    const saved = typedInto([row({ isDue: false, entry })], { low: '3910' })
    expect([isHeld(saved), isReady(saved)]).toEqual([false, true])
  })

  it('that takes no price is not offered for typing', () => {
    expect(isReady(typedInto([row({ closed: '该报价项已停更' })], { low: '3900-3960' }))).toBe(false)
  })
})

it('prices.md "Entering": yesterday’s value fills what is empty, due and open, and nothing else', () => {
  const entry = { id: '77', version: 1, status: 'draft' as const, low: '1', high: '2', average: '1', ...noTexts }
  const rows = [
    row(),
    row({ quoteItemId: '2', isDue: false }),
    row({ quoteItemId: '3', last: null }),
    row({ quoteItemId: '4', entry }),
    row({ quoteItemId: '5', closed: '该报价项已停更' }),
    { ...typedInto([row()], { low: '约' }), quoteItemId: '6' },
  ]
  const changes = repeatChanges(rows)
  expect(changes.map((change) => change.row)).toEqual(['1'])
  expect(applyChanges(rows, resolveWith(rows)(changes, 'filled'))[0]?.typed).toMatchObject({
    low: '3800',
    high: '3860',
  })
})
