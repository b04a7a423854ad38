// Visits: planned, made, reported. What was heard there is said by product.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '../access.ts'
import { getCall, readCall, writeCall } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import {
  Day,
  Fields,
  Id,
  IdList,
  Ids,
  IdsOrNone,
  listFields,
  Moment,
  Nullable,
  OneOf,
  Required,
  Text,
} from '../fields.ts'
import { Latitude, Longitude } from './places.ts'
import { Picture, PictureIds, SiteKindField } from './visit-enterprises.ts'
import { talkMoods, visitStates } from './visit-labels.ts'

const root = '/api/backend/visits/visit'

const COMPANIONS_MAX = 10
export const SHARED_MAX = 50
export const TALKS_MAX = 20
/** Rows that one choice of products offers. */
export const TALK_PRODUCTS_MAX = 50
/** What was heard is offered for so many days. */
export const HEARD_DAYS = 14

const State = OneOf('状态', visitStates)
const Mood = OneOf('心态', talkMoods)

/** `late`: its day is past and nobody has arrived. `unreported`: arrived more than a day ago, without a report. */
const overdueKinds = ['late', 'unreported'] as const
export const overdueLabels = { late: '逾期未到访', unreported: '逾期未报告' } as const
const Overdue = OneOf('逾期', overdueKinds)

export const VisitQuery = Fields({
  ...listFields(['plannedAt', 'arrivedAt', 'enterpriseName', 'updatedAt']),
  enterpriseId: Type.Optional(Id('企业')),
  enterpriseName: Type.Optional(Text('企业', 64)),
  kind: Type.Optional(SiteKindField),
  state: Type.Optional(State),
  aim: Type.Optional(Text('拜访目的', 64)),
  result: Type.Optional(Text('拜访结果', 64)),
  productId: Type.Optional(Id('产品')),
  regionId: Type.Optional(Id('地区')),
  ownerId: Type.Optional(Id('拜访人')),
  from: Type.Optional(Day('计划日期起')),
  to: Type.Optional(Day('计划日期止')),
  nextFrom: Type.Optional(Day('下一步起')),
  nextTo: Type.Optional(Day('下一步止')),
  /** Either kind of overdue. */
  overdue: Type.Optional(Type.Boolean({ title: '逾期' })),
  /** The caller’s own. */
  mine: Type.Optional(Type.Boolean({ title: '我的拜访' })),
  /** Of others, shared with the caller. */
  shared: Type.Optional(Type.Boolean({ title: '分享给我' })),
})
export type VisitQuery = Static<typeof VisitQuery>

const VisitRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  enterpriseId: Type.String(),
  enterpriseName: Type.String(),
  kind: SiteKindField,
  regionPath: Type.String(),
  ownerId: Type.String(),
  ownerName: Type.String(),
  companions: Type.Array(Type.String(), { description: 'names' }),
  plannedAt: Type.String(),
  aim: Type.String(),
  state: State,
  overdue: Nullable(Overdue),
  arrivedAt: Nullable(Type.String()),
  met: Type.String(),
  result: Type.String(),
  nextOn: Nullable(Type.String()),
  nextText: Type.String(),
  nextUserName: Type.String(),
  isOwn: Type.Boolean(),
  canChange: Type.Boolean({
    description: 'in the caller’s sales scope; else they went along or it was shared with them',
  }),
  updatedAt: Type.String(),
})
export type VisitRow = Static<typeof VisitRow>

/** In sales scope by the visitor, and those that the caller went along to or was shown. */
export const queryVisits = readCall('拜访记录', `${root}/page`, can('visitRecord', 'view'), {
  body: VisitQuery,
  data: Paged(VisitRow),
})

const Talk = Type.Object({
  productId: Type.String(),
  productName: Type.String(),
  price: Nullable(Type.String({ description: 'exact decimal, as it was said' })),
  unit: Type.String(),
  stock: Type.String(),
  rate: Nullable(Type.Integer({ description: 'rate of operation, %' })),
  mood: Nullable(Mood),
  remark: Type.String(),
})
export type Talk = Static<typeof Talk>

