// Links from due items on the day board: the target page exists and reads each query parameter of the link.
import { describe, expect, it } from 'vitest'
import { unansweredStates } from '#contract/ai/unanswered-labels.ts'
import { dueKinds, watchedImports } from '#contract/monitoring/monitoring-labels.ts'
import { askedArticle } from '#web/features/articles/editor/article-values.ts'
import { pathsOffMenu } from '#web/features/home/figure-address.ts'
import { placeOf } from '#web/features/monitoring/due-place.rules.ts'
import { accountFilter, daysFilter } from '#web/features/operations/search-terms.tsx'
import { gridParametersOf } from '#web/features/prices/grids/batch-add.rules.ts'
import { parseTerms } from '#web/features/prices/search-data/search-data.rules.ts'
import { addressedIssue } from '#web/features/push/addressed-issue.rules.ts'
import { findPage } from '#web/lib/page.ts'
import { pages } from './pages.ts'

const due: Parameters<typeof placeOf>[0] = {
  kind: 'price',
  subjectId: '71',
  productId: '5',
  day: '2026-11-23',
  edition: '',
  newsCategoryId: null,
  articleKind: '',
  importName: '',
}
const addressOf = (of: Partial<typeof due>) => new URLSearchParams(placeOf({ ...due, ...of }).query)

describe('§2 a due item links to the page where it is done', () => {
  it.each(dueKinds)('%s: the page exists', (kind) => {
    expect(findPage(pages, placeOf({ ...due, kind }).path)).not.toBeNull()
  })

  it.each([...pathsOffMenu])('§4 %s: reachable from the home page without a menu line', (_menu, path) => {
    expect(findPage(pages, path)).not.toBeNull()
  })

  it('price: in the grid of its day and product, at the row of its quote item', () => {
    expect(gridParametersOf(addressOf({ kind: 'price' }))).toEqual({
      day: '2026-11-23',
      productIds: ['5'],
      itemId: '71',
      differences: false,
    })
  })

  it('sheet: in the figures of its account and of the day before, which it brings', () => {
    const address = addressOf({ kind: 'sheet' })
    expect(daysFilter.read(address.get('days') ?? '')).toEqual({ from: '2026-11-22', to: '2026-11-22' })
    expect(accountFilter.read(address.get('accountId') ?? '')).toEqual({ accountId: '71' })
  })

  it('settled sheet: in the figures of its account and of the days that a provider still has', () => {
    const address = addressOf({ kind: 'settledSheet' })
    expect(daysFilter.read(address.get('days') ?? '')).toEqual({ from: '2026-10-24', to: '2026-11-22' })
    expect(accountFilter.read(address.get('accountId') ?? '')).toEqual({ accountId: '71' })
  })

  it('question: in the list of those that were handed to somebody', () => {
    const address = addressOf({ kind: 'question' })
    expect(address.get('tab')).toBe('unanswered')
    expect(unansweredStates).toContain(address.get('state'))
  })

  it('series: in the price search, as the only column', () => {
    const terms = parseTerms([...addressOf({ kind: 'series' })])
    expect(terms).toMatchObject({ columns: [{ kind: 'series', id: '71' }], range: 'm1' })
  })

  it('article: in the editor of its edition, with its kind and category', () => {
    const of = { kind: 'article', newsCategoryId: '9', articleKind: 'weekly' } as const
    expect(askedArticle(addressOf({ ...of, edition: 'zh' }))).toEqual({ kind: 'weekly', newsCategoryId: '9' })
    expect(placeOf({ ...due, ...of, edition: 'zh' }).path).toBe('/data/actciles/addDetail')
    expect(placeOf({ ...due, ...of, edition: 'en' }).path).toBe('/data/actciles/addDetailEnglish')
  })

  it('report: with the dialog of that day’s issue, new or its draft', () => {
    const address = addressOf({ kind: 'report' })
    expect(placeOf({ ...due, kind: 'report' }).path).toMatch(/sendReport\/71$/)
    const days = ['2026-11-16', '2026-11-23', '2026-11-30']
    expect(addressedIssue({ issues: [], due: days }, address)).toEqual({
      issue: undefined,
      due: ['2026-11-23', '2026-11-16', '2026-11-30'],
    })
    const draft = { dueOn: '2026-11-23', state: 'draft' } as const
    expect(addressedIssue({ issues: [draft], due: [] }, address)?.issue).toBe(draft)
    expect(addressedIssue({ issues: [{ ...draft, state: 'sent' }], due: [] }, address)).toBeNull()
  })

  it('import: on the page where it is started', () => {
    for (const { id, page } of watchedImports) {
      expect(placeOf({ ...due, kind: 'import', importName: id }).path).toBe(page)
      expect(findPage(pages, page)).not.toBeNull()
    }
  })

  it('ignores junk in an address', () => {
    const junk = new URLSearchParams({ day: 'x', productIds: '1,;drop', item: '-1', kind: 'x', newsCategoryId: '0x' })
    expect(gridParametersOf(junk)).toEqual({ day: null, productIds: ['1'], itemId: null, differences: false })
    expect(askedArticle(junk)).toEqual({})
    expect(addressedIssue({ issues: [], due: ['2026-11-23'] }, new URLSearchParams({ dueOn: '../' }))).toBeNull()
  })
})
