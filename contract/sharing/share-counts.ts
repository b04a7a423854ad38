// Shares counted by person, by article and by day, and the leads that they brought.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Paged, PagedWithSums } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Fields, Id, listFields, Nullable, Text } from '#contract/fields.ts'
import { Channel, Stage, State } from './share-labels.ts'
import { countedDays, figureSorts, figureSums, figures, SHARE_MENU } from './shares.ts'

const root = '/api/backend/share'

const groupSorts = [...figureSorts, 'shares', 'contacted', 'granted', 'formal', 'machines'] as const
const groupFigures = {
  shares: Type.Integer({ title: '有效分享', description: 'links that were opened or brought a lead' }),
  ...figures,
  contacted: Type.Integer({ title: '已联系', description: 'of the leads, those that were contacted, or got a trial' }),
  granted: Type.Integer({ title: '已开通', description: 'of the leads, those that got a trial' }),
  formal: Type.Integer({ title: '已转正式', description: 'of those, who has a formal grant by now' }),
  machines: Type.Integer({
    title: '预览与机器访问',
    description: 'fetches that no reader’s browser reported: previews and bots',
  }),
}
const Sum = Type.String()
const groupSums = { ...figureSums, contacted: Sum, granted: Sum, formal: Sum, machines: Sum }

const SharerQuery = Fields({
  ...listFields([...groupSorts, 'name']),
  ...countedDays,
  deptId: Type.Optional(Id('部门')),
})
export type SharerQuery = Static<typeof SharerQuery>

const SharerRow = Type.Object({
  id: Type.String({ description: 'of the person' }),
  name: Type.String({ title: '分享人' }),
  deptName: Type.String({ title: '部门' }),
  ...groupFigures,
})
export type SharerRow = Static<typeof SharerRow>

/** People in sales scope; each figure is the total of `queryShares` or `queryShareLeads` for the person and the days. */
export const querySharers = readCall('分享排行', `${root}/sharers`, can(SHARE_MENU, 'count'), {
  body: SharerQuery,
  data: PagedWithSums(SharerRow, groupSums),
})

export const exportSharers = exportCall('分享排行', `${root}/sharers/export`, can(SHARE_MENU, 'exportBtn'), {
  query: SharerQuery,
  columns: sheetOf(querySharers, [
    'name',
    'deptName',
    'shares',
    'opens',
    'people',
    { key: 'staySeconds', header: '平均停留（秒）', width: 14, as: 'number' },
    'leads',
    'contacted',
    'granted',
    'formal',
    'machines',
  ]),
})

const SharedArticleQuery = Fields({
  ...listFields([...groupSorts, 'title']),
  ...countedDays,
  title: Type.Optional(Text('资讯标题', 64)),
})
export type SharedArticleQuery = Static<typeof SharedArticleQuery>

const SharedArticleRow = Type.Object({
  id: Type.String({ description: 'of the article' }),
  title: Type.String(),
  isOnline: Type.Boolean(),
  ...groupFigures,
})
export type SharedArticleRow = Static<typeof SharedArticleRow>

export const querySharedArticles = readCall('资讯分享统计', `${root}/sharedArticles`, can(SHARE_MENU, 'count'), {
  body: SharedArticleQuery,
  data: PagedWithSums(SharedArticleRow, groupSums),
})

const ShareDayQuery = Fields({ ...listFields([...groupSorts, 'day']), ...countedDays })
export type ShareDayQuery = Static<typeof ShareDayQuery>

const ShareDayRow = Type.Object({ id: Type.String(), day: Type.String(), ...groupFigures })
export type ShareDayRow = Static<typeof ShareDayRow>

/** Days on which something was opened or applied for. */
export const queryShareDays = readCall('分享日统计', `${root}/days`, can(SHARE_MENU, 'count'), {
  body: ShareDayQuery,
  data: PagedWithSums(ShareDayRow, groupSums),
})

export const LeadQuery = Fields({
  ...listFields(['at']),
  ...countedDays,
  shareId: Type.Optional(Id('分享')),
  articleId: Type.Optional(Id('资讯')),
  sharerId: Type.Optional(Id('分享人')),
  stage: Type.Optional(Stage),
  /** So far or further, as the figures count them. */
  isContacted: Type.Optional(Type.Boolean({ title: '已联系' })),
  isGranted: Type.Optional(Type.Boolean({ title: '已开通' })),
  isFormal: Type.Optional(Type.Boolean({ title: '已转正式' })),
})
export type LeadQuery = Static<typeof LeadQuery>

const LeadRow = Type.Object({
  id: Type.String({ description: 'of the registration' }),
  at: Type.String(),
  shareId: Type.String(),
  title: Type.String(),
  sharerName: Type.String(),
  channel: Channel,
  shareState: State,
  company: Type.String({ description: 'empty where the registration is out of scope' }),
  contact: Type.String({ description: 'likewise' }),
  isVisible: Type.Boolean({ description: 'the registration is in scope' }),
  ownerName: Type.String({ description: 'empty: in the pool' }),
  stage: Stage,
  contactedAt: Nullable(Type.String()),
  grantedAt: Nullable(Type.String({ description: 'when the trial was granted' })),
  formalAt: Nullable(Type.String({ description: 'when the first formal grant was made' })),
})
export type LeadRow = Static<typeof LeadRow>

/** The course of each lead of people in sales scope; whose registration went to somebody else is counted, but not named. */
export const queryShareLeads = readCall('分享线索', `${root}/leads`, can(SHARE_MENU, 'details'), {
  body: LeadQuery,
  data: Paged(LeadRow),
})
