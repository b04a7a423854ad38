// Menus of what the company publishes: categories, prices, articles, short messages; and of watching and measuring it.
import { change, directory, entryPage, onOff, page, sheets } from './menu-tree.ts'

const articleRights = [
  ...change,
  'details',
  'copy',
  'move',
  'share',
  'dragSort',
  'count',
  'examine',
  'launch',
  'takeDown',
  'summaryAI',
  'hintTextAI',
  'exportBtn',
  'dateEdit',
] as const

const review = ['details', 'examine', 'pass', 'overrule'] as const

export const data = directory('data', '数据管理', '/data', 'DatabaseOutlined', [
  directory('goodsManage', '商品管理', '/data/goodsManage', 'GoldOutlined', [
    page('category', '分类管理', '/data/goodsManage/category', 'PartitionOutlined', [
      ...change,
      ...onOff,
      'move',
      'dragSort',
      ...sheets,
    ]),
    page('product', '产品管理', '/data/goodsManage/product', 'ProductOutlined', [
      ...change,
      ...onOff,
      'details',
      'copy',
      'move',
      'dragSort',
      ...sheets,
    ]),
    page('region', '地区管理', '/data/goodsManage/region', 'EnvironmentOutlined', [...change, 'dragSort', ...sheets]),
    page('goodsProcessVariable', '投入产出', '/data/goodsManage/goodsProcessVariable', 'FunctionOutlined', [
      ...change,
      'copy',
      ...sheets,
    ]),
  ]),
  directory('priceService', '价格服务', '/data/priceService', 'LineChartOutlined', [
    page(
      'price',
      '价格数据',
      '/data/priceService/price',
      'StockOutlined',
      [
        ...change,
        'details',
        'batchAdd',
        'batchEdit',
        'verify',
        'cancelVerify',
        'update',
        'stopUpdate',
        ...sheets,
        'dateEdit',
      ],
      [
        entryPage('priceBatchAdd', '批量录入', '/data/priceService/price/batchAdd', 'InsertRowBelowOutlined', ['add']),
        entryPage('priceBatchEdit', '批量修改', '/data/priceService/price/batchEdit', 'FormOutlined', ['edit']),
        entryPage(
          'priceEnglishRemark',
          '英文价格备注',
          '/data/priceService/price/englishRemark',
          'TranslationOutlined',
          ['edit'],
        ),
      ],
    ),
    page('priceReview', '价格审核', '/data/priceService/priceReview', 'AuditOutlined', [
      'details',
      'pass',
      'overrule',
      'cancelVerify',
    ]),
    page('quoteItem', '报价项', '/data/priceService/quoteItem', 'TableOutlined', [
      ...change,
      'details',
      'copy',
      'move',
      'dragSort',
      'update',
      'stopUpdate',
      'leadingIn',
      'exportBtn',
    ]),
    page('series', '衍生系列', '/data/priceService/series', 'AreaChartOutlined', [
      ...change,
      'details',
      'update',
      'stopUpdate',
      'exportBtn',
    ]),
    page('searchData', '衍生数据查询', '/data/priceService/searchData', 'FundOutlined', ['details', 'exportBtn']),
  ]),
  directory('articleCenter', '资讯管理', '/data/actciles', 'ReadOutlined', [
    page('articles', '中文资讯', '/data/actciles/articles', 'FileTextOutlined', articleRights),
    page('articlesEnglish', '英文资讯', '/data/actciles/articlesEnglish', 'GlobalOutlined', articleRights),
    page('newsCategory', '资讯分类', '/data/actciles/newsCategory', 'FolderOpenOutlined', [...change, ...onOff]),
    page('newsReview', '资讯审核', '/data/actciles/newsReview', 'FileDoneOutlined', review),
    page('articleTemplate', '资讯模板', '/data/actciles/template', 'SnippetsOutlined', [
      ...change,
      'details',
      'copy',
      'move',
      'update',
      'stopUpdate',
    ]),
    page('publishingStandards', '发布标准', '/data/actciles/setArticlePublishingStandards', 'SafetyOutlined', [
      ...change,
      'copy',
    ]),
    directory('sms', '短信服务', '/data/actciles/sms', 'MessageOutlined', [
      page('smsClassAttr', '短信分类属性', '/data/actciles/sms/components/smsClassAttr', 'TagOutlined', [
        ...change,
        ...onOff,
        'dragSort',
      ]),
      page('smsClassLoad', '短信上传统计', '/data/actciles/sms/components/smsClassLoad', 'CloudUploadOutlined', [
        'leadingIn',
        'details',
        'launch',
        'open',
        'exportBtn',
      ]),
      page('smsListPush', '短信推送统计', '/data/actciles/sms/components/smsListPush', 'SendOutlined', [
        ...change,
        'details',
        'count',
        'launch',
        'takeDown',
        'pass',
        'overrule',
        'exportBtn',
      ]),
    ]),
  ]),
])

export const dataMonitoring = directory('dataMonitoring', '数据监控', '/dataMonitoring', 'MonitorOutlined', [
  directory('visualization', '监控看板', '/dataMonitoring/visualization', 'DashboardOutlined', [
    page(
      'dataToBeUpdatedToday',
      '今日待更新数据',
      '/dataMonitoring/visualization/dataToBeUpdatedToday',
      'ClockCircleOutlined',
      ['details', 'count', 'exportBtn'],
    ),
  ]),
  directory('templateManagement', '监控规则', '/dataMonitoring/templateManagement', 'ControlOutlined', [
    page('monitoringTemplate', '价格监控规则', '/dataMonitoring/templateManagement/templates', 'ProfileOutlined', [
      ...change,
      ...onOff,
      'copy',
      'exportBtn',
    ]),
    page('batchSettings', '批量设置', '/dataMonitoring/templateManagement/batchSettings', 'SlidersOutlined', [
      'batchAdd',
      'batchEdit',
      'delete',
    ]),
    page('articleSettings', '资讯监控规则', '/dataMonitoring/templateManagement/articleSettings', 'FileSyncOutlined', [
      ...change,
      ...onOff,
      'copy',
    ]),
    page('monitoringCalendar', '监控日历', '/dataMonitoring/templateManagement/calendars', 'CalendarOutlined', [
      ...change,
      'leadingIn',
    ]),
  ]),
])

export const operate = directory('operate', '运营分析', '/operate', 'BarChartOutlined', [
  page('semData', '推广数据', '/operate/SemDeta', 'AreaChartOutlined', ['edit', 'delete', 'count', ...sheets]),
  page('semSearch', '搜索词分析', '/operate/SemSearch', 'FileSearchOutlined', [
    ...(['edit', 'batchEdit', 'count'] as const),
    ...sheets,
  ]),
  page('semDetail', '推广明细', '/operate/SemDetail', 'UnorderedListOutlined', ['edit', 'exportBtn']),
  page('registrationStatistics', '注册服务统计', '/operate/RegistrationServiceStatistics', 'PieChartOutlined', [
    'details',
    'count',
    'exportBtn',
  ]),
])
