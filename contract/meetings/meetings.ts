// Meetings and exhibitions: list, form, state, and the editions before one.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { channelKeys } from '#contract/articles/articles.ts'
import { Body } from '#contract/articles/body.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import {
  Choice,
  Day,
  DecimalText,
  Email,
  Fields,
  Id,
  Ids,
  listFields,
  Moment,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import { FileId, FileIds } from '#contract/files.ts'
import { Phone } from '#contract/members/contacts.ts'
import { AGENDA_MAX, AgendaRow } from './agenda.ts'
import { meetingKindLabels, meetingPhaseLabels, meetingStateLabels } from './meeting-labels.ts'
import { ShownFile } from './meeting-news.ts'
import { OWN_FIELD_KEY, OWN_FIELDS_MAX, ownFieldKindLabels, signUpFieldLabels, signUpFields } from './sign-up-labels.ts'

const root = '/api/backend/meetings/meeting'
const MENU = 'meeting'

export const MEETING_CONTACTS_MAX = 5
export const MEETING_DAYS_MAX = 31
export const MEETING_SEATS_MAX = 100_000
export const QUOTAS_MAX = 10
export const OWN_OPTIONS_MAX = 20
/** Rows that one search offers. */
export const MEETING_CHOICES_MAX = 30
/** Meetings of one act. */
const AT_ONCE = 100

export const MeetingChannel = OneOf('发布渠道', channelKeys)
const Kind = Choice('类型', meetingKindLabels)
const State = Choice('状态', meetingStateLabels)
const Phase = Choice('报名状态', meetingPhaseLabels)
const Version = Type.Integer({ title: '版本', minimum: 1 })

const Contact = Fields({
  name: OneLine(Required('姓名', 32)),
  mobile: Type.Unsafe<string>({ ...Phone, title: '电话' }),
  email: Email,
})
export type MeetingContact = Static<typeof Contact>

const Seats = Type.Integer({
  title: '名额',
  minimum: 0,
  maximum: MEETING_SEATS_MAX,
  messages: { required: '请输入名额' },
})

const QuotaInput = Fields({
  /** Null: a new one. */
  id: Nullable(Id('名额类型')),
  name: OneLine(Required('名额类型', 20)),
  seats: Seats,
  isOpen: Type.Boolean({ title: '来宾可选' }),
})
export type QuotaInput = Static<typeof QuotaInput>

export const OwnField = Fields({
  key: Type.String({ title: '标识', pattern: OWN_FIELD_KEY }),
  label: Required('报名问题', 60),
  kind: Choice('回答方式', ownFieldKindLabels),
  isRequired: Type.Boolean({ title: '必填' }),
  options: Type.Array(Required('选项', 60), { title: '选项', maxItems: OWN_OPTIONS_MAX }),
})

const texts = {
  name: OneLine(Required('会议名称', 100)),
  nameEn: OneLine(Text('英文名称', 200)),
  series: Text('系列', 60),
  edition: Text('届次', 30),
  kind: Kind,
  startsOn: Day('开始日期'),
  endsOn: Day('结束日期'),
  city: Text('城市', 30),
  venue: Text('会场地址', 200),
  /** `120.153576,30.287459`, or empty. */
  place: Text('位置坐标', 60),
  organisers: Text('主办单位', 500),
  agenda: Type.Array(AgendaRow, { title: '议程', maxItems: AGENDA_MAX }),
  /** Yuan; null: by agreement. */
  fee: Nullable(
    Type.String({
      title: '参会费',
      pattern: '^[0-9]{1,7}(\\.[0-9]{1,2})?$',
      messages: { pattern: '参会费应为最多 7 位整数、2 位小数的金额' },
    }),
  ),
  quotas: Type.Array(QuotaInput, {
    title: '名额',
    minItems: 1,
    maxItems: QUOTAS_MAX,
    messages: { minItems: '请至少设置一种名额', required: '请设置名额', maxItems: `名额类型最多 ${QUOTAS_MAX} 种` },
  }),
  /** Of those who wait, whoever fits passes a group that does not. */
  smallerMayPass: Type.Boolean({ title: '候补顺序' }),
  signUpFrom: Nullable(Day('报名开始日期')),
  signUpUntil: Nullable(Day('报名截止日期')),
  /** Sign-ups from outside wait until a person confirms them. */
  signUpReview: Type.Boolean({ title: '报名需确认' }),
  signUpFields: Type.Array(Choice('报名信息', signUpFieldLabels), {
    title: '报名信息',
    uniqueItems: true,
    maxItems: signUpFields.length,
  }),
  ownFields: Type.Array(OwnField, {
    title: '报名问题',
    maxItems: OWN_FIELDS_MAX,
    messages: { maxItems: `报名问题最多 ${OWN_FIELDS_MAX} 个` },
  }),
  contacts: Type.Array(Contact, {
    title: '联系人',
    minItems: 1,
    maxItems: MEETING_CONTACTS_MAX,
    messages: { minItems: '请添加联系人', required: '请添加联系人' },
  }),
  channels: Type.Array(MeetingChannel, { title: '发布渠道', uniqueItems: true, maxItems: 20 }),
  coverId: Nullable(FileId('image', '封面')),
  body: Body,
  /** For readers of English; null: there is none. */
  bodyEn: Nullable(Type.Unsafe<Static<typeof Body>>({ ...Body, title: '英文正文' })),
}
export type MeetingForm = Static<ReturnType<typeof Fields<typeof texts>>>

const MeetingRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String({ title: '会议名称' }),
  nameEn: Type.String({ title: '英文名称' }),
  series: Type.String(),
  edition: Type.String({ title: '届次' }),
  kind: Kind,
  startsOn: Type.String({ title: '会议日期' }),
  endsOn: Day('结束日期'),
  city: Type.String({ title: '城市' }),
  venue: Type.String({ title: '会场地址' }),
  organisers: Type.String({ title: '主办单位' }),
  fee: Nullable(DecimalText('参会费（元）')),
  seats: Type.Integer({ title: '名额' }),
  signUpFrom: Nullable(Day('报名开始')),
  signUpUntil: Nullable(Day('报名截止')),
  channels: Type.Array(Type.String(), { title: '发布渠道' }),
  state: State,
  phase: Nullable(Phase),
  publishedAt: Nullable(Moment('发布时间')),
  cancelReason: Type.String({
    title: '取消原因',
    description: 'what guests are told; empty while it is not cancelled',
  }),
  previousId: Nullable(Type.String()),
  previousName: Nullable(Type.String({ title: '上一届' })),
  authorName: Type.String({ title: '创建人' }),
  updatedAt: Moment('更新时间'),
})
export type MeetingRow = Static<typeof MeetingRow>

const MeetingQuery = Fields({
  ...listFields(['name', 'startsOn', 'city', 'seats', 'updatedAt']),
  name: Type.Optional(Text('会议名称', 100)),
  kind: Type.Optional(Kind),
  state: Type.Optional(State),
  phase: Type.Optional(Phase),
  city: Type.Optional(Text('城市', 30)),
  channel: Type.Optional(MeetingChannel),
  /** Held on one of these days at least. */
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type MeetingQuery = Static<typeof MeetingQuery>

export const queryMeetings = readCall('会议列表', `${root}/page`, can(MENU, 'view'), {
  body: MeetingQuery,
  data: Paged(MeetingRow),
})

const Cover = Type.Object({
  id: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
  url: Type.String(),
})

export const Quota = Type.Object({
  id: Type.String(),
  name: Type.String(),
  seats: Type.Integer(),
  taken: Type.Integer({ description: 'heads of confirmed and offered sign-ups' }),
  isOpen: Type.Boolean({ description: 'guests may choose it' }),
})
export type Quota = Static<typeof Quota>

const MeetingDetail = Type.Object({
  ...MeetingRow.properties,
  signUpReview: Type.Boolean(),
  signUpFields: Type.Array(Choice('报名信息', signUpFieldLabels)),
  smallerMayPass: Type.Boolean(),
  ownFields: Type.Array(OwnField),
  quotas: Type.Array(Quota),
  url: Type.String({ title: '报名页', description: 'of its public page; shown once it is published' }),
  place: Type.String({ title: '位置坐标', description: '`longitude,latitude`, or empty' }),
  agenda: Type.Array(AgendaRow),
  contacts: Type.Array(Type.Object({ name: Type.String(), mobile: Type.String(), email: Type.String() }), {
    title: '联系人',
  }),
  cover: Nullable(Cover),
  html: Type.String({ description: 'made of the body, sanitised, pictures linked for the caller' }),
  htmlEn: Type.String({ description: 'the same for readers of English; empty where there is none' }),
})
export type MeetingDetail = Static<typeof MeetingDetail>

export const getMeeting = getCall('会议详情', `${root}/get`, anyOf(can(MENU, 'details'), can(MENU, 'edit')), {
  query: Fields({ id: Id('会议') }),
  data: MeetingDetail,
})

const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

/** A draft. */
export const addMeeting = writeCall('新增会议', `${root}/add`, can(MENU, 'add'), { body: Fields(texts), data: Saved })

/** 601 with the stored meeting where somebody else saved meanwhile. What is published changes at once. */
export const editMeeting = writeCall('编辑会议', `${root}/edit`, can(MENU, 'edit'), {
  body: Fields({ id: Id('会议'), version: Version, ...texts }),
  data: Saved,
})

/**
 * A draft with its agenda, check-in points and files, all days moved with the first one; people, seats, news and pictures
 * stay behind.
 */
export const copyMeeting = writeCall('复制会议', `${root}/copy`, can(MENU, 'copy'), {
  body: Fields({ id: Id('会议'), name: texts.name, edition: texts.edition, startsOn: texts.startsOn }),
  data: Saved,
})

const many = {
  body: Fields({ ids: Ids('会议', AT_ONCE) }),
}

/** 409 where one is published already, 400 where one lacks a channel; 600 names what drafts still lack (readiness.ts). */
export const launchMeetings = writeCall('发布会议', `${root}/launch`, can(MENU, 'launch'), many)
/** 409 where one is not published. */
export const takeDownMeetings = writeCall('下架会议', `${root}/takeDown`, can(MENU, 'takeDown'), many)
/**
 * It does not take place: nobody signs up or is given a seat any more, and guests are told after a minute, until which it can
 * be restored unheard. 409 where it is not published or over; 600 says how many are told, and how.
 */
export const cancelMeeting = writeCall('取消会议', `${root}/cancel`, can(MENU, 'takeDown'), {
  body: Fields({ id: Id('会议'), cancelReason: Required('取消原因', 200) }),
})
/** It takes place after all, with its sign-ups; who has heard of the cancellation is told. 409 where it is not cancelled. */
export const restoreMeeting = writeCall('恢复举行会议', `${root}/restore`, can(MENU, 'launch'), {
  body: Fields({ id: Id('会议') }),
})
/** Drafts alone (409); 603 where a later edition names it. */
export const removeMeetings = writeCall('删除会议', `${root}/remove`, can(MENU, 'delete'), {
  body: Fields({ ids: Ids('会议', AT_ONCE) }),
})

const Edition = Type.Object({
  id: Type.String(),
  name: Type.String({ title: '会议' }),
  edition: Type.String(),
  startsOn: Day('日期'),
  endsOn: Type.String(),
  city: Type.String(),
  state: State,
})
export type MeetingEdition = Static<typeof Edition>

/** Pictures of each edition that its successors show. */
export const EDITION_PICTURES_MAX = 6
/** Slides, lists and reports of one meeting. */
export const MEETING_PAPERS_MAX = 20

const kept = {
  pictures: Type.Array(ShownFile, { description: `the first ${EDITION_PICTURES_MAX}` }),
  papers: Type.Array(ShownFile, { title: '会议资料' }),
}
const KeptEdition = Type.Object({ ...Edition.properties, ...kept })
export type KeptEdition = Static<typeof KeptEdition>

/** A meeting with the editions before it, the latest first, and what is kept of each. */
export const getMeetingEditions = getCall(
  '会议的往届',
  `${root}/editions`,
  anyOf(can(MENU, 'details'), can(MENU, 'edit')),
  {
    query: Fields({ id: Id('会议') }),
    data: Type.Object({
      ...KeptEdition.properties,
      version: Type.Integer(),
      previousId: Nullable(Type.String()),
      editions: Type.Array(KeptEdition),
    }),
  },
)

/** Meetings that ended before this one starts, by a part of name or edition, the latest first. */
export const searchEarlierMeetings = readCall('选择上一届会议', `${root}/earlier`, can(MENU, 'edit'), {
  body: Fields({ id: Id('会议'), text: Type.Optional(Text('会议名称', 100)) }),
  data: Type.Array(Edition),
})

/** Null ends the link; papers that are left out go. 601 as for an edit. */
export const setPreviousMeeting = writeCall('设置上一届会议', `${root}/setPrevious`, can(MENU, 'edit'), {
  body: Fields({
    id: Id('会议'),
    version: Version,
    previousId: Nullable(Id('上一届会议')),
    paperIds: FileIds('attachment', '会议资料', MEETING_PAPERS_MAX),
  }),
  data: Saved,
})

export const exportMeetings = exportCall('会议', `${root}/export`, can(MENU, 'exportBtn'), {
  query: MeetingQuery,
  columns: sheetOf(queryMeetings, [
    'name',
    'nameEn',
    'edition',
    'kind',
    { key: 'startsOn', header: '开始日期', width: 12, as: 'day' },
    'endsOn',
    'city',
    'venue',
    'organisers',
    'fee',
    'seats',
    'signUpFrom',
    'signUpUntil',
    'channels',
    'state',
    'phase',
    'cancelReason',
    { key: 'previousName', header: '上一届', width: 36 },
    'authorName',
  ]),
})
