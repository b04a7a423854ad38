// The matrix of grants: one customer, its members as rows, the sub-products as columns; several cells changed in one act.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Day, Fields, Id, Ids, listFields, Nullable, OneOf, Text } from '#contract/fields.ts'
import { canOn, subProductsWith } from '#contract/sub-product-access.ts'
import { type SubProductKey, subProductMenu, subProducts } from '#contract/sub-products.ts'
import { Reason, TrialKind } from './grants.ts'
import { grantActionLabels, grantKindLabels, grantViaLabels, NextGrant, validityLabels } from './members.ts'

const root = '/api/backend/member/matrix'

const keys = subProducts.map(({ key }) => key) as [SubProductKey, ...SubProductKey[]]

/** Cells of one act, and products that one of them grants. */
export const MATRIX_CELLS_MAX = 300
export const MATRIX_PRODUCTS_MAX = 200
export const MATRIX_DAYS_MAX = 3_660

/** The right on one cell: empower on the accounts of its sub-product. */
export const matrixCell = canOn('row', 'accounts', 'empower')

const Cell = Type.Object({
  subProduct: OneOf('子产品', keys),
  /** None where the member has no account there. */
  accountId: Nullable(Type.String()),
  validity: Choice('状态', validityLabels),
  kind: Nullable(Choice('类型', grantKindLabels)),
  startsOn: Nullable(Type.String()),
  endsOn: Nullable(Type.String()),
  next: Nullable(NextGrant),
  /** Products that are granted; 1 for a sub-product that is granted as a whole. */
  products: Type.Integer(),
})
export type MatrixCell = Static<typeof Cell>

const MatrixRow = Type.Object({
  id: Type.String(),
  mainId: Nullable(Type.String()),
  loginName: Type.String(),
  realName: Type.String(),
  locked: Type.Boolean(),
  ownerName: Type.String(),
  /** Only where there is an account. */
  cells: Type.Array(Cell),
})
export type MatrixRow = Static<typeof MatrixRow>

/** Rows in the own scope, at most 200; `total` says how many there are. */
export const getGrantMatrix = readCall('客户的授权总览', `${root}/get`, can('customerList', 'details'), {
  body: Fields({
    enterpriseId: Id('企业'),
    /** A part of the login name or name. */
    member: Type.Optional(Text('会员', 64)),
    /** Members with such a cell. */
    validity: Type.Optional(Choice('状态', validityLabels)),
  }),
  data: Type.Object({
    enterprise: Type.Object({ id: Type.String(), name: Type.String() }),
    day: Type.String({ description: 'today, in Asia/Shanghai' }),
    total: Type.Integer(),
    members: Type.Array(MatrixRow),
  }),
})

const cell = { memberId: Id('会员'), subProduct: OneOf('子产品', keys) }

/**
 * `grant` until a day: extends existing grants, or grants `productIds` besides; opens an account for a member without
 * one. `extend`: every grant of the cell by so many days. `revoke`: all of them.
 */
const Change = Fields({
  ...cell,
  act: OneOf('操作', ['grant', 'extend', 'revoke']),
  kind: Type.Optional(Choice('类型', grantKindLabels)),
  endsOn: Type.Optional(Day('截止日期')),
  trialKind: TrialKind,
  days: Type.Optional(Type.Integer({ title: '天数', minimum: 1, maximum: MATRIX_DAYS_MAX })),
  productIds: Type.Optional(Ids('产品', MATRIX_PRODUCTS_MAX)),
})
export type MatrixChange = Static<typeof Change>

/**
 * 600 with a `GrantPreview` first; cells with a problem are left out of what is saved. Each concerned cell needs its own
 * right (403).
 */
export const saveGrantMatrix = writeCall(
  '保存客户的授权变更',
  `${root}/save`,
  anyOf(...subProductsWith('accounts').map((key) => can(subProductMenu(key, 'accounts'), 'empower'))),
  {
    body: Fields({
      enterpriseId: Id('企业'),
      changes: Type.Array(Change, { title: '变更', minItems: 1, maxItems: MATRIX_CELLS_MAX }),
      reason: Reason,
    }),
    data: Type.Object({
      actId: Type.String(),
      changed: Type.Integer(),
      left: Type.Array(Type.Object({ memberId: Type.String(), subProduct: OneOf('子产品', keys) }), {
        description: 'cells that could not be changed',
      }),
    }),
  },
)

const ActCell = Type.Object({
  loginName: Type.String(),
  subProduct: OneOf('子产品', keys),
  action: Choice('变更', grantActionLabels),
  products: Type.Integer(),
})

const EnterpriseAct = Type.Object({
  id: Type.String(),
  at: Type.String(),
  via: Choice('方式', grantViaLabels),
  reason: Type.String(),
  actorName: Type.String(),
  changes: Type.Integer(),
  /** The first twenty cells that it changed. */
  cells: Type.Array(ActCell),
  cellCount: Type.Integer(),
  isUndone: Type.Boolean(),
  /**
   * It can be undone: nothing that it changed has changed since, and all of it is this customer's, in scope and within
   * the caller's rights.
   */
  canUndo: Type.Boolean(),
})
export type EnterpriseAct = Static<typeof EnterpriseAct>

export const queryEnterpriseActs = readCall('客户的授权变更记录', `${root}/acts`, can('customerList', 'details'), {
  body: Fields({ ...listFields(['at']), enterpriseId: Id('企业') }),
  data: Paged(EnterpriseAct),
})
