// Workdays do not depend on the zone of the process.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eachDay } from '#contract/days.ts'
import { holidayOf, isWorkday } from './announced-days.ts'

afterEach(() => vi.unstubAllEnvs())

/** Of a winter and a summer day, minutes behind UTC. */
const offsets = {
  'America/New_York': [300, 240],
  'Asia/Shanghai': [-480, -480],
  'Pacific/Kiritimati': [-840, -840],
}

describe('workdays', () => {
  it.each(Object.entries(offsets))('are those of the State Council in %s', (zone, expected) => {
    vi.stubEnv('TZ', zone)
    expect(['2026-01-05', '2026-07-06'].map((day) => new Date(day).getTimezoneOffset())).toEqual(expected)
    const year = eachDay('2026-01-01', '2026-12-31')
    expect(year.filter(isWorkday)).toHaveLength(248)
    expect(['2026-01-05', '2026-10-05', '2026-10-10', '2026-11-28'].map(isWorkday)).toEqual([true, false, true, false])
    expect(['2026-10-05', '2026-10-10', '2026-11-27'].map(holidayOf)).toEqual(['国庆节', '国庆节', ''])
    // not announced: only weekends
    expect(eachDay('2030-10-01', '2030-10-07').filter(isWorkday)).toHaveLength(5)
  })
})
