// Contacts of an enterprise: the people with their roles and channels. One of those who still work there is the main one.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import {
  Choice,
  Cleaned,
  Day,
  Email,
  Fields,
  Id,
  listFields,
  Moment,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import { keysOf } from '#contract/labels.ts'
import { followResultLabels, followWayLabels } from '#contract/service/follow-up-labels.ts'
import { contactRoleLabels } from './members.ts'

const root = '/api/backend/member/contact'
const edit = can('customerList', 'edit')

/** Empty, or 11 digits, or a landline with its area code. */
export const Phone = Cleaned(
  'phone',
  Type.String({
    title: '联系电话',
    maxLength: 20,
    pattern: '^$|^1[0-9]{10}$|^0[0-9]{2,3}-?[0-9]{7,8}(-[0-9]{1,6})?$',
    messages: { pattern: '联系电话应为11位手机号码或带区号的座机' },
  }),
)

const Role = Choice('角色', contactRoleLabels)

export const Contact = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  name: Type.String({ title: '姓名' }),
  position: Type.String({ title: '职务' }),
  role: Nullable(Role),
  mobile: Type.String({ title: '联系电话' }),
  wechat: Type.String({ title: '微信' }),
  email: Type.String({ title: '邮箱' }),
  isMain: Type.Boolean(),
  leftOn: Nullable(Type.String({ title: '状态', description: 'null: still works there' })),
  remark: Type.String({ title: '备注' }),
})
export type Contact = Static<typeof Contact>

/** What two contacts of one enterprise share where they may be the same person. */
export const doubleLabels = { mobile: '联系电话相同', email: '邮箱相同', name: '姓名相同' } as const
export type DoubleBy = keyof typeof doubleLabels

export const ContactQuery = Fields({
  ...listFields(['name', 'followUps', 'lastAt']),
  enterpriseId: Id('企业'),
  name: Type.Optional(Text('姓名', 32)),
  mobile: Type.Optional(Text('联系电话', 20)),
  role: Type.Optional(Role),
  hasLeft: Type.Optional(Type.Boolean({ title: '离职' })),
  hasDoubles: Type.Optional(Type.Boolean({ title: '疑似重复' })),
})
export type ContactQuery = Static<typeof ContactQuery>

const ContactRow = Type.Object({
  ...Contact.properties,
  followUps: Type.Integer({ title: '跟进次数' }),
  /** Of the newest follow-up; null without one. */
  lastAt: Nullable(Moment('最近跟进')),
  lastWay: Nullable(Choice('方式', followWayLabels)),
  lastResult: Nullable(Choice('结果', followResultLabels)),
  doubles: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), by: OneOf('相同项', keysOf(doubleLabels)) }),
  ),
})
export type ContactRow = Static<typeof ContactRow>

/** The main one first, those who left last, otherwise by the newest follow-up. */
export const queryContacts = readCall('客户的联系人', `${root}/page`, can('customerList', 'view'), {
  body: ContactQuery,
  data: Paged(ContactRow),
})

/**
 * Without `id` a new one. Fields left out keep their stored value. The first contact is the main one; a new main one
 * takes the place of the old.
 */
export const saveContact = writeCall('新增或修改联系人', `${root}/save`, edit, {
  body: Fields({
    id: Type.Optional(Id()),
    version: Type.Optional(Type.Integer({ title: '版本', minimum: 1 })),
    enterpriseId: Id('企业'),
    name: OneLine(Required('联系人', 32)),
    position: Type.Optional(Text('职务', 32)),
    role: Type.Optional(Nullable(Role)),
    mobile: Type.Optional(Phone),
    wechat: Type.Optional(Text('微信', 32)),
    email: Type.Optional(Email),
    isMain: Type.Optional(Type.Boolean({ title: '主要联系人' })),
    remark: Type.Optional(Text('备注', 200)),
  }),
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})

/** The next contact becomes the main one in place of one who left. Null: works there again; `isMain` as the main one. */
export const setContactLeft = writeCall('标记联系人离职或在职', `${root}/leave`, edit, {
  body: Fields({
    id: Id(),
    leftOn: Nullable(Day('离职日期')),
    isMain: Type.Optional(Type.Boolean({ title: '主要联系人' })),
  }),
})

/** Fills what is empty in the one that is kept, moves the follow-ups to it and deletes the other. 600 first. */
export const mergeContacts = writeCall('合并联系人', `${root}/merge`, edit, {
  body: Fields({ keepId: Id('保留的联系人'), dropId: Id('并入的联系人') }),
  data: Type.Object({ followUps: Type.Integer({ description: 'moved' }) }),
})

export const removeContact = writeCall('删除联系人', `${root}/remove`, edit, { body: Fields({ id: Id() }) })
