// Every screen of the console: URL pattern → page. The only list of them; menu rows without a line here are not shown.
// Long because each of the fourteen sub-products has its own paths for the same screens.
import { signedIn } from '../contract/access.ts'
import { explainAccess } from '../contract/access-explained.ts'
import { addAnnouncement, editAnnouncement } from '../contract/announcements.ts'
import { insertStaff } from '../contract/authorisation.ts'
import { addEnterprise, editEnterprise } from '../contract/customers.ts'
import { addPreset, editPreset } from '../contract/grant-presets.ts'
import { getGrantMatrix } from '../contract/matrix.ts'
import { getOrder } from '../contract/orders.ts'
import { addUser, editUser } from '../contract/organisation.ts'
import { addPartner, editPartner } from '../contract/partners.ts'
import { addPermissionSet, editPermissionSet } from '../contract/permission-sets.ts'
import { getChildUserInfoByType } from '../contract/staff-links.ts'
import { subProducts } from '../contract/sub-products.ts'
import { addThirdPower, editThirdPower } from '../contract/third-powers.ts'
import { accountPages } from './features/members/account-pages.ts'
import { grantPages } from './features/members/grant-pages.ts'
import { type Pages, page } from './lib/page.ts'

const notFound = () => import('./shell/not-found-page.tsx')
const forbidden = () => import('./shell/forbidden-page.tsx')
const failed = () => import('./shell/failed-page.tsx')
const home = () => import('./features/home/home-page.tsx')

