// How reliable updates were: rates and lateness of days that have ended, by product, person, month and day.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Choice, Day, DecimalText, Fields, Nullable, OneOf } from '#contract/fields.ts'
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
  name: Type.String({ title: '名称' }),
  dues: Type.Integer({ title: '应更新' }),
  done: Type.Integer({ title: '按时完成', description: 'in time: published, or submitted' }),
  reviewing: Type.Integer({
    title: '其中待审核',
    description: 'of `done`, those that still waited for review when the day ended',
  }),
  doneLate: Type.Integer({ title: '逾期完成' }),
  missed: Type.Integer({ title: '当日未完成', description: 'not done on its day' }),
  excused: Type.Integer({ title: '已说明' }),
  rate: Nullable(DecimalText('及时率（%）', '% in time of what was not excused, one decimal')),
  medianLate: Nullable(Type.Integer({ title: '逾期中位数（分钟）', description: 'minutes, of what came late' })),
})
export type ReliabilityRow = Static<typeof Row>

export const getReliability = readCall('更新及时率', `${root}/get`, can(MENU, 'count'), {
  body: Query,
  data: Type.Array(Row),
})

export const exportReliability = exportCall('更新及时率', `${root}/export`, can(MENU, 'exportBtn'), {
  query: Query,
  columns: sheetOf(getReliability, [
    'name',
    'dues',
    'done',
    'reviewing',
    'doneLate',
    'missed',
    'excused',
    'rate',
    'medianLate',
  ]),
})
