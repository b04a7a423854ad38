// The sub-products: facts in which they differ, as data. Screens, menus and access are built from these rows.

/** Pages that a sub-product may have, with their titles. The same key means the same screen everywhere. */
export const subProductPages = {
  accounts: '账号管理',
  grantChange: '授权变更记录',
  accountLog: '账号日志',
  subsidiaryAccount: '子账号管理',
  emailPushReport: '邮件推送报告',
  emailPushTransactionPrice: '邮件推送成交价',
  quickAuthorization: '快捷授权',
  systemGrantChange: '系统授权日志',
  thirdPower: '第三方权限',
  visitsInfo: '访问统计',
  orders: '订单管理',
  documents: '文档列表',
  authorizationRules: '授权规则',
  manualEntry: '手工录入',
  priceDiff: '价差录入',
  sessions: '会话记录',
  assistants: '提示词模板',
  partners: '合作伙伴',
  grantChangeBigData: '大数据授权变更',
  grantChangeOfficialWebsite: '官网授权变更',
  permissionSets: '权限方案',
} as const

export type SubProductPage = keyof typeof subProductPages

/**
 * `prefix`: path under /application; `pages`: the path of each page under the prefix (spec §2's spelling). `grantsBy`:
 * whether products are granted one by one, or the sub-product as a whole.
 */
export type SubProductRow = {
  key: string
  prefix: string
  title: string
  grantsBy: 'product' | 'whole'
  /** Whether accounts have keys with which programs read our data. */
  dataKeys?: true
  pages: Readonly<Partial<Record<SubProductPage, string>>>
}

export const subProducts = [
  {
    key: 'bigData',
    prefix: 'bigData',
    title: '大数据',
    grantsBy: 'product',
    pages: {
      accounts: 'accounts',
      grantChange: 'grantChange',
      accountLog: 'appAccountLog',
      subsidiaryAccount: 'subsidiaryAccount',
      emailPushReport: 'emailPushReport',
      systemGrantChange: 'systemLog/component/grantChange',
      thirdPower: 'systemLog/thirdPower',
    },
  },
  {
    key: 'bigDataChinese',
    prefix: 'bigDataChinese/account',
    title: '大数据中文版',
    grantsBy: 'product',
    pages: {
      accounts: 'info',
      grantChange: 'grantChange',
      accountLog: 'appAccountLog',
      subsidiaryAccount: 'subsidiaryAccount',
    },
  },
  {
    key: 'bigDataEnglish',
    prefix: 'bigDataEnglish',
    title: '大数据英文版',
    grantsBy: 'product',
    pages: {
      accounts: 'accounts',
      grantChange: 'grantChange',
      accountLog: 'appAccountLog',
      subsidiaryAccount: 'subsidiaryAccount',
    },
  },
  {
    key: 'officialWebsite',
    prefix: 'officialWebsite',
    title: '官网',
    grantsBy: 'product',
    pages: {
      accounts: 'user/info',
      grantChange: 'user/grantChange',
      emailPushTransactionPrice: 'user/emailPushTransactionPrice',
      quickAuthorization: 'quickAuthorization',
      accountLog: 'systemLog/userLog',
      visitsInfo: 'systemLog/visitsInfo',
    },
  },
  {
    key: 'englishOfficialWebsite',
    prefix: 'englishOfficialWebsite',
    title: '英文官网',
    grantsBy: 'product',
    pages: { accounts: 'user/info', grantChange: 'user/grantChange', accountLog: 'systemLog/userLog' },
  },
  {
    key: 'overseasEnglishStation',
    prefix: 'overseasEnglishStation',
    title: '海外英文站',
    grantsBy: 'product',
    pages: { accounts: 'user/info', grantChange: 'user/grantChange', accountLog: 'systemLog/userLog' },
  },
  {
    key: 'app',
    prefix: 'appApplicationManagement',
    title: 'APP',
    grantsBy: 'product',
    pages: {
      accounts: 'account/info',
      grantChange: 'account/grantChange',
      accountLog: 'account/appAccountLog',
      orders: 'orderManagement',
    },
  },
  {
    key: 'oilGas',
    prefix: 'oilGas',
    title: '油气资讯',
    grantsBy: 'product',
    pages: {
      accounts: 'account/info',
      grantChange: 'account/grantChange',
      accountLog: 'account/appAccountLog',
      documents: 'moduleHistory',
      // what its rules choose from
      quickAuthorization: 'quickAuthorization',
      authorizationRules: 'list/authorizationRules',
    },
  },
  {
    key: 'zhouzeyanjiu',
    prefix: 'zhouzeyanjiu',
    title: '周泽研究',
    grantsBy: 'product',
    pages: {
      accounts: 'accounts',
      grantChange: 'grantChange',
      accountLog: 'appAccountLog',
      manualEntry: 'info/manualEntry',
    },
  },
  {
    key: 'steel',
    prefix: 'gangtie',
    title: '钢铁资讯',
    grantsBy: 'product',
    pages: { accounts: 'account/info', accountLog: 'account/log', priceDiff: 'price/priceDiffAdd' },
  },
  {
    key: 'apiData',
    prefix: 'apiDate',
    title: 'API 数据服务',
    grantsBy: 'whole',
    dataKeys: true,
    pages: { accounts: 'account/info' },
  },
  {
    key: 'aiWeb',
    prefix: 'aiWeb',
    title: 'AI 问答',
    grantsBy: 'whole',
    pages: {
      accounts: 'account/info',
      grantChange: 'account/grantChange',
      accountLog: 'account/operationLog',
      sessions: 'session',
      assistants: 'assistant',
    },
  },
  {
    key: 'multisourceData',
    prefix: 'multisourceData/account',
    title: '多源数据',
    grantsBy: 'product',
    pages: { accounts: 'info', grantChange: 'grantChange', accountLog: 'appAccountLog' },
  },
  {
    key: 'embed',
    prefix: 'embedManager',
    title: '嵌入合作',
    grantsBy: 'product',
    pages: {
      partners: 'partner',
      accounts: 'member',
      grantChangeBigData: 'member/grantChange/bigData',
      grantChangeOfficialWebsite: 'member/grantChange/officialWebsite',
      permissionSets: 'permission',
    },
  },
] as const satisfies readonly SubProductRow[]

export type SubProductKey = (typeof subProducts)[number]['key']

const bySubProduct = Object.fromEntries(subProducts.map((each) => [each.key, each])) as Record<
  SubProductKey,
  (typeof subProducts)[number]
>
export const subProductOf = (key: SubProductKey) => bySubProduct[key]

/** The menu code of a sub-product's page: `bigData.grantChange`. */
export const subProductMenu = (key: string, page: SubProductPage) => `${key}.${page}` as const

export const hasDataKeys = (key: SubProductKey): boolean => 'dataKeys' in subProductOf(key)
