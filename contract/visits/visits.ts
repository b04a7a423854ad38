// Visits: planned, made, reported. What was heard there is said by product.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import {
  Choice,
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
} from '#contract/fields.ts'
import { FileIds } from '#contract/files.ts'
import { Latitude, Longitude } from './places.ts'
import { Picture, SiteKindField } from './visit-enterprises.ts'
import {
  heardVerdictLabels,
  talkMoodLabels,
  visitFigureKeys,
  visitNoteLabels,
  visitStateLabels,
} from './visit-labels.ts'

const root = '/api/backend/visits/visit'

const COMPANIONS_MAX = 10
export const SHARED_MAX = 50
export const TALKS_MAX = 20
/** Rows that one choice of products offers. */
export const TALK_PRODUCTS_MAX = 50
/** Pictures of one report. */
export const VISIT_PICTURES_MAX = 9
/** A position that the device found longer ago than this is not the place of an arrival, s. */
export const PLACE_AGE_MAX_S = 60
/** Further from the enterprise than this and the device's accuracy, an arrival says why, m. */
export const OFF_METRES = 500

const State = Choice('状态', visitStateLabels)
export const Mood = Choice('涨跌', talkMoodLabels)

/**
 * `late`: its day is past and nobody has arrived. `unreported`: arrived more than a day ago, without a report.
 * `returned`: a superior wants the report amended.
 */
const overdueKinds = ['late', 'unreported', 'returned'] as const
export const overdueLabels = { late: '逾期未到访', unreported: '逾期未报告', returned: '报告被退回' } as const
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
  /** Planned for today and not cancelled. */
  today: Type.Optional(Type.Boolean({ title: '今天的' })),
  /** Either kind of overdue. */
  overdue: Type.Optional(Type.Boolean({ title: '逾期' })),
  /** In the caller's sales scope, as the statistics count them. */
  figure: Type.Optional(OneOf('统计口径', visitFigureKeys)),
  /** Whether the enterprise has a region. */
  hasRegion: Type.Optional(Type.Boolean({ title: '已填地区' })),
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
  enterpriseName: Type.String({ title: '企业' }),
  kind: SiteKindField,
  regionPath: Type.String({ title: '地区' }),
  ownerId: Type.String(),
  ownerName: Type.String({ title: '拜访人' }),
  companions: Type.Array(Type.String(), { title: '同行人', description: 'names' }),
  plannedAt: Moment('计划时间'),
  aim: Type.String({ title: '拜访目的' }),
  state: State,
  overdue: Nullable(Overdue),
  arrivedAt: Nullable(Moment('到达时间')),
  reportedAt: Nullable(Moment('报告时间')),
  returnedAt: Nullable(Type.String({ description: 'the report is to be amended' })),
  isLateReport: Type.Boolean({ description: '补报: reported without an arrival' }),
  isOtherDevice: Type.Boolean({ title: '提交设备', description: 'by another device than the bound one' }),
  isOff: Type.Boolean({ description: '偏离: arrived further away than is usual' }),
  met: Type.String({ title: '对方人员' }),
  result: Type.String({ title: '拜访结果' }),
  nextOn: Nullable(Day('下一步日期')),
  nextText: Type.String({ title: '下一步' }),
  nextUserName: Type.String({ title: '由谁跟进' }),
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

export const Verdict = Choice('处理', heardVerdictLabels)

const Talk = Type.Object({
  id: Type.String(),
  productId: Type.String(),
  productName: Type.String(),
  priceLow: Nullable(Type.String({ description: 'exact decimal, as it was said' })),
  priceHigh: Nullable(Type.String({ description: 'the same for a single price' })),
  unit: Type.String(),
  hasTax: Nullable(Type.Boolean()),
  delivery: Type.String(),
  stock: Type.String(),
  rate: Nullable(Type.Integer({ description: 'rate of operation, %' })),
  mood: Nullable(Mood),
  remark: Type.String(),
  isConfidential: Type.Boolean(),
  verdict: Nullable(Verdict),
  verdictReason: Type.String(),
})
export type Talk = Static<typeof Talk>

const Named = Type.Object({ id: Type.String(), name: Type.String() })

const Note = Type.Object({
  id: Type.String(),
  kind: Choice('类别', visitNoteLabels),
  authorName: Type.String(),
  text: Type.String(),
  at: Type.String(),
})
export type VisitNote = Static<typeof Note>

