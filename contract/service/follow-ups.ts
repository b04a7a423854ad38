// Follow-ups of customers: what was said with whom, and when the next one is due. A customer has one open reminder at most:
// a newer follow-up ends it.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import {
  Choice,
  Day,
  Fields,
  Id,
  IdList,
  listFields,
  Moment,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import { FileIds } from '#contract/files.ts'
import { enterpriseLevelLabels } from '#contract/members/members.ts'
import { followMoodLabels, followResultLabels, followWayLabels } from './follow-up-labels.ts'

const root = '/api/backend/service/followUp'

/** Most files of a record. */
export const FOLLOW_UP_FILES = 10

const Way = Choice('方式', followWayLabels)
const Result = Choice('结果', followResultLabels)
const Mood = Choice('态度', followMoodLabels)

/** How an open reminder stands today; `now` is overdue or due today. */
export const dueStates = ['now', 'overdue', 'today', 'later'] as const

export const FollowUpQuery = Fields({
  ...listFields(['at', 'nextOn', 'enterpriseName']),
  enterpriseId: Type.Optional(Id('客户')),
  enterpriseName: Type.Optional(Text('客户', 64)),
  contactId: Type.Optional(Id('联系人')),
  contactName: Type.Optional(OneLine(Text('联系人', 32))),
  content: Type.Optional(Text('跟进内容', 64)),
  way: Type.Optional(Way),
  result: Type.Optional(Result),
  mood: Type.Optional(Mood),
  level: Type.Optional(Choice('客户级别', enterpriseLevelLabels)),
  authorId: Type.Optional(Id('跟进人')),
  from: Type.Optional(Day('跟进日期起')),
  to: Type.Optional(Day('跟进日期止')),
  /** Only reminders that nothing has ended. */
  isOpen: Type.Optional(Type.Boolean({ title: '待跟进' })),
  due: Type.Optional(OneOf('待跟进', dueStates)),
  nextFrom: Type.Optional(Day('下次跟进起')),
  nextTo: Type.Optional(Day('下次跟进止')),
  /** The next one is the caller's. */
  mine: Type.Optional(Type.Boolean({ title: '由我跟进' })),
})
export type FollowUpQuery = Static<typeof FollowUpQuery>

const File = Type.Object({
  id: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
  url: Type.String({ description: 'for the caller, 12 h' }),
})

const FollowUpRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  at: Moment('跟进时间'),
  enterpriseId: Type.String(),
  enterpriseName: Type.String({ title: '客户' }),
  level: Choice('客户级别', enterpriseLevelLabels),
  contactId: Nullable(Type.String({ description: 'null: nobody was named, or the contact was deleted' })),
  contactName: Type.String({ title: '联系人' }),
  way: Way,
  result: Result,
  mood: Nullable(Mood),
  content: Type.String({ title: '跟进内容' }),
  nextOn: Nullable(Day('下次跟进')),
  nextText: Type.String({ title: '下次要做' }),
  nextUserId: Nullable(Type.String({ description: 'null: the owner of the customer' })),
  nextUserName: Type.String({
    title: '由谁跟进',
    description: 'the owner where nobody else was chosen, or has left; empty in the pool',
  }),
  isOpen: Type.Boolean({ description: 'has a next day, and neither a newer follow-up nor a visit has ended it' }),
  authorId: Type.String(),
  authorName: Type.String({ title: '跟进人' }),
  canChange: Type.Boolean({ description: 'its author and administrators may edit and delete it' }),
  updatedAt: Moment('更新时间'),
  files: Type.Array(File, { title: '附件' }),
})
export type FollowUpRow = Static<typeof FollowUpRow>

/** In sales scope, by the customer’s owner. */
export const queryFollowUps = readCall('跟进记录', `${root}/page`, can('followUp', 'view'), {
  body: FollowUpQuery,
  data: Paged(FollowUpRow),
})

const Ended = Type.Object({ id: Type.String(), at: Type.String(), authorName: Type.String() }, { title: '完成于' })

export const getFollowUp = getCall('跟进记录详情', `${root}/get`, can('followUp', 'details'), {
  query: Fields({ id: Id() }),
  data: Type.Object({
    ...FollowUpRow.properties,
    endedBy: Nullable(Ended),
    /** The visit whose report ended the reminder instead. */
    endedByVisit: Nullable(Ended),
    before: Nullable(Type.String({ description: 'id of the customer’s follow-up before this one' })),
    after: Nullable(Type.String({ description: 'id of the one after it' })),
  }),
})

