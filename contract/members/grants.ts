// What an account may use: its live grants, and changing them.
import { type Static, Type } from 'typebox'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Choice, Day, Fields, Id, Nullable, OneOf, Text } from '#contract/fields.ts'
import { canOn, subProductsWith } from '#contract/sub-product-access.ts'
import { type GrantState, grantKindLabels } from './members.ts'

const root = '/api/backend/member/grant'

/** A grant lasts so many years at most. */
export const GRANT_YEARS = 10
/** Products that one decision concerns. */
export const GRANT_PRODUCTS = 500
const QUOTA_MAX = 1_000_000

/** Sub-products with accounts. */
export const GrantedSubProduct = OneOf('子产品', subProductsWith('accounts'))
const Quota = Nullable(Type.Integer({ title: '每日额度', minimum: 1, maximum: QUOTA_MAX }))
export const Reason = Text('原因', 200)

/** The kind that trials get on extension; without it they stay trials. */
export const TrialKind = Type.Optional(Choice('试用续为', grantKindLabels))

/** Terms of a requested grant; `checkPeriod` checks that the days fit together. */
export const wished = {
  kind: Choice('类型', grantKindLabels),
  startsOn: Day('开始日期'),
  endsOn: Day('截止日期'),
  quota: Quota,
}

/** Null if the period can be granted, otherwise the error. A grant already running may have begun long ago. */
export function checkPeriod(startsOn: string, endsOn: string, today: string): string | null {
  if (endsOn < startsOn) return '截止日期不能早于开始日期'
  const from = startsOn > today ? startsOn : today
  const last = `${Number(from.slice(0, 4)) + GRANT_YEARS}${from.slice(4)}`
  return endsOn > last ? `截止日期不能晚于 ${GRANT_YEARS} 年后` : null
}

/** Whether a change shortens a grant; `after` null: it ends. */
export const lessens = (before: GrantState | null, after: GrantState | null): boolean =>
  before !== null && (after === null || after.endsOn < before.endsOn || after.startsOn > before.startsOn)

const GrantRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  productId: Nullable(Type.String({ description: 'null: the sub-product as a whole' })),
  productName: Type.String(),
  path: Type.String({ description: 'the categories above, from the first' }),
  kind: Choice('类型', grantKindLabels),
  startsOn: Type.String(),
  endsOn: Type.String(),
  quota: Nullable(Type.Integer()),
})
export type GrantRow = Static<typeof GrantRow>

const AccountGrants = Type.Object({
  accountId: Type.String(),
  subProduct: GrantedSubProduct,
  loginName: Type.String(),
  realName: Type.String(),
  enterpriseName: Type.String(),
  today: Type.String(),
  refusal: Type.String({ description: 'why nothing can be granted now; empty where it can' }),
  grants: Type.Array(GrantRow),
})
export type AccountGrants = Static<typeof AccountGrants>

/** The account, and its live grants. 20404 where its member is out of sales scope. */
export const grantsOfAccount = readCall('账号的授权', `${root}/ofAccount`, canOn('row', 'accounts', 'view'), {
  body: Fields({ accountId: Id('账号') }),
  data: AccountGrants,
})

const GrantProduct = Type.Object({ id: Type.String(), name: Type.String(), path: Type.String() })
export type GrantProduct = Static<typeof GrantProduct>

/** Products that can be granted, below categories (`c12`) or by their ids; hidden ones are left out. */
export const grantableProducts = readCall('可授权的产品', `${root}/products`, canOn('request', 'accounts', 'view'), {
  body: Fields({
    subProduct: GrantedSubProduct,
    values: Type.Array(Type.String({ title: '产品', pattern: '^c?[1-9][0-9]{0,18}$' }), {
      title: '产品',
      maxItems: GRANT_PRODUCTS,
      uniqueItems: true,
    }),
  }),
  data: Type.Array(GrantProduct),
})

const version = Type.Integer({ title: '版本', minimum: 1 })
const GrantSetting = Fields({
  productId: Nullable(Id('产品')),
  /** Of the live grant that was shown; null where none was. */
  version: Nullable(version),
  ...wished,
})
export type GrantSetting = Static<typeof GrantSetting>

/**
 * Sets grants to exactly `set`, and ends those of `revoke`, in one act. 601 carries the current grants where one
 * differs from what was shown; 600 where a formal grant is shortened or revoked; 409 for a disabled account or a locked
 * member, whose grants can only be revoked.
 */
export const saveGrants = writeCall('账号授权', `${root}/save`, canOn('row', 'accounts', 'empower'), {
  body: Fields({
    accountId: Id('账号'),
    set: Type.Array(GrantSetting, { title: '授权', maxItems: GRANT_PRODUCTS }),
    revoke: Type.Array(Fields({ productId: Nullable(Id('产品')), version }), {
      title: '取消的授权',
      maxItems: GRANT_PRODUCTS,
    }),
    reason: Reason,
  }),
  data: Type.Object({
    actId: Nullable(Type.String({ description: 'by which it can be taken back; null: nothing changed' })),
    changed: Type.Integer({ description: 'grants; what stood already is not counted' }),
  }),
})
