// What the public page of a share reports about a reader. No account, no cookie.
import { Type } from 'typebox'
import { anonymous } from '../access.ts'
import { writeCall } from '../endpoint.ts'
import { Fields } from '../fields.ts'
import { ShareCode } from './share-codes.ts'

/** A page left open over the weekend is not read for two days, s. */
const STAY_MAX_S = 3_600

/**
 * One opening of the page, when it begins and each time it is hidden: the same `visit` again only makes its stay longer.
 * 20404 for unknown codes and for links that have ended.
 */
export const reportShareVisit = writeCall('分享页访问上报', '/api/open/share/visit', anonymous, {
  body: Fields({
    code: ShareCode,
    visit: Type.String({
      title: '访问编号',
      pattern: '^[A-Za-z0-9_-]{16,32}$',
      messages: { required: '缺少访问编号', pattern: '访问编号不正确' },
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
