// The demo company's monitoring on a real database: believable days that ended, and a day that runs.
import { describe, expect, it } from 'vitest'
import { demoDatabase } from '#test/demo.ts'

const { one } = demoDatabase('figures')

describe('§1 the demo company’s monitoring', () => {
  it('expects all quote items, the series, and the news of each category', async () => {
    expect(await one(`select count(*)::int from monitoring_rules where kind = 'article'`)).toBe(6)
    const uncovered = `select count(*)::int from quote_items i where i.status = 'update' and i.frequency = 'workday'
      and not exists (select from dues d where d.kind = 'price' and d.subject_id = i.id and d.day = '2026-03-06')`
    expect(await one(uncovered)).toBe(0)
  })

  it('has thirty sealed workdays, most of them in time, some late or excused', async () => {
    expect(await one('select count(*)::int from sealed_days')).toBe(30)
    const share = (state: string) =>
      one(`select round(avg((state = '${state}')::int) * 100)::int from sealed_dues where kind = 'price'`)
    expect(await share('done')).toBeGreaterThan(75)
    expect(await share('done')).toBeLessThan(99)
    expect(await one(`select count(*)::int from sealed_dues where state = 'excused'`)).toBeGreaterThan(20)
    expect(
      await one(`select count(distinct late_minutes)::int from sealed_dues where state = 'doneLate'`),
    ).toBeGreaterThan(3)
    expect(
      await one(`select count(distinct rate)::int from (select round(avg((state = 'done')::int), 2) as rate
      from sealed_dues group by day) d`),
    ).toBeGreaterThan(8)
  })
})
