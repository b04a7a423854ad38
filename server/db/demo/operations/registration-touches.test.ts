// Visits of the demo company's registrations.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

describe('visits of the demo', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await cloneDatabase('demo')
  })
  afterAll(() => database.close())

  it('operations.md "Demo and speed" a third of registrations have visits, none after the registration, paid ones with their node', async () => {
    const { rows } = await database.pool.query(`select count(distinct r.id)::float8 as registrations,
        count(distinct t.registration_id)::float8 as visited, count(*) filter (where t.at > r.created_at)::int as late,
        count(*) filter (where t.engine is not null and t.node_id is null)::int as lost,
        count(*) filter (where r.source = 'aiWeb')::int as ai
      from registrations r left join registration_touches t on t.registration_id = r.id`)
    const [{ registrations, visited, late, lost, ai }] = rows
    expect(visited / registrations).toBeGreaterThan(0.25)
    expect(visited / registrations).toBeLessThan(0.42)
    expect({ late, lost }).toEqual({ late: 0, lost: 0 })
    expect(ai).toBeGreaterThan(0)
  })
})