export const pages: Pages = {
  '/': page('首页', home, { noTab: true }),
  '/home': page('首页', home, { kept: true }),
  '/login': page('登录', notFound, { public: true, noTab: true, isOwnEntry: true }),
  '/auth-redirect': page('第三方登录', () => import('./features/identity/auth-redirect.tsx'), {
    public: true,
    noTab: true,
  }),
  '/bind': page('绑定账号', () => import('./features/identity/bind-page.tsx'), { public: true, noTab: true }),
  '/register': page('注册试用', () => import('./features/members/register-page.tsx'), { public: true, noTab: true }),
  '/404': page('页面不存在', notFound, { public: true, noTab: true }),
  '/403': page('没有访问权限', forbidden, { public: true, noTab: true }),
  '/500': page('服务出错', failed, { public: true, noTab: true }),
  '/redirect/*': page('刷新', notFound, { public: true, noTab: true }),
  '/myiframe/:routerPath': page('外部页面', () => import('./shell/frame-page.tsx'), { access: signedIn, kept: true }),

  '/userControl/accountCenter/userList': page('用户管理', () => import('./features/organisation/user-list.tsx'), {}),
  '/userControl/createAccount': page('新增账号', () => import('./features/organisation/account-form.tsx'), {
    parent: '/userControl/accountCenter/userList',
    access: addUser,
    kept: true,
    props: { edit: false },
  }),
  '/userControl/editAccount': page('编辑账号', () => import('./features/organisation/account-form.tsx'), {
    parent: '/userControl/accountCenter/userList',
    access: editUser,
    kept: true,
    perRecord: 'id',
    twoLevel: true,
    back: '/userControl/accountCenter/userList',
    props: { edit: true },
  }),

  '/userControl/accountCenter/department': page(
    '部门管理',
    () => import('./features/organisation/department-page.tsx'),
    {},
  ),
  '/permission/role': page('角色管理', () => import('./features/organisation/role-page.tsx'), {}),
  '/permission/menu': page('菜单管理', () => import('./features/organisation/menu-page.tsx'), {}),
  '/userControl/SubsidiaryAccount': page('下属管理', () => import('./features/organisation/subsidiary.tsx'), {
    parent: '/userControl/accountCenter/userList',
    access: getChildUserInfoByType.access,
    kept: true,
  }),
  '/userControl/accountCenter/userSubsidiaryAccount': page(
    '下属账号',
    () => import('./features/organisation/subsidiary-accounts.tsx'),
    {},
  ),
  '/userControl/accountCenter/onlineUsers': page(
    '在线用户',
    () => import('./features/organisation/online-users.tsx'),
    {},
  ),
  '/userControl/accountCenter/loginFail': page(
    '登录失败记录',
    () => import('./features/organisation/login-fail-list.tsx'),
    {},
  ),
  '/userControl/accountCenter/visitLog': page(
    '访问日志',
    () => import('./features/organisation/visit-log-list.tsx'),
    {},
  ),

  '/userControl/customerManagement/customerList': page(
    '客户列表',
    () => import('./features/members/customer-list.tsx'),
    {},
  ),
  '/userControl/customerManagement/customerList/addCustomer': page(
    '新增客户',
    () => import('./features/members/customer-form.tsx'),
    {
      parent: '/userControl/customerManagement/customerList',
      access: addEnterprise,
      kept: true,
      props: { edit: false },
    },
  ),
  '/userControl/customerManagement/customerList/editCustomer': page(
    '编辑客户',
    () => import('./features/members/customer-form.tsx'),
    {
      parent: '/userControl/customerManagement/customerList',
      access: editEnterprise,
      kept: true,
      perRecord: 'id',
      props: { edit: true },
    },
  ),
  '/userControl/customerManagement/customerList/grantMatrix': page(
    '授权总览',
    () => import('./features/members/matrix-page.tsx'),
    {
      parent: '/userControl/customerManagement/customerList',
      access: getGrantMatrix.access,
      kept: true,
      perRecord: 'id',
    },
  ),
  '/userControl/customerManagement/registration': page(
    '试用注册',
    () => import('./features/members/registration-list.tsx'),
    {},
  ),

  '/permission/staff': page('角色人员', () => import('./features/authorisation/staff-list.tsx'), {}),
  '/permission/staffInsert': page('新增人员', () => import('./features/organisation/staff-insert.tsx'), {
    parent: '/permission/staff',
    access: insertStaff.access,
    kept: true,
  }),
  '/permission/productAuthorisation': page(
    '产品授权',
    () => import('./features/authorisation/product-authorisation.tsx'),
    {},
  ),
  '/permission/categoryAuthorisation': page(
    '分类授权',
    () => import('./features/authorisation/category-authorisation.tsx'),
    {},
  ),
  '/permission/accessExplained': page('权限说明', () => import('./features/organisation/access-explained.tsx'), {
    parent: '/userControl/accountCenter/userList',
    access: explainAccess.access,
    kept: true,
  }),

  '/data/goodsManage/category': page('分类管理', () => import('./features/catalogue/category-page.tsx'), {}),
  '/data/goodsManage/product': page('产品管理', () => import('./features/catalogue/product-list.tsx'), {}),
  '/data/goodsManage/region': page('地区管理', () => import('./features/catalogue/region-page.tsx'), {}),

  ...accountPages(subProducts),
  ...grantPages(subProducts),

  '/application/bigData/appAccountLog': page('账号日志', () => import('./features/members/account-log-list.tsx'), {
    twoLevel: true,
    back: '/application/bigData/accounts',
    props: { subProduct: 'bigData' },
  }),
  '/application/bigDataChinese/account/appAccountLog': page(
    '账号日志',
    () => import('./features/members/account-log-list.tsx'),
    {
      twoLevel: true,
      back: '/application/bigDataChinese/account/info',
      props: { subProduct: 'bigDataChinese' },
    },
  ),
  '/application/bigDataEnglish/appAccountLog': page(
    '账号日志',
    () => import('./features/members/account-log-list.tsx'),
    {
      twoLevel: true,
      back: '/application/bigDataEnglish/accounts',
      props: { subProduct: 'bigDataEnglish' },
    },
  ),
  '/application/officialWebsite/systemLog/userLog': page(
    '账号日志',
    () => import('./features/members/account-log-list.tsx'),
    {
      twoLevel: true,
      back: '/application/officialWebsite/user/info',
      props: { subProduct: 'officialWebsite' },
    },
  ),
  '/application/englishOfficialWebsite/systemLog/userLog': page(
    '账号日志',
    () => import('./features/members/account-log-list.tsx'),
    {
      twoLevel: true,
      back: '/application/englishOfficialWebsite/user/info',
      props: { subProduct: 'englishOfficialWebsite' },
    },
  ),
  '/application/overseasEnglishStation/systemLog/userLog': page(
    '账号日志',
    () => import('./features/members/account-log-list.tsx'),
    {
      twoLevel: true,
      back: '/application/overseasEnglishStation/user/info',
      props: { subProduct: 'overseasEnglishStation' },
    },
  ),
  '/application/appApplicationManagement/account/appAccountLog': page(
    '账号日志',
    () => import('./features/members/account-log-list.tsx'),
    {
      twoLevel: true,
      back: '/application/appApplicationManagement/account/info',
      props: { subProduct: 'app' },
    },
  ),
  '/application/oilGas/account/appAccountLog': page(
    '账号日志',
    () => import('./features/members/account-log-list.tsx'),
    {
      twoLevel: true,
      back: '/application/oilGas/account/info',
      props: { subProduct: 'oilGas' },
    },
  ),
  '/application/zhouzeyanjiu/appAccountLog': page('账号日志', () => import('./features/members/account-log-list.tsx'), {
    twoLevel: true,
    back: '/application/zhouzeyanjiu/accounts',
    props: { subProduct: 'zhouzeyanjiu' },
  }),
  '/application/gangtie/account/log': page('账号日志', () => import('./features/members/account-log-list.tsx'), {
    twoLevel: true,
    back: '/application/gangtie/account/info',
    props: { subProduct: 'steel' },
  }),
  '/application/aiWeb/account/operationLog': page('账号日志', () => import('./features/members/account-log-list.tsx'), {
    twoLevel: true,
    back: '/application/aiWeb/account/info',
    props: { subProduct: 'aiWeb' },
  }),
  '/application/multisourceData/account/appAccountLog': page(
    '账号日志',
    () => import('./features/members/account-log-list.tsx'),
    {
      twoLevel: true,
      back: '/application/multisourceData/account/info',
      props: { subProduct: 'multisourceData' },
    },
  ),
  '/application/officialWebsite/systemLog/visitsInfo': page(
    '访问统计',
    () => import('./features/members/visits-page.tsx'),
    { props: { subProduct: 'officialWebsite' } },
  ),
  '/userControl/customerManagement/accountSignals': page(
    '异常账号',
    () => import('./features/members/signal-list.tsx'),
    {},
  ),

  '/application/officialWebsite/quickAuthorization': page(
    '快捷授权',
    () => import('./features/members/preset-list.tsx'),
    {
      props: { subProduct: 'officialWebsite' },
    },
  ),
  '/application/officialWebsite/quickAuthorization/addForm': page(
    '新增快捷授权',
    () => import('./features/members/preset-form.tsx'),
    {
      parent: '/application/officialWebsite/quickAuthorization',
      access: addPreset.access,
      kept: true,
      props: { subProduct: 'officialWebsite', edit: false },
    },
  ),
  '/application/officialWebsite/quickAuthorization/editForm': page(
    '编辑快捷授权',
    () => import('./features/members/preset-form.tsx'),
    {
      parent: '/application/officialWebsite/quickAuthorization',
      access: editPreset.access,
      kept: true,
      perRecord: 'id',
      props: { subProduct: 'officialWebsite', edit: true },
    },
  ),
  '/application/oilGas/quickAuthorization': page('快捷授权', () => import('./features/members/preset-list.tsx'), {
    props: { subProduct: 'oilGas' },
  }),
  '/application/oilGas/quickAuthorization/addForm': page(
    '新增快捷授权',
    () => import('./features/members/preset-form.tsx'),
    {
      parent: '/application/oilGas/quickAuthorization',
      access: addPreset.access,
      kept: true,
      props: { subProduct: 'oilGas', edit: false },
    },
  ),
  '/application/oilGas/quickAuthorization/editForm': page(
    '编辑快捷授权',
    () => import('./features/members/preset-form.tsx'),
    {
      parent: '/application/oilGas/quickAuthorization',
      access: editPreset.access,
      kept: true,
      perRecord: 'id',
      props: { subProduct: 'oilGas', edit: true },
    },
  ),
  '/application/oilGas/list/authorizationRules': page(
    '授权规则',
    () => import('./features/members/grant-rule-list.tsx'),
    { props: { subProduct: 'oilGas' } },
  ),
  '/application/oilGas/moduleHistory': page('文档列表', () => import('./features/members/document-list.tsx'), {
    props: { subProduct: 'oilGas' },
  }),
  '/application/appApplicationManagement/orderManagement': page(
    '订单管理',
    () => import('./features/members/order-list.tsx'),
    { props: { subProduct: 'app' } },
  ),
  '/application/appApplicationManagement/orderManagement/moduleHistory': page(
    '订单变更记录',
    () => import('./features/members/order-history.tsx'),
    {
      parent: '/application/appApplicationManagement/orderManagement',
      access: getOrder.access,
      kept: true,
      perRecord: 'id',
    },
  ),
  '/application/zhouzeyanjiu/info/manualEntry': page('手工录入', () => import('./features/members/manual-entry.tsx'), {
    props: { subProduct: 'zhouzeyanjiu' },
  }),

  '/system/announcement': page('系统公告', () => import('./features/system/announcement-list.tsx'), {}),
  '/system/addAnnoucement': page('新增公告', () => import('./features/system/announcement-form.tsx'), {
    parent: '/system/announcement',
    access: addAnnouncement.access,
    kept: true,
    props: { edit: false },
  }),
  '/system/editAnnoucement': page('编辑公告', () => import('./features/system/announcement-form.tsx'), {
    parent: '/system/announcement',
    access: editAnnouncement.access,
    kept: true,
    perRecord: 'id',
    props: { edit: true },
  }),
  '/system/auditLog': page('审计日志', () => import('./features/system/audit-log-list.tsx'), {}),
  '/system/clientLog': page('前端错误日志', () => import('./features/system/client-log-list.tsx'), {}),
  '/system/dictionary': page('数据字典', () => import('./features/system/dictionary-list.tsx'), {}),
  '/system/jobs': page('后台任务', () => import('./features/system/job-list.tsx'), {}),
  '/system/apiKeys': page('API 密钥', () => import('./features/system/api-key-list.tsx'), {}),

  '/application/bigData/systemLog/thirdPower': page(
    '第三方权限',
    () => import('./features/members/third-power-list.tsx'),
    {
      props: { subProduct: 'bigData', list: '/application/bigData/systemLog/thirdPower' },
    },
  ),
  '/application/bigData/systemLog/thirdPower/addForm': page(
    '新增第三方权限',
    () => import('./features/members/third-power-form.tsx'),
    {
      parent: '/application/bigData/systemLog/thirdPower',
      access: addThirdPower.access,
      kept: true,
      props: { edit: false, subProduct: 'bigData', list: '/application/bigData/systemLog/thirdPower' },
    },
  ),
  '/application/bigData/systemLog/thirdPower/editForm': page(
    '编辑第三方权限',
    () => import('./features/members/third-power-form.tsx'),
    {
      parent: '/application/bigData/systemLog/thirdPower',
      access: editThirdPower.access,
      kept: true,
      perRecord: 'id',
      props: { edit: true, subProduct: 'bigData', list: '/application/bigData/systemLog/thirdPower' },
    },
  ),
  '/application/embedManager/partner': page('合作伙伴', () => import('./features/members/partner-list.tsx'), {}),
  '/application/embedManager/partner/add': page('新增合作伙伴', () => import('./features/members/partner-form.tsx'), {
    parent: '/application/embedManager/partner',
    access: addPartner.access,
    kept: true,
    props: { edit: false },
  }),
  '/application/embedManager/partner/edit': page('编辑合作伙伴', () => import('./features/members/partner-form.tsx'), {
    parent: '/application/embedManager/partner',
    access: editPartner.access,
    kept: true,
    perRecord: 'id',
    props: { edit: true },
  }),
  '/application/embedManager/permission': page(
    '权限方案',
    () => import('./features/members/permission-set-list.tsx'),
    {},
  ),
  '/application/embedManager/permission/permissionAdd': page(
    '新增权限方案',
    () => import('./features/members/permission-set-form.tsx'),
    {
      parent: '/application/embedManager/permission',
      access: addPermissionSet.access,
      kept: true,
      props: { edit: false },
    },
  ),
  '/application/embedManager/permission/permissionEdit': page(
    '编辑权限方案',
    () => import('./features/members/permission-set-form.tsx'),
    {
      parent: '/application/embedManager/permission',
      access: editPermissionSet.access,
      kept: true,
      perRecord: 'id',
      props: { edit: true },
    },
  ),
}
