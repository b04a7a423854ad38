// Changes of what accounts may use, in the order in which they were committed: take the snapshot, then follow.
import { type Static, Type } from 'typebox'
import { apiKey } from '#contract/access.ts'
import { getCall } from '#contract/endpoint.ts'
import { Fields, Id, Nullable } from '#contract/fields.ts'
import { Holding } from './check.ts'

const root = '/api/open/entitlements'

/** Most rows of one reply. */
export const CHANGES_MAX = 10_000
export const SNAPSHOT_MAX = 1_000
/** How long a call waits for the next change at most, s. */
const WAIT_MAX_S = 30
/** How long changes are kept, days. */
export const CHANGES_DAYS = 30
export const takeSnapshot = '请重新获取快照'

/** A number of the feed, or 0. */
const Cursor = Type.String({
  title: '游标',
  pattern: '^(0|[1-9][0-9]{0,14})$',
  messages: { required: '请填写游标', pattern: '游标不正确' },
})

const Change = Type.Object({
  number: Type.String({ description: 'of the sub-product: rises by one' }),
  accountId: Type.String({ description: 'ask what it holds now; gone where that is 20404' }),
  at: Type.String(),
})
export type Change = Static<typeof Change>

/**
 * Changes after a cursor; at least once, and each names the account, not its state. `wait`: seconds to wait where there is none yet.
 * 410 where changes after the cursor are not kept any more, or the cursor is none of ours: take the snapshot.
 */
export const readChanges = getCall('权益变更（开放接口）', `${root}/changes`, apiKey('entitlements'), {
  query: Fields({
    after: Cursor,
    wait: Type.Optional(Type.Integer({ title: '等待秒数', minimum: 0, maximum: WAIT_MAX_S })),
    size: Type.Optional(Type.Integer({ title: '条数', minimum: 1, maximum: CHANGES_MAX })),
  }),
  data: Type.Object({
    records: Type.Array(Change),
    next: Type.String({ description: 'for `after`' }),
    hasMore: Type.Boolean(),
  }),
})

/** All accounts by rising ids. Follow the changes after `asOf` of the first page. */
export const readSnapshot = getCall('权益快照（开放接口）', `${root}/snapshot`, apiKey('entitlements'), {
  query: Fields({
    /** The `next` of the reply before. */
    after: Type.Optional(Id('游标')),
    size: Type.Optional(Type.Integer({ title: '条数', minimum: 1, maximum: SNAPSHOT_MAX })),
  }),
  data: Type.Object({
    asOf: Type.String({ description: 'number of the newest change that is in this page' }),
    day: Type.String(),
    records: Type.Array(Holding),
    next: Nullable(Type.String({ description: 'for `after`, where there are more' })),
  }),
})
