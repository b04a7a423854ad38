// Contact ranking: who follows up customers how often, and with what result, in a range of days.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { PagedWithSums } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Day, DecimalText, Fields, Id, listFields, Moment, Nullable } from '#contract/fields.ts'

const root = '/api/backend/service/contactRanking'
const MENU = 'contactRanking'

/** Most days of one query. */
export const RANKING_DAYS = 366
/** Most customers in the details of a person. */
export const RANKING_CUSTOMERS = 100

/** Without days this month until today. */
const days = { from: Type.Optional(Day('开始日期')), to: Type.Optional(Day('结束日期')) }

const figures = {
  count: Type.Integer({ title: '跟进次数', description: 'follow-ups' }),
  reached: Type.Integer({
    title: '已沟通',
    description: 'somebody was spoken to, without one of the two results below',
  }),
  agreed: Type.Integer({ title: '达成意向' }),
  refused: Type.Integer({ title: '明确拒绝' }),
  unreached: Type.Integer({ title: '未联系上' }),
  visits: Type.Integer({ title: '上门拜访', description: 'on site' }),
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
  name: Type.String({ title: '人员' }),
  deptName: Type.String({ title: '部门' }),
  ...figures,
  customers: Type.Integer({ title: '跟进客户', description: 'different ones' }),
  contactShare: DecimalText('联系上（%）', '% of follow-ups that reached somebody, one decimal'),
  ended: Type.Integer({ title: '完成提醒', description: 'reminders, whoever set them, that these follow-ups ended' }),
  kept: Type.Integer({ title: '按时完成', description: 'of these, no later than on the promised day' }),
  keptShare: Nullable(DecimalText('按时率（%）', '% kept of ended, one decimal')),
  lastAt: Moment('最近跟进'),
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
  columns: sheetOf(queryContactRanking, [
    'name',
    'deptName',
    'count',
    'customers',
    'reached',
    'agreed',
    'refused',
    'unreached',
    'contactShare',
    'visits',
    'ended',
    'kept',
    'keptShare',
    'lastAt',
  ]),
})
