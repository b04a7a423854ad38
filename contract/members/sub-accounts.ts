// Sub-accounts: below the main account of their enterprise, within the places that it has, and moved between main accounts.
import { type Static, type TSchema, Type } from 'typebox'
import type { Alias } from '#contract/access.ts'
import { endpoint, readCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Email, Fields, Id, Ids, IdsOrNone, listFields, Nothing, OneOf, Text } from '#contract/fields.ts'
import { canOn, subProductsWith } from '#contract/sub-product-access.ts'
import {
  ACCOUNT_ROWS_MAX,
  AccountRow,
  findingFields,
  MemberPassword,
  memberFields,
  NewPassword,
  OpenedAccount,
  SavedAccount,
  SUB_QUOTA_MAX,
} from './accounts.ts'

export const SubAccountSubProduct = OneOf('子产品', subProductsWith('subsidiaryAccount'))
export type SubAccountSubProduct = Static<typeof SubAccountSubProduct>
const subBase = '/api/backend/member/sub-account'

export const SubAccountQuery = Fields({
  ...listFields(['openedAt', 'endsOn', 'lastSeenAt']),
  subProduct: SubAccountSubProduct,
  ...findingFields,
  /** Main accounts that have no place left. */
  isFull: Type.Optional(Type.Boolean({ title: '名额' })),
  /** One main account. */
  mainId: Type.Optional(Id('主账号')),
})
export type SubAccountQuery = Static<typeof SubAccountQuery>

const { properties: shared } = AccountRow
export const SubAccount = Type.Object({
  id: shared.id,
  version: shared.version,
  loginName: shared.loginName,
  realName: shared.realName,
  mobile: shared.mobile,
  email: shared.email,
  remark: shared.remark,
  validity: shared.validity,
  endsOn: shared.endsOn,
  status: shared.status,
  locked: shared.locked,
  lastSeenAt: shared.lastSeenAt,
  openedAt: shared.openedAt,
})
const MainAccount = Type.Object({
  ...SubAccount.properties,
  enterpriseName: Type.String({ title: '企业' }),
  ownerName: Type.String({ title: '归属人' }),
  subUsed: Type.Integer({ title: '已用／名额' }),
  subQuota: Type.Integer(),
  children: Type.Array(SubAccount),
})
export type SubAccount = Static<typeof SubAccount>
export type MainAccount = Static<typeof MainAccount>

export const querySubAccounts = readCall(
  '主账号与子账号',
  `${subBase}/page`,
  canOn('request', 'subsidiaryAccount', 'view'),
  { body: SubAccountQuery, data: Paged(MainAccount) },
)

const onSub = <D extends TSchema, B extends TSchema, const A extends Alias>(
  verb: string,
  alias: A,
  summary: string,
  body: B,
  data: D,
  effect: 'read' | 'write' = 'write',
) =>
  endpoint({
    summary,
    method: 'POST',
    path: `${subBase}/${verb}`,
    access: canOn('row', 'subsidiaryAccount', alias),
    effect,
    body,
    data,
  })

/** 409 where the main account has no place left. */
export const addSubAccount = endpoint({
  ...onSub(
    'add',
    'add',
    '新增子账号',
    Fields({
      mainId: Id('主账号'),
      ...memberFields,
      email: Email,
      password: Type.Optional(MemberPassword),
      remark: Text('备注', 500),
    }),
    OpenedAccount,
  ),
  secret: true,
})

export const saveSubAccount = onSub(
  'save',
  'edit',
  '修改子账号',
  Fields({
    id: Id('子账号'),
    version: Type.Integer({ title: '版本', minimum: 2 }),
    ...memberFields,
    email: Email,
    remark: Text('备注', 500),
  }),
  SavedAccount,
)
const OneSub = Fields({ id: Id('子账号') })
export const disableSubAccount = onSub('disable', 'disable', '禁用子账号', OneSub, Nothing)
export const openSubAccount = onSub('open', 'open', '启用子账号', OneSub, Nothing)
/** 600 lists what is revoked with them. */
export const removeSubAccounts = onSub(
  'remove',
  'delete',
  '删除子账号',
  Fields({
    ids: Ids('子账号', ACCOUNT_ROWS_MAX),
  }),
  Nothing,
)
export const setSubPassword = endpoint({
  ...onSub('setPassword', 'setPassword', '重置子账号密码', NewPassword, OpenedAccount),
  secret: true,
})

/** The main accounts of the same enterprise, with their sub-accounts. */
export const getSubMoves = onSub(
  'mains',
  'move',
  '可以移动子账号的主账号',
  Fields({ id: Id('主账号') }),
  Type.Array(
    Type.Object({
      id: Type.String(),
      label: Type.String(),
      subQuota: Type.Integer(),
      subs: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
    }),
  ),
  'read',
)

/** 602 lists those that cannot move. */
export const moveSubAccounts = onSub(
  'move',
  'move',
  '移动子账号',
  Fields({
    fromId: Id('主账号'),
    toId: Id('目标主账号'),
    toIds: IdsOrNone('移入的子账号', SUB_QUOTA_MAX),
    backIds: IdsOrNone('移回的子账号', SUB_QUOTA_MAX),
  }),
  Nothing,
)
