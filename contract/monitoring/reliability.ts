// How reliable updates were: rates and lateness of days that have ended, by product, person, month and day.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { exportCall } from '#contract/exports.ts'
import { Choice, Day, Fields, Nullable, OneOf } from '#contract/fields.ts'
import { dueKindLabels } from './monitoring-labels.ts'

const root = '/api/backend/monitoring/reliability'
const MENU = 'dataToBeUpdatedToday'

/** Most days of one query. */
export const RELIABILITY_DAYS = 400

const reliabilityGroups = ['product', 'person', 'month', 'day'] as const

const Query = Fields({
  from: Day('开始日期'),
  to: Day('结束日期'),
  by: OneOf('分组', reliabilityGroups),
  kind: Type.Optional(Choice('类型', dueKindLabels)),
})
export type ReliabilityQuery = Static<typeof Query>

const Row = Type.Object({
  id: Type.String(),
  name: Type.String(),
  dues: Type.Integer(),
  done: Type.Integer({ description: 'in time: published, or submitted' }),
  reviewing: Type.Integer({ description: 'of `done`, those that still waited for review when the day ended' }),
  doneLate: Type.Integer(),
  missed: Type.Integer({ description: 'not done on its day' }),
  excused: Type.Integer(),
  rate: Nullable(Type.String({ description: '% in time of what was not excused, one decimal' })),
  medianLate: Nullable(Type.Integer({ description: 'minutes, of what came late' })),
})
export type ReliabilityRow = Static<typeof Row>

export const getReliability = readCall('更新及时率', `${root}/get`, can(MENU, 'count'), {
  body: Query,
  data: Type.Array(Row),
})

export const exportReliability = exportCall('更新及时率', `${root}/export`, can(MENU, 'exportBtn'), {
  query: Query,
  columns: [
    { key: 'name', header: '名称', width: 24 },
    { key: 'dues', header: '应更新', width: 10, as: 'number' },
    { key: 'done', header: '按时完成', width: 10, as: 'number' },
    { key: 'reviewing', header: '其中待审核', width: 12, as: 'number' },
    { key: 'doneLate', header: '逾期完成', width: 10, as: 'number' },
    { key: 'missed', header: '当日未完成', width: 12, as: 'number' },
    { key: 'excused', header: '已说明', width: 10, as: 'number' },
    { key: 'rate', header: '及时率（%）', width: 12, as: 'number' },
    { key: 'medianLate', header: '逾期中位数（分钟）', width: 18, as: 'number' },
  ],
})
