// The new state of a grant, for any two periods: granting again never shortens and never doubles.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { checkPeriod, lessens } from '#contract/members/grants.ts'
import { type GrantState, grantKinds } from '#contract/members/members.ts'
import { actionOf, extendedBy, grantedAgain, isSameGrant, needsConfirmation, refusalOf } from './grants.rules.ts'

const TODAY = '2026-06-15'
const day = fc.integer({ min: -800, max: 800 }).map((days) => addDays(TODAY, days))
const state: fc.Arbitrary<GrantState> = fc
  .record({
    kind: fc.constantFrom(...grantKinds),
    one: day,
    other: day,
    quota: fc.option(fc.integer({ min: 1, max: 100 }), { nil: null }),
  })
  .map(({ kind, one, other, quota }) => {
    const [startsOn = '', endsOn = ''] = [one, other].toSorted()
    return { kind, startsOn, endsOn, quota }
  })

describe('product.md "granting again extends, never doubles"', () => {
  it('never shortens a live grant, and covers both periods', () => {
    fc.assert(
      fc.property(state, state, (before, requested) => {
        const after = grantedAgain(before, requested, TODAY)
        expect(after.endsOn >= requested.endsOn).toBe(true)
        expect(after.startsOn <= requested.startsOn).toBe(true)
        if (before.endsOn >= TODAY) expect(lessens(before, after)).toBe(false)
        else expect(after).toEqual(requested)
      }),
    )
  })

  it('repeated with the same terms changes nothing', () => {
    fc.assert(
      fc.property(fc.option(state), state, (before, requested) => {
        fc.pre(requested.endsOn >= TODAY)
        const once = grantedAgain(before, requested, TODAY)
        expect(isSameGrant(once, grantedAgain(once, requested, TODAY))).toBe(true)
      }),
    )
  })

  it('takes the kind of the period that ends last', () => {
    const trial = { kind: 'trial', startsOn: TODAY, endsOn: addDays(TODAY, 9), quota: null } as const
    const formal = { ...trial, kind: 'formal', endsOn: addDays(TODAY, 364) } as const
    expect(grantedAgain(trial, formal, TODAY).kind).toBe('formal')
    expect(grantedAgain(formal, trial, TODAY)).toEqual(formal)
  })

  it('treats a grant as live on its last day, and not after', () => {
    const requested = { kind: 'trial', startsOn: TODAY, endsOn: addDays(TODAY, 9), quota: null } as const
    const ending = (endsOn: string) =>
      grantedAgain({ ...requested, startsOn: addDays(TODAY, -30), endsOn }, requested, TODAY)
    expect(ending(TODAY).startsOn).toBe(addDays(TODAY, -30))
    expect(ending(addDays(TODAY, -1))).toEqual(requested)
  })
})

describe('extending by days', () => {
  it('counts from the end, or from today where the grant has expired', () => {
    fc.assert(
      fc.property(state, fc.integer({ min: 1, max: 400 }), (before, days) => {
        const after = extendedBy(before, days, TODAY)
        const isOver = before.endsOn < TODAY
        expect(after.endsOn).toBe(addDays(isOver ? addDays(TODAY, -1) : before.endsOn, days))
        expect(after.endsOn >= TODAY).toBe(true)
        expect(lessens(before, after)).toBe(false)
        expect(actionOf(before, after)).toBe('extend')
        expect(after.kind).toBe(before.kind)
      }),
    )
  })

  it('turns a trial into the requested kind, and leaves a formal grant formal', () => {
    const trial = { kind: 'trial', startsOn: TODAY, endsOn: TODAY, quota: null } as const
    expect(extendedBy(trial, 1, TODAY, 'formal').kind).toBe('formal')
    expect(extendedBy({ ...trial, kind: 'formal' }, 1, TODAY, 'trial').kind).toBe('formal')
  })

  it('is no extension where the end stays the same', () => {
    const grant = { kind: 'trial', startsOn: TODAY, endsOn: TODAY, quota: 1 } as const
    expect(actionOf(grant, { ...grant, quota: 2 })).toBe('change')
  })
})

describe('confirmations and refusals', () => {
  const formal = { kind: 'formal', startsOn: '2026-01-01', endsOn: '2026-12-31', quota: null } as const
  it.each([
    [formal, { ...formal, endsOn: '2026-12-30' }, true],
    [formal, null, true],
    [formal, { ...formal, endsOn: '2027-12-31' }, false],
    [formal, { ...formal, startsOn: '2026-02-01' }, true],
    [{ ...formal, kind: 'trial' as const }, null, false],
    [{ ...formal, endsOn: '2026-06-14' }, null, false],
    [null, formal, false],
  ])('%j to %j needs confirmation: %s', (before, after, expected) => {
    expect(needsConfirmation(before, after, TODAY)).toBe(expected)
  })

  it.each([
    ['2026-06-15', '2026-06-15', null],
    ['2026-06-16', '2026-06-15', '截止日期不能早于开始日期'],
    ['2015-01-01', '2036-06-15', null],
    ['2026-06-15', '2036-06-16', '截止日期不能晚于 10 年后'],
    ['2027-06-15', '2037-06-15', null],
  ])('%s to %s: %s', (from, to, expected) => {
    expect(checkPeriod(from, to, TODAY)).toBe(expected)
  })

  it('nothing is granted to a disabled account or a locked member', () => {
    expect(refusalOf({ status: 'disabled', locked: false })).toBe('账号已禁用，不能授权')
    expect(refusalOf({ status: 'enabled', locked: true })).toBe('会员已锁定，不能授权')
    expect(refusalOf({ status: 'enabled', locked: false })).toBe('')
  })
})
