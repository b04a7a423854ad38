// The lists behind the figures of follow-ups: they read from their addresses what the figures count by.
import { expect, it } from 'vitest'
import { parseListState } from '#web/kit/list/list-state.ts'
import * as ofCustomers from './customer-value-filters.tsx'
import { followedCustomers, followedDays, followSpans, silentCustomers } from './follow-up-figures.rules.ts'
import * as ofRecords from './follow-up-filters.tsx'

const asker = ({ filters, advanced }: typeof ofRecords | typeof ofCustomers) => {
  const all = [...filters, ...advanced]
  return (address: URLSearchParams) => {
    const { filters: texts } = parseListState(address, { filters: all, sortable: [] })
    return Object.assign({}, ...all.map(({ key, read }) => (texts[key] ? read(texts[key]) : {})))
  }
}

it('product.md "Service": figures of follow-ups open the records of their days, and reminders as they stand', () => {
  const asked = asker(ofRecords)
  const days = { from: '2026-11-23', to: '2026-11-29' }
  for (const narrowed of [{}, { way: 'phone' }, { result: 'agreed' }, { authorId: '6' }])
    expect(asked(followedDays(7, '2026-11-29', narrowed))).toEqual({ ...days, ...narrowed })
  for (const due of ['overdue', 'today', 'later']) expect(asked(new URLSearchParams({ due }))).toEqual({ due })
})

it('product.md "Service": figures of customers open the customers by value', () => {
  const asked = asker(ofCustomers)
  for (const days of followSpans) expect(asked(followedCustomers(days))).toEqual({ followedWithin: days })
  expect(asked(silentCustomers)).toEqual({ silentFrom: 30 })
})
