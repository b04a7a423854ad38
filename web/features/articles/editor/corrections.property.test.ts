// Templates filled with prices that are corrected or taken back afterwards: every figure equals its entry, or is marked.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanBody } from '#contract/articles/body.ts'
import { type BoundArticle, quotedFigures } from '#contract/articles/bound-fields.ts'
import type { EntryFigures } from '#contract/articles/bound-figures.ts'
import { differing, type PublishedEntry } from '#contract/articles/figure-rules.ts'
import { openPlacesIn } from '#contract/articles/template-fields.ts'
import { type FillSource, fillTemplate, type ItemFigures } from '#contract/articles/template-fill.ts'
import { countOpen, refill } from '#contract/articles/template-refill.ts'
import { readTemplate } from '#contract/articles/template-text.ts'
import type { FoundFigures } from '#contract/articles/templates.ts'
import { type Published, placeOf, refresh } from './refresh.rules.ts'

const DAY = '2026-11-23'
const codes = ['Q000001', 'Q000002', 'Q000003']

/** An entry, or null: not published or taken back. */
const someEntry = fc.option(
  fc.record({
    low: fc.integer({ min: 1, max: 99_999 }),
    range: fc.integer({ min: 0, max: 9 }),
    change: fc.option(fc.integer({ min: -99, max: 99 })),
  }),
)
type Drawn = { low: number; range: number; change: number | null } | null
const entryOf = (at: number, publication: number, drawn: Drawn): EntryFigures | null =>
  drawn && {
    id: `9${at}`,
    publication: String(publication),
    low: String(drawn.low),
    high: String(drawn.low + drawn.range),
    average: (drawn.low + drawn.range / 2).toFixed(1),
    change: drawn.change === null ? null : String(drawn.change),
    percent: drawn.change === null ? null : (drawn.change / 100).toFixed(2),
  }
const itemOf = (at: number, entry: EntryFigures | null): ItemFigures => ({
  id: String(at),
  code: codes[at] ?? '',
  name: `线型${at}`,
  englishName: '',
  market: '华东',
  unit: '元/吨',
  entry,
})
const sourceOf = (entries: readonly (EntryFigures | null)[]): FillSource => ({
  edition: 'zh',
  productId: '5',
  product: '聚乙烯',
  day: DAY,
  own: codes,
  courses: new Map(),
  items: new Map(entries.map((entry, at) => [codes[at] ?? '', itemOf(at, entry)])),
})
const publishedOf = (entries: readonly (EntryFigures | null)[]): Published => ({
  figures: new Map(
    entries.map((entry, at): [string, FoundFigures] => [
      placeOf(DAY, codes[at] ?? ''),
      { ...itemOf(at, entry), productName: '聚乙烯' },
    ]),
  ),
  courses: new Map(),
})
const entriesById = (entries: readonly (EntryFigures | null)[]) =>
  new Map(
    entries.flatMap((entry): [string, PublishedEntry][] =>
      entry ? [[entry.id, { ...entry, name: '', day: DAY }]] : [],
    ),
  )

const field = fc.tuple(
  fc.constantFrom('#1', '#2', ...codes),
  fc.constantFrom('均价', '低价', '高价', '区间', '涨跌', '幅度', '方向'),
)
const figureText = field.map(([item, part]) => `{{价格:${item}|${part}}}`)
const inside = fc
  .array(fc.oneof(figureText, fc.constant('价格走势平稳')), { maxLength: 3 })
  .map((all) => all.join('；'))
const conditional = fc
  .tuple(fc.constantFrom('上涨', '下跌', '持平'), fc.constantFrom('#1', 'Q000003'), inside)
  .map(([when, item, words]) => `{{${when}:${item}}}走${when}势${words}{{/${when}}}`)
const line = fc
  .array(fc.oneof(figureText, conditional), { maxLength: 4 })
  .map((all) => all.map((each) => `项 ${each}。`).join(''))
const template = fc.record({
  title: line,
  summary: line,
  lines: fc.array(line, { maxLength: 3 }),
  hasTable: fc.boolean(),
})
const drawn = fc.tuple(someEntry, someEntry, someEntry)

const articleOf = (
  { title, summary, lines, hasTable }: { title: string; summary: string; lines: string[]; hasTable: boolean },
  source: FillSource,
): BoundArticle => {
  const paragraphs = [...lines, ...(hasTable ? ['{{价格表:本产品}}'] : [])].map((text) => ({
    type: 'paragraph',
    ...(text !== '' && { content: [{ type: 'text', text }] }),
  }))
  const read = readTemplate({ title, summary, body: { type: 'doc', content: paragraphs } })
  expect(read.problems).toEqual([])
  const { missing: _, ...filled } = fillTemplate(read, source)
  return { ...filled, body: cleanBody(filled.body) }
}

/** The figures that neither equal their entry nor are marked by its publication. */
function unmarked(article: BoundArticle, entries: readonly (EntryFigures | null)[]) {
  const known = entriesById(entries)
  return differing(quotedFigures(article), known)
}
const outdated = (article: BoundArticle, entries: readonly (EntryFigures | null)[]) => {
  const known = entriesById(entries)
  return quotedFigures(article).filter(({ priceId, publication }) => known.get(priceId)?.publication !== publication)
}

it('articles.md "Templates": after any corrections all figures of an article equal their entries or are marked', () => {
  fc.assert(
    fc.property(template, drawn, fc.array(drawn, { minLength: 1, maxLength: 3 }), (texts, first, later) => {
      const before = first.map((each, at) => entryOf(at, 1, each))
      let article = articleOf(texts, sourceOf(before))
      expect(unmarked(article, before)).toEqual([])
      expect(outdated(article, before)).toEqual([])
      for (const [i, each] of later.entries()) {
        const now = each.map((own, at) => entryOf(at, i + 2, own))
        expect(unmarked(article, now)).toEqual([])
        const { article: next, changes } = refresh(article, publishedOf(now))
        article = { ...article, ...next }
        expect(unmarked(article, now)).toEqual([])
        // what is left was taken back, or its words do not fit the move: each is listed for a person
        const left = outdated(article, now)
        const told = changes.filter(({ kind, after }) => kind === 'move' || after === '')
        expect(left.length === 0).toBe(told.length === 0)
      }
    }),
    { numRuns: 200 },
  )
})

it('articles.md "Templates": placeholders filled later give the article that the prices would have given at once', () => {
  fc.assert(
    fc.property(template, drawn, (texts, all) => {
      const entries = all.map((each, at) => entryOf(at, 1, each ?? { low: 5_000, range: 2, change: 3 }))
      const withChange = entries.map(
        (entry) => entry && { ...entry, change: entry.change ?? '1', percent: entry.percent ?? '0.1' },
      )
      const early = withChange.map((entry, at) => (all[at] ? entry : null))
      const draft = articleOf(texts, sourceOf(early))
      const now = refill(draft, sourceOf(withChange))
      const whole = articleOf(texts, sourceOf(withChange))
      expect({ title: now.title, summary: now.summary }).toEqual({ title: whole.title, summary: whole.summary })
      expect(cleanBody(now.body)).toEqual(whole.body)
      expect(countOpen(now)).toBe(0)
      expect(openPlacesIn(`${now.title}${now.summary}`)).toEqual([])
      expect(quotedFigures({ ...now, subtitle: '' })).toEqual(quotedFigures(whole))
    }),
    { numRuns: 200 },
  )
})
