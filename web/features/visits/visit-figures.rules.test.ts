// The lists behind the figures of visits: the list reads from its address what the figure counts by.
import { expect, it } from 'vitest'
import { visitFigureKeys } from '#contract/visits/visit-labels.ts'
import { parseListState } from '#web/kit/list/list-state.ts'
import { addressOfFigure } from './visit-figures.rules.ts'
import { advanced, filters } from './visit-filters.tsx'

const all = [...filters, ...advanced]
const askedBy = (address: URLSearchParams) => {
  const { filters: texts } = parseListState(address, { filters: all, sortable: [] })
  return Object.assign({}, ...all.map(({ key, read }) => (texts[key] ? read(texts[key]) : {})))
}

it.each(visitFigureKeys)('meetings-visits-sharing.md "count": %s opens the visits of its days alone', (figure) => {
  const within = figure === 'overdue' ? {} : { from: '2026-10-31', to: '2026-11-29' }
  expect(askedBy(addressOfFigure(figure, 30, '2026-11-29'))).toEqual({ figure, ...within })
})

it('meetings-visits-sharing.md "count": bars by person, province, kind and product are narrowed by them', () => {
  const narrowed = { ownerId: '6', regionId: '10', productId: '286', kind: 'mill' }
  expect(askedBy(addressOfFigure('made', 7, '2026-11-29', narrowed))).toEqual({
    figure: 'made',
    from: '2026-11-23',
    to: '2026-11-29',
    ...narrowed,
  })
  expect(askedBy(addressOfFigure('made', 7, '2026-11-29', { hasRegion: '0' }))).toMatchObject({ hasRegion: false })
})
