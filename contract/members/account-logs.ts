// What members did in our sub-products: reported by these, read on the page 账号日志 of each.
import { type Static, Type } from 'typebox'
import { apiKey } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Choice, Day, Fields, Id, listFields, Moment, Nullable, OneOf, Required, Text } from '#contract/fields.ts'
import { canOn } from '#contract/sub-product-access.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { accountLogLabels } from './members.ts'

/** Account logs: whole months to keep; most days that a list reads, and its default: few partitions. */
export const LOG_MONTHS = 24
export const LOG_RANGE_DAYS = 92
export const LOG_USUAL_DAYS = 7
/** Most rows of one report; how late they may be, days, and how far ahead the sub-product's clock may be, min. */
const LOG_BATCH = 500
export const LOG_LATE_DAYS = 390
export const LOG_AHEAD_MIN = 5

const root = '/api/backend/member/accountLog'

const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]
const SubProductField = OneOf('子产品', keys)
const kind = Choice('类型', accountLogLabels)
const seconds = Type.Integer({ title: '停留秒数', minimum: 0, maximum: 86_400 })

const SentLog = Fields({
  loginName: Required('登录名', 64),
  subProduct: SubProductField,
  kind,
  at: Moment('时间'),
  module: Type.Optional(Text('模块', 64)),
  detail: Type.Optional(Text('内容', 500)),
  address: Type.Optional(Text('IP 地址', 64)),
  device: Type.Optional(Text('设备', 200)),
  seconds: Type.Optional(Nullable(seconds)),
})
export type SentLog = Static<typeof SentLog>

const RefusedLog = Type.Object({
  index: Type.Integer({ description: 'its place in `rows`, from 0' }),
  loginName: Type.String(),
  reason: Type.String(),
})
export type RefusedLog = Static<typeof RefusedLog>

/**
 * Rows of unknown accounts, of the future or of long ago are returned; the others are stored. With an Idempotency-Key a
 * repeated batch is not stored again.
 */
export const sendAccountLogs = writeCall('子产品上报账号日志', '/api/open/accountLogs', apiKey('accountLogs'), {
  body: Fields({
    rows: Type.Array(SentLog, { title: '日志', minItems: 1, maxItems: LOG_BATCH }),
  }),
  data: Type.Object({ stored: Type.Integer(), refused: Type.Array(RefusedLog) }),
})

const AccountLogQuery = Fields({
  ...listFields(['at']),
  subProduct: SubProductField,
  accountId: Type.Optional(Id('账号')),
  loginName: Type.Optional(Text('登录名', 64)),
  realName: Type.Optional(Text('姓名', 32)),
  enterprise: Type.Optional(Text('企业', 100)),
  kind: Type.Optional(kind),
  module: Type.Optional(Text('模块', 64)),
  address: Type.Optional(Text('IP 地址', 64)),
  device: Type.Optional(Text('设备', 200)),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type AccountLogQuery = Static<typeof AccountLogQuery>

const did = {
  id: Type.String(),
  at: Moment('时间'),
  kind,
  module: Type.String({ title: '模块' }),
  detail: Type.String({ title: '内容' }),
  address: Type.String({ title: 'IP 地址' }),
  device: Type.String({ title: '设备' }),
  seconds: Nullable(
    Type.Integer({ title: '停留', description: 'how long a page was looked at; null where it cannot be said' }),
  ),
}

const AccountLogRow = Type.Object({
  ...did,
  accountId: Type.String(),
  loginName: Type.String({ title: '登录名' }),
  realName: Type.String({ title: '姓名' }),
  enterprise: Type.String({ title: '企业' }),
})
export type AccountLogRow = Static<typeof AccountLogRow>

/** Without days the last 7; 400 for more than 92 days. */
export const queryAccountLogs = readCall('账号日志', `${root}/page`, canOn('request', 'accountLog', 'view'), {
  body: AccountLogQuery,
  data: Paged(AccountLogRow),
})

export const NearLog = Type.Object(did)
export type NearLog = Static<typeof NearLog>

/** One row, and what the same account did right before and after. `at` says in which month it is stored. */
export const getAccountLog = readCall('账号日志详情', `${root}/get`, canOn('row', 'accountLog', 'details'), {
  body: Fields({
    id: Id('日志'),
    at: Moment('时间'),
  }),
  data: Type.Object({
    row: AccountLogRow,
    mobile: Type.String({ title: '手机号码', description: 'masked' }),
    ownerName: Nullable(Type.String({ title: '归属人' })),
    lastSeenAt: Nullable(Moment('最近访问')),
    near: Type.Array(NearLog, { description: 'the latest first, the row itself among them' }),
  }),
})

/** The account to which a page is filtered. */
export const NamedAccount = Type.Object({
  accountId: Type.String(),
  loginName: Type.String(),
  realName: Type.String(),
  enterprise: Type.String(),
})

/** The account of the log, where the page is filtered to one. */
export const getLoggedAccount = readCall('账号日志所属账号', `${root}/account`, canOn('row', 'accountLog', 'view'), {
  body: Fields({ accountId: Id('账号') }),
  data: NamedAccount,
})

export const exportAccountLogs = exportCall('账号日志', `${root}/export`, canOn('request', 'accountLog', 'exportBtn'), {
  query: AccountLogQuery,
  columns: sheetOf(queryAccountLogs, [
    'at',
    'loginName',
    'realName',
    'enterprise',
    'kind',
    'module',
    'detail',
    { key: 'seconds', header: '停留秒数', width: 10, as: 'number' },
    'address',
    'device',
  ]),
})
