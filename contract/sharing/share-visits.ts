// What the public page of a share reports about a reader. No account, no cookie.
import { Type } from 'typebox'
import { anonymous } from '#contract/access.ts'
import { writeCall } from '#contract/endpoint.ts'
import { Fields } from '#contract/fields.ts'
import { ShareCode } from './share-codes.ts'

/** A page left open over lunch is not read all the time, s. */
const STAY_MAX_S = 1_800
/** Openings from one address that count within a minute. */
export const OPENINGS_PER_MINUTE = 60

/**
 * One view of the page: once it was visible for a second, every 15 s while it is, and when it is hidden. The same `view`
 * again only makes its stay longer. One that this server has not signed for that page answers as if it counted: whoever
 * forges them learns nothing. 20404 for unknown codes and for links that have ended.
 */
export const reportShareVisit = writeCall('分享页访问上报', '/api/open/share/visit', anonymous, {
  body: Fields({
    code: ShareCode,
    view: Type.String({
      title: '访问凭据',
      pattern: '^[A-Za-z0-9_.-]{16,100}$',
      messages: { required: '缺少访问凭据', pattern: '访问凭据不正确' },
    }),
    seconds: Type.Integer({ title: '停留秒数', minimum: 0, maximum: STAY_MAX_S }),
    /** The host of the page that led here; empty where the browser does not say. */
    from: Type.String({
      title: '来源',
      pattern: '^[A-Za-z0-9.:_-]{0,100}$',
      messages: { pattern: '来源不正确' },
    }),
  }),
})