const Named = Type.Object({ id: Type.String(), name: Type.String() })

const VisitDetail = Type.Object({
  ...VisitRow.properties,
  address: Type.String(),
  canSeeEnterprise: Type.Boolean({ description: 'the enterprise is in the caller’s scope' }),
  companionIds: Type.Array(Type.String()),
  sharedWith: Type.Array(Named, { description: 'for those who may change the visit' }),
  departedAt: Nullable(Type.String()),
  /** Only for the person, their superiors and administrators. */
  longitude: Nullable(Type.String()),
  latitude: Nullable(Type.String()),
  reportedAt: Nullable(Type.String()),
  cancelReason: Type.String(),
  nextUserId: Nullable(Type.String()),
  talks: Type.Array(Talk),
  pictures: Type.Array(Picture),
})
export type VisitDetail = Static<typeof VisitDetail>

export const getVisit = getCall('拜访详情', `${root}/get`, can('visitRecord', 'details'), {
  query: Fields({ id: Id('拜访') }),
  data: VisitDetail,
})

const plan = {
  plannedAt: Moment('计划时间', { required: '请选择计划时间' }),
  /** Left out or null: the caller. Somebody in the caller’s sales scope. */
  ownerId: Type.Optional(Nullable(Id('拜访人'))),
  companionIds: Type.Optional(IdsOrNone('同行人', COMPANIONS_MAX)),
  aim: Required('拜访目的', 200),
}

const Version = Type.Optional(Type.Integer({ title: '版本', minimum: 1 }))
const one = { id: Id('拜访'), version: Version }
const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

export const addVisit = writeCall('新增拜访', `${root}/add`, can('visitRecord', 'add'), {
  body: Fields({ enterpriseId: Id('企业'), ...plan }),
  data: Saved,
})

/** Until it was made. 601 carries the stored row, here and in the acts below. */
export const editVisit = writeCall('修改拜访计划', `${root}/edit`, can('visitRecord', 'edit'), {
  body: Fields({ ...one, ...plan }),
  data: Saved,
})

export const departVisit = writeCall('出发', `${root}/depart`, can('visitRecord', 'edit'), {
  body: Fields(one),
  data: Saved,
})

/** At this moment, or an earlier one. The position of the device, where it gave one. */
export const arriveVisit = writeCall('到达', `${root}/arrive`, can('visitRecord', 'edit'), {
  body: Fields({
    ...one,
    at: Type.Optional(Nullable(Moment('到达时间'))),
    longitude: Type.Optional(Nullable(Longitude)),
    latitude: Type.Optional(Nullable(Latitude)),
  }),
  data: Saved,
})

const TalkForm = Fields({
  productId: Id('产品'),
  price: Nullable(
    Type.String({
      title: '听到的价格',
      pattern: '^[0-9]{1,10}([.][0-9]{1,4})?$',
      messages: { pattern: '听到的价格应为最多4位小数的数字' },
    }),
  ),
  /** Empty: the product’s. */
  unit: Text('单位', 20),
  stock: Text('库存', 100),
  rate: Nullable(Type.Integer({ title: '开工率', minimum: 0, maximum: 100 })),
  mood: Nullable(Mood),
  remark: Text('说明', 500),
})

/** After the arrival; later again, to correct it. */
export const reportVisit = writeCall('填写拜访报告', `${root}/report`, can('visitRecord', 'edit'), {
  body: Fields({
    ...one,
    met: Text('对方人员', 200),
    result: Required('拜访结果', 4_000),
    talks: Type.Array(TalkForm, { title: '各产品情况', maxItems: TALKS_MAX }),
    pictureIds: PictureIds,
    nextOn: Type.Optional(Nullable(Day('下一步日期'))),
    nextText: Type.Optional(Text('下一步', 200)),
    /** Left out or null: the visitor. */
    nextUserId: Type.Optional(Nullable(Id('由谁跟进'))),
  }),
  data: Saved,
})

