// Drafts of an account's grants.
import { describe, expect, it } from 'vitest'
import type { GrantRow } from '#contract/members/grants.ts'
import {
  changesOf,
  daysLeft,
  draftOf,
  inRange,
  isTouched,
  lastDay,
  problemOf,
  quickRanges,
  rebased,
  takesAway,
  withProducts,
} from './grant-drafts.rules.ts'

const TODAY = '2026-06-15'
const stored: GrantRow = {
  id: '1',
  version: 3,
  productId: '7',
  productName: '原油',
  path: '能源 > 原油',
  kind: 'formal',
  startsOn: '2026-01-01',
  endsOn: '2026-12-31',
  quota: null,
}
const draft = draftOf(stored)
const [week, , month, , year, renewal] = quickRanges

describe('the input of the call', () => {
  it('has only touched rows, with the version that was shown', () => {
    expect(isTouched(draft)).toBe(false)
    expect(changesOf([draft])).toEqual({ set: [], revoke: [] })
    const longer = { ...draft, endsOn: '2027-12-31' }
    expect(changesOf([longer]).set).toEqual([
      { productId: '7', version: 3, kind: 'formal', startsOn: '2026-01-01', endsOn: '2027-12-31', quota: null },
    ])
    expect(changesOf([{ ...longer, isRevoked: true }])).toEqual({ set: [], revoke: [{ productId: '7', version: 3 }] })
  })

  it('gives new products a trial from today, each once', () => {
    const product = { id: '9', name: '煤', path: '能源 > 煤' }
    const { drafts, added } = withProducts([draft], [{ id: '7', name: '原油', path: '' }, product], TODAY)
    expect(added).toMatchObject([{ key: '9', kind: 'trial', startsOn: TODAY, endsOn: '2026-06-29' }])
    expect(drafts.map(({ key }) => key)).toEqual(['9', '7'])
    expect(changesOf(drafts).set).toMatchObject([{ productId: '9', version: null }])
    const whole = withProducts([], [{ id: '', name: 'AI 问答', path: '' }], TODAY).drafts
    expect(changesOf(whole).set).toMatchObject([{ productId: null }])
  })

  it('requires a reason if a grant is shortened or revoked', () => {
    expect(takesAway([draft, { ...draft, endsOn: '2027-01-01' }])).toBe(false)
    expect(takesAway([{ ...draft, endsOn: '2026-12-30' }])).toBe(true)
    expect(takesAway([{ ...draft, isRevoked: true }])).toBe(true)
  })
})

describe('quick ranges', () => {
  const fresh = withProducts([], [{ id: '9', name: '煤', path: '' }], TODAY).added[0] ?? draft

  it.each([
    [week, { kind: 'trial', startsOn: TODAY, endsOn: '2026-06-21' }],
    [month, { startsOn: TODAY, endsOn: '2026-07-14' }],
    [year, { startsOn: TODAY, endsOn: '2027-06-14' }],
    [renewal, { startsOn: TODAY, endsOn: '2027-06-14' }],
  ])('$0.label of a new grant', (range, expected) => {
    expect(inRange(fresh, range, TODAY)).toMatchObject(expected)
  })

  it('extend a running grant from its end, and an expired one from today', () => {
    expect(inRange(draft, renewal, TODAY)).toMatchObject({ startsOn: '2026-01-01', endsOn: '2027-12-31' })
    const lastDayToday = draftOf({ ...stored, endsOn: TODAY })
    expect(inRange(lastDayToday, renewal, TODAY)).toMatchObject({ startsOn: '2026-01-01', endsOn: '2027-06-15' })
    expect(inRange(lastDayToday, month, TODAY)).toMatchObject({ startsOn: '2026-01-01', endsOn: '2026-07-14' })
    const over = draftOf({ ...stored, endsOn: '2026-06-14' })
    expect(inRange(over, renewal, TODAY)).toMatchObject({ startsOn: TODAY, endsOn: '2027-06-14' })
  })

  it('extend a trial as the chosen kind, and leave other kinds as they are', () => {
    const trial = draftOf({ ...stored, kind: 'trial' })
    expect(inRange(trial, renewal, TODAY, 'formal')).toMatchObject({ kind: 'formal', endsOn: '2027-12-31' })
    expect(inRange(draftOf({ ...stored, kind: 'gift' }), renewal, TODAY, 'formal').kind).toBe('gift')
    expect(inRange(trial, month, TODAY, 'formal').kind).toBe('trial')
  })

  it('count whole months', () => {
    expect(lastDay('2026-01-31', 1, 'month')).toBe('2026-02-27')
    expect(lastDay('2026-03-01', 1, 'month')).toBe('2026-03-31')
  })
})

describe('a newer version by somebody else', () => {
  const newer: GrantRow = { ...stored, version: 4, kind: 'gift', endsOn: '2026-10-01' }

  it('keeps edits over the newer grant, with a notice', () => {
    const mine = { ...draft, endsOn: '2027-12-31' }
    expect(rebased([mine], [newer])).toMatchObject([
      { endsOn: '2027-12-31', base: { version: 4 }, notice: '他人已改为：赠送，2026-01-01 至 2026-10-01' },
    ])
    expect(rebased([mine], [])).toMatchObject([{ base: null, notice: '已被他人取消，保存将重新授权' }])
  })

  it('takes over untouched, new and revoked grants', () => {
    expect(rebased([draft], [newer])).toMatchObject([{ kind: 'gift', notice: '' }])
    expect(rebased([draft], [])).toEqual([])
    expect(rebased([{ ...draft, isRevoked: true }], [])).toEqual([])
    expect(rebased([], [stored])).toEqual([draft])
    expect(rebased([draft], [stored])).toEqual([draft])
  })
})

describe('a row shows', () => {
  it.each([
    [{}, ''],
    [{ endsOn: '2025-01-01' }, '截止日期不能早于开始日期'],
    [{ endsOn: '2040-01-01' }, '截止日期不能晚于 10 年后'],
    [{ endsOn: '2025-01-01', isRevoked: true }, ''],
    [{ base: null, startsOn: '2026-01-01', endsOn: '2026-06-14' }, '截止日期不能早于今天'],
    [{ startsOn: '2026-01-01', endsOn: '2026-06-14' }, '截止日期不能早于今天'],
  ])('%j: %s', (change, problem) => {
    expect(problemOf({ ...draft, ...change }, TODAY)).toBe(problem)
  })

  it.each([
    ['2026-01-01', '2026-06-20', '剩 5 天'],
    ['2026-01-01', TODAY, '今天到期'],
    ['2026-01-01', '2026-06-10', '已过期 5 天'],
    ['2026-06-18', '2026-07-01', '3 天后开始'],
  ])('%s to %s: %s', (startsOn, endsOn, label) => {
    expect(daysLeft({ startsOn, endsOn }, TODAY)).toBe(label)
  })
})
