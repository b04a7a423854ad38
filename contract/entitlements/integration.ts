// What the page 子产品接入 asks of the open calls of a sub-product: their figures, and a question on trial.

import { Type } from 'typebox'
import { can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Choice, Fields, IdsOrNone, Nullable, OneLine, OneOf, Required } from '#contract/fields.ts'
import { dataSetLabels, dataSets } from '#contract/members/data-keys.ts'
import { accountModules } from '#contract/members/members.ts'
import { subProducts } from '#contract/sub-products.ts'
import { Checked } from './check.ts'
import { refusalLabels, verifyOutcomeLabels } from './entitlements.ts'

const root = '/api/backend/entitlements/integration'

/** Products of one question on trial. */
const TRIAL_PRODUCTS_MAX = 20

const SubProduct = OneOf(
  '子产品',
  subProducts.map(({ key }) => key),
)

/** Seconds old: they are written once in a while. 20404 for a sub-product whose accounts the caller may not view. */
export const readIntegrationFigures = readCall('子产品的调用情况', `${root}/figures`, can('integration', 'view'), {
  body: Fields({ subProduct: SubProduct }),
  data: Type.Object({
    minutes: Type.Array(Type.Object({ minute: Type.String({ description: 'HH:MM' }), checks: Type.Integer() }), {
      description: 'of the last hour; minutes without a call are left out',
    }),
    allowed: Type.Integer({ description: 'answers of the last 24 h' }),
    refused: Type.Array(Type.Object({ why: Choice('原因', refusalLabels), count: Type.Integer() })),
    verified: Type.Array(Type.Object({ outcome: Choice('结果', verifyOutcomeLabels), count: Type.Integer() })),
    feed: Nullable(
      Type.Object(
        {
          number: Type.Integer(),
          readAt: Type.String(),
          behind: Type.Integer({ description: 'changes after its last cursor' }),
          waitingSince: Nullable(Type.String({ description: 'commit of the oldest of them' })),
        },
        { description: 'null: never read' },
      ),
    ),
  }),
})

/** The answer that the sub-product would get now. 20404 for an account out of the caller's scope, and for an unknown name. */
export const askAsMember = readCall('以会员身份试问', `${root}/ask`, can('integration', 'view'), {
  body: Fields({
    subProduct: SubProduct,
    /** Login name or mobile number. */
    name: OneLine(Required('登录名或手机号码', 64)),
    products: IdsOrNone('产品', TRIAL_PRODUCTS_MAX),
    modules: Type.Array(Choice('模块', accountModules), { title: '模块', maxItems: 10, uniqueItems: true }),
    dataSets: Type.Array(Choice('数据集', dataSetLabels), {
      title: '数据集',
      maxItems: dataSets.length,
      uniqueItems: true,
    }),
  }),
  data: Type.Object({
    day: Type.String({ description: 'on which the answer holds' }),
    loginName: Type.String(),
    enterpriseName: Type.String(),
    answer: Checked,
  }),
})
