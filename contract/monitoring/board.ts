// The board of a day: what is due, done and late; excuses, handovers, and deputies of absent people.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Day, Fields, Id, Ids, listFields, Moment, Nullable, Required, Text } from '#contract/fields.ts'
import { dueStates } from './due-states.ts'
import { alertLevelLabels, dueKindLabels, dueStateLabels, whoseLabels } from './monitoring-labels.ts'

const root = '/api/backend/monitoring/board'
const MENU = 'dataToBeUpdatedToday'

/** Rows that are excused or handed over at once. */
const DUES_AT_ONCE = 500

const State = Choice('状态', dueStateLabels)
const Whose = Choice('范围', whoseLabels)
const Time = Type.String({ description: 'ISO 8601' })
const Counts = Type.Object(
  Object.fromEntries(dueStates.map((state) => [state, Type.Integer()])) as Record<
    (typeof dueStates)[number],
    ReturnType<typeof Type.Integer>
  >,
)
export type DueCounts = Static<typeof Counts>
const Group = Type.Object({ id: Type.String(), name: Type.String(), counts: Counts })
export type DueGroup = Static<typeof Group>

const Board = Type.Object({
  day: Type.String(),
  at: Type.String({ description: 'the moment for which it was reckoned' }),
  isSealed: Type.Boolean(),
  /** Calendars without an announced year: the usual week applies. */
  unannounced: Type.Array(Type.String()),
  counts: Counts,
  products: Type.Array(Group),
  people: Type.Array(Group),
  hours: Type.Array(Group),
  /** By quarter of an hour: how many were to be done until then, and were; null where it has not come yet. */
  timeline: Type.Array(Type.Object({ time: Type.String(), planned: Type.Integer(), actual: Nullable(Type.Integer()) })),
})
export type Board = Static<typeof Board>

/** Rows of the caller's products, and those for which they or their subordinates are responsible. */
export const getBoard = readCall('当日更新看板', `${root}/get`, can(MENU, 'view'), {
  body: Fields({ day: Day('日期'), whose: Whose }),
  data: Board,
})

export const DueQuery = Fields({
  ...listFields(['dueAt']),
  day: Type.Optional(Day('日期')),
  whose: Type.Optional(Whose),
  state: Type.Optional(State),
  kind: Type.Optional(Choice('类型', dueKindLabels)),
  productId: Type.Optional(Id('产品')),
  responsibleId: Type.Optional(Id('负责人')),
  hour: Type.Optional(Type.Integer({ title: '时段', minimum: 0, maximum: 23 })),
})
export type DueQuery = Static<typeof DueQuery>

const DueRow = Type.Object({
  id: Type.String(),
  kind: Choice('类型', dueKindLabels),
  subjectId: Type.String(),
  name: Type.String({ title: '数据' }),
  productId: Nullable(Type.String()),
  productName: Type.String({ title: '产品' }),
  day: Type.String(),
  dueAt: Moment('应更新'),
  warnAt: Moment('提醒时间'),
  lateAt: Moment('宽限至'),
  state: State,
  doneAt: Nullable(Moment('完成')),
  /** Of a price that is published, or waits for review. */
  submittedAt: Nullable(Time),
  doneCount: Type.Integer({ title: '篇数' }),
  wanted: Type.Integer(),
  responsibleId: Nullable(Type.String()),
  responsibleName: Type.String({ title: '负责人' }),
  /** Empty where the owner is the responsible person. */
  ownerName: Type.String(),
  excuse: Nullable(Type.String({ title: '说明' })),
  excusedBy: Nullable(Type.String()),
  edition: Type.String({ description: 'of an article, as what follows; empty of others' }),
  newsCategoryId: Nullable(Type.String()),
  articleKind: Type.String(),
  importName: Type.String(),
  mayAct: Type.Boolean({ description: 'the caller may excuse it or hand it over' }),
})
export type DueRow = Static<typeof DueRow>

/** By default today, and everything. */
export const listDues = readCall('当日待更新数据', `${root}/page`, can(MENU, 'view'), {
  body: DueQuery,
  data: Paged(DueRow),
})

const DueDetails = Type.Object({
  ruleName: Type.String({ title: '生效规则' }),
  /** Wider rules that match it as well, but do not apply. */
  otherRules: Type.Array(Type.String(), { title: '未生效规则' }),
  calendarName: Type.String({ title: '日历' }),
  calendarSource: Nullable(Type.String({ description: 'null: the year is not announced' })),
  alerts: Type.Array(Type.Object({ level: Choice('级别', alertLevelLabels), toName: Type.String(), at: Time })),
  handovers: Type.Array(Type.Object({ toName: Type.String(), byName: Type.String(), reason: Type.String(), at: Time })),
  excuse: Nullable(Type.Object({ reason: Type.String(), byName: Type.String(), at: Time })),
})
export type DueDetails = Static<typeof DueDetails>

export const getDue = readCall('监控项详情', `${root}/details`, can(MENU, 'details'), {
  body: Fields({ id: Id('监控项') }),
  data: DueDetails,
})

const many = { ids: Ids('监控项', DUES_AT_ONCE) }

/** Today and later days; by the responsible person or a superior. An excused row counts neither as done nor as late. */
export const excuseDues = writeCall('说明赶不上的原因', `${root}/excuse`, can(MENU, 'details'), {
  body: Fields({ ...many, reason: Required('原因', 200) }),
})

export const unexcuseDues = writeCall('撤销说明', `${root}/unexcuse`, can(MENU, 'details'), { body: Fields(many) })

/** For that day only, to somebody with the product in scope. */
export const handOverDues = writeCall('转交他人', `${root}/handOver`, can(MENU, 'details'), {
  body: Fields({ ...many, toId: Id('接收人'), reason: Text('说明', 200) }),
})

const Absence = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  userName: Type.String(),
  fromDay: Type.String(),
  toDay: Type.String(),
  remark: Type.String(),
  byName: Type.String(),
})
export type Absence = Static<typeof Absence>

/** Absences of the caller and subordinates; of everybody for people who keep the rules. Without past ones. */
export const listAbsences = readCall('外出登记', `${root}/absences`, can(MENU, 'details'), {
  body: Fields({}),
  data: Type.Array(Absence),
})

export const addAbsence = writeCall('登记外出', `${root}/addAbsence`, can(MENU, 'details'), {
  body: Fields({ userId: Id('外出人'), fromDay: Day('开始日期'), toDay: Day('结束日期'), remark: Text('说明', 200) }),
})

export const removeAbsence = writeCall('取消外出登记', `${root}/removeAbsence`, can(MENU, 'details'), {
  body: Fields({ id: Id('外出登记') }),
})
