// How reliable updates were: rates and lateness of days that have ended, by product, person, month and day.
import { type Static, Type } from 'typebox'
import { can } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Day, Fields, Nullable, OneOf } from '../fields.ts'
import { exportCall } from '../sheets.ts'
import { dueKinds } from './monitoring-labels.ts'

const root = '/api/backend/monitoring/reliability'
const MENU = 'dataToBeUpdatedToday'

/** Days of one question at most. */
export const RELIABILITY_DAYS = 400

const reliabilityGroups = ['product', 'person', 'month', 'day'] as const

const Query = Fields({
  from: Day('开始日期'),
  to: Day('结束日期'),
  by: OneOf('分组', reliabilityGroups),
  kind: Type.Optional(OneOf('类型', dueKinds)),
})
export type ReliabilityQuery = Static<typeof Query>

const Row = Type.Object({
  id: Type.String(),
  name: Type.String(),
  dues: Type.Integer(),
  done: Type.Integer({ description: 'in time' }),
  doneLate: Type.Integer(),
  missed: Type.Integer({ description: 'not done on its day' }),
  excused: Type.Integer(),
  rate: Nullable(Type.String({ description: '% in time of what was not excused, one decimal' })),
  medianLate: Nullable(Type.Integer({ description: 'minutes, of what came late' })),
})
export type ReliabilityRow = Static<typeof Row>

export const getReliability = endpoint({
  summary: '更新及时率',
  method: 'POST',
  path: `${root}/get`,
  access: can(MENU, 'count'),
  effect: 'read',
  body: Query,
  data: Type.Array(Row),
})

const exported = [
  { key: 'name', header: '名称' },
  { key: 'dues', header: '应更新' },
  { key: 'done', header: '按时完成' },
  { key: 'doneLate', header: '逾期完成' },
  { key: 'missed', header: '当日未完成' },
  { key: 'excused', header: '已说明' },
  { key: 'rate', header: '及时率（%）' },
  { key: 'medianLate', header: '逾期中位数（分钟）' },
] as const
export type ReliabilityExportKey = (typeof exported)[number]['key']

export const exportReliability = exportCall({
  noun: '更新及时率',
  path: `${root}/export`,
  access: can(MENU, 'exportBtn'),
  query: Query,
  columns: exported,
})
