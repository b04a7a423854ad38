// Meetings and exhibitions: list, form, state, and the editions before one.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '../access.ts'
import { channelKeys } from '../articles/articles.ts'
import { Body } from '../articles/body.ts'
import { getCall, readCall, writeCall } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Day, Email, Fields, Id, Ids, listFields, Nullable, OneOf, Required, Text } from '../fields.ts'
import { FileId } from '../files.ts'
import { Phone } from '../members/contacts.ts'
import { exportCall } from '../sheets.ts'
import { meetingKinds, meetingStates } from './meeting-labels.ts'
import { signUpFields } from './sign-up-labels.ts'

const root = '/api/backend/meetings/meeting'
const MENU = 'meeting'

export const AGENDA_MAX = 300
export const MEETING_CONTACTS_MAX = 5
export const MEETING_DAYS_MAX = 31
/** Rows that one search offers. */
export const MEETING_CHOICES_MAX = 30
/** Meetings of one act. */
const AT_ONCE = 100

export const MeetingChannel = OneOf('发布渠道', channelKeys)
const Kind = OneOf('类型', meetingKinds)
const State = OneOf('状态', meetingStates)
const Version = Type.Integer({ title: '版本', minimum: 1 })

const Time = (title: string) =>
  Type.String({
    title,
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    messages: { pattern: `${title}应为 HH:MM`, required: `请输入${title}` },
  })

const AgendaRow = Fields({
  day: Day('日期'),
  from: Time('开始时间'),
  to: Time('结束时间'),
  hall: Text('会场', 50),
  title: Required('议题', 200),
  speaker: Text('演讲人', 100),
  company: Text('演讲人单位', 100),
})
export type AgendaRow = Static<typeof AgendaRow>

const Contact = Fields({
  name: Required('姓名', 32),
  mobile: Type.Unsafe<string>({ ...Phone, title: '电话' }),
  email: Email,
})
export type MeetingContact = Static<typeof Contact>

const texts = {
  name: Required('会议名称', 100),
  nameEn: Text('英文名称', 200),
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
  seats: Type.Integer({ title: '名额', minimum: 0, maximum: 100_000, messages: { required: '请输入名额' } }),
  signUpFrom: Nullable(Day('报名开始日期')),
  signUpUntil: Nullable(Day('报名截止日期')),
  /** Sign-ups from outside wait until a person confirms them. */
  signUpReview: Type.Boolean({ title: '报名需确认' }),
  signUpFields: Type.Array(OneOf('报名信息', signUpFields), {
    title: '报名信息',
    uniqueItems: true,
    maxItems: signUpFields.length,
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
}
export type MeetingForm = Static<ReturnType<typeof Fields<typeof texts>>>

const MeetingRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  nameEn: Type.String(),
  edition: Type.String(),
  kind: Kind,
  startsOn: Type.String(),
  endsOn: Type.String(),
  city: Type.String(),
  venue: Type.String(),
  organisers: Type.String(),
  fee: Nullable(Type.String({ description: 'yuan; null: by agreement' })),
  seats: Type.Integer(),
  signUpFrom: Nullable(Type.String()),
  signUpUntil: Nullable(Type.String()),
  channels: Type.Array(Type.String()),
  state: State,
  publishedAt: Nullable(Type.String()),
  previousId: Nullable(Type.String()),
  previousName: Nullable(Type.String()),
  authorName: Type.String(),
  updatedAt: Type.String(),
})
export type MeetingRow = Static<typeof MeetingRow>

