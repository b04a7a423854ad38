// The eight roles that a new database begins with, and what each is given; afterwards administrators decide.
import { menuRows } from './menus.ts'

export type RoleSeed = { code: string; name: string; remark: string; grants: readonly string[] }

/**
 * A grant is `menu:alias,alias`. `*` before a dot stands for every sub-product, and `*` as alias for every button of
 * the page but `dateEdit`, which would pass buttons that the page gets later as well.
 */
export const roleSeeds: readonly RoleSeed[] = [
  // Passes every check by its code (spec §6): rows would say nothing.
  {
    code: 'administrator',
    name: '系统管理员',
    remark: '管理员工、部门、角色、菜单、授权、公告、任务与日志',
    grants: [],
  },
  {
    code: 'sjgly',
    name: '数据管理员',
    remark: '维护分类、产品、地区与更新规则，负责数据监控',
    grants: [
      'home:view',
      'userList:view',
      'department:view',
      'category:*',
      'product:*',
      'region:*',
      'goodsProcessVariable:*',
      'quoteItem:*',
      'series:*',
      'price:view,details,update,stopUpdate,leadingIn,exportBtn',
      'searchData:*',
      'articles:view,details',
      'articlesEnglish:view,details',
      'newsCategory:*',
      'articleTemplate:view,details',
      'publishingStandards:*',
      'smsClassAttr:*',
      'smsClassLoad:*',
      'dataToBeUpdatedToday:*',
      'monitoringTemplate:*',
      'batchSettings:*',
      'articleSettings:*',
      'monitoringCalendar:*',
      'productAuthorisation:view,exportBtn',
      'categoryAuthorisation:view,exportBtn',
      'oilGas.documents:*',
      'apiData.accounts:view,details,count',
      'dictionary:view,add,edit,dragSort,exportBtn',
    ],
  },
  {
    code: 'priceAnalyst',
    name: '价格分析师',
    remark: '录入、修正并提交每日价格，处理逾期未更新的数据',
    grants: [
      'home:view',
      'category:view',
      'product:view,details',
      'goodsProcessVariable:view,add,edit,copy,exportBtn',
      'price:view,add,edit,delete,details,batchAdd,batchEdit,leadingIn,exportBtn',
      'priceBatchAdd:*',
      'priceBatchEdit:*',
      'priceEnglishRemark:*',
      'priceReview:view,details',
      'quoteItem:view,details,update,stopUpdate,exportBtn',
      'series:*',
      'searchData:*',
      'articles:view,details',
      'steel.priceDiff:*',
      'zhouzeyanjiu.manualEntry:*',
      'dataToBeUpdatedToday:view,details',
    ],
  },
  {
    code: 'newsEditor',
    name: '资讯编辑',
    remark: '按模板撰写中英文资讯，提交审核并处理退回',
    grants: [
      'home:view',
      'category:view',
      'product:view,details',
      'price:view,details',
      'searchData:view,details,exportBtn',
      'articles:view,add,edit,delete,details,copy,move,count,summaryAI,hintTextAI,exportBtn',
      'articlesEnglish:view,add,edit,delete,details,copy,move,count,summaryAI,hintTextAI,exportBtn',
      'newsCategory:view',
      'newsReview:view,details',
      'articleTemplate:view,add,edit,details,copy',
      'publishingStandards:view',
      'smsClassAttr:view',
      'smsClassLoad:view,details,leadingIn',
      'zhouzeyanjiu.manualEntry:*',
      'shareArticles:view,share,details,count',
      'dataToBeUpdatedToday:view,details',
    ],
  },
  {
    code: 'reviewer',
    name: '审核主管',
    remark: '审核价格与资讯，通过或附意见驳回',
    grants: [
      'home:view',
      'userList:view',
      'category:view',
      'product:view,details',
      'price:view,details,verify,cancelVerify,exportBtn',
      'priceReview:*',
      'quoteItem:view,details,exportBtn',
      'series:view,details,exportBtn',
      'searchData:view,details,exportBtn',
      'articles:view,details,examine,launch,takeDown,move,dragSort,count,exportBtn',
      'articlesEnglish:view,details,examine,launch,takeDown,move,dragSort,count,exportBtn',
      'newsCategory:*',
      'newsReview:*',
      'articleTemplate:view,details',
      'publishingStandards:view,edit',
      'dataToBeUpdatedToday:*',
      'monitoringTemplate:view',
      'articleSettings:view',
      'monitoringCalendar:view',
    ],
  },
  {
    code: 'sales',
    name: '销售',
    remark: '管理自己的客户：试用与正式授权、续费、拜访、文章分享与线索',
    grants: [
      'home:view',
      'customerList:view,add,edit,details,count,serviceRecords,association,setMap,exportBtn',
      'followUp:view,add,edit,details',
      'registration:view,edit,details,empower',
      'accountSignals:view,edit,details',
      'contactRanking:view,details',
      '*.accounts:view,add,edit,details,count,empower,batchEmpower,association,invite,serviceRecords,exportBtn',
      '*.accounts:affiliatedAccount,emailPushReport,generateAIAccount',
      '*.grantChange:view,details',
      '*.grantChangeBigData:view,details',
      '*.grantChangeOfficialWebsite:view,details',
      '*.subsidiaryAccount:view,add,edit,disable,open',
      '*.accountLog:view,details',
      'bigData.emailPushReport:view,add,edit,delete,details,copy,launch,takeDown,count',
      'officialWebsite.emailPushTransactionPrice:view,details',
      '*.quickAuthorization:view,empower',
      'app.orders:view,details,changeAmount,closeDingDan,exportBtn',
      'embed.partners:view,details',
      'visitRecord:*',
      'visitEnterprise:view,add,edit,details,setMap,association',
      'shareArticles:*',
      'meeting:view,details,invite,dinnerRegister',
      'customizedReport:view,details',
      'registrationStatistics:view,details',
      'articles:view,details',
      'searchData:view,exportBtn',
    ],
  },
  {
    code: 'customerService',
    name: '客服',
    remark: '处理新注册与即将到期的账号，记录跟进与回访',
    grants: [
      'home:view',
      'customerList:view,edit,details,count,serviceRecords,memberBelong,exportBtn',
      'followUp:*',
      'registration:view,edit,details,memberBelong,empower,exportBtn',
      'accountSignals:*',
      'contactRanking:*',
      '*.accounts:view,add,edit,details,count,disable,open,lock,unLock,setPassword,unbinding,clear,exportBtn',
      '*.accounts:memberBelong,affiliatedAccount,userLog,userAccessLog,serviceRecords,empower',
      '*.grantChange:view,details',
      '*.grantChangeBigData:view,details',
      '*.grantChangeOfficialWebsite:view,details',
      '*.subsidiaryAccount:view,add,edit,disable,open,move,setPassword',
      '*.accountLog:*',
      '*.quickAuthorization:view',
      'officialWebsite.visitsInfo:view,details',
      'app.orders:view,details',
      'aiWeb.sessions:view,details',
      'registrationStatistics:view,details,count',
    ],
  },
  {
    code: 'operations',
    name: '运营',
    remark: '搜索推广、注册统计、会议会展、邮件与短信推送',
    grants: [
      'home:view',
      'messages:view,details',
      'semData:*',
      'semSearch:*',
      'semDetail:*',
      'registrationStatistics:*',
      'meeting:*',
      'shareArticles:*',
      'customizedReport:*',
      'smsClassAttr:view',
      'smsClassLoad:*',
      'smsListPush:*',
      'bigData.emailPushReport:*',
      'officialWebsite.emailPushTransactionPrice:*',
      'officialWebsite.visitsInfo:*',
      'aiWeb.assistants:*',
      'aiWeb.sessions:view,details,count',
      'articles:view,details,count',
      'articlesEnglish:view,details,count',
      'announcement:view,add,edit,details,launch',
    ],
  },
]

const buttonsByMenu = Map.groupBy(
  menuRows.filter((row) => row.type === 3),
  (row) => row.parentCode ?? '',
)

function codesOf(grant: string): string[] {
  const [menu = '', aliases = ''] = grant.split(':')
  const isEverySubProduct = menu.startsWith('*.')
  const pages = [...buttonsByMenu.keys()].filter((code) =>
    isEverySubProduct ? code.endsWith(menu.slice(1)) : code === menu,
  )
  const buttons = pages.flatMap((code) => buttonsByMenu.get(code) ?? [])
  const wanted: readonly string[] = aliases.split(',')
  const isWanted = (alias: string) => (aliases === '*' ? alias !== 'dateEdit' : wanted.includes(alias))
  const missing = aliases === '*' ? [] : wanted.filter((alias) => !buttons.some((row) => row.alias === alias))
  if (buttons.length === 0 || missing.length > 0) throw new Error(`no button for the grant ${grant}: ${missing}`)
  return buttons.filter((row) => isWanted(row.alias)).map((row) => row.code)
}

/** The codes of the button rows that a role is given. A grant that meets no button is a mistake and throws. */
export const grantedButtons = (role: RoleSeed): string[] => [...new Set(role.grants.flatMap(codesOf))]
