// Owners of enterprises and members: set for one, changed for many, distributed to several, and their history.
import { type Static, Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Fields, Id, Ids, Nullable, OneOf, Required, Text } from '#contract/fields.ts'
import { canOn } from '#contract/sub-product-access.ts'
import { AccountQuery } from './accounts.ts'
import { ownedThings } from './members.ts'

const root = '/api/backend/member/owner'

/** Rows of one act; above `OWNED_AT_ONCE` a job does it. */
export const OWNED_MAX = 5_000
export const OWNED_AT_ONCE = 100
/** Most people among whom customers are distributed. */
export const RECEIVERS_MAX = 50

const Reason = Required('原因', 200)
const Rows = (title: string) => Ids(title, OWNED_MAX)
const Receivers = Ids('接收人', RECEIVERS_MAX)
/** `jobId` where a job does it. */
const Moved = Type.Object({ moved: Type.Integer(), jobId: Nullable(Type.String()) })

/** The owner of one account's member, with its sub-accounts; null: back into the pool. */
export const setMemberOwner = writeCall('设置会员归属', `${root}/setMember`, canOn('row', 'accounts', 'memberBelong'), {
  body: Fields({ id: Id('账号'), ownerId: Nullable(Id('归属人')), reason: Text('原因', 200) }),
})

/** By their accounts, all of one sub-product; or all that the accounts list finds. One of the two. */
const chosenMembers = { ids: Type.Optional(Rows('账号')), query: Type.Optional(AccountQuery), reason: Reason }

/** 600 first; 602 names those that stay because they are locked. */
export const changeMembersSalesman = writeCall(
  '更换会员的销售',
  `${root}/changeMembers`,
  canOn('row', 'accounts', 'changeSalesman'),
  { body: Fields({ ...chosenMembers, ownerId: Id('接收人') }), data: Moved },
)

/** Distributes evenly; a member and its sub-accounts stay together. */
export const reallocateMembers = writeCall(
  '更换会员的销售（多人）',
  `${root}/reallocateMembers`,
  canOn('row', 'accounts', 'reAllocation'),
  { body: Fields({ ...chosenMembers, ownerIds: Receivers }), data: Moved },
)

const withMembers = Type.Boolean({ title: '会员一并变更' })

/** `withMembers`: its members within the own scope go with it. */
export const setEnterpriseOwner = writeCall(
  '设置客户归属',
  `${root}/setEnterprise`,
  can('customerList', 'memberBelong'),
  { body: Fields({ id: Id('企业'), ownerId: Nullable(Id('归属人')), withMembers, reason: Text('原因', 200) }) },
)

export const changeEnterprisesSalesman = writeCall(
  '更换客户的销售',
  `${root}/changeEnterprises`,
  can('customerList', 'changeSalesman'),
  { body: Fields({ ids: Rows('企业'), ownerId: Id('接收人'), withMembers, reason: Reason }), data: Moved },
)

export const reallocateEnterprises = writeCall(
  '更换客户的销售（多人）',
  `${root}/reallocateEnterprises`,
  can('customerList', 'reAllocation'),
  { body: Fields({ ids: Rows('企业'), ownerIds: Receivers, withMembers, reason: Reason }), data: Moved },
)

const OwnerChange = Type.Object({
  id: Type.String(),
  at: Type.String(),
  target: OneOf('对象', ownedThings),
  /** The enterprise, or the member's login name. */
  name: Type.String(),
  fromName: Type.String({ description: 'empty: the pool' }),
  toName: Type.String({ description: 'empty: the pool' }),
  reason: Type.String(),
  actorName: Type.String(),
})
export type OwnerChange = Static<typeof OwnerChange>

/** Of an enterprise and its members within the own scope, the newest 200. */
export const queryOwnerChanges = readCall('归属变更记录', `${root}/changes`, can('customerList', 'details'), {
  body: Fields({ enterpriseId: Id('企业') }),
  data: Type.Array(OwnerChange),
})
