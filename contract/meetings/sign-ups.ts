// Sign-ups of a meeting: who comes, with how many, on which seat of the meeting or waiting for one.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { PagedWithSums } from '#contract/envelope.ts'
import {
  Choice,
  Day,
  Email,
  Fields,
  Id,
  Ids,
  listFields,
  Mobile,
  Moment,
  Nullable,
  OneLine,
  Required,
  Text,
} from '#contract/fields.ts'
import { MeetingChannel, OwnField, Quota } from './meetings.ts'
import {
  invoiceStateLabels,
  OWN_ANSWER_MAX,
  OWN_FIELD_KEY,
  OWN_FIELDS_MAX,
  signUpFieldLabels,
  signUpFields,
  signUpSourceLabels,
  signUpStateLabels,
} from './sign-up-labels.ts'

const root = '/api/backend/meetings/signUp'
const MENU = 'meeting'

/** Sign-ups of one act. */
export const SIGN_UPS_AT_ONCE = 100
/** Sign-ups that a customer's details show. */
export const CUSTOMER_SIGN_UPS_MAX = 20
export const COMPANIONS_MAX = 20
/** Acts that the details of a sign-up show. */
export const SIGN_UP_ACTS_MAX = 100

const State = Choice('状态', signUpStateLabels)
const Source = Choice('来源', signUpSourceLabels)
const InvoiceState = Choice('发票', invoiceStateLabels)
const Version = Type.Integer({ title: '版本', minimum: 1 })

/** Answers to what the meeting asks besides; fields that it does not ask are refused. */
const Extra = Fields(
  Object.fromEntries(signUpFields.map((key) => [key, Type.Optional(Text(signUpFieldLabels[key], 200))])) as Record<
    (typeof signUpFields)[number],
    ReturnType<typeof Type.Optional<ReturnType<typeof Text>>>
  >,
)
export type SignUpExtra = Static<typeof Extra>

/** What a question of the kind yesNo is answered with. */
export const YES_NO: readonly string[] = ['是', '否']
/** To the meeting's own fields, by their keys. */
const Answers = Type.Record(Type.String({ pattern: OWN_FIELD_KEY }), Type.String({ maxLength: OWN_ANSWER_MAX }), {
  title: '报名问题',
  maxProperties: OWN_FIELDS_MAX,
  messages: { maxProperties: '报名问题过多' },
})

export const person = {
  name: OneLine(Required('姓名', 32)),
  company: OneLine(Required('单位', 100)),
  mobile: Mobile,
  email: Email,
  /** Each takes a seat. */
  companionNames: Type.Array(OneLine(Required('随行人员姓名', 32)), {
    title: '随行人员',
    maxItems: COMPANIONS_MAX,
    messages: { maxItems: `随行人员最多 ${COMPANIONS_MAX} 人`, required: '请填写随行人员' },
  }),
  extra: Extra,
  answers: Answers,
  /** Null: the first one that is open. */
  quotaId: Nullable(Id('名额类型')),
}

/** Agreed to how the data are used. */
export const consent = Type.Boolean({ title: '同意' })

export const invoice = {
  invoiceTitle: Text('发票抬头', 100),
  invoiceTax: Type.String({
    title: '税号',
    maxLength: 20,
    pattern: '^$|^[0-9A-Z]{15,20}$',
    messages: { pattern: '税号应为 15 至 20 位数字或大写字母' },
  }),
}

const form = {
  ...person,
  ...invoice,
  invoiceState: InvoiceState,
  remark: Text('备注', 500),
}
export type SignUpForm = Static<ReturnType<typeof Fields<typeof form>>>

const SignUpRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  ticket: Type.String({ title: '票号', description: 'eight letters and digits; its QR code holds the same' }),
  name: Type.String({ title: '姓名' }),
  company: Type.String({ title: '单位' }),
  mobile: Type.String({ title: '手机号码', description: 'masked: 138****8000' }),
  email: Type.String({ title: '邮箱', description: 'masked: w****@example.com' }),
  companions: Type.Integer({ title: '随行' }),
  quotaId: Type.String(),
  quotaName: Type.String({ title: '名额类型' }),
  state: State,
  /** An offer holds its seats until then. */
  offeredUntil: Nullable(Moment('保留至')),
  source: Source,
  channel: Type.String({ title: '渠道', description: 'of the site where it was made; empty otherwise' }),
  extra: { ...Extra, title: '报名信息' },
  answers: Answers,
  answerText: Type.String({ title: '报名问题', description: 'answers with their questions' }),
  customerId: Nullable(Type.String({ description: 'null also where the customer is not in the caller’s scope' })),
  isCustomer: Type.Boolean({ title: '客户' }),
  ownerName: Type.String({
    title: '归属人',
    description: 'of the customer or the registration; empty where out of scope',
  }),
  keeperName: Type.String({ title: '登记人', description: 'who entered or invited; empty for those of sites' }),
  invoiceTitle: Type.String({ title: '发票抬头' }),
  invoiceTax: Type.String({ title: '税号' }),
  invoiceState: InvoiceState,
  remark: Type.String({ title: '备注' }),
  reason: Type.String({ title: '取消原因', description: 'why it was cancelled or refused' }),
  appliedAt: Moment('报名时间'),
  confirmedAt: Nullable(Moment('确认时间')),
})
export type SignUpRow = Static<typeof SignUpRow>

export const SignUpQuery = Fields({
  ...listFields(['name', 'company', 'companions', 'appliedAt', 'confirmedAt']),
  meetingId: Id('会议'),
  /** Companions are found by their names too, numbers by six of their digits. */
  text: Type.Optional(Text('姓名、单位、手机或票号', 64)),
  state: Type.Optional(State),
  quotaId: Type.Optional(Id('名额类型')),
  source: Type.Optional(Source),
  channel: Type.Optional(MeetingChannel),
  invoiceState: Type.Optional(InvoiceState),
  isCustomer: Type.Optional(Type.Boolean({ title: '是否客户' })),
  /** Neither cancelled nor refused nor lapsed. */
  isLive: Type.Optional(Type.Boolean({ title: '有效报名' })),
  from: Type.Optional(Day('报名开始日期')),
  to: Type.Optional(Day('报名截止日期')),
})
export type SignUpQuery = Static<typeof SignUpQuery>

/**
 * Whoever may edit meetings sees every sign-up; others see those of customers and registrations in their sales scope,
 * and those that they entered or invited.
 */
export const querySignUps = readCall('会议报名列表', `${root}/page`, can(MENU, 'details'), {
  body: SignUpQuery,
  data: PagedWithSums(SignUpRow, { people: Type.String({ description: 'heads, companions too' }) }),
})

const Meeting = Type.Object({
  id: Type.String(),
  name: Type.String(),
  edition: Type.String(),
  state: Type.String(),
  seats: Type.Integer(),
  taken: Type.Integer({ description: 'heads of confirmed and offered sign-ups' }),
  quotas: Type.Array(Quota),
  waiting: Type.Integer({ description: 'people' }),
  signUpFields: Type.Array(Choice('报名信息', signUpFieldLabels)),
  ownFields: Type.Array(OwnField),
})
export type SignUpMeeting = Static<typeof Meeting>

/** What the page of sign-ups says above them: seats, over all sign-ups whoever asks. */
export const getSignUpMeeting = readCall('会议报名概况', `${root}/meeting`, can(MENU, 'details'), {
  body: Fields({ meetingId: Id('会议') }),
  data: Meeting,
})

const SignUpDetail = Type.Object({
  ...SignUpRow.properties,
  people: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      code: Type.String({ description: 'in the QR code of this head' }),
      position: Type.Integer({ description: '0: the main person' }),
    }),
    { title: '来宾' },
  ),
  url: Type.String({ title: '来宾页', description: 'of the guest’s own page' }),
  history: Type.Array(
    Type.Object({
      id: Type.String(),
      at: Type.String(),
      actorName: Type.String({ description: 'empty: the guest, or a site' }),
      action: Type.String({ description: 'meetingSignUp.confirm' }),
      text: Type.String({ description: 'what it became, and why' }),
    }),
    { description: 'the newest 100 acts, from the audit log' },
  ),
})
export type SignUpDetail = Static<typeof SignUpDetail>

/** With the whole mobile number and mail address, and each head. */
export const getSignUp = readCall('会议报名详情', `${root}/get`, can(MENU, 'details'), {
  body: Fields({ id: Id('报名') }),
  data: SignUpDetail,
})

