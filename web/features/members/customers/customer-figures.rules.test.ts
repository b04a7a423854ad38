// The lists behind the figures of customers: the list reads from its address what the figure counts by.
import { expect, it } from 'vitest'
import { parseListState } from '#web/kit/list/list-state.ts'
import { addressesOn } from './customer-figures.rules.ts'
import { advanced, filters } from './customer-filters.tsx'

const all = [...filters, ...advanced]
const askedBy = (address: Readonly<Record<string, string>>) => {
  const { filters: texts } = parseListState(new URLSearchParams(address), { filters: all, sortable: [] })
  return Object.assign({}, ...all.map(({ key, read }) => (texts[key] ? read(texts[key]) : {})))
}

it('product.md "Service": each figure of customers opens what it counts', () => {
  const asked = Object.entries(addressesOn('2026-11-29')).map(([figure, address]) => [figure, askedBy(address)])
  expect(Object.fromEntries(asked)).toEqual({
    total: {},
    newThisMonth: { createdFrom: '2026-11-01', createdTo: '2026-11-29' },
    withMembers: { hasMembers: true },
    live: { isInUse: true },
    expiring: { endsWithin: 30 },
    pooled: { isPooled: true },
  })
  for (const [key, value] of Object.entries({ level: 'A', regionId: '10', ownerId: '6' }))
    expect(askedBy({ [key]: value })).toEqual({ [key]: value })
})
