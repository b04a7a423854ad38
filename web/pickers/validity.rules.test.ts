// Validity from dates: the same as on the server.
import { describe, expect, it } from 'vitest'
import { remaining, validityFor } from './validity.rules.ts'

const today = '2026-11-21'
const of = (startsOn: string | null, endsOn: string | null, status?: 'enabled' | 'disabled') =>
  validityFor({ startsOn, endsOn, ...(status && { status }) }, today)

describe('validity', () => {
  it('follows from the dates, today counting as 0 days', () => {
    expect(of(null, null)).toBe('none')
    expect(of('2026-11-22', '2026-12-30')).toBe('future')
    expect(of('2026-11-01', '2026-11-20')).toBe('expired')
    expect(of('2026-11-01', today)).toBe('expiring')
    expect(of('2026-11-01', '2026-12-21')).toBe('expiring')
    expect(of('2026-11-01', '2026-12-22')).toBe('active')
    expect(of('2026-11-01', '2026-12-22', 'disabled')).toBe('disabled')
  })

  it('says how many days remain', () => {
    expect(remaining('2028-03-01', '2028-02-28')).toBe('2 天')
    expect(remaining(today, today)).toBe('今天')
    expect(remaining('2026-12-01', today)).toBe('10 天')
  })
})
