// Where a registration came from: the marks of the link that was followed, and the page before.
import { type Static, Type } from 'typebox'
import { Fields, Moment, Nullable, Text } from '#contract/fields.ts'
import { type SearchSource, searchSources } from '#contract/operations/search-labels.ts'

/** Characters of a mark of a link, and of an address. */
export const MARK_MAX = 200
const REFERRER_MAX = 500

const marks = {
  source: Type.Optional(Text('utm_source', MARK_MAX)),
  medium: Type.Optional(Text('utm_medium', MARK_MAX)),
  campaign: Type.Optional(Text('utm_campaign', MARK_MAX)),
  term: Type.Optional(Text('utm_term', MARK_MAX)),
  referrer: Type.Optional(Text('来源页面', REFERRER_MAX)),
}

/** Most visits that a registration hands over. */
export const TOUCHES_MAX = 20
/** Months after which the search terms of visits are deleted. */
export const TERM_MONTHS = 24

/**
 * A visit before the registration: allow-listed parameters of its link. Of the page before it the host alone, of the page that
 * it landed on the path alone.
 */
export const Visit = Fields({
  at: Moment('访问时间'),
  source: Type.Optional(Text('utm_source', MARK_MAX)),
  medium: Type.Optional(Text('utm_medium', MARK_MAX)),
  campaign: Type.Optional(Text('utm_campaign', MARK_MAX)),
  term: Type.Optional(Text('utm_term', MARK_MAX)),
  clickId: Type.Optional(Text('点击标识', MARK_MAX)),
  referrerHost: Type.Optional(Text('来源网站', MARK_MAX)),
  landingPath: Type.Optional(Text('落地页', MARK_MAX)),
})
export type Visit = Static<typeof Visit>
export const Visits = Type.Array(Visit, {
  title: '访问记录',
  maxItems: TOUCHES_MAX,
  messages: { maxItems: `访问记录最多 ${TOUCHES_MAX} 条` },
})

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
