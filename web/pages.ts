// Long because it is the one list of all screens, an entry each.
// Every screen of the console: URL pattern → page. The only list of them; menu rows without a line here are not shown.
// Rights are spelled out, and pages.test.ts compares them with the calls': importing the calls here would put those of
// every area into the first page's scripts.
import { administrator, anyOf, can, signedIn } from '#contract/access.ts'
import { addUser, editUser } from '#contract/organisation/users.ts'
import { subProducts } from '#contract/sub-products.ts'
import { pagesOfSubProducts } from '#web/features/members/sub-product-pages.ts'
import { pushScreens } from '#web/features/push/push-screens.ts'
import { addForm, editForm, type Pages, page } from '#web/lib/page.ts'

const notFound = () => import('#web/shell/pages/not-found-page.tsx')
const forbidden = () => import('#web/shell/pages/forbidden-page.tsx')
const failed = () => import('#web/shell/pages/failed-page.tsx')
const home = () => import('#web/features/home/home-page.tsx')

export const pages: Pages = {
  '/': page('首页', home, { noTab: true }),
  '/home': page('首页', home, {
    kept: true,
    props: { registration: () => import('#web/features/members/registrations/registration-of-notice.tsx') },
  }),
  '/login': page('登录', notFound, { public: true, noTab: true, isOwnEntry: true }),
  '/auth-redirect': page('第三方登录', () => import('#web/features/identity/auth-redirect.tsx'), {
    public: true,
    noTab: true,
  }),
  '/bind': page('绑定账号', () => import('#web/features/identity/bind-page.tsx'), { public: true, noTab: true }),
  '/register': page('注册试用', () => import('#web/features/members/registrations/register-page.tsx'), {
    public: true,
    noTab: true,
  }),
  '/unsubscribe': page('邮件订阅设置', () => import('#web/features/push/unsubscribe-page.tsx'), {
    public: true,
    noTab: true,
  }),
  '/404': page('页面不存在', notFound, { public: true, noTab: true }),
  '/403': page('没有访问权限', forbidden, { public: true, noTab: true }),
  '/500': page('服务出错', failed, { public: true, noTab: true }),
  '/redirect/*': page('刷新', notFound, { public: true, noTab: true }),
  '/myiframe/:routerPath': page('外部页面', () => import('#web/shell/pages/frame-page.tsx'), {
    access: signedIn,
    kept: true,
  }),

  '/userControl/accountCenter/userList': page(
    '用户管理',
    () => import('#web/features/organisation/users/user-list.tsx'),
    {
      adds: '账号',
      others: ['员工管理', '账号管理', '人员管理'],
    },
  ),
  '/userControl/createAccount': page('新增账号', () => import('#web/features/organisation/users/account-form.tsx'), {
    parent: '/userControl/accountCenter/userList',
    access: addUser,
    kept: true,
    props: { edit: false },
  }),
  '/userControl/editAccount': page('编辑账号', () => import('#web/features/organisation/users/account-form.tsx'), {
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
    () => import('#web/features/organisation/departments/department-page.tsx'),
    { others: ['组织架构'] },
  ),
  '/permission/role': page('角色管理', () => import('#web/features/organisation/roles/role-page.tsx'), {
    others: ['权限设置'],
  }),
  '/permission/menu': page('菜单管理', () => import('#web/features/organisation/menus/menu-page.tsx')),
  '/userControl/SubsidiaryAccount': page('下属管理', () => import('#web/features/organisation/users/subsidiary.tsx'), {
    parent: '/userControl/accountCenter/userList',
    access: anyOf(can('userList', 'view'), can('userSubsidiaryAccount', 'view')),
    kept: true,
  }),
  '/userControl/accountCenter/userSubsidiaryAccount': page(
    '下属账号',
    () => import('#web/features/organisation/users/subsidiary-accounts.tsx'),
  ),
  '/userControl/accountCenter/onlineUsers': page(
    '在线用户',
    () => import('#web/features/organisation/sessions/online-users.tsx'),
  ),
  '/userControl/accountCenter/loginFail': page(
    '登录失败记录',
    () => import('#web/features/organisation/sessions/login-fail-list.tsx'),
    { others: ['登录日志'] },
  ),
  '/userControl/accountCenter/visitLog': page(
    '访问日志',
    () => import('#web/features/organisation/sessions/visit-log-list.tsx'),
  ),

  '/userControl/customerManagement/customerList': page(
    '客户列表',
    () => import('#web/features/members/customers/customer-list.tsx'),
    { adds: '客户', others: ['客户管理', '公司'] },
  ),
  '/userControl/customerManagement/customerList/addCustomer': page(
    '新增客户',
    () => import('#web/features/members/customers/customer-form.tsx'),
    addForm('/userControl/customerManagement/customerList', 'customerList'),
  ),
  '/userControl/customerManagement/customerList/editCustomer': page(
    '编辑客户',
    () => import('#web/features/members/customers/customer-form.tsx'),
    editForm('/userControl/customerManagement/customerList', 'customerList'),
  ),
  '/userControl/customerManagement/customerList/enterpriseContact': page(
    '企业联系人',
    () => import('#web/features/members/customers/contacts-page.tsx'),
    {
      parent: '/userControl/customerManagement/customerList',
      kept: true,
      perRecord: 'id',
      twoLevel: true,
      back: '/userControl/customerManagement/customerList',
    },
  ),
  '/userControl/customerManagement/customerList/grantMatrix': page(
    '授权总览',
    () => import('#web/features/members/matrix/matrix-page.tsx'),
    {
      parent: '/userControl/customerManagement/customerList',
      access: can('customerList', 'details'),
      kept: true,
      perRecord: 'id',
    },
  ),
  '/userControl/customerManagement/customerList/customerServiceDetails': page(
    '客户服务',
    () => import('#web/features/service/customer-service.tsx'),
    {
      parent: '/userControl/customerManagement/customerList',
      kept: true,
      perRecord: 'id',
      twoLevel: true,
      back: '/userControl/customerManagement/customerList',
    },
  ),
  '/application/integration': page('子产品接入', () => import('#web/features/entitlements/integration-page.tsx')),
  '/application/shareArticlesOnWeChat': page('微信文章分享', () => import('#web/features/sharing/share-list.tsx')),
  '/application/shareArticlesOnWeChat/component/details': page(
    '分享详情',
    () => import('#web/features/sharing/share-details.tsx'),
    {
      parent: '/application/shareArticlesOnWeChat',
      access: can('shareArticles', 'details'),
      kept: true,
      perRecord: 'id',
      twoLevel: true,
      back: '/application/shareArticlesOnWeChat',
    },
  ),
  '/application/shareArticlesOnWeChat/component/getNum': page(
    '分享排行',
    () => import('#web/features/sharing/sharer-ranking.tsx'),
    { parent: '/application/shareArticlesOnWeChat', access: can('shareArticles', 'count'), kept: true },
  ),
  '/application/shareArticlesOnWeChat/component/count': page(
    '资讯分享统计',
    () => import('#web/features/sharing/shared-articles.tsx'),
    { parent: '/application/shareArticlesOnWeChat', access: can('shareArticles', 'count'), kept: true },
  ),
  '/userControl/customerManagement/followUp': page(
    '跟进记录',
    () => import('#web/features/service/follow-up-list.tsx'),
    {
      adds: '跟进记录',
    },
  ),
  '/userControl/customerManagement/complaint': page(
    '客户投诉',
    () => import('#web/features/service/complaint-list.tsx'),
    {
      adds: '投诉',
    },
  ),
  '/userControl/customerManagement/customerList/followUpRecordDetails': page(
    '跟进详情',
    () => import('#web/features/service/follow-up-details.tsx'),
    {
      parent: '/userControl/customerManagement/followUp',
      access: can('followUp', 'details'),
      kept: true,
      perRecord: 'id',
      twoLevel: true,
      back: '/userControl/customerManagement/followUp',
    },
  ),
  '/userControl/customerManagement/customerList/followDateDetails': page(
    '按日期跟进',
    () => import('#web/features/service/follow-by-day.tsx'),
    {
      parent: '/userControl/customerManagement/followUp',
      kept: true,
      twoLevel: true,
      back: '/userControl/customerManagement/followUp',
    },
  ),
  '/userControl/customerManagement/customerList/followValueDetails': page(
    '按价值跟进',
    () => import('#web/features/service/customer-values.tsx'),
    {
      parent: '/userControl/customerManagement/followUp',
      kept: true,
      twoLevel: true,
      back: '/userControl/customerManagement/followUp',
    },
  ),
  '/userControl/customerManagement/customerList/followConcatDetails': page(
    '按联系人跟进',
    () => import('#web/features/service/contact-follows.tsx'),
    {
      parent: '/userControl/customerManagement/followUp',
      kept: true,
      twoLevel: true,
      back: '/userControl/customerManagement/followUp',
    },
  ),
  '/application/aiWeb/assistant': page('AI 助手', () => import('#web/features/ai/assistant-list.tsx')),
  '/application/aiWeb/assistant/details': page('AI 助手详情', () => import('#web/features/ai/assistant-details.tsx'), {
    parent: '/application/aiWeb/assistant',
    access: can('aiWeb.assistants', 'details'),
    kept: true,
    perRecord: 'id',
    twoLevel: true,
    back: '/application/aiWeb/assistant',
  }),
  '/operate/SemDeta': page('推广数据', () => import('#web/features/operations/search-marketing.tsx')),
  '/operate/SemSearch': page('搜索词分析', () => import('#web/features/operations/search-words.tsx')),
  '/operate/SemDetail': page('推广明细', () => import('#web/features/operations/search-detail.tsx')),
  '/userControl/customerManagement/contactRanking': page(
    '联系排行',
    () => import('#web/features/service/contact-ranking.tsx'),
  ),
  // the address that the specification names
  '/userControl/customerManagement/customerList/contactRanking': page(
    '联系排行',
    () => import('#web/features/service/contact-ranking.tsx'),
    { parent: '/userControl/customerManagement/contactRanking' },
  ),
  '/application/visitingAssistants/visitRecord': page('拜访记录', () => import('#web/features/visits/visit-list.tsx'), {
    adds: '拜访',
  }),
  '/application/visitingAssistants/visitRecord/detail': page(
    '拜访详情',
    () => import('#web/features/visits/visit-details.tsx'),
    {
      parent: '/application/visitingAssistants/visitRecord',
      access: can('visitRecord', 'details'),
      kept: true,
      perRecord: 'id',
      twoLevel: true,
      back: '/application/visitingAssistants/visitRecord',
    },
  ),
  '/application/visitingAssistants/enterpriseManageme': page(
    '企业管理',
    () => import('#web/features/visits/enterprise-list.tsx'),
    { adds: '拜访企业' },
  ),
  '/application/visitingAssistants/enterpriseManageme/detail': page(
    '拜访企业',
    () => import('#web/features/visits/enterprise-details.tsx'),
    {
      parent: '/application/visitingAssistants/enterpriseManageme',
      access: can('visitEnterprise', 'details'),
      kept: true,
      perRecord: 'id',
      twoLevel: true,
      back: '/application/visitingAssistants/enterpriseManageme',
    },
  ),
  '/application/visitingAssistants/enterpriseManageme/form': page(
    '新增拜访企业',
    () => import('#web/features/visits/enterprise-form.tsx'),
    addForm('/application/visitingAssistants/enterpriseManageme', 'visitEnterprise'),
  ),
  '/application/visitingAssistants/enterpriseManageme/editForm': page(
    '编辑拜访企业',
    () => import('#web/features/visits/enterprise-form.tsx'),
    editForm('/application/visitingAssistants/enterpriseManageme', 'visitEnterprise'),
  ),
  '/application/meetingExhibition/managementMeeting': page(
    '会议管理',
    () => import('#web/features/meetings/meeting-list.tsx'),
    { adds: '会议' },
  ),
  '/application/meetingExhibition/managementMeeting/meetingForm': page(
    '新增会议',
    () => import('#web/features/meetings/meeting-form.tsx'),
    addForm('/application/meetingExhibition/managementMeeting', 'meeting'),
  ),
  '/application/meetingExhibition/managementMeeting/editMeetingForm': page(
    '编辑会议',
    () => import('#web/features/meetings/meeting-form.tsx'),
    editForm('/application/meetingExhibition/managementMeeting', 'meeting'),
  ),
  '/application/meetingExhibition/managementMeeting/previousForm': page(
    '上一届会议',
    () => import('#web/features/meetings/previous-form.tsx'),
    {
      parent: '/application/meetingExhibition/managementMeeting',
      access: can('meeting', 'edit'),
      kept: true,
      perRecord: 'id',
    },
  ),
  '/application/meetingExhibition/managementMeeting/signUps': page(
    '会议报名',
    () => import('#web/features/meetings/sign-ups/sign-up-list.tsx'),
    {
      parent: '/application/meetingExhibition/managementMeeting',
      access: can('meeting', 'details'),
      kept: true,
      perRecord: 'id',
    },
  ),
  '/application/meetingExhibition/managementMeeting/checkIn': page(
    '会议签到',
    () => import('#web/features/meetings/door/check-in.tsx'),
    {
      parent: '/application/meetingExhibition/managementMeeting',
      access: can('meeting', 'details'),
      kept: true,
      perRecord: 'id',
    },
  ),
  '/application/meetingExhibition/managementMeeting/newsForm': page(
    '会议新闻',
    () => import('#web/features/meetings/contents/meeting-news.tsx'),
    {
      parent: '/application/meetingExhibition/managementMeeting',
      access: can('meeting', 'details'),
      kept: true,
      perRecord: 'id',
    },
  ),
  '/application/meetingExhibition/managementMeeting/editNewsForm': page(
    '编辑会议新闻',
    () => import('#web/features/meetings/contents/news-edit.tsx'),
    {
      parent: '/application/meetingExhibition/managementMeeting',
      access: can('meeting', 'edit'),
      kept: true,
      perRecord: 'id',
    },
  ),
  '/application/meetingExhibition/managementMeeting/carouselForm': page(
    '会议轮播图',
    () => import('#web/features/meetings/contents/meeting-carousel.tsx'),
    {
      parent: '/application/meetingExhibition/managementMeeting',
      access: can('meeting', 'details'),
      kept: true,
      perRecord: 'id',
    },
  ),
  '/application/meetingExhibition/managementMeeting/editCarouselForm': page(
    '编辑轮播图',
    () => import('#web/features/meetings/contents/carousel-edit.tsx'),
    {
      parent: '/application/meetingExhibition/managementMeeting',
      access: can('meeting', 'edit'),
      kept: true,
      perRecord: 'id',
    },
  ),
  '/application/meetingExhibition/managementMeeting/meetingPicturesForm': page(
    '会议图片',
    () => import('#web/features/meetings/contents/meeting-pictures.tsx'),
    {
      parent: '/application/meetingExhibition/managementMeeting',
      access: can('meeting', 'details'),
      kept: true,
      perRecord: 'id',
    },
  ),
  '/application/meetingExhibition/managementMeeting/editMeetingPicturesForm': page(
    '编辑会议图片',
    () => import('#web/features/meetings/contents/picture-edit.tsx'),
    {
      parent: '/application/meetingExhibition/managementMeeting',
      access: can('meeting', 'edit'),
      kept: true,
      perRecord: 'id',
    },
  ),
  '/userControl/customerManagement/registration': page(
    '试用注册',
    () => import('#web/features/members/registrations/registration-list.tsx'),
    { others: ['注册审核', '试用申请'] },
  ),

  '/data/actciles/articles': page('中文资讯', () => import('#web/features/articles/article-list.tsx'), {
    adds: '资讯',
    others: ['文章管理', '新闻'],
    props: { edition: 'zh' },
  }),
  '/data/actciles/articlesEnglish': page('英文资讯', () => import('#web/features/articles/article-list.tsx'), {
    adds: '英文资讯',
    others: ['英文文章'],
    props: { edition: 'en' },
  }),
  '/data/actciles/newsReview': page('资讯审核', () => import('#web/features/articles/article-review-list.tsx')),
  '/data/actciles/newsCategory': page('资讯分类', () => import('#web/features/articles/news-category-list.tsx')),
  '/data/actciles/template': page('资讯模板', () => import('#web/features/articles/templates/template-list.tsx'), {
    adds: '资讯模板',
    others: ['文章模板'],
  }),
  '/data/actciles/template/add': page(
    '新增资讯模板',
    () => import('#web/features/articles/templates/template-form.tsx'),
    addForm('/data/actciles/template', 'articleTemplate'),
  ),
  '/data/actciles/template/edit': page(
    '编辑资讯模板',
    () => import('#web/features/articles/templates/template-form.tsx'),
    editForm('/data/actciles/template', 'articleTemplate'),
  ),
  '/data/actciles/setArticlePublishingStandards': page(
    '发布标准',
    () => import('#web/features/articles/standard-list.tsx'),
  ),
  '/data/actciles/addDetail': page('新增中文资讯', () => import('#web/features/articles/editor/article-editor.tsx'), {
    parent: '/data/actciles/articles',
    access: can('articles', 'add'),
    kept: true,
    twoLevel: true,
    back: '/data/actciles/articles',
    props: { edit: false, edition: 'zh' },
  }),
  '/data/actciles/addDetailEnglish': page(
    '新增英文资讯',
    () => import('#web/features/articles/editor/article-editor.tsx'),
    {
      parent: '/data/actciles/articlesEnglish',
      access: can('articlesEnglish', 'add'),
      kept: true,
      twoLevel: true,
      back: '/data/actciles/articlesEnglish',
      props: { edit: false, edition: 'en' },
    },
  ),
  '/data/actciles/editDetail': page('编辑中文资讯', () => import('#web/features/articles/editor/article-editor.tsx'), {
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
    () => import('#web/features/articles/editor/article-editor.tsx'),
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

  '/data/priceService/price': page('价格数据', () => import('#web/features/prices/price-list.tsx')),
  '/data/priceService/price/batchAdd': page('批量录入', () => import('#web/features/prices/grids/batch-add.tsx'), {
    kept: true,
    twoLevel: true,
    back: '/data/priceService/price',
  }),
  '/data/priceService/price/batchEdit': page('批量修改', () => import('#web/features/prices/grids/batch-edit.tsx'), {
    kept: true,
    twoLevel: true,
    back: '/data/priceService/price',
  }),
  '/data/priceService/price/englishRemark': page(
    '英文价格备注',
    () => import('#web/features/prices/grids/english-remark.tsx'),
    {
      kept: true,
      twoLevel: true,
      back: '/data/priceService/price',
    },
  ),
  '/data/priceService/priceReview': page('价格审核', () => import('#web/features/prices/review-list.tsx')),
  '/data/priceService/searchData': page(
    '衍生数据查询',
    () => import('#web/features/prices/search-data/search-data.tsx'),
  ),
  '/data/priceService/quoteItem': page('报价项', () => import('#web/features/prices/quote-item-list.tsx'), {
    adds: '报价项',
  }),
  '/data/priceService/quoteItem/add': page(
    '新增报价项',
    () => import('#web/features/prices/quote-item-form.tsx'),
    addForm('/data/priceService/quoteItem', 'quoteItem'),
  ),
  '/data/priceService/quoteItem/edit': page(
    '编辑报价项',
    () => import('#web/features/prices/quote-item-form.tsx'),
    editForm('/data/priceService/quoteItem', 'quoteItem'),
  ),
  '/data/priceService/series': page('衍生系列', () => import('#web/features/prices/series-list.tsx'), {
    adds: '衍生系列',
  }),
  '/data/priceService/series/add': page(
    '新增系列',
    () => import('#web/features/prices/series-form.tsx'),
    addForm('/data/priceService/series', 'series'),
  ),
  '/data/priceService/series/edit': page(
    '编辑系列',
    () => import('#web/features/prices/series-form.tsx'),
    editForm('/data/priceService/series', 'series'),
  ),

  '/dataMonitoring/visualization/dataToBeUpdatedToday': page(
    '今日待更新数据',
    () => import('#web/features/monitoring/board.tsx'),
  ),
  '/dataMonitoring/templateManagement/templates': page(
    '价格监控规则',
    () => import('#web/features/monitoring/rule-list.tsx'),
  ),
  '/dataMonitoring/templateManagement/templates/add': page(
    '新增监控规则',
    () => import('#web/features/monitoring/rule-form.tsx'),
    addForm('/dataMonitoring/templateManagement/templates', 'monitoringTemplate'),
  ),
  '/dataMonitoring/templateManagement/templates/edit': page(
    '编辑监控规则',
    () => import('#web/features/monitoring/rule-form.tsx'),
    editForm('/dataMonitoring/templateManagement/templates', 'monitoringTemplate'),
  ),
  '/dataMonitoring/templateManagement/articleSettings': page(
    '资讯监控规则',
    () => import('#web/features/monitoring/article-rule-list.tsx'),
  ),
  '/dataMonitoring/templateManagement/articleSettings/add': page(
    '新增资讯监控规则',
    () => import('#web/features/monitoring/article-rule-form.tsx'),
    addForm('/dataMonitoring/templateManagement/articleSettings', 'articleSettings'),
  ),
  '/dataMonitoring/templateManagement/articleSettings/edit': page(
    '编辑资讯监控规则',
    () => import('#web/features/monitoring/article-rule-form.tsx'),
    editForm('/dataMonitoring/templateManagement/articleSettings', 'articleSettings'),
  ),
  '/dataMonitoring/templateManagement/batchSettings': page(
    '批量设置',
    () => import('#web/features/monitoring/batch-settings.tsx'),
  ),
  '/dataMonitoring/templateManagement/calendars': page(
    '监控日历',
    () => import('#web/features/monitoring/calendar-list.tsx'),
  ),

  '/application/gangtie/price/priceDiffAdd': page('价差表', () => import('#web/features/prices/difference-list.tsx'), {
    kept: true,
    twoLevel: true,
    back: '/application/gangtie/account/info',
  }),
  '/application/gangtie/price/priceDiffAdd/add': page(
    '新增价差表',
    () => import('#web/features/prices/difference-form.tsx'),
    addForm('/application/gangtie/price/priceDiffAdd', 'steel.priceDiff'),
  ),
  '/application/gangtie/price/priceDiffAdd/edit': page(
    '编辑价差表',
    () => import('#web/features/prices/difference-form.tsx'),
    editForm('/application/gangtie/price/priceDiffAdd', 'steel.priceDiff'),
  ),

  '/permission/staff': page('角色人员', () => import('#web/features/authorisation/staff-list.tsx')),
  '/permission/staffInsert': page('新增人员', () => import('#web/features/organisation/users/staff-insert.tsx'), {
    parent: '/permission/staff',
    access: can('staff', 'add'),
    kept: true,
  }),
  '/permission/productAuthorisation': page(
    '产品授权',
    () => import('#web/features/authorisation/product-authorisation.tsx'),
  ),
  '/permission/categoryAuthorisation': page(
    '分类授权',
    () => import('#web/features/authorisation/category-authorisation.tsx'),
  ),
  '/permission/accessExplained': page(
    '权限说明',
    () => import('#web/features/organisation/roles/access-explained.tsx'),
    {
      parent: '/userControl/accountCenter/userList',
      access: administrator,
      kept: true,
    },
  ),

  '/data/goodsManage/category': page('分类管理', () => import('#web/features/catalogue/category-page.tsx')),
  '/data/goodsManage/product': page('产品管理', () => import('#web/features/catalogue/product-list.tsx'), {
    adds: '产品',
    others: ['商品管理'],
  }),
  '/data/goodsManage/goodsProcessVariable': page('投入产出', () => import('#web/features/prices/process-list.tsx')),
  '/data/goodsManage/goodsProcessVariable/add': page(
    '新增工序',
    () => import('#web/features/prices/process-form.tsx'),
    addForm('/data/goodsManage/goodsProcessVariable', 'goodsProcessVariable'),
  ),
  '/data/goodsManage/goodsProcessVariable/edit': page(
    '编辑工序',
    () => import('#web/features/prices/process-form.tsx'),
    editForm('/data/goodsManage/goodsProcessVariable', 'goodsProcessVariable'),
  ),
  '/data/goodsManage/region': page('地区管理', () => import('#web/features/catalogue/region-page.tsx')),

  '/application/aiWeb/session': page('会话记录', () => import('#web/features/ai/session-list.tsx')),
  '/application/aiWeb/session/details': page('会话详情', () => import('#web/features/ai/session-details.tsx'), {
    parent: '/application/aiWeb/session',
    access: can('aiWeb.sessions', 'details'),
    kept: true,
    perRecord: 'id',
    twoLevel: true,
    back: '/application/aiWeb/session',
  }),

  // pages of the fourteen sub-products; contract/sub-products.ts lists them
  ...pagesOfSubProducts(subProducts),

  '/userControl/customerManagement/accountSignals': page(
    '异常账号',
    () => import('#web/features/members/activity/signal-list.tsx'),
  ),

  '/operate/RegistrationServiceStatistics': page(
    '注册服务统计',
    () => import('#web/features/operations/registration-statistics.tsx'),
  ),
  '/operate/RegistrationServiceStatistics/detail': page(
    '注册明细',
    () => import('#web/features/operations/registration-statistics-detail.tsx'),
    {
      parent: '/operate/RegistrationServiceStatistics',
      access: can('registrationStatistics', 'details'),
      kept: true,
      twoLevel: true,
      back: '/operate/RegistrationServiceStatistics',
      props: { registration: () => import('#web/features/members/registrations/registration-of-notice.tsx') },
    },
  ),

  '/system/announcement': page('系统公告', () => import('#web/features/system/announcement-list.tsx'), {
    adds: '公告',
    others: ['通知管理'],
  }),
  '/system/addAnnoucement': page(
    '新增公告',
    () => import('#web/features/system/announcement-form.tsx'),
    addForm('/system/announcement', 'announcement'),
  ),
  '/system/editAnnoucement': page(
    '编辑公告',
    () => import('#web/features/system/announcement-form.tsx'),
    editForm('/system/announcement', 'announcement'),
  ),
  '/system/auditLog': page('审计日志', () => import('#web/features/system/audit-log-list.tsx'), {
    others: ['操作日志'],
  }),
  '/system/clientLog': page('页面错误日志', () => import('#web/features/system/client-log-list.tsx'), {
    others: ['错误日志'],
  }),
  '/system/dictionary': page('数据字典', () => import('#web/features/system/dictionary-list.tsx'), { adds: '词条' }),
  '/system/messages': page('消息发送', () => import('#web/features/outbox/message-list.tsx')),
  '/system/jobs': page('后台任务', () => import('#web/features/system/job-list.tsx'), {
    others: ['任务中心', '定时任务'],
  }),
  '/system/apiKeys': page('API 密钥', () => import('#web/features/system/api-key-list.tsx'), {
    adds: 'API 密钥',
    others: ['接口密钥'],
  }),
}
