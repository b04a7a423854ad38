// Menus of the sub-products, built from their rows in the contract, and of the other applications.
import type { Alias } from '#contract/access.ts'
import {
  type SubProductKey,
  type SubProductPage,
  type SubProductRow,
  subProductMenu,
  subProductPages,
  subProducts,
} from '#contract/sub-products.ts'
import { change, directory, entryPage, type MenuSeed, onOff, page, sheets } from './menu-tree.ts'

const grantChangeRights = ['details', 'exportBtn'] as const
const pushRights = [...change, 'details', 'copy', 'launch', 'takeDown', 'count', 'pass', 'overrule', 'open'] as const

const accountRights: readonly Alias[] = [
  ...change,
  ...onOff,
  'details',
  'count',
  'lock',
  'unLock',
  'setPassword',
  'empower',
  'batchEmpower',
  'revokeBatchEmpower',
  ...sheets,
  'closingLeadingIn',
  'memberBelong',
  'reAllocation',
  'changeSalesman',
  'association',
  'unbinding',
  'clear',
  'invite',
  'userLog',
  'userAccessLog',
  'serviceRecords',
]

/** Of a sub-product that has no icon of its own yet. */
const USUAL_ICON = 'AppstoreOutlined'
const icons: Readonly<Record<SubProductKey, string>> = {
  bigData: 'DatabaseOutlined',
  bigDataChinese: 'PieChartOutlined',
  bigDataEnglish: 'LineChartOutlined',
  officialWebsite: 'DesktopOutlined',
  englishOfficialWebsite: 'TranslationOutlined',
  overseasEnglishStation: 'GlobalOutlined',
  app: 'MobileOutlined',
  oilGas: 'FireOutlined',
  zhouzeyanjiu: 'ExperimentOutlined',
  steel: 'GoldOutlined',
  apiData: 'ApiOutlined',
  aiWeb: 'RobotOutlined',
  multisourceData: 'ClusterOutlined',
  embed: 'BlockOutlined',
}

const pageFacts: Readonly<Record<SubProductPage, { source: string; rights: readonly Alias[] }>> = {
  accounts: { source: 'UserOutlined', rights: accountRights },
  grantChange: { source: 'DiffOutlined', rights: grantChangeRights },
  accountLog: { source: 'HistoryOutlined', rights: ['details', 'exportBtn'] },
  subsidiaryAccount: {
    source: 'UsergroupAddOutlined',
    rights: [...change, ...onOff, 'move', 'setPassword', 'exportBtn'],
  },
  emailPushReport: { source: 'MailOutlined', rights: pushRights },
  emailPushTransactionPrice: { source: 'MailOutlined', rights: pushRights },
  quickAuthorization: {
    source: 'ThunderboltOutlined',
    rights: [...change, 'copy', 'empower', 'batchEmpower', 'revokeBatchEmpower'],
  },
  systemGrantChange: { source: 'FileProtectOutlined', rights: grantChangeRights },
  thirdPower: { source: 'LinkOutlined', rights: [...change, ...onOff, 'details'] },
  visitsInfo: { source: 'EyeOutlined', rights: ['details', 'count', 'exportBtn'] },
  orders: {
    source: 'ShoppingCartOutlined',
    rights: ['details', 'presale', 'forSale', 'changeAmount', 'closeDingDan', 'changeSalesman', 'exportBtn'],
  },
  documents: { source: 'FolderOpenOutlined', rights: [...change, 'details', 'launch', 'takeDown', ...sheets] },
  authorizationRules: { source: 'SafetyOutlined', rights: [...change, ...onOff, 'copy'] },
  manualEntry: { source: 'FormOutlined', rights: [...change, ...sheets] },
  priceDiff: { source: 'PercentageOutlined', rights: [...change, 'exportBtn'] },
  sessions: { source: 'CommentOutlined', rights: ['details', 'delete', 'count', 'exportBtn'] },
  assistants: { source: 'BulbOutlined', rights: [...change, ...onOff, 'details', 'copy', 'launch', 'takeDown'] },
  partners: { source: 'TeamOutlined', rights: [...change, ...onOff, 'details', 'empower', 'exportBtn'] },
  grantChangeBigData: { source: 'DiffOutlined', rights: grantChangeRights },
  grantChangeOfficialWebsite: { source: 'DiffOutlined', rights: grantChangeRights },
  permissionSets: { source: 'KeyOutlined', rights: [...change, 'copy', 'empower'] },
}

const entryPages: readonly SubProductPage[] = ['manualEntry', 'priceDiff']
/** Sub-products from whose list members can get an account of the AI service; its own members have one. */
const withAiAccounts: readonly string[] = ['bigData']

/** The menu of a sub-product follows from its row. */
export function subProductDirectory({ key, prefix, title, pages }: SubProductRow): MenuSeed {
  const root = `/application/${prefix}`
  const paths: Readonly<Partial<Record<SubProductPage, string>>> = pages
  const accountExtras: readonly Alias[] = [
    ...(paths.subsidiaryAccount ? (['affiliatedAccount'] as const) : []),
    ...(paths.emailPushReport ? (['emailPushReport'] as const) : []),
    ...(withAiAccounts.includes(key) ? (['generateAIAccount'] as const) : []),
  ]
  const rows = (Object.keys(pages) as SubProductPage[]).map((name) => {
    const { source, rights } = pageFacts[name]
    const make = entryPages.includes(name) ? entryPage : page
    const all = name === 'accounts' ? [...rights, ...accountExtras] : rights
    return make(subProductMenu(key, name), subProductPages[name], `${root}/${paths[name]}`, source, all)
  })
  return directory(key, title, root, icons[key as SubProductKey] ?? USUAL_ICON, rows)
}

export const application = directory('application', '应用管理', '/application', 'AppstoreOutlined', [
  ...subProducts.map(subProductDirectory),
  page('integration', '子产品接入', '/application/integration', 'ApiOutlined', [
    'add',
    'edit',
    ...onOff,
    'setPassword',
  ]),
  directory('visitingAssistants', '拜访助手', '/application/visitingAssistants', 'CompassOutlined', [
    page('visitRecord', '拜访记录', '/application/visitingAssistants/visitRecord', 'CarOutlined', [
      ...change,
      'details',
      'count',
      'share',
      'exportBtn',
    ]),
    page('visitEnterprise', '企业管理', '/application/visitingAssistants/enterpriseManageme', 'BankOutlined', [
      ...change,
      'details',
      'setMap',
      'association',
      'memberBelong',
      'reAllocation',
      ...sheets,
    ]),
  ]),
  page('shareArticles', '微信文章分享', '/application/shareArticlesOnWeChat', 'WechatOutlined', [
    'share',
    'details',
    'count',
    'takeDown',
    'exportBtn',
  ]),
  directory('meetingExhibition', '会议会展', '/application/meetingExhibition', 'CalendarOutlined', [
    page('meeting', '会议管理', '/application/meetingExhibition/managementMeeting', 'ScheduleOutlined', [
      ...change,
      'details',
      'copy',
      'count',
      'launch',
      'takeDown',
      'dragSort',
      'invite',
      'dinnerRegister',
      ...sheets,
    ]),
  ]),
  directory('others', '其他应用', '/application/others', 'EllipsisOutlined', [
    page('customizedReport', '定制报告', '/application/others/customizedReportManagement', 'FilePdfOutlined', [
      ...change,
      'details',
      'launch',
      'count',
      'pass',
      'overrule',
    ]),
  ]),
])