export const cancelVisit = writeCall('取消拜访', `${root}/cancel`, can('visitRecord', 'edit'), {
  body: Fields({ ...one, reason: Required('取消原因', 200) }),
  data: Saved,
})

/** Planned again, as before it was cancelled. */
export const restoreVisit = writeCall('恢复拜访', `${root}/restore`, can('visitRecord', 'edit'), {
  body: Fields(one),
  data: Saved,
})

/** Planned and cancelled ones. */
export const removeVisits = writeCall('删除拜访', `${root}/remove`, can('visitRecord', 'delete'), {
  body: Fields({ ids: IdList('拜访') }),
})

/** Those named, and nobody else, may read it besides the usual ones; without its position. */
export const shareVisit = writeCall('分享拜访', `${root}/share`, can('visitRecord', 'share'), {
  body: Fields({ id: Id('拜访'), userIds: IdsOrNone('人员', SHARED_MAX) }),
})

const Counted = Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() }))

/** Visits planned for the last `days` days, today included, and what is overdue now. */
export const getVisitFigures = readCall('拜访统计', `${root}/count`, can('visitRecord', 'count'), {
  body: Fields({ days: Type.Optional(Type.Integer({ title: '天数', minimum: 1, maximum: 366 })) }),
  data: Type.Object({
    total: Type.Integer(),
    visited: Type.Integer({ description: 'arrived, reported or not' }),
    reported: Type.Integer(),
    cancelled: Type.Integer(),
    sites: Type.Integer({ description: 'enterprises that were visited' }),
    overdue: Type.Integer(),
    owners: Counted,
    provinces: Counted,
    kinds: Type.Array(Type.Object({ kind: SiteKindField, count: Type.Integer() })),
  }),
})

/** For the calendar: visits of each day that were not cancelled. */
export const getVisitDays = readCall('各日拜访', `${root}/days`, can('visitRecord', 'view'), {
  body: Fields({
    from: Day('开始日期'),
    to: Day('结束日期'),
    mine: Type.Optional(Type.Boolean({ title: '我的拜访' })),
  }),
  data: Type.Object({
    days: Type.Array(
      Type.Object({
        day: Type.String(),
        count: Type.Integer(),
        late: Type.Boolean({ description: 'one of them is overdue' }),
      }),
    ),
  }),
})

const TalkProduct = Type.Object({ id: Type.String(), name: Type.String(), unit: Type.String() })
export type TalkProduct = Static<typeof TalkProduct>

/** Products of which something may be heard: all that are shown, whoever works on them. */
export const searchTalkProducts = readCall('选择谈到的产品', `${root}/products`, can('visitRecord', 'view'), {
  body: Fields({ text: Type.Optional(Text('产品', 64)), ids: Type.Optional(Ids('产品', TALK_PRODUCTS_MAX)) }),
  data: Type.Array(TalkProduct),
})

const Heard = Type.Object({
  id: Type.String(),
  day: Type.String(),
  productId: Type.String(),
  productName: Type.String(),
  enterpriseName: Type.String(),
  price: Nullable(Type.String()),
  unit: Type.String(),
  stock: Type.String(),
  rate: Nullable(Type.Integer()),
  mood: Nullable(Mood),
  remark: Type.String(),
})
export type Heard = Static<typeof Heard>

/** Most rows of what was heard. */
export const HEARD_MAX = 200

/** Of the last 14 days, for who enters the prices of these products: where, not by whom. Newest first. */
export const queryHeard = readCall(
  '拜访中听到的行情',
  `${root}/heard`,
  anyOf(can('price', 'batchAdd'), can('price', 'add'), can('priceBatchAdd', 'view')),
  {
    body: Fields({ productIds: Ids('产品', 200) }),
    data: Type.Array(Heard, { description: `at most ${HEARD_MAX}` }),
  },
)
