// Access statistics of a sub-product over a range of days: its totals, and who of one's customers uses it how much.
import { type Static, Type } from 'typebox'
import { readCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Choice, Day, Fields, Id, listFields, Moment, OneOf, Text } from '#contract/fields.ts'
import { canOn } from '#contract/sub-product-access.ts'
import { type SubProductKey, subProducts } from '#contract/sub-products.ts'
import { NearLog } from './account-logs.ts'
import { accountLogLabels } from './members.ts'

const root = '/api/backend/member/visit'

const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]

/** Without days the last 7; 400 for more than 92 days. */
const days = {
  subProduct: OneOf('子产品', keys),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
}

const VisitDays = Fields(days)

const VisitDay = Type.Object({
  day: Type.String(),
  acts: Type.Integer(),
  views: Type.Integer(),
  signIns: Type.Integer(),
  accounts: Type.Integer({ description: 'different ones' }),
})
export type VisitDay = Static<typeof VisitDay>

/** Of the whole sub-product, day by day: figures name nobody, so that they are the same for everybody. */
export const getVisits = readCall('访问统计：每日合计', `${root}/get`, canOn('request', 'visitsInfo', 'view'), {
  body: VisitDays,
  data: Type.Object({
    from: Type.String(),
    to: Type.String(),
    acts: Type.Integer(),
    accounts: Type.Integer({ description: 'different ones in all these days' }),
    /** Those that may use the sub-product today. */
    granted: Type.Integer(),
    days: Type.Array(VisitDay),
  }),
})
export type Visits = Static<typeof getVisits.data>

const VisitShare = Type.Object({ name: Type.String(), acts: Type.Integer(), accounts: Type.Integer() })
export type VisitShare = Static<typeof VisitShare>

/** By what people did and where, the most first. */
export const countVisits = readCall(
  '访问统计：按模块与类型',
  `${root}/count`,
  canOn('request', 'visitsInfo', 'count'),
  {
    body: VisitDays,
    data: Type.Object({
      modules: Type.Array(VisitShare),
      kinds: Type.Array(
        Type.Object({ kind: Choice('类型', accountLogLabels), acts: Type.Integer(), accounts: Type.Integer() }),
      ),
    }),
  },
)
export type VisitCounts = Static<typeof countVisits.data>

const VisitorQuery = Fields({
  ...listFields(['acts', 'days', 'seconds', 'lastAt']),
  ...days,
  loginName: Type.Optional(Text('登录名', 64)),
  realName: Type.Optional(Text('姓名', 32)),
  enterprise: Type.Optional(Text('企业', 100)),
})
export type VisitorQuery = Static<typeof VisitorQuery>

const VisitorRow = Type.Object({
  id: Type.String({ description: 'of the account' }),
  loginName: Type.String({ title: '登录名' }),
  realName: Type.String({ title: '姓名' }),
  enterprise: Type.String({ title: '企业' }),
  acts: Type.Integer({ title: '访问次数' }),
  days: Type.Integer({ title: '活跃天数', description: 'on which it was used' }),
  seconds: Type.Integer({ title: '停留' }),
  lastAt: Moment('最近访问'),
})
export type VisitorRow = Static<typeof VisitorRow>

/** Accounts of one's customers that were used in these days, the busiest first. */
export const queryVisitors = readCall('访问统计：会员排行', `${root}/page`, canOn('request', 'visitsInfo', 'view'), {
  body: VisitorQuery,
  data: Paged(VisitorRow),
})

/** The newest of what one of them did in these days, 200 at most. */
export const getVisitor = readCall('访问统计：会员明细', `${root}/details`, canOn('row', 'visitsInfo', 'details'), {
  body: Fields({ accountId: Id('账号'), from: Type.Optional(Day('开始日期')), to: Type.Optional(Day('结束日期')) }),
  data: Type.Object({
    modules: Type.Array(VisitShare),
    rows: Type.Array(NearLog),
  }),
})

export const exportVisitors = exportCall('访问统计', `${root}/export`, canOn('request', 'visitsInfo', 'exportBtn'), {
  query: VisitorQuery,
  columns: sheetOf(queryVisitors, [
    'loginName',
    'realName',
    'enterprise',
    'acts',
    'days',
    { key: 'seconds', header: '停留秒数', width: 10, as: 'number' },
    'lastAt',
  ]),
})
