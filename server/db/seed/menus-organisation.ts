// Menus of staff and their rights, of customers' service, and of the system itself.
import { change, directory, onOff, page, sheets } from './menu-tree.ts'

export const userControl = directory('userControl', '用户中心', '/userControl', 'TeamOutlined', [
  directory('accountCenter', '账号中心', '/userControl/accountCenter', 'IdcardOutlined', [
    page('userList', '员工账号', '/userControl/accountCenter/userList', 'UserOutlined', [
      ...change,
      ...onOff,
      'lock',
      'unLock',
      'setPassword',
      'setRole',
      'empower',
      'batchEmpower',
      'revokeBatchEmpower',
      'association',
      'unbinding',
      'clear',
      'userLog',
      'userAccessLog',
      ...sheets,
    ]),
    page('department', '部门管理', '/userControl/accountCenter/department', 'ApartmentOutlined', [
      ...change,
      'move',
      'dragSort',
      'exportBtn',
    ]),
    page(
      'userSubsidiaryAccount',
      '下属账号',
      '/userControl/accountCenter/userSubsidiaryAccount',
      'UsergroupAddOutlined',
      ['edit', 'exportBtn'],
    ),
    page('onlineUsers', '在线用户', '/userControl/accountCenter/onlineUsers', 'DesktopOutlined', ['clear', 'details']),
    page('loginFail', '登录失败记录', '/userControl/accountCenter/loginFail', 'WarningOutlined', [
      'unLock',
      'exportBtn',
    ]),
    page('visitLog', '访问日志', '/userControl/accountCenter/visitLog', 'HistoryOutlined', ['exportBtn']),
  ]),
  directory('customerManagement', '客户管理', '/userControl/customerManagement', 'CustomerServiceOutlined', [
    page('customerList', '客户列表', '/userControl/customerManagement/customerList', 'ContactsOutlined', [
      ...change,
      'details',
      'count',
      'serviceRecords',
      'changeSalesman',
      'memberBelong',
      'reAllocation',
      'association',
      'setMap',
      ...sheets,
    ]),
    page('followUp', '跟进记录', '/userControl/customerManagement/followUp', 'PhoneOutlined', [
      ...change,
      'details',
      'count',
      'exportBtn',
    ]),
    page('complaint', '客户投诉', '/userControl/customerManagement/complaint', 'FrownOutlined', [
      'add',
      'edit',
      'details',
      'exportBtn',
    ]),
    page('registration', '试用注册', '/userControl/customerManagement/registration', 'UserAddOutlined', [
      'edit',
      'details',
      'memberBelong',
      'empower',
      'batchEdit',
      'exportBtn',
    ]),
    page('accountSignals', '异常账号', '/userControl/customerManagement/accountSignals', 'AlertOutlined', [
      'edit',
      'details',
      'exportBtn',
    ]),
    page('contactRanking', '联系排行', '/userControl/customerManagement/contactRanking', 'TrophyOutlined', [
      'details',
      'exportBtn',
    ]),
  ]),
])

export const permission = directory('permission', '权限管理', '/permission', 'SafetyCertificateOutlined', [
  page('role', '角色管理', '/permission/role', 'SolutionOutlined', [...change, 'copy', 'empower', 'dragSort']),
  page('menu', '菜单管理', '/permission/menu', 'MenuOutlined', [...change, ...onOff, 'move', 'dragSort']),
  page('staff', '角色人员', '/permission/staff', 'UserSwitchOutlined', ['add', 'delete', 'setRole', 'exportBtn']),
  page('productAuthorisation', '产品授权', '/permission/productAuthorisation', 'ProductOutlined', [
    'empower',
    'batchEmpower',
    'revokeBatchEmpower',
    'exportBtn',
  ]),
  page('categoryAuthorisation', '分类授权', '/permission/categoryAuthorisation', 'TagsOutlined', [
    'empower',
    'batchEmpower',
    'revokeBatchEmpower',
    'exportBtn',
  ]),
])

export const system = directory('system', '系统管理', '/system', 'SettingOutlined', [
  page('announcement', '系统公告', '/system/announcement', 'NotificationOutlined', [
    ...change,
    'details',
    'launch',
    'takeDown',
    'count',
  ]),
  page('auditLog', '审计日志', '/system/auditLog', 'FileProtectOutlined', ['details', 'verify', 'exportBtn']),
  page('clientLog', '页面错误日志', '/system/clientLog', 'BugOutlined', ['details', 'delete', 'exportBtn']),
  page('jobs', '后台任务', '/system/jobs', 'ScheduleOutlined', ['details', ...onOff, 'delete']),
  page('messages', '消息发送', '/system/messages', 'SendOutlined', ['details', ...onOff, 'verify']),
  page('apiKeys', 'API 密钥', '/system/apiKeys', 'ApiOutlined', ['add', 'delete']),
  page('dictionary', '数据字典', '/system/dictionary', 'BookOutlined', [...change, ...onOff, 'dragSort', ...sheets]),
])
