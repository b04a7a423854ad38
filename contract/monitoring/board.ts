// The board of a day: what is due, done and late; excused, handed over; by whom it is done while somebody is away.
import { type Static, Type } from 'typebox'
import { can } from '../access.ts'
import { endpoint } from '../endpoint.ts'
import { Paged } from '../envelope.ts'
import { Day, Fields, Id, Ids, listFields, Nothing, Nullable, OneOf, Required, Text } from '../fields.ts'
import { alertLevels, dueStates } from './due-states.ts'
import { dueKinds, whoseDues } from './monitoring-labels.ts'

const root = '/api/backend/monitoring/board'
const MENU = 'dataToBeUpdatedToday'

/** Rows that are excused or handed over at once. */
const DUES_AT_ONCE = 500

const State = OneOf('状态', dueStates)
const Whose = OneOf('范围', whoseDues)
const Moment = Type.String({ description: 'ISO 8601' })
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
  /** Calendars whose year nobody has announced: their usual week was followed. */
  unannounced: Type.Array(Type.String()),
  counts: Counts,
  products: Type.Array(Group),
  people: Type.Array(Group),
  hours: Type.Array(Group),
  /** By quarter of an hour: how many were to be done until then, and were; null where it has not come yet. */
  timeline: Type.Array(Type.Object({ time: Type.String(), planned: Type.Integer(), actual: Nullable(Type.Integer()) })),
})
export type Board = Static<typeof Board>

/** What the asker works on, is responsible for, or has people for. */
export const getBoard = endpoint({
  summary: '当日更新看板',
  method: 'POST',
  path: `${root}/get`,
  access: can(MENU, 'view'),
  effect: 'read',
  body: Fields({ day: Day('日期'), whose: Whose }),
  data: Board,
})

export const DueQuery = Fields({
  ...listFields(['dueAt']),
  day: Type.Optional(Day('日期')),
  whose: Type.Optional(Whose),
  state: Type.Optional(State),
  kind: Type.Optional(OneOf('类型', dueKinds)),
  productId: Type.Optional(Id('产品')),
  responsibleId: Type.Optional(Id('负责人')),
  hour: Type.Optional(Type.Integer({ title: '时段', minimum: 0, maximum: 23 })),
})
export type DueQuery = Static<typeof DueQuery>

const DueRow = Type.Object({
  id: Type.String(),
  kind: OneOf('类型', dueKinds),
  subjectId: Type.String(),
  name: Type.String(),
  productId: Nullable(Type.String()),
  productName: Type.String(),
  day: Type.String(),
  dueAt: Moment,
  warnAt: Moment,
  lateAt: Moment,
  state: State,
  doneAt: Nullable(Moment),
  doneCount: Type.Integer(),
  wanted: Type.Integer(),
  responsibleId: Nullable(Type.String()),
  responsibleName: Type.String(),
  /** Where somebody else does it. */
  ownerName: Type.String(),
  excuse: Nullable(Type.String()),
  excusedBy: Nullable(Type.String()),
  edition: Type.String({ description: 'of an article, as what follows; empty of others' }),
  newsCategoryId: Nullable(Type.String()),
  articleKind: Type.String(),
  importName: Type.String(),
  mayAct: Type.Boolean({ description: 'the asker may excuse it or hand it over' }),
})
export type DueRow = Static<typeof DueRow>

/** Today, and everything, where the query does not say. */
export const listDues = endpoint({
  summary: '当日待更新数据',
  method: 'POST',
  path: `${root}/page`,
  access: can(MENU, 'view'),
  effect: 'read',
  body: DueQuery,
  data: Paged(DueRow),
})

const DueDetails = Type.Object({
  ruleName: Type.String(),
  /** Wider rules that concern it as well, and do not hold. */
  otherRules: Type.Array(Type.String()),
  calendarName: Type.String(),
  calendarSource: Nullable(Type.String({ description: 'null: the year is not announced' })),
  alerts: Type.Array(Type.Object({ level: OneOf('级别', alertLevels), toName: Type.String(), at: Moment })),
  handovers: Type.Array(
    Type.Object({ toName: Type.String(), byName: Type.String(), reason: Type.String(), at: Moment }),
  ),
  excuse: Nullable(Type.Object({ reason: Type.String(), byName: Type.String(), at: Moment })),
})
export type DueDetails = Static<typeof DueDetails>

export const getDue = endpoint({
  summary: '监控项详情',
  method: 'POST',
  path: `${root}/details`,
  access: can(MENU, 'details'),
  effect: 'read',
  body: Fields({ id: Id('监控项') }),
  data: DueDetails,
})

const acting = { method: 'POST', access: can(MENU, 'details'), effect: 'write', data: Nothing } as const
const many = { ids: Ids('监控项', DUES_AT_ONCE) }

/** Of today and of days to come, by whoever is responsible or stands above. It counts neither as done nor as late. */
export const excuseDues = endpoint({
  ...acting,
  summary: '说明赶不上的原因',
  path: `${root}/excuse`,
  body: Fields({ ...many, reason: Required('原因', 200) }),
})

export const unexcuseDues = endpoint({
  ...acting,
  summary: '撤销说明',
  path: `${root}/unexcuse`,
  body: Fields(many),
})

/** For that day alone, to somebody who works on the product. */
export const handOverDues = endpoint({
  ...acting,
  summary: '转交他人',
  path: `${root}/handOver`,
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

/** Of oneself and of the people below; of everybody for those who keep the rules. Days that are over are left out. */
export const listAbsences = endpoint({
  summary: '外出登记',
  method: 'POST',
  path: `${root}/absences`,
  access: can(MENU, 'details'),
  effect: 'read',
  body: Fields({}),
  data: Type.Array(Absence),
})

export const addAbsence = endpoint({
  ...acting,
  summary: '登记外出',
  path: `${root}/addAbsence`,
  body: Fields({ userId: Id('外出人'), fromDay: Day('开始日期'), toDay: Day('结束日期'), remark: Text('说明', 200) }),
})

export const removeAbsence = endpoint({
  ...acting,
  summary: '取消外出登记',
  path: `${root}/removeAbsence`,
  body: Fields({ id: Id('外出登记') }),
})
