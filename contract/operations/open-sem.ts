// Slices of search marketing from other systems: a program that asks a source's own API hands them over.
import { type Static, Type } from 'typebox'
import { apiKey } from '#contract/access.ts'
import { getCall, writeCall } from '#contract/endpoint.ts'
import { Day, Fields, OneOf, Required, Text } from '#contract/fields.ts'
import { searchDevices, searchLevels } from './search-labels.ts'
import { NAME_MAX } from './search-marketing.ts'
import { searchCuts, searchParts } from './search-slices.ts'

const root = '/api/open/sem'

/** Rows of one chunk, and chunks of one slice. */
const CHUNK_ROWS = 5_000
const CHUNKS_MAX = 200
/** Days of one question for what is there. */
export const SEM_DAYS = 366
/** How long an incomplete slice waits for its other chunks, days. */
export const CHUNK_DAYS = 2

const COUNT_MAX = 2_000_000_000
const Count = (title: string) => Type.Integer({ title, minimum: 0, maximum: COUNT_MAX })
const Amount = (title: string) => Type.String({ title, pattern: '^[0-9]{1,12}(\\.[0-9]{1,2})?$' })

const Change = (title: string) => Type.String({ title, pattern: '^-?[0-9]{1,12}(\\.[0-9]{1,2})?$' })

const SentFact = Fields({
  campaign: Type.Optional(Text('计划', NAME_MAX)),
  group: Type.Optional(Text('单元', NAME_MAX)),
  keyword: Type.Optional(Text('关键词', NAME_MAX)),
  word: Type.Optional(Text('搜索词', NAME_MAX)),
  /** The source's own number of the keyword: a rename keeps it. */
  providerId: Type.Optional(Text('关键词ID', 32)),
  matchType: Type.Optional(Text('匹配模式', 16)),
  device: Type.Optional(OneOf('设备', searchDevices)),
  region: Type.Optional(Text('地域', 32)),
  hour: Type.Optional(Type.Integer({ title: '小时', minimum: 0, maximum: 23 })),
  shows: Count('展现量'),
  clicks: Count('点击量'),
  /** Below 0 in what is given back (part `overspend`) alone. */
  cost: Change('消费'),
  position: Type.Optional(Amount('平均排名')),
  reported: Type.Optional(Count('线索')),
})
export type SentFact = Static<typeof SentFact>

const slice = {
  account: Required('账号编码', 64),
  day: Day('日期'),
  level: OneOf('层级', searchLevels),
  cut: OneOf('细分', searchCuts),
  part: OneOf('流量', searchParts),
}

/** Of the whole slice: chunks with other sums are of another one. */
const Sums = Fields({
  rows: Type.Integer({ title: '行数', minimum: 1, maximum: CHUNK_ROWS * CHUNKS_MAX }),
  shows: Type.Integer({ title: '展现量合计', minimum: 0 }),
  clicks: Type.Integer({ title: '点击量合计', minimum: 0 }),
  cost: Change('消费合计'),
})

/**
 * One chunk of a slice. The slice is visible once all chunks are there and their sums agree; it replaces the one before as a
 * whole. `unchanged`: it is there as it is. 400 says what is wrong; an account that is unknown or disabled is 20404.
 */
export const bringSemSlice = writeCall('提交推广数据（开放接口）', `${root}/slices`, apiKey('bringSem'), {
  body: Fields({
    ...slice,
    chunk: Type.Integer({ title: '分片', minimum: 1, maximum: CHUNKS_MAX }),
    chunks: Type.Integer({ title: '分片数', minimum: 1, maximum: CHUNKS_MAX }),
    sums: Sums,
    rows: Type.Array(SentFact, { title: '行', minItems: 1, maxItems: CHUNK_ROWS }),
  }),
  data: Type.Object({
    state: OneOf('结果', ['waiting', 'new', 'replaced', 'unchanged']),
    received: Type.Integer({ description: 'chunks that are there' }),
  }),
})

const SemSlice = Type.Object({
  ...slice,
  rows: Type.Integer(),
  shows: Type.Integer(),
  clicks: Type.Integer(),
  cost: Type.String(),
  importedAt: Type.String(),
})

/** What is there, of all enabled accounts or one. */
export const readSemDays = getCall('已有的推广数据（开放接口）', `${root}/days`, apiKey('bringSem'), {
  query: Fields({ from: Day('开始日期'), to: Day('结束日期'), account: Type.Optional(Required('账号编码', 64)) }),
  data: Type.Array(SemSlice),
})
