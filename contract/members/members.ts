// Labels of the members' area shared by calls and tables: states, kinds, sources.
import { type Static, Type } from 'typebox'
import { Nullable } from '#contract/fields.ts'
import { keysOf } from '#contract/labels.ts'

export const enterpriseLevelLabels = { A: 'A 级', B: 'B 级', C: 'C 级' } as const
export const enterpriseLevels = keysOf(enterpriseLevelLabels)
export type EnterpriseLevel = (typeof enterpriseLevels)[number]

/** What a contact of a customer decides about. */
export const contactRoleLabels = {
  decision: '决策',
  use: '使用',
  purchase: '采购',
  finance: '财务',
  other: '其他',
} as const
export const contactRoles = keysOf(contactRoleLabels)
export type ContactRole = (typeof contactRoles)[number]

export const enterpriseSourceLabels = { manual: '手工录入', import: '导入', registration: '注册转入' } as const
export const enterpriseSources = keysOf(enterpriseSourceLabels)

export const memberSourceLabels = {
  manual: '手工录入',
  import: '导入',
  registration: '注册转入',
  subAccount: '子账号',
  generated: '生成',
} as const
export const memberSources = keysOf(memberSourceLabels)

export const accountStateLabels = { enabled: '启用', disabled: '已禁用' } as const
export const accountStates = keysOf(accountStateLabels)
export type AccountState = (typeof accountStates)[number]

/** Rows with an owner whose changes are recorded. */
export const ownedThings = ['enterprise', 'member'] as const

export const grantKindLabels = { trial: '试用', formal: '正式', gift: '赠送' } as const
export const grantKinds = keysOf(grantKindLabels)
export type GrantKind = (typeof grantKinds)[number]

/** What a grant did, from the ledger's point of view. */
export const grantActionLabels = {
  grant: '授权',
  extend: '延期',
  change: '变更',
  revoke: '取消',
  restore: '恢复',
} as const
export const grantActions = keysOf(grantActionLabels)
export type GrantAction = (typeof grantActions)[number]

/** How a decision on grants was made. */
export const grantViaLabels = {
  single: '单个授权',
  batch: '批量授权',
  preset: '快捷授权',
  matrix: '授权总览',
  registration: '注册转试用',
  import: '导入截止日期',
  entry: '手工录入',
  undo: '撤销',
} as const
export const grantVias = keysOf(grantViaLabels)
export type GrantVia = (typeof grantVias)[number]

/** A grant as the ledger keeps it, before and after. */
export const GrantState = Type.Object({
  kind: Type.Unsafe<GrantKind>({ type: 'string', enum: [...grantKinds] }),
  startsOn: Type.String({ description: 'first day' }),
  endsOn: Type.String({ description: 'last day' }),
  quota: Nullable(Type.Integer({ description: 'a day; null: without limit' })),
})
export type GrantState = Static<typeof GrantState>

/** The grant that takes over from the one in force. */
export const NextGrant = Type.Object({
  kind: GrantState.properties.kind,
  startsOn: Type.String(),
  endsOn: Type.String(),
})
export type NextGrant = Static<typeof NextGrant>

/** product.md: derived from the dates, in Asia/Shanghai. `none`: nothing is granted. */
export const validityLabels = {
  none: '未授权',
  future: '未开始',
  active: '生效',
  expiring: '即将到期',
  expired: '已过期',
  disabled: '禁用',
} as const
export const validities = keysOf(validityLabels)
export type Validity = (typeof validities)[number]
/** product.md: 即将到期 is within so many days, today counted as 0. */
export const EXPIRING_DAYS = 30

/** What an account may use within a sub-product. */
export const accountModules = {
  price: '价格行情',
  news: '资讯',
  report: '研究报告',
  download: '数据下载',
} as const
export type AccountModule = keyof typeof accountModules
export const accountModuleKeys = keysOf(accountModules)

export const accountLogLabels = {
  signIn: '登录',
  signOut: '退出',
  failed: '登录失败',
  view: '浏览',
  search: '搜索',
  download: '下载',
  export: '导出',
} as const
export const accountLogKinds = keysOf(accountLogLabels)
export type AccountLogKind = (typeof accountLogKinds)[number]

export const signalLabels = { addresses: '多地登录', devices: '多设备登录' } as const
export const signalKinds = keysOf(signalLabels)

export const registrationSourceLabels = {
  page: '注册页面',
  open: '子产品',
  share: '文章分享',
  meeting: '会议报名',
  aiWeb: 'AI 问答',
} as const
export const registrationSources = keysOf(registrationSourceLabels)

export const registrationStateLabels = {
  new: '待处理',
  contacted: '已联系',
  granted: '已开通',
  invalid: '无效',
} as const
export const registrationStates = keysOf(registrationStateLabels)
export type RegistrationState = (typeof registrationStates)[number]

export const orderStateLabels = {
  created: '待处理',
  presale: '预售',
  forSale: '在售',
  closed: '已关闭',
} as const
export const orderStates = keysOf(orderStateLabels)
export type OrderState = (typeof orderStates)[number]

export const documentStateLabels = { draft: '草稿', launched: '已发布', takenDown: '已下架' } as const
export const documentStates = keysOf(documentStateLabels)
export type DocumentState = (typeof documentStates)[number]
