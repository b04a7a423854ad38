// Complaints of customers: entered, given to somebody, handled, solved. Each step stays in the history.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { getCall, readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Choice, Day, Fields, Id, listFields, Moment, Nullable, OneOf, Required, Text } from '#contract/fields.ts'
import { enterpriseLevelLabels } from '#contract/members/members.ts'
import { complaintActNames, complaintStateLabels, complaintStepLabels } from './complaint-labels.ts'
import { followWayLabels } from './follow-up-labels.ts'

const root = '/api/backend/service/complaint'
const MENU = 'complaint'

const State = Choice('状态', complaintStateLabels)
const Way = Choice('来源', followWayLabels)

export const ComplaintQuery = Fields({
  ...listFields(['at', 'solveBy', 'enterpriseName']),
  enterpriseId: Type.Optional(Id('客户')),
  enterpriseName: Type.Optional(Text('客户', 64)),
  content: Type.Optional(Text('投诉内容', 64)),
  state: Type.Optional(State),
  way: Type.Optional(Way),
  ownerId: Type.Optional(Id('处理人')),
  from: Type.Optional(Day('投诉日期起')),
  to: Type.Optional(Day('投诉日期止')),
  /** Not solved, with a day that has passed. */
  isOverdue: Type.Optional(Type.Boolean({ title: '逾期' })),
})
export type ComplaintQuery = Static<typeof ComplaintQuery>

const ComplaintRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  at: Moment('投诉时间'),
  enterpriseId: Type.String(),
  enterpriseName: Type.String({ title: '客户' }),
  level: Choice('客户级别', enterpriseLevelLabels),
  contactId: Nullable(Type.String({ description: 'null: nobody was named, or the contact was deleted' })),
  contactName: Type.String({ title: '联系人' }),
  way: Way,
  content: Type.String({ title: '投诉内容' }),
  state: State,
  ownerId: Type.String(),
  ownerName: Type.String({ title: '处理人' }),
  solveBy: Nullable(Day('处理期限')),
  solution: Type.String({ title: '处理结果', description: 'empty until it is solved' }),
  solvedAt: Nullable(Moment('解决时间')),
  authorName: Type.String({ title: '登记人' }),
  updatedAt: Type.String(),
})
export type ComplaintRow = Static<typeof ComplaintRow>

/** In sales scope, by the customer’s owner. */
export const queryComplaints = readCall('客户投诉', `${root}/page`, can(MENU, 'view'), {
  body: ComplaintQuery,
  data: Paged(ComplaintRow),
})

export const getComplaint = getCall('投诉详情', `${root}/get`, can(MENU, 'details'), {
  query: Fields({ id: Id() }),
  data: Type.Object({
    ...ComplaintRow.properties,
    steps: Type.Array(
      Type.Object({
        id: Type.String(),
        at: Type.String(),
        step: Choice('步骤', complaintStepLabels),
        note: Type.String(),
        actorName: Type.String(),
      }),
      { description: 'oldest first' },
    ),
  }),
})

const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })
const row = { id: Id(), version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })) }

/** The owner gets a notice in the bell. */
export const addComplaint = writeCall('登记投诉', `${root}/add`, can(MENU, 'add'), {
  body: Fields({
    enterpriseId: Id('客户'),
    contactId: Type.Optional(Nullable(Id('联系人'))),
    way: Way,
    /** Not in the future. */
    at: Moment('投诉时间', { required: '请选择投诉时间' }),
    content: Required('投诉内容', 2_000),
    /** Left out or null: the owner of the customer, or the caller where nobody owns it. */
    ownerId: Type.Optional(Nullable(Id('处理人'))),
    solveBy: Type.Optional(Nullable(Day('处理期限'))),
  }),
  data: Saved,
})

/** 601 where somebody was quicker. What was solved is told to who entered it. */
export const handleComplaint = writeCall('处理投诉', `${root}/handle`, can(MENU, 'edit'), {
  body: Fields({ ...row, act: OneOf('处理', complaintActNames), note: Required('处理说明', 500) }),
  data: Saved,
})

/** Of what is not solved. The new owner gets a notice in the bell. */
export const assignComplaint = writeCall('更换投诉处理人', `${root}/assign`, can(MENU, 'edit'), {
  body: Fields({
    ...row,
    ownerId: Id('处理人'),
    solveBy: Type.Optional(Nullable(Day('处理期限'))),
    note: Type.Optional(Text('说明', 500)),
  }),
  data: Saved,
})

export const exportComplaints = exportCall('客户投诉', `${root}/export`, can(MENU, 'exportBtn'), {
  query: ComplaintQuery,
  columns: sheetOf(queryComplaints, [
    'at',
    'enterpriseName',
    'level',
    'contactName',
    'way',
    'content',
    'state',
    'ownerName',
    'solveBy',
    'solution',
    'solvedAt',
    'authorName',
  ]),
})