const Saved = Type.Object({ id: Type.String(), state: State })

/**
 * By hand. Of whoever may edit meetings it is confirmed where there is room and waits otherwise; of others it follows
 * the meeting's rule, as on sites. 409 where the number has signed up already.
 */
export const addSignUp = writeCall('登记会议报名', `${root}/add`, anyOf(can(MENU, 'edit'), can(MENU, 'invite')), {
  body: Fields({ meetingId: Id('会议'), ...form }),
  data: Saved,
})

/** 601 with the stored row; 409 where more companions do not fit. */
export const editSignUp = writeCall('修改会议报名', `${root}/edit`, can(MENU, 'edit'), {
  body: Fields({ id: Id('报名'), version: Version, ...form }),
  data: Saved,
})

const SignUpIds = Ids('报名', SIGN_UPS_AT_ONCE)

/** In the order in which they signed up. 602 with an outcome for each where some do not fit or are not to be confirmed. */
export const confirmSignUps = writeCall('确认会议报名', `${root}/confirm`, can(MENU, 'edit'), {
  body: Fields({ meetingId: Id('会议'), ids: SignUpIds }),
})

/** Only of those that wait for a confirmation. 602 with an outcome for each where some do not. */
export const refuseSignUps = writeCall('拒绝会议报名', `${root}/refuse`, can(MENU, 'edit'), {
  body: Fields({ meetingId: Id('会议'), ids: SignUpIds, reason: Required('拒绝原因', 200) }),
})

/** Holds seats for somebody who waits, for 24 hours, until 2 hours before the start at most. 409 where they do not fit. */
export const offerSignUpSeat = writeCall('为候补保留名额', `${root}/offer`, can(MENU, 'edit'), {
  body: Fields({ id: Id('报名') }),
  data: Saved,
})

/** With all its people; 409 where they do not fit. What becomes free goes to those who wait. */
export const moveSignUp = writeCall('移动名额类型', `${root}/moveQuota`, can(MENU, 'edit'), {
  body: Fields({ id: Id('报名'), quotaId: Id('名额类型') }),
  data: Saved,
})

/** Its seats go to those who wait. 409 for one that came or is cancelled already. */
export const cancelSignUp = writeCall('取消会议报名', `${root}/cancel`, can(MENU, 'edit'), {
  body: Fields({ id: Id('报名'), reason: Required('取消原因', 200) }),
  data: Type.Object({ promoted: Type.Array(Type.String(), { description: 'names of those who got a seat' }) }),
})

/** Takes a cancellation back: confirmed where there is still room, waiting otherwise. */
export const restoreSignUp = writeCall('恢复会议报名', `${root}/restore`, can(MENU, 'edit'), {
  body: Fields({ id: Id('报名') }),
  data: Saved,
})

const Count = Type.Object({ name: Type.String(), count: Type.Integer() })

/** People, companions counted, of the sign-ups that the caller sees. */
export const getSignUpCounts = readCall('会议报名统计', `${root}/counts`, can(MENU, 'count'), {
  body: Fields({ meetingId: Id('会议') }),
  data: Type.Object({
    seats: Type.Integer(),
    states: Type.Record(Type.String(), Type.Integer(), { description: 'by state' }),
    sources: Type.Array(Type.Object({ source: Source, count: Type.Integer() })),
    channels: Type.Array(Count),
    days: Type.Array(Type.Object({ day: Type.String(), source: Source, count: Type.Integer() })),
    came: Type.Array(Type.Object({ id: Type.String(), ...Count.properties }), { description: 'by check-in list' }),
  }),
})

const OfCustomer = Type.Object({
  id: Type.String(),
  meetingName: Type.String(),
  startsOn: Type.String(),
  name: Type.String(),
  companions: Type.Integer(),
  state: State,
  appliedAt: Type.String(),
})

/** The newest 20 of a customer in the caller's scope; 20404 otherwise. */
export const listCustomerSignUps = readCall('客户的会议报名', `${root}/ofCustomer`, can(MENU, 'details'), {
  body: Fields({ enterpriseId: Id('客户') }),
  data: Type.Array(OfCustomer),
})
