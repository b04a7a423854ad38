// Grants for thousands of accounts of one sub-product at once: a `GrantPreview` (600), then a job, and the outcome for
// each account.
import { type Static, Type } from 'typebox'
import type { Alias } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Fields, Id, Ids, IdsOrNone, Nullable, OneOf } from '#contract/fields.ts'
import { canOn } from '#contract/sub-product-access.ts'
import { AccountQuery } from './accounts.ts'
import { GRANT_YEARS, GrantedSubProduct, Reason, TrialKind, wished } from './grants.ts'

/** Most accounts of one batch, and most products that it grants to each. */
export const BATCH_ACCOUNTS = 5_000
const BATCH_PRODUCTS = 200
const DAYS_A_YEAR = 366

export const batchKindLabels = { grant: '批量授权', extend: '批量延期', revoke: '批量取消授权' } as const
export type BatchKind = keyof typeof batchKindLabels

const Products = IdsOrNone('产品', BATCH_PRODUCTS)
const Days = Type.Integer({ title: '天数', minimum: 1, maximum: GRANT_YEARS * DAYS_A_YEAR })

/** Which accounts: by their ids, or all that the accounts list finds. One of the two. */
const chosen = {
  subProduct: GrantedSubProduct,
  accountIds: Type.Optional(Ids('账号', BATCH_ACCOUNTS)),
  query: Type.Optional(AccountQuery),
  reason: Reason,
}

/** Products for each of the accounts; none where the sub-product is granted as a whole. */
const GrantWish = Fields({ productIds: Products, ...wished })
const ExtendWish = Fields({ days: Days, trialKind: TrialKind })
/** Without products: whatever is granted. */
const RevokeWish = Fields({ productIds: Products })

export type BatchGrantWish = Static<typeof GrantWish>
export type BatchWish = BatchGrantWish | Static<typeof ExtendWish> | Static<typeof RevokeWish>

const Started = Type.Object({ id: Type.String({ description: 'of the batch' }), jobId: Type.String() })
const access = <A extends Alias>(alias: A) => canOn('request', 'accounts', alias)

/** Existing grants are extended, never shortened or duplicated. */
export const batchGrant = writeCall('批量授权', '/api/backend/member/grantBatch/grant', access('batchEmpower'), {
  data: Started,
  body: Fields({ ...chosen, wish: GrantWish }),
})

/** Extends every live grant by so many days. */
export const batchExtend = writeCall('批量延期', '/api/backend/member/grantBatch/extend', access('batchEmpower'), {
  data: Started,
  body: Fields({ ...chosen, wish: ExtendWish }),
})

export const batchRevoke = writeCall(
  '批量取消授权',
  '/api/backend/member/grantBatch/revoke',
  access('revokeBatchEmpower'),
  { data: Started, body: Fields({ ...chosen, wish: RevokeWish }) },
)

export const batchRowStates = ['waiting', 'changed', 'unchanged', 'refused'] as const

const BatchOutcome = Type.Object({
  actId: Nullable(Type.String({ description: 'by which it can be taken back; null: nothing has changed yet' })),
  total: Type.Integer(),
  changed: Type.Integer({ description: 'accounts' }),
  unchanged: Type.Integer(),
  refused: Type.Integer(),
  waiting: Type.Integer({ description: 'not tried yet' }),
  rows: Type.Array(
    Type.Object({
      id: Type.String({ description: 'of the account' }),
      name: Type.String(),
      state: OneOf('结果', batchRowStates),
      msg: Type.String(),
    }),
    { description: 'those tried so far' },
  ),
})
export type BatchOutcome = Static<typeof BatchOutcome>

/** The outcome for each account of the caller's own batch. 20404 for other people's. */
export const getBatchOutcome = readCall(
  '批量授权结果',
  '/api/backend/member/grantBatch/outcome',
  canOn('row', 'accounts', 'view'),
  { body: Fields({ id: Id('批次') }), data: BatchOutcome },
)