const form = {
  contactId: Type.Optional(Nullable(Id('联系人'))),
  way: Way,
  /** Not in the future. */
  at: Moment('跟进时间', { required: '请选择跟进时间' }),
  result: Result,
  mood: Type.Optional(Nullable(Mood)),
  content: Required('跟进内容', 2_000),
  nextOn: Type.Optional(Nullable(Day('下次跟进'))),
  nextText: Type.Optional(Text('下次要做', 200)),
  /** Left out or null: the owner of the customer. */
  nextUserId: Type.Optional(Nullable(Id('由谁跟进'))),
  /** Left out: as stored. */
  attachmentIds: Type.Optional(FileIds('attachment', '附件', FOLLOW_UP_FILES)),
}

const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

export const addFollowUp = writeCall('新增跟进记录', `${root}/add`, can('followUp', 'add'), {
  body: Fields({ enterpriseId: Id('客户'), ...form }),
  data: Saved,
})

/** 601 carries the stored row. Own records only, administrators any. */
export const editFollowUp = writeCall('修改跟进记录', `${root}/edit`, can('followUp', 'edit'), {
  body: Fields({ id: Id(), version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })), ...form }),
  data: Saved,
})

/** The reminder that a deleted one had ended is open again. */
export const removeFollowUps = writeCall('删除跟进记录', `${root}/remove`, can('followUp', 'delete'), {
  body: Fields({ ids: IdList() }),
})

/** Customers and their contacts for the forms of follow-ups and complaints: those in the caller’s scope. */
export const getFollowChoices = readCall(
  '可选的客户联系人',
  `${root}/choices`,
  anyOf(can('followUp', 'view'), can('complaint', 'add')),
  {
    body: Fields({ enterpriseId: Id('客户') }),
    data: Type.Object({
      ownerName: Type.String(),
      contacts: Type.Array(
        Type.Object({ id: Type.String(), name: Type.String(), position: Type.String(), isMain: Type.Boolean() }),
      ),
      /** The open reminder, which a new follow-up ends. */
      open: Nullable(Type.Object({ id: Type.String(), nextOn: Type.String(), nextText: Type.String() })),
    }),
  },
)

/** A customer is silent in the figures whom nobody followed for so many days. */
export const FIGURE_SILENT_DAYS = 30

/** Figures of the last `days` days, today included, and of what is open now. */
export const getFollowUpFigures = readCall('跟进统计', `${root}/count`, can('followUp', 'count'), {
  body: Fields({ days: Type.Optional(Type.Integer({ title: '天数', minimum: 1, maximum: 366 })) }),
  data: Type.Object({
    total: Type.Integer(),
    customers: Type.Integer({ description: 'followed in that time' }),
    overdue: Type.Integer(),
    dueToday: Type.Integer(),
    dueLater: Type.Integer(),
    silent: Type.Integer({ description: 'customers in scope that nobody followed for `FIGURE_SILENT_DAYS`' }),
    ways: Type.Array(Type.Object({ way: Way, count: Type.Integer() })),
    results: Type.Array(Type.Object({ result: Result, count: Type.Integer() })),
    authors: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), count: Type.Integer() })),
  }),
})

/** For the calendar: open reminders of each day of a month, and those that are overdue today. */
export const getDueDays = readCall('各日待跟进', `${root}/days`, can('followUp', 'view'), {
  body: Fields({
    from: Day('开始日期'),
    to: Day('结束日期'),
    mine: Type.Optional(Type.Boolean({ title: '由我跟进' })),
  }),
  data: Type.Object({
    days: Type.Array(Type.Object({ day: Type.String(), count: Type.Integer() })),
    overdue: Type.Integer(),
    today: Type.Integer(),
  }),
})

export const exportFollowUps = exportCall('跟进记录', `${root}/export`, can('followUp', 'exportBtn'), {
  query: FollowUpQuery,
  columns: sheetOf(queryFollowUps, [
    'at',
    'enterpriseName',
    'level',
    'contactName',
    'way',
    'result',
    'mood',
    'content',
    'nextOn',
    'nextText',
    'nextUserName',
    'authorName',
  ]),
})
