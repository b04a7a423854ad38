// Contact ranking: who follows up customers how often, and with what result, in a range of days.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { PagedWithSums } from '#contract/envelope.ts'
import { exportCall } from '#contract/exports.ts'
import { Day, Fields, Id, listFields, Nullable } from '#contract/fields.ts'

const root = '/api/backend/service/contactRanking'
const MENU = 'contactRanking'

/** Most days of one query. */
export const RANKING_DAYS = 366
/** Most customers in the details of a person. */
export const RANKING_CUSTOMERS = 100

/** Without days this month until today. */
const days = { from: Type.Optional(Day('开始日期')), to: Type.Optional(Day('结束日期')) }

const figures = {
  count: Type.Integer({ description: 'follow-ups' }),
  reached: Type.Integer({ description: 'somebody was spoken to, without one of the two results below' }),
  agreed: Type.Integer(),
  refused: Type.Integer(),
  unreached: Type.Integer(),
  visits: Type.Integer({ description: 'on site' }),
}

const RankingQuery = Fields({
  ...listFields([
    ...(['name', 'count', 'customers', 'reached', 'agreed', 'refused', 'unreached', 'contactShare'] as const),
    ...(['visits', 'ended', 'kept', 'keptShare', 'lastAt'] as const),
  ]),
  ...days,
  deptId: Type.Optional(Id('团队')),
})
export type RankingQuery = Static<typeof RankingQuery>

const RankingRow = Type.Object({
  id: Type.String({ description: 'of the person' }),
  name: Type.String(),
  deptName: Type.String(),
  ...figures,
  customers: Type.Integer({ description: 'different ones' }),
  contactShare: Type.String({ description: '% of follow-ups that reached somebody, one decimal' }),
  ended: Type.Integer({ description: 'reminders, whoever set them, that these follow-ups ended' }),
  kept: Type.Integer({ description: 'of these, no later than on the promised day' }),
  keptShare: Nullable(Type.String({ description: '% kept of ended, one decimal' })),
  lastAt: Type.String(),
})
export type RankingRow = Static<typeof RankingRow>

const Sum = Type.String()

/** People in sales scope who followed up customers in sales scope; a team includes those below it. */
export const queryContactRanking = readCall('联系排行', `${root}/page`, can(MENU, 'view'), {
  body: RankingQuery,
  data: PagedWithSums(RankingRow, {
    count: Sum,
    reached: Sum,
    agreed: Sum,
    refused: Sum,
    unreached: Sum,
    visits: Sum,
    ended: Sum,
    kept: Sum,
  }),
})

const RankedDay = Type.Object({ day: Type.String(), contacted: Type.Integer(), unreached: Type.Integer() })

const RankedCustomer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  ...figures,
  lastAt: Type.String(),
})
export type RankedCustomer = Static<typeof RankedCustomer>

/** The follow-ups of one person: every day of the range, and the customers followed most. */
export const getRankedPerson = readCall('联系排行：人员明细', `${root}/get`, can(MENU, 'details'), {
  body: Fields({ id: Id('人员'), ...days }),
  data: Type.Object({
    name: Type.String(),
    deptName: Type.String(),
    from: Type.String(),
    to: Type.String(),
    count: Type.Integer(),
    customerCount: Type.Integer(),
    days: Type.Array(RankedDay),
    customers: Type.Array(RankedCustomer, { description: `${RANKING_CUSTOMERS} at most` }),
  }),
})
export type RankedPerson = Static<typeof getRankedPerson.data>

export const exportContactRanking = exportCall('联系排行', `${root}/export`, can(MENU, 'exportBtn'), {
  query: RankingQuery,
  columns: [
    { key: 'name', header: '人员', width: 14 },
    { key: 'deptName', header: '部门', width: 20 },
    { key: 'count', header: '跟进次数', width: 10, as: 'number' },
    { key: 'customers', header: '跟进客户', width: 10, as: 'number' },
    { key: 'reached', header: '已沟通', width: 10, as: 'number' },
    { key: 'agreed', header: '达成意向', width: 10, as: 'number' },
    { key: 'refused', header: '明确拒绝', width: 10, as: 'number' },
    { key: 'unreached', header: '未联系上', width: 10, as: 'number' },
    { key: 'contactShare', header: '联系上（%）', width: 14, as: 'number' },
    { key: 'visits', header: '上门拜访', width: 10, as: 'number' },
    { key: 'ended', header: '完成提醒', width: 10, as: 'number' },
    { key: 'kept', header: '按时完成', width: 10, as: 'number' },
    { key: 'keptShare', header: '按时率（%）', width: 12, as: 'number' },
    { key: 'lastAt', header: '最近跟进', width: 18, as: 'moment' },
  ],
})
