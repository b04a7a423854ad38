// Attribution: whatever the visits, the shares of a lead are exactly one, and SQL says the same as the rule.
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AttributedVisit,
  attributionModels,
  attributionWindows,
  LEAD_UNITS,
  sharesOf,
} from '#contract/operations/attribution.ts'
import { createChance } from '#server/db/demo/random.ts'
import { registrationTouches } from '#server/db/schema/members/registration-touches.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { makeRegistration } from '#test/factories.ts'
import { attributedLeads } from './attribution.queries.ts'

const HOUR_MS = 3_600_000
const registeredAt = Date.parse('2026-03-10T10:00:00+08:00')
const sum = (shares: readonly number[]) => shares.reduce((all, share) => all + share, 0)

describe('shares of a lead', () => {
  const day = (days: number, isDirect = false): AttributedVisit => ({
    at: registeredAt - days * 24 * HOUR_MS,
    isDirect,
  })
  const visits = [day(40), day(20), day(5), day(1, true)]

  it.each([
    ['lastNonDirect', '30', [0, 0, 1, 0]],
    ['first', '30', [0, 1, 0, 0]],
    ['first', '90', [1, 0, 0, 0]],
    ['last', '7', [0, 0, 0, 1]],
    ['linear', '30', [0, 1 / 3, 1 / 3, 1 / 3]],
    ['linear', '90', [1 / 4, 1 / 4, 1 / 4, 1 / 4]],
  ] as const)('operations.md "Attribution" %s within %s days', (model, window, shares) => {
    expect(sharesOf(model, visits, { registeredAt, window }).map((units) => units / LEAD_UNITS)).toEqual(shares)
  })

  it('operations.md "Attribution" only direct visits are the last one, and what is after the registration is none', () => {
    const of = { registeredAt, window: '7' as const }
    expect(sharesOf('lastNonDirect', [day(2, true), day(1, true)], of)).toEqual([0, LEAD_UNITS])
    expect(sharesOf('last', [day(-1)], of)).toEqual([0])
  })

  it('operations.md "Attribution" are whole units that add up to exactly one lead, or to nothing without a visit', () => {
    const visit = fc.record({
      at: fc.integer({ min: registeredAt - 100 * 24 * HOUR_MS, max: registeredAt + HOUR_MS }),
      isDirect: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(visit, { maxLength: 20 }),
        fc.constantFrom(...attributionModels),
        fc.constantFrom(...attributionWindows),
        (list, model, window) => {
          const shares = sharesOf(model, list, { registeredAt, window })
          const hasAny = list.some(({ at }) => at <= registeredAt && at >= registeredAt - Number(window) * 24 * HOUR_MS)
          return shares.every(Number.isInteger) && sum(shares) === (hasAny ? LEAD_UNITS : 0)
        },
      ),
    )
  })
})

describe('in SQL', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await cloneDatabase()
  })
  afterAll(() => database.close())

  it('operations.md "Attribution" each lead has the shares of the rule, exactly one in all', async () => {
    const { db } = database
    const chance = createChance(20_261_102)
    const leads: { id: string; touches: string[]; visits: AttributedVisit[] }[] = []
    for (let n = 0; n < 25; n++) {
      const { id } = await makeRegistration(db, { createdAt: new Date(registeredAt).toISOString() })
      // several at one moment, too
      const visits = Array.from({ length: chance.between(0, 20) }, () => ({
        at: registeredAt - chance.between(-1, 60) * 36 * HOUR_MS,
        isDirect: chance.happens(0.4),
      }))
      const touches: string[] = []
      for (const { at, isDirect } of visits) {
        const [row] = await db
          .insert(registrationTouches)
          .values({ registrationId: id, at: new Date(at).toISOString(), source: isDirect ? '' : 'baidu' })
          .returning({ id: registrationTouches.id })
        touches.push(row?.id ?? '')
      }
      leads.push({ id, touches, visits })
    }
    for (const model of attributionModels) {
      for (const window of attributionWindows) {
        const of = sql`select id, created_at from ${registrations}`
        const { rows } = await db.execute<{ lead: string; touch: string | null; units: string }>(
          sql`select id::text as lead, touch_id::text as touch, units::text as units from (${attributedLeads(of, { touch: model, window })}) a`,
        )
        for (const { id, touches, visits } of leads) {
          const own = rows.filter(({ lead }) => lead === id)
          expect(own.reduce((all, { units }) => all + BigInt(units), 0n)).toBe(BigInt(LEAD_UNITS))
          const units = new Map(own.map(({ touch, units: share }) => [touch, Number(share)]))
          const expected = sharesOf(model, visits, { registeredAt, window })
          expect(touches.map((touch) => units.get(touch) ?? 0)).toEqual(expected)
        }
      }
    }
  })
})
