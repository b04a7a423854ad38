// Keys with which other systems call the console: made and revoked under 系统管理.
import { type Static, Type } from 'typebox'
import {
  type Alias,
  type ApiScope,
  can,
  type Holdings,
  isAllowed,
  isOfSubProduct,
  type Right,
  type SubProductScope,
} from '#contract/access.ts'
import { Addresses } from '#contract/addresses.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { Choice, Fields, Id, listFields, Moment, Nullable, OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import {
  hasDataKeys,
  type SubProductKey,
  type SubProductPage,
  subProductMenu,
  subProducts,
} from '#contract/sub-products.ts'

const root = '/api/backend/system/apiKey'

/** Labels of the scopes. */
export const apiScopeLabels: Readonly<Record<ApiScope, string>> = {
  registrations: '提交试用注册',
  accountLogs: '上报账号日志',
  orders: '提交订单',
  dataCalls: '核验数据密钥、上报调用量',
  members: '会员强制下线',
  bringPrices: '提交价格',
  bringSem: '提交推广数据',
  readPrices: '读取已发布的价格',
  readArticles: '读取已发布的资讯、回传读者数',
  ai: '读取已发布的 AI 提示词、提交会话',
  meetings: '读取已发布的会议',
  meetingSignUps: '提交、取消会议报名',
  entitlements: '查询子产品账号的权益',
  memberSignIn: '核验子产品会员的密码',
  aiSessions: '以子产品账号向 AI 助手提问',
}

/** A key acts for every sub-product: its maker needs the right on each that has the page. */
const onEach = (page: SubProductPage, alias: Alias, among = subProductsWith(page)): readonly Right[] =>
  among.map((key) => can(subProductMenu(key, page), alias))

/** The rights to do by hand what a scope allows; where nobody does it by hand, the right to read it. */
const rightsOfScope: Readonly<Record<Exclude<ApiScope, SubProductScope>, readonly Right[]>> = {
  registrations: [can('registration', 'edit')],
  accountLogs: onEach('accountLog', 'view'),
  orders: onEach('orders', 'changeAmount'),
  dataCalls: onEach('accounts', 'edit', subProductsWith('accounts').filter(hasDataKeys)),
  members: onEach('accounts', 'view'),
  bringPrices: [can('price', 'add')],
  bringSem: [can('semData', 'leadingIn')],
  readPrices: [can('price', 'view')],
  readArticles: [can('articles', 'view'), can('articlesEnglish', 'view')],
  ai: [can('aiWeb.assistants', 'view'), can('aiWeb.sessions', 'view')],
  meetings: [can('meeting', 'view'), can('meeting', 'details')],
  meetingSignUps: [can('meeting', 'edit')],
}

/** Sub-products whose accounts a person may view: those for which they may make keys. */
export const keySubProducts = (holdings: Holdings): SubProductKey[] =>
  subProductsWith('accounts').filter((key) => isAllowed(can(subProductMenu(key, 'accounts'), 'view'), holdings))

/**
 * Whether a person may make a key of that scope, and keys of theirs work: nobody passes on more than they hold.
 * @param subProduct of a scope of one sub-product; null: whether they may for any
 */
export function mayGiveScope(scope: ApiScope, holdings: Holdings, subProduct: SubProductKey | null = null): boolean {
  if (!isOfSubProduct(scope)) return rightsOfScope[scope].every((right) => isAllowed(right, holdings))
  const givable = keySubProducts(holdings)
  return subProduct === null ? givable.length > 0 : givable.includes(subProduct)
}

/** What is wrong with the sub-product of a new key; null: nothing. */
export function subProductFault(scopes: readonly ApiScope[], subProduct: SubProductKey | null): string | null {
  const bound = scopes.filter(isOfSubProduct)
  if (bound.length === 0) return subProduct === null ? null : '所选用途不限于一个子产品，请清空子产品'
  if (bound.length < scopes.length) return '限于一个子产品的用途不能与其他用途共用一个密钥'
  return subProduct === null ? '请选择子产品' : null
}

const SubProduct = OneOf(
  '子产品',
  subProducts.map(({ key }) => key),
)

const states = ['active', 'revoked'] as const

const ApiKeyQuery = Fields({
  ...listFields(['name', 'createdAt', 'lastUsedAt']),
  name: Type.Optional(Text('名称', 64)),
  scope: Type.Optional(Choice('用途', apiScopeLabels)),
  state: Type.Optional(OneOf('状态', states)),
  subProduct: Type.Optional(SubProduct),
})
export type ApiKeyQuery = Static<typeof ApiKeyQuery>

const ApiKeyRow = Type.Object({
  id: Type.String(),
  name: Type.String({ title: '名称' }),
  hint: Type.String({ title: '密钥', description: 'its first characters' }),
  scopes: Type.Array(Type.String(), { title: '用途' }),
  subProduct: Nullable(SubProduct),
  lostScopes: Type.Array(Type.String(), { description: 'refused, as its maker could not give them any more' }),
  addresses: Type.Array(Type.String(), { title: '允许的地址' }),
  dailyQuota: Type.Integer({ title: '每日上限' }),
  callsToday: Type.Integer({ title: '今日调用' }),
  creatorName: Nullable(Type.String({ title: '创建人' })),
  createdAt: Moment('创建时间'),
  lastUsedAt: Nullable(Moment('最近使用')),
  revokedAt: Nullable(Type.String({ title: '状态' })),
})
export type ApiKeyRow = Static<typeof ApiKeyRow>

export const queryApiKeys = readCall('API 密钥列表', `${root}/page`, can('apiKeys', 'view'), {
  body: ApiKeyQuery,
  data: Paged(ApiKeyRow),
})

/** The key itself is in this reply and nowhere else. */
export const addApiKey = writeCall('创建 API 密钥', `${root}/add`, can('apiKeys', 'add'), {
  secret: true,
  body: Fields({
    name: OneLine(Required('名称', 64)),
    scopes: Type.Array(Choice('用途', apiScopeLabels), {
      title: '用途',
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      messages: { required: '请选择用途' },
    }),
    /** Required for the scopes of one sub-product, and for no other. */
    subProduct: Type.Optional(Nullable(SubProduct)),
    addresses: Addresses,
    dailyQuota: Type.Integer({
      title: '每日调用上限',
      minimum: 1,
      maximum: 10_000_000,
      messages: { required: '请输入每日调用上限' },
    }),
  }),
  data: Type.Object({ id: Type.String(), key: Type.String() }),
})

/** The key is refused from the next call on, permanently. */
export const removeApiKey = writeCall('吊销 API 密钥', `${root}/revoke`, can('apiKeys', 'delete'), {
  body: Fields({ id: Id('密钥') }),
})
