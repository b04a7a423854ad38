// Contacts of customers by their follow-ups: how often, and when, how and with what result for the last time.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Fields, listFields, Moment, Nullable, Text } from '#contract/fields.ts'
import { contactRoleLabels } from '#contract/members/members.ts'
import { followMoodLabels, followResultLabels, followWayLabels } from './follow-up-labels.ts'

/** Who may read telephone numbers in full. */
export const readsChannels = can('followUp', 'details')

export const ContactFollowQuery = Fields({
  ...listFields(['name', 'enterpriseName', 'count', 'lastAt', 'nextOn']),
  name: Type.Optional(Text('联系人', 32)),
  enterpriseName: Type.Optional(Text('客户', 64)),
  role: Type.Optional(Choice('角色', contactRoleLabels)),
  /** Of the newest follow-up. */
  way: Type.Optional(Choice('最近方式', followWayLabels)),
  /** Not contacted for at least so many days, or never. */
  silentFrom: Type.Optional(Type.Integer({ title: '未联系天数', minimum: 1, maximum: 3_650 })),
  isNever: Type.Optional(Type.Boolean({ title: '从未联系' })),
})
export type ContactFollowQuery = Static<typeof ContactFollowQuery>

const ContactFollowRow = Type.Object({
  id: Type.String(),
  name: Type.String({ title: '联系人' }),
  position: Type.String({ title: '职务' }),
  role: Nullable(Choice('角色', contactRoleLabels)),
  isMain: Type.Boolean(),
  leftOn: Nullable(Type.String({ title: '状态', description: 'since when the contact works there no more' })),
  enterpriseId: Type.String(),
  enterpriseName: Type.String({ title: '客户' }),
  ownerName: Type.String({ title: '归属人', description: 'empty in the pool' }),
  mobile: Type.String({ title: '联系电话', description: 'masked without `readsChannels`, as are the next two' }),
  email: Type.String({ title: '邮箱' }),
  wechat: Type.String({ title: '微信' }),
  count: Type.Integer({ title: '跟进次数', description: 'follow-ups' }),
  lastAt: Nullable(Moment('最近跟进')),
  lastWay: Nullable(Choice('方式', followWayLabels)),
  lastResult: Nullable(Choice('结果', followResultLabels)),
  lastMood: Nullable(Choice('态度', followMoodLabels)),
  silentDays: Nullable(Type.Integer({ title: '未联系（天）', description: 'null: never contacted' })),
  nextOn: Nullable(
    Type.String({ title: '下次跟进', description: 'day of the open reminder that a follow-up with this contact set' }),
  ),
})
export type ContactFollowRow = Static<typeof ContactFollowRow>

/** In sales scope, by the customer’s owner. Who left comes last in any order. */
export const queryContactFollows = readCall(
  '按联系人看跟进',
  '/api/backend/service/contactFollow/page',
  can('followUp', 'view'),
  { body: ContactFollowQuery, data: Paged(ContactFollowRow) },
)
