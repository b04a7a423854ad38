// Long because it is the one list of all screens, an entry each.
// Every screen of the console: URL pattern → page. The only list of them; menu rows without a line here are not shown.
// Rights are spelled out, and pages.test.ts compares them with the calls': importing the calls here would put those of
// every area into the first page's scripts.
import { administrator, anyOf, can, signedIn } from '../contract/access.ts'
import { addUser, editUser } from '../contract/organisation/users.ts'
import { subProducts } from '../contract/sub-products.ts'
import { pagesOfSubProducts } from './features/members/sub-product-pages.ts'
import { pushScreens } from './features/push/push-screens.ts'
import { addForm, editForm, type Pages, page } from './lib/page.ts'

const notFound = () => import('./shell/pages/not-found-page.tsx')
const forbidden = () => import('./shell/pages/forbidden-page.tsx')
const failed = () => import('./shell/pages/failed-page.tsx')
const home = () => import('./features/home/home-page.tsx')

export const pages: Pages = {
  '/': page('首页', home, { noTab: true }),
  '/home': page('首页', home, {
    kept: true,
    props: { registration: () => import('./features/members/registrations/registration-told.tsx') },
  }),
  '/login': page('登录', notFound, { public: true, noTab: true, isOwnEntry: true }),
  '/auth-redirect': page('第三方登录', () => import('./features/identity/auth-redirect.tsx'), {
    public: true,
    noTab: true,
  }),
  '/bind': page('绑定账号', () => import('./features/identity/bind-page.tsx'), { public: true, noTab: true }),
  '/register': page('注册试用', () => import('./features/members/registrations/register-page.tsx'), {
    public: true,
    noTab: true,
  }),
  '/unsubscribe': page('退订邮件', () => import('./features/push/unsubscribe-page.tsx'), {
    public: true,
    noTab: true,
  }),
  '/404': page('页面不存在', notFound, { public: true, noTab: true }),
  '/403': page('没有访问权限', forbidden, { public: true, noTab: true }),
  '/500': page('服务出错', failed, { public: true, noTab: true }),
  '/redirect/*': page('刷新', notFound, { public: true, noTab: true }),
  '/myiframe/:routerPath': page('外部页面', () => import('./shell/pages/frame-page.tsx'), {
    access: signedIn,
    kept: true,
  }),

  '/userControl/accountCenter/userList': page('用户管理', () => import('./features/organisation/users/user-list.tsx')),
  '/userControl/createAccount': page('新增账号', () => import('./features/organisation/users/account-form.tsx'), {
    parent: '/userControl/accountCenter/userList',
    access: addUser,
    kept: true,
    props: { edit: false },
  }),
  '/userControl/editAccount': page('编辑账号', () => import('./features/organisation/users/account-form.tsx'), {
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
    () => import('./features/organisation/departments/department-page.tsx'),
  ),
  '/permission/role': page('角色管理', () => import('./features/organisation/roles/role-page.tsx')),
  '/permission/menu': page('菜单管理', () => import('./features/organisation/menus/menu-page.tsx')),
  '/userControl/SubsidiaryAccount': page('下属管理', () => import('./features/organisation/users/subsidiary.tsx'), {
    parent: '/userControl/accountCenter/userList',
    access: anyOf(can('userList', 'view'), can('userSubsidiaryAccount', 'view')),
    kept: true,
  }),
  '/userControl/accountCenter/userSubsidiaryAccount': page(
    '下属账号',
    () => import('./features/organisation/users/subsidiary-accounts.tsx'),
  ),
  '/userControl/accountCenter/onlineUsers': page(
    '在线用户',
    () => import('./features/organisation/sessions/online-users.tsx'),
  ),
  '/userControl/accountCenter/loginFail': page(
    '登录失败记录',
    () => import('./features/organisation/sessions/login-fail-list.tsx'),
  ),
  '/userControl/accountCenter/visitLog': page(
    '访问日志',
    () => import('./features/organisation/sessions/visit-log-list.tsx'),
  ),

  '/userControl/customerManagement/customerList': page(
    '客户列表',
    () => import('./features/members/customers/customer-list.tsx'),
  ),
  '/userControl/customerManagement/customerList/addCustomer': page(
    '新增客户',
    () => import('./features/members/customers/customer-form.tsx'),
    addForm('/userControl/customerManagement/customerList', 'customerList'),
  ),
  '/userControl/customerManagement/customerList/editCustomer': page(
    '编辑客户',
    () => import('./features/members/customers/customer-form.tsx'),
    editForm('/userControl/customerManagement/customerList', 'customerList'),
  ),
  '/userControl/customerManagement/customerList/grantMatrix': page(
    '授权总览',
    () => import('./features/members/matrix/matrix-page.tsx'),
    {
      parent: '/userControl/customerManagement/customerList',
      access: can('customerList', 'details'),
      kept: true,
      perRecord: 'id',
    },
  ),
  '/userControl/customerManagement/registration': page(
    '试用注册',
    () => import('./features/members/registrations/registration-list.tsx'),
  ),

  '/data/actciles/articles': page('中文资讯', () => import('./features/articles/article-list.tsx'), {
    props: { edition: 'zh' },
  }),
  '/data/actciles/articlesEnglish': page('英文资讯', () => import('./features/articles/article-list.tsx'), {
    props: { edition: 'en' },
  }),
  '/data/actciles/newsReview': page('资讯审核', () => import('./features/articles/article-review-list.tsx')),
  '/data/actciles/newsCategory': page('资讯分类', () => import('./features/articles/news-category-list.tsx')),
  '/data/actciles/template': page('资讯模板', () => import('./features/articles/templates/template-list.tsx')),
  '/data/actciles/template/add': page(
    '新增资讯模板',
    () => import('./features/articles/templates/template-form.tsx'),
    addForm('/data/actciles/template', 'articleTemplate'),
  ),
  '/data/actciles/template/edit': page(
    '编辑资讯模板',
    () => import('./features/articles/templates/template-form.tsx'),
    editForm('/data/actciles/template', 'articleTemplate'),
  ),
  '/data/actciles/setArticlePublishingStandards': page(
    '发布标准',
    () => import('./features/articles/standard-list.tsx'),
  ),
  '/data/actciles/addDetail': page('新增中文资讯', () => import('./features/articles/editor/article-editor.tsx'), {
    parent: '/data/actciles/articles',
    access: can('articles', 'add'),
    kept: true,
    twoLevel: true,
    back: '/data/actciles/articles',
    props: { edit: false, edition: 'zh' },
  }),
  '/data/actciles/addDetailEnglish': page(
    '新增英文资讯',
    () => import('./features/articles/editor/article-editor.tsx'),
    {
      parent: '/data/actciles/articlesEnglish',
      access: can('articlesEnglish', 'add'),
      kept: true,
      twoLevel: true,
      back: '/data/actciles/articlesEnglish',
      props: { edit: false, edition: 'en' },
    },
  ),
  '/data/actciles/editDetail': page('编辑中文资讯', () => import('./features/articles/editor/article-editor.tsx'), {
    parent: '/data/actciles/articles',
    access: can('articles', 'edit'),
    kept: true,
    twoLevel: true,
    back: '/data/actciles/articles',
    perRecord: 'id',
    props: { edit: true, edition: 'zh' },
  }),
  '/data/actciles/editDetailEnglish': page(
    '编辑英文资讯',
    () => import('./features/articles/editor/article-editor.tsx'),
    {
      parent: '/data/actciles/articlesEnglish',
      access: can('articlesEnglish', 'edit'),
      kept: true,
      twoLevel: true,
      back: '/data/actciles/articlesEnglish',
      perRecord: 'id',
      props: { edit: true, edition: 'en' },
    },
  ),

  ...pushScreens,

  '/data/priceService/price': page('价格数据', () => import('./features/prices/price-list.tsx')),
  '/data/priceService/price/batchAdd': page('批量录入', () => import('./features/prices/grids/batch-add.tsx'), {
    kept: true,
    twoLevel: true,
    back: '/data/priceService/price',
  }),
  '/data/priceService/price/batchEdit': page('批量修改', () => import('./features/prices/grids/batch-edit.tsx'), {
    kept: true,
    twoLevel: true,
    back: '/data/priceService/price',
  }),
  '/data/priceService/price/englishRemark': page(
    '英文价格备注',
    () => import('./features/prices/grids/english-remark.tsx'),
    {
      kept: true,
      twoLevel: true,
      back: '/data/priceService/price',
    },
  ),
  '/data/priceService/priceReview': page('价格审核', () => import('./features/prices/review-list.tsx')),
  '/data/priceService/searchData': page('衍生数据查询', () => import('./features/prices/search-data/search-data.tsx')),
  '/data/priceService/quoteItem': page('报价项', () => import('./features/prices/quote-item-list.tsx')),
  '/data/priceService/quoteItem/add': page(
    '新增报价项',
    () => import('./features/prices/quote-item-form.tsx'),
    addForm('/data/priceService/quoteItem', 'quoteItem'),
  ),
  '/data/priceService/quoteItem/edit': page(
    '编辑报价项',
    () => import('./features/prices/quote-item-form.tsx'),
    editForm('/data/priceService/quoteItem', 'quoteItem'),
  ),
  '/data/priceService/series': page('衍生系列', () => import('./features/prices/series-list.tsx')),
  '/data/priceService/series/add': page(
    '新增系列',
    () => import('./features/prices/series-form.tsx'),
    addForm('/data/priceService/series', 'series'),
  ),
  '/data/priceService/series/edit': page(
    '编辑系列',
    () => import('./features/prices/series-form.tsx'),
    editForm('/data/priceService/series', 'series'),
  ),

  '/dataMonitoring/visualization/dataToBeUpdatedToday': page(
    '今日待更新数据',
    () => import('./features/monitoring/board.tsx'),
  ),
  '/dataMonitoring/templateManagement/templates': page(
    '价格监控规则',
    () => import('./features/monitoring/rule-list.tsx'),
  ),
  '/dataMonitoring/templateManagement/templates/add': page(
    '新增监控规则',
    () => import('./features/monitoring/rule-form.tsx'),
    addForm('/dataMonitoring/templateManagement/templates', 'monitoringTemplate'),
  ),
  '/dataMonitoring/templateManagement/templates/edit': page(
    '编辑监控规则',
    () => import('./features/monitoring/rule-form.tsx'),
    editForm('/dataMonitoring/templateManagement/templates', 'monitoringTemplate'),
  ),
  '/dataMonitoring/templateManagement/articleSettings': page(
    '资讯监控规则',
    () => import('./features/monitoring/article-rule-list.tsx'),
  ),
  '/dataMonitoring/templateManagement/articleSettings/add': page(
    '新增资讯监控规则',
    () => import('./features/monitoring/article-rule-form.tsx'),
    addForm('/dataMonitoring/templateManagement/articleSettings', 'articleSettings'),
  ),
  '/dataMonitoring/templateManagement/articleSettings/edit': page(
    '编辑资讯监控规则',
    () => import('./features/monitoring/article-rule-form.tsx'),
    editForm('/dataMonitoring/templateManagement/articleSettings', 'articleSettings'),
  ),
  '/dataMonitoring/templateManagement/batchSettings': page(
    '批量设置',
    () => import('./features/monitoring/batch-settings.tsx'),
  ),
  '/dataMonitoring/templateManagement/calendars': page(
    '监控日历',
    () => import('./features/monitoring/calendar-list.tsx'),
  ),

  '/application/gangtie/price/priceDiffAdd': page('价差表', () => import('./features/prices/difference-list.tsx'), {
    kept: true,
    twoLevel: true,
    back: '/application/gangtie/account/info',
  }),
  '/application/gangtie/price/priceDiffAdd/add': page(
    '新增价差表',
    () => import('./features/prices/difference-form.tsx'),
    addForm('/application/gangtie/price/priceDiffAdd', 'steel.priceDiff'),
  ),
  '/application/gangtie/price/priceDiffAdd/edit': page(
    '编辑价差表',
    () => import('./features/prices/difference-form.tsx'),
    editForm('/application/gangtie/price/priceDiffAdd', 'steel.priceDiff'),
  ),

  '/permission/staff': page('角色人员', () => import('./features/authorisation/staff-list.tsx')),
  '/permission/staffInsert': page('新增人员', () => import('./features/organisation/users/staff-insert.tsx'), {
    parent: '/permission/staff',
    access: can('staff', 'add'),
    kept: true,
  }),
  '/permission/productAuthorisation': page(
    '产品授权',
    () => import('./features/authorisation/product-authorisation.tsx'),
  ),
  '/permission/categoryAuthorisation': page(
    '分类授权',
    () => import('./features/authorisation/category-authorisation.tsx'),
  ),
  '/permission/accessExplained': page('权限说明', () => import('./features/organisation/roles/access-explained.tsx'), {
    parent: '/userControl/accountCenter/userList',
    access: administrator,
    kept: true,
  }),

  '/data/goodsManage/category': page('分类管理', () => import('./features/catalogue/category-page.tsx')),
  '/data/goodsManage/product': page('产品管理', () => import('./features/catalogue/product-list.tsx')),
  '/data/goodsManage/goodsProcessVariable': page('投入产出', () => import('./features/prices/process-list.tsx')),
  '/data/goodsManage/goodsProcessVariable/add': page(
    '新增工序',
    () => import('./features/prices/process-form.tsx'),
    addForm('/data/goodsManage/goodsProcessVariable', 'goodsProcessVariable'),
  ),
  '/data/goodsManage/goodsProcessVariable/edit': page(
    '编辑工序',
    () => import('./features/prices/process-form.tsx'),
    editForm('/data/goodsManage/goodsProcessVariable', 'goodsProcessVariable'),
  ),
  '/data/goodsManage/region': page('地区管理', () => import('./features/catalogue/region-page.tsx')),

  // pages of the fourteen sub-products; contract/sub-products.ts lists them
  ...pagesOfSubProducts(subProducts),

  '/userControl/customerManagement/accountSignals': page(
    '异常账号',
    () => import('./features/members/activity/signal-list.tsx'),
  ),

  '/system/announcement': page('系统公告', () => import('./features/system/announcement-list.tsx')),
  '/system/addAnnoucement': page(
    '新增公告',
    () => import('./features/system/announcement-form.tsx'),
    addForm('/system/announcement', 'announcement'),
  ),
  '/system/editAnnoucement': page(
    '编辑公告',
    () => import('./features/system/announcement-form.tsx'),
    editForm('/system/announcement', 'announcement'),
  ),
  '/system/auditLog': page('审计日志', () => import('./features/system/audit-log-list.tsx')),
  '/system/clientLog': page('前端错误日志', () => import('./features/system/client-log-list.tsx')),
  '/system/dictionary': page('数据字典', () => import('./features/system/dictionary-list.tsx')),
  '/system/messages': page('消息发送', () => import('./features/outbox/message-list.tsx')),
  '/system/jobs': page('后台任务', () => import('./features/system/job-list.tsx')),
  '/system/apiKeys': page('API 密钥', () => import('./features/system/api-key-list.tsx')),
}
