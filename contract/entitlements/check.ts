// What accounts may use, asked by sub-products before they let somebody in. Each key sees the accounts of its own sub-product.

import { type Static, Type } from 'typebox'
import { apiKey } from '#contract/access.ts'
import { getCall, readCall } from '#contract/endpoint.ts'
import { Choice, Fields, Id, IdsOrNone, Nullable, OneOf, Text } from '#contract/fields.ts'
import { type DataSet, dataSets } from '#contract/members/data-keys.ts'
import { accountModuleKeys, accountStateLabels, GrantState, grantKindLabels } from '#contract/members/members.ts'
import { refusalLabels } from './entitlements.ts'

const root = '/api/open/entitlements'

/** Most questions of one call. */
export const QUESTIONS_MAX = 200
export const tooManyQuestions = `一次最多查询 ${QUESTIONS_MAX} 项`

/** An account by exactly one of these. */
const named = {
  accountId: Type.Optional(Id('账号')),
  loginName: Type.Optional(Text('登录名', 64)),
  mobile: Type.Optional(Text('手机号码', 20)),
}
const Name = Fields(named)
export type AccountName = Static<typeof Name>

/** What is wrong with a name; null: nothing. */
export function nameFault({ accountId, loginName, mobile }: AccountName): string | null {
  const given = [accountId, loginName?.trim(), mobile?.trim()].filter((each) => each !== undefined && each !== '')
  return given.length === 1 ? null : '请用账号编号、登录名或手机号码之一指明账号'
}

const listOf = <T extends readonly string[]>(title: string, values: T) =>
  Type.Optional(Type.Array(OneOf(title, values), { title, maxItems: values.length, uniqueItems: true }))

const Check = Fields({
  ...named,
  products: Type.Optional(IdsOrNone('产品', QUESTIONS_MAX)),
  modules: listOf('模块', accountModuleKeys),
  dataSets: listOf('数据集', dataSets),
})
export type Check = Static<typeof Check>

/** An account alone is a question too: may it use the sub-product at all. */
export const questionsIn = ({ products = [], modules = [], dataSets: sets = [] }: Check): number =>
  Math.max(1, products.length + modules.length + sets.length)

const answer = {
  allowed: Type.Boolean(),
  kind: Nullable(Choice('授权类型', grantKindLabels)),
  until: Nullable(Type.String({ description: 'last day' })),
  why: Nullable(Choice('原因', refusalLabels)),
}
const Answer = Type.Object(answer)

export const Checked = Type.Object({
  accountId: Nullable(Type.String({ description: 'null: no such account' })),
  revision: Nullable(Type.String({ description: 'number of the newest change of the account in the feed' })),
  use: Type.Object(answer, { description: 'whether it may use the sub-product at all, by any grant in force' }),
  products: Type.Array(Type.Object({ id: Type.String(), ...answer })),
  modules: Type.Array(Type.Object({ id: Type.String(), ...answer })),
  dataSets: Type.Array(Type.Object({ id: Type.String(), ...answer })),
})
export type Checked = Static<typeof Checked>

/** In the order of the questions. Never older than a second after a commit. `day`: on which the answers hold, Asia/Shanghai. */
export const checkEntitlements = readCall('查询账号权益（开放接口）', `${root}/check`, apiKey('entitlements'), {
  body: Fields({ checks: Type.Array(Check, { title: '查询', minItems: 1, maxItems: QUESTIONS_MAX }) }),
  data: Type.Object({ day: Type.String(), checks: Type.Array(Checked) }),
})

export const Holding = Type.Object({
  id: Type.String(),
  revision: Type.String({ description: 'number of its newest change in the feed' }),
  loginName: Type.String(),
  mobile: Type.String(),
  status: Choice('状态', accountStateLabels),
  locked: Type.Boolean({ description: 'the member' }),
  modules: Type.Array(Type.String()),
  sessionsClearedAt: Nullable(Type.String({ description: 'sessions that the member began before must end' })),
  use: Answer,
  grants: Type.Array(
    Type.Object({
      productId: Nullable(Type.String({ description: 'null: the sub-product as a whole' })),
      ...GrantState.properties,
    }),
    { description: 'live ones, also those over or still to begin' },
  ),
  dataSets: Type.Array(Type.Unsafe<DataSet>({ type: 'string' }), { description: 'of its data keys in use' }),
})
export type Holding = Static<typeof Holding>

/** All that an account holds, as committed. The tag changes with its revision and with the day: 304 where it is the caller's. */
export const readHolding = getCall('账号的全部权益（开放接口）', `${root}/accounts`, apiKey('entitlements'), {
  query: Name,
  data: Type.Object({ day: Type.String(), account: Holding }),
})
