// Where a registration came from: the marks of the link that was followed, and the page before.
import { type Static, Type } from 'typebox'
import { Fields, Nullable, Text } from '../fields.ts'
import { type SearchSource, searchSources } from '../operations/search-labels.ts'

/** Characters of a mark of a link, and of an address. */
export const MARK_MAX = 200
export const REFERRER_MAX = 500

const marks = {
  source: Type.Optional(Text('utm_source', MARK_MAX)),
  medium: Type.Optional(Text('utm_medium', MARK_MAX)),
  campaign: Type.Optional(Text('utm_campaign', MARK_MAX)),
  term: Type.Optional(Text('utm_term', MARK_MAX)),
  referrer: Type.Optional(Text('来源页面', REFERRER_MAX)),
}

/** One visit: utm_source, utm_medium, utm_campaign, utm_term and the page before. */
export const Touch = Fields(marks)
export type Touch = Static<typeof Touch>

export const StoredTouch = Type.Object({
  source: Type.String(),
  medium: Type.String(),
  campaign: Type.String(),
  term: Type.String(),
  referrer: Type.String({ description: 'without its query' }),
  engine: Nullable(
    Type.Unsafe<SearchSource>({
      type: 'string',
      enum: [...searchSources],
      description: 'the search engine that was paid for the visit; null for any other',
    }),
  ),
})
export type StoredTouch = Static<typeof StoredTouch>