const MeetingQuery = Fields({
  ...listFields(['name', 'startsOn', 'city', 'seats', 'updatedAt']),
  name: Type.Optional(Text('会议名称', 100)),
  kind: Type.Optional(Kind),
  state: Type.Optional(State),
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

const MeetingDetail = Type.Object({
  ...MeetingRow.properties,
  signUpReview: Type.Boolean(),
  signUpFields: Type.Array(OneOf('报名信息', signUpFields)),
  place: Type.String({ description: '`longitude,latitude`, or empty' }),
  agenda: Type.Array(AgendaRow),
  contacts: Type.Array(Type.Object({ name: Type.String(), mobile: Type.String(), email: Type.String() })),
  cover: Nullable(Cover),
  html: Type.String({ description: 'made of the body, sanitised, pictures linked for the caller' }),
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

/** A draft with everything but state and earlier edition. */
export const copyMeeting = writeCall('复制会议', `${root}/copy`, can(MENU, 'copy'), {
  body: Fields({ id: Id('会议'), name: texts.name, edition: texts.edition }),
  data: Saved,
})

const many = {
  body: Fields({ ids: Ids('会议', AT_ONCE) }),
}

/** 409 where one is published already, 400 where one lacks a channel. */
export const launchMeetings = writeCall('发布会议', `${root}/launch`, can(MENU, 'launch'), many)
/** 409 where one is not published. */
export const takeDownMeetings = writeCall('下架会议', `${root}/takeDown`, can(MENU, 'takeDown'), many)
/** Drafts alone (409); 603 where a later edition names it. */
export const removeMeetings = writeCall('删除会议', `${root}/remove`, can(MENU, 'delete'), {
  body: Fields({ ids: Ids('会议', AT_ONCE) }),
})

const Edition = Type.Object({
  id: Type.String(),
  name: Type.String(),
  edition: Type.String(),
  startsOn: Type.String(),
  endsOn: Type.String(),
  city: Type.String(),
  state: State,
})
export type MeetingEdition = Static<typeof Edition>

/** A meeting with the editions before it, the latest first. */
export const getMeetingEditions = getCall(
  '会议的往届',
  `${root}/editions`,
  anyOf(can(MENU, 'details'), can(MENU, 'edit')),
  {
    query: Fields({ id: Id('会议') }),
    data: Type.Object({
      ...Edition.properties,
      version: Type.Integer(),
      previousId: Nullable(Type.String()),
      editions: Type.Array(Edition),
    }),
  },
)

/** Meetings that ended before this one starts, by a part of name or edition, the latest first. */
export const searchEarlierMeetings = readCall('选择上一届会议', `${root}/earlier`, can(MENU, 'edit'), {
  body: Fields({ id: Id('会议'), text: Type.Optional(Text('会议名称', 100)) }),
  data: Type.Array(Edition),
})

/** Null ends the link. 601 as for an edit. */
export const setPreviousMeeting = writeCall('设置上一届会议', `${root}/setPrevious`, can(MENU, 'edit'), {
  body: Fields({ id: Id('会议'), version: Version, previousId: Nullable(Id('上一届会议')) }),
  data: Saved,
})

export const exportMeetings = exportCall('会议', `${root}/export`, can(MENU, 'exportBtn'), {
  query: MeetingQuery,
  columns: [
    { key: 'name', header: '会议名称', width: 36 },
    { key: 'nameEn', header: '英文名称', width: 36 },
    { key: 'edition', header: '届次', width: 12 },
    { key: 'kind', header: '类型', width: 10 },
    { key: 'startsOn', header: '开始日期', width: 12 },
    { key: 'endsOn', header: '结束日期', width: 12 },
    { key: 'city', header: '城市', width: 10 },
    { key: 'venue', header: '会场地址', width: 30 },
    { key: 'organisers', header: '主办单位', width: 30 },
    { key: 'fee', header: '参会费（元）', width: 14, as: 'number' },
    { key: 'seats', header: '名额', width: 8, as: 'number' },
    { key: 'signUpFrom', header: '报名开始', width: 12 },
    { key: 'signUpUntil', header: '报名截止', width: 12 },
    { key: 'channels', header: '发布渠道', width: 24 },
    { key: 'state', header: '状态', width: 10 },
    { key: 'previousName', header: '上一届', width: 36 },
    { key: 'authorName', header: '创建人', width: 12 },
  ],
})