const VisitDetail = Type.Object({
  ...VisitRow.properties,
  address: Type.String(),
  canSeeEnterprise: Type.Boolean({ description: 'the enterprise is in the caller’s scope' }),
  companionIds: Type.Array(Type.String()),
  sharedWith: Type.Array(Named, { title: '分享给', description: 'for those who may change the visit' }),
  departedAt: Nullable(Moment('出发时间')),
  /** Only for the person, their superiors and administrators. */
  longitude: Nullable(Type.String({ title: '到达位置' })),
  latitude: Nullable(Type.String()),
  accuracy: Nullable(Type.Integer({ description: 'of the position, m' })),
  distance: Nullable(Type.Integer({ description: 'from the enterprise, m' })),
  placeReason: Type.String({ description: 'why there is no position, or one that is off' }),
  mapUrl: Nullable(Type.String({ description: 'the position on the map of a provider, where one is set up' })),
  lateReason: Type.String({ title: '补报原因', description: 'why it was reported without an arrival' }),
  nextVisitId: Nullable(Type.String({ description: 'the visit that the next step has become' })),
  notes: Type.Array(Note, { description: 'oldest first' }),
  cancelReason: Type.String({ title: '取消原因' }),
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

const RequestKey = Type.String({ title: '标识', pattern: '^[0-9a-f]{32}$' })
/** Of the phone that the caller has bound; acts without it, or with another one, are marked. */
const DeviceToken = Type.Optional(Text('设备', 64))
const Version = Type.Optional(Type.Integer({ title: '版本', minimum: 1 }))
const one = { id: Id('拜访'), version: Version }
const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

export const addVisit = writeCall('新增拜访', `${root}/add`, can('visitRecord', 'add'), {
  body: Fields({
    enterpriseId: Id('企业'),
    ...plan,
    /** Made once by the device for one visit: sending it again adds no second one. */
    requestKey: Type.Optional(RequestKey),
  }),
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

/**
 * At this moment with the position of the device, or at an earlier one. Without a position, or with one that is off,
 * `reason` says why.
 */
export const arriveVisit = writeCall('到达', `${root}/arrive`, can('visitRecord', 'edit'), {
  body: Fields({
    ...one,
    at: Type.Optional(Nullable(Moment('到达时间'))),
    longitude: Type.Optional(Nullable(Longitude)),
    latitude: Type.Optional(Nullable(Latitude)),
    accuracy: Type.Optional(Nullable(Type.Integer({ title: '定位精度', minimum: 0, maximum: 1_000_000 }))),
    /** By the clock of the device, which found the position with it. */
    age: Type.Optional(Nullable(Type.Integer({ title: '定位时间', minimum: 0, maximum: 1_000_000 }))),
    reason: Type.Optional(Text('说明', 200)),
    deviceToken: DeviceToken,
  }),
  data: Saved,
})

/** The phone that the caller has bound, and a code for another one to scan within two minutes. */
export const getVisitBinding = readCall('拜访助手的绑定', `${root}/binding`, can('visitRecord', 'edit'), {
  body: Fields({}),
  data: Type.Object({
    bound: Nullable(Type.Object({ device: Type.String(), boundAt: Type.String() })),
    code: Type.String(),
    until: Type.String(),
    origin: Type.String({ description: 'PUBLIC_URL, or empty' }),
  }),
})

/** In the phone, signed in as the same person. 409 where another phone is bound, until an administrator ends that. */
export const bindVisitDevice = writeCall('绑定拜访助手', `${root}/bind`, can('visitRecord', 'edit'), {
  body: Fields({ code: Required('绑定码', 500), device: Required('设备名称', 64) }),
  data: Type.Object({ deviceToken: Type.String() }),
  secret: true,
})

/** Whether the caller has agreed that positions are kept at arrivals. */
export const getVisitConsent = readCall('位置记录的同意', `${root}/consent`, can('visitRecord', 'edit'), {
  body: Fields({}),
  data: Type.Object({ agreedAt: Nullable(Type.String()) }),
})

export const setVisitConsent = writeCall('同意或撤回位置记录', `${root}/setConsent`, can('visitRecord', 'edit'), {
  body: Fields({ agrees: Type.Boolean({ title: '同意记录到达位置' }) }),
})

const heardPattern = '^[0-9]{1,10}([.][0-9]{1,4})?$'
const HeardPrice = (title: string) =>
  Nullable(Type.String({ title, pattern: heardPattern, messages: { pattern: `${title}应为最多4位小数的数字` } }))

const TalkForm = Fields({
  /** Of a row that is stored already. */
  id: Type.Optional(Nullable(Id('行情'))),
  productId: Id('产品'),
  priceLow: HeardPrice('听到的低价'),
  /** Null: a single price. */
  priceHigh: HeardPrice('听到的高价'),
  /** Empty: the product’s. */
  unit: Text('单位', 20),
  hasTax: Nullable(Type.Boolean({ title: '含税' })),
  delivery: Text('交货', 50),
  stock: Text('库存', 100),
  rate: Nullable(Type.Integer({ title: '开工率', minimum: 0, maximum: 100 })),
  mood: Nullable(Mood),
  remark: Text('说明', 500),
  isConfidential: Type.Boolean({ title: '保密' }),
})

/** Amended for a day, and after it was returned. Without an arrival `lateReason` says why (补报). */
export const reportVisit = writeCall('填写拜访报告', `${root}/report`, can('visitRecord', 'edit'), {
  body: Fields({
    ...one,
    met: Text('对方人员', 200),
    aim: Type.Optional(Required('拜访目的', 200)),
    result: Required('拜访结果', 4_000),
    talks: Type.Array(TalkForm, { title: '各产品情况', maxItems: TALKS_MAX }),
    pictureIds: FileIds('image', '图片', VISIT_PICTURES_MAX),
    lateReason: Type.Optional(Text('补报原因', 200)),
    /** Becomes a planned visit. */
    nextOn: Type.Optional(Nullable(Day('下一步日期'))),
    nextText: Type.Optional(Text('下一步', 200)),
    /** Left out or null: the visitor. */
    nextUserId: Type.Optional(Nullable(Id('由谁跟进'))),
    deviceToken: DeviceToken,
  }),
  data: Saved,
})

/** By a superior, within seven days; the visitor is told. */
export const sendBackVisit = writeCall('退回拜访报告', `${root}/sendBack`, can('visitRecord', 'edit'), {
  body: Fields({ ...one, reason: Required('退回原因', 500) }),
  data: Saved,
})

/** By whoever may read the visit. */
export const commentVisit = writeCall('评论拜访', `${root}/comment`, can('visitRecord', 'details'), {
  body: Fields({ id: Id('拜访'), text: Required('评论', 500) }),
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
