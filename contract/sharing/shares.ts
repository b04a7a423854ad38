// Article shares: one link for each person, article and channel, with what became of it.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { PagedWithSums } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Day, Fields, Id, Ids, listFields, Moment, Nullable, Text } from '#contract/fields.ts'
import { Channel, State } from './share-labels.ts'

const root = '/api/backend/share'
export const SHARE_MENU = 'shareArticles'

/** Figures count the days from `from` to `to`, both included; without them all days. */
export const countedDays = {
  from: Type.Optional(Day('统计日期起')),
  to: Type.Optional(Day('统计日期止')),
}

export const figureSorts = ['opens', 'people', 'staySeconds', 'leads'] as const
export const figures = {
  opens: Type.Integer({ title: '打开次数', description: 'openings that a reader’s browser reported' }),
  people: Type.Integer({ title: '访问人数', description: 'different by share, visitor and day' }),
  staySeconds: Nullable(
    Type.Integer({ title: '平均停留', description: 'mean of the time a page was visible; null: never opened' }),
  ),
  leads: Type.Integer({ title: '线索', description: 'trials applied for on the page' }),
}
const Sum = Type.String()
export const figureSums = { opens: Sum, people: Sum, leads: Sum }

export const ShareQuery = Fields({
  ...listFields([...figureSorts, 'createdAt', 'lastOpenedAt', 'title', 'sharerName']),
  ...countedDays,
  title: Type.Optional(Text('资讯标题', 64)),
  articleId: Type.Optional(Id('资讯')),
  sharerId: Type.Optional(Id('分享人')),
  channel: Type.Optional(Channel),
  state: Type.Optional(State),
})
export type ShareQuery = Static<typeof ShareQuery>

const ShareRow = Type.Object({
  id: Type.String(),
  path: Type.String({ title: '链接', description: '/s/{code}' }),
  articleId: Type.String(),
  title: Type.String({ title: '资讯标题' }),
  sharerId: Type.String(),
  sharerName: Type.String({ title: '分享人' }),
  channel: Channel,
  state: State,
  ...figures,
  lastOpenedAt: Nullable(Moment('最近打开')),
  createdAt: Moment('分享时间'),
  canEnd: Type.Boolean({ description: 'still works, and the caller is its person or an administrator' }),
})
export type ShareRow = Static<typeof ShareRow>

/** Of people in sales scope. With days, only shares that were opened or brought a lead in them. */
export const queryShares = readCall('微信文章分享', `${root}/page`, can(SHARE_MENU, 'view'), {
  body: ShareQuery,
  data: PagedWithSums(ShareRow, figureSums),
})

/** What WeChat shows of a link, and the link itself. */
const ShareCard = Type.Object({
  id: Type.String(),
  url: Type.String({ description: 'the whole address' }),
  channel: Channel,
  state: State,
  title: Type.String(),
  summary: Type.String(),
  coverUrl: Type.String({ description: 'signed for the caller; empty without a cover' }),
  hasCard: Type.Boolean({ description: 'WeChat shows this card; otherwise a plain link' }),
})
export type ShareCard = Static<typeof ShareCard>

export const getShareCard = getCall('分享卡片', `${root}/card`, can(SHARE_MENU, 'view'), {
  query: Fields({ id: Id() }),
  data: ShareCard,
})

/** The caller's live link for that channel, made where there is none. 409 until the article is published. */
export const createShare = writeCall('分享资讯到微信', `${root}/create`, can(SHARE_MENU, 'share'), {
  body: Fields({ articleId: Id('资讯'), channel: Channel }),
  data: ShareCard,
})

/** Published articles that the caller may read, the newest first. */
export const findShareable = readCall('可分享的资讯', `${root}/articles`, can(SHARE_MENU, 'view'), {
  body: Fields({ text: Type.Optional(Text('标题', 50)), ids: Type.Optional(Ids('资讯')) }),
  data: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), publishedAt: Type.String() })),
})

/** For good: the link says 分享已结束 from then on, and sharing again makes another. Own shares only, administrators any. */
export const endShare = writeCall('结束分享', `${root}/end`, can(SHARE_MENU, 'takeDown'), {
  body: Fields({ id: Id('分享') }),
})

/** Hosts in the figures of one share at most. */
export const SHARE_HOSTS = 20
/** Openings are kept one by one for so long; their figures by day stay for good. */
export const SHARE_VISIT_DAYS = 180

export const getShare = readCall('分享详情', `${root}/get`, can(SHARE_MENU, 'details'), {
  body: Fields({ id: Id('分享'), ...countedDays }),
  data: Type.Object({
    ...ShareRow.properties,
    machines: Type.Integer({ description: 'fetches of the page that no reader’s browser reported: previews and bots' }),
    days: Type.Array(Type.Object({ day: Type.String(), opens: Type.Integer(), people: Type.Integer() }), {
      description: 'without those of no opening',
    }),
    hosts: Type.Array(Type.Object({ host: Type.String(), opens: Type.Integer() }), {
      description: `where readers came from, ${SHARE_HOSTS} at most; '' where the browser does not say`,
    }),
    hours: Type.Array(Type.Integer(), {
      description: `openings by hour of the day, 24 numbers; like the hosts of the last ${SHARE_VISIT_DAYS} days at most`,
    }),
  }),
})
export type ShareDetail = Static<typeof getShare.data>

export const exportShares = exportCall('微信文章分享', `${root}/export`, can(SHARE_MENU, 'exportBtn'), {
  query: ShareQuery,
  columns: sheetOf(queryShares, [
    'title',
    'sharerName',
    'channel',
    'state',
    'opens',
    'people',
    { key: 'staySeconds', header: '平均停留（秒）', width: 14, as: 'number' },
    'leads',
    'lastOpenedAt',
    'createdAt',
    'path',
  ]),
})
