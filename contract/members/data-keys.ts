// Data keys of a member's programs, their data sets and calls: managed here by people, and used by the data gateway,
// which checks keys and reports calls.
import { type Static, Type } from 'typebox'
import { apiKey } from '#contract/access.ts'
import { Addresses } from '#contract/addresses.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Day, Fields, Id, Nullable, OneLine, OneOf, Required } from '#contract/fields.ts'
import { canOn } from '#contract/sub-product-access.ts'

const root = '/api/backend/member/dataKey'

/** Data sets that a key may read. */
export const dataSetLabels = {
  priceDaily: '价格日度',
  priceHistory: '价格历史',
  newsTitle: '资讯标题',
  newsBody: '资讯全文',
  stock: '库存',
  operatingRate: '开工率',
} as const
export type DataSet = keyof typeof dataSetLabels
export const dataSets = Object.keys(dataSetLabels) as [DataSet, ...DataSet[]]

/** Keys of one account that are not revoked, at most. */
export const DATA_KEYS_MAX = 20
export const QUOTA_MAX = 10_000_000
/** Rows of one report of calls, and how many days back it may reach. */
export const CALL_ROWS_MAX = 500
export const CALL_DAYS_BACK = 7

const DataSets = Type.Array(Choice('数据集', dataSetLabels), {
  title: '数据集',
  minItems: 1,
  maxItems: dataSets.length,
  uniqueItems: true,
  messages: { required: '请选择数据集' },
})
const DailyQuota = Type.Integer({
  title: '每日调用上限',
  minimum: 1,
  maximum: QUOTA_MAX,
  messages: { required: '请输入每日调用上限' },
})

const fields = {
  name: OneLine(Required('密钥名称', 64)),
  dataSets: DataSets,
  addresses: Addresses,
  dailyQuota: DailyQuota,
  endsOn: Nullable(Day('截止日期')),
}

const DataKeyRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  hint: Type.String({ description: 'its first characters' }),
  dataSets: Type.Array(Choice('数据集', dataSetLabels)),
  addresses: Type.Array(Type.String()),
  dailyQuota: Type.Integer(),
  endsOn: Nullable(Type.String()),
  isExpired: Type.Boolean(),
  lastUsedAt: Nullable(Type.String()),
  createdAt: Type.String(),
  revokedAt: Nullable(Type.String()),
  callsToday: Type.Integer(),
})
export type DataKeyRow = Static<typeof DataKeyRow>

/** Those in use first, the newest first. */
export const listDataKeys = readCall('账号的数据密钥', `${root}/list`, canOn('row', 'accounts', 'view'), {
  body: Fields({ accountId: Id('账号') }),
  data: Type.Array(DataKeyRow),
})

/** The key itself is in this reply and nowhere else. */
export const createDataKey = writeCall('创建数据密钥', `${root}/create`, canOn('row', 'accounts', 'edit'), {
  secret: true,
  body: Fields({ accountId: Id('账号'), ...fields }),
  data: Type.Object({ id: Type.String(), key: Type.String() }),
})

/** 601 where `version` is not the stored one; 409 for a revoked key. */
export const editDataKey = writeCall('修改数据密钥', `${root}/edit`, canOn('row', 'accounts', 'edit'), {
  body: Fields({ id: Id('密钥'), version: Type.Integer({ title: '版本', minimum: 1 }), ...fields }),
})

export const revokeDataKey = writeCall('吊销数据密钥', `${root}/revoke`, canOn('row', 'accounts', 'edit'), {
  body: Fields({ id: Id('密钥') }),
})

const usageSpans = [7, 30, 90] as const
export type UsageSpan = (typeof usageSpans)[number]

const UsageRow = Type.Object({
  day: Type.String(),
  dataSet: Choice('数据集', dataSetLabels),
  calls: Type.Integer(),
  refused: Type.Integer(),
})
export type UsageRow = Static<typeof UsageRow>

/**
 * Of all keys of the account, revoked ones too, or of one; days without calls have no row. `today` in Asia/Shanghai.
 */
export const readDataUsage = readCall('账号的数据调用量', `${root}/usage`, canOn('row', 'accounts', 'view'), {
  body: Fields({
    accountId: Id('账号'),
    keyId: Type.Optional(Id('密钥')),
    days: Type.Unsafe<UsageSpan>({ type: 'integer', enum: [...usageSpans], title: '天数' }),
  }),
  data: Type.Object({ today: Type.String(), rows: Type.Array(UsageRow) }),
})

/** SHA-256 of a key in lower-case hex: the gateway never passes on the key itself. */
const KeyHash = Type.String({ title: '密钥摘要', pattern: '^[0-9a-f]{64}$' })

const CallRow = Fields({
  /** The hash, or the hint where it is unique. */
  key: Type.String({ title: '密钥', pattern: '^([0-9a-f]{64}|dk_[A-Za-z0-9_-]{7})$' }),
  day: Day('日期'),
  dataSet: Choice('数据集', dataSetLabels),
  calls: Type.Integer({ title: '调用次数', minimum: 0, maximum: QUOTA_MAX }),
  refused: Type.Integer({ title: '拒绝次数', minimum: 0, maximum: QUOTA_MAX }),
})

/**
 * Calls since the last report, added up. An Idempotency-Key is required: one report counts once, however often it is
 * sent. `unknown`: positions of rows whose key is unknown, or whose hint is ambiguous.
 */
export const countDataCalls = writeCall('数据网关上报调用量', '/api/open/dataCalls/count', apiKey('dataCalls'), {
  body: Fields({ rows: Type.Array(CallRow, { title: '调用量', minItems: 1, maxItems: CALL_ROWS_MAX }) }),
  data: Type.Object({ taken: Type.Integer(), unknown: Type.Array(Type.Integer()) }),
})

/** Why a key is refused: the first reason that applies. */
const dataKeyFaults = [
  'unknown',
  'revoked',
  'expired',
  'accountDisabled',
  'noGrant',
  'address',
  'dataSet',
  'quota',
] as const
export type DataKeyFault = (typeof dataKeyFaults)[number]

/** Whether a key is valid now, and for what. `quotaLeft` counts only reported calls. */
export const checkDataKey = readCall('数据网关核验密钥', '/api/open/dataKeys/check', apiKey('dataCalls'), {
  body: Fields({
    keyHash: KeyHash,
    address: Type.String({ title: '来源地址', maxLength: 45, pattern: '^[0-9A-Fa-f:.]{2,45}$' }),
    dataSet: Type.Optional(Choice('数据集', dataSetLabels)),
  }),
  data: Type.Object({
    isGood: Type.Boolean(),
    fault: Nullable(OneOf('原因', dataKeyFaults)),
    quotaLeft: Type.Integer(),
    dataSets: Type.Array(Choice('数据集', dataSetLabels)),
  }),
})
