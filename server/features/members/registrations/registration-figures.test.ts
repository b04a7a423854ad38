// Figures of registrations, for the home page and the statistics.
import { expect, it } from 'vitest'
import { makeRegistration } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { countNew, countWaiting, registrationFigures } from './registrations.queries.ts'

const server = testServer()
const db = () => server().database.db
const make = (overrides: Parameters<typeof makeRegistration>[1] = {}) => makeRegistration(db(), overrides)

it('count new and waiting ones within scope, and sum up a range of days', async () => {
  const seller = await server().as('sales')
  await make({ ownerId: seller.id })
  await make({
    state: 'contacted',
    firstContactAt: '2026-11-01T10:30:00+08:00',
    createdAt: '2026-11-01T10:00:00+08:00',
  })
  await make({ source: 'open', createdAt: '2026-11-01T23:59:00+08:00' })
  const asSeller = { id: seller.id, isAdministrator: false, roleCodes: ['sales'], rights: new Set<string>() }
  const asAdmin = { ...asSeller, isAdministrator: true }
  expect([await countNew(db(), asSeller), await countWaiting(db(), asSeller)]).toEqual([1, 1])
  expect([await countNew(db(), asAdmin), await countWaiting(db(), asAdmin)]).toEqual([1, 2])
  expect(await registrationFigures(db(), '2026-11-01', '2026-11-01')).toEqual({
    days: [{ day: '2026-11-01', count: 2 }],
    sources: [
      { source: 'open', count: 1 },
      { source: 'page', count: 1 },
    ],
    states: [
      { state: 'contacted', count: 1 },
      { state: 'new', count: 1 },
    ],
    medianMinutes: 30,
  })
  expect(await registrationFigures(db(), '2020-01-01', '2020-01-02')).toMatchObject({ days: [], medianMinutes: null })
})
