// Days on which issues of customised reports are due.
import { describe, expect, it } from 'vitest'
import { dueDays } from './due.rules.ts'

const order = { startsOn: '2026-01-31', endsOn: '2026-12-31' }

describe('the days on which a report is due', () => {
  it('are the month’s last where it has no such day, and that day again afterwards', () => {
    expect(dueDays({ ...order, rhythm: 'monthly' }, '2026-01-01', '2026-05-31')).toEqual([
      ...['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ])
  })

  it('are every seventh day, without those before the requested range', () => {
    expect(dueDays({ ...order, rhythm: 'weekly' }, '2026-02-05', '2026-02-21')).toEqual([
      '2026-02-07',
      '2026-02-14',
      '2026-02-21',
    ])
  })

  it('end with the order', () => {
    expect(dueDays({ ...order, rhythm: 'quarterly', endsOn: '2026-07-30' }, '2026-01-01', '2027-01-01')).toEqual([
      ...['2026-01-31', '2026-04-30'],
    ])
  })

  it('are one day for a single order', () => {
    expect(dueDays({ ...order, rhythm: 'once' }, '2026-01-01', '2026-12-31')).toEqual(['2026-01-31'])
  })
})
