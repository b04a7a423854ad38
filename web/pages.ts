// Every screen of the console: URL pattern → page. The only list of them; menu rows without a line here are not shown.
import { signedIn } from '../contract/access.ts'
import { explainAccess } from '../contract/access-explained.ts'
import { addUser, editUser } from '../contract/organisation.ts'
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

  '/permission/accessExplained': page('权限说明', () => import('./features/organisation/access-explained.tsx'), {
    parent: '/userControl/accountCenter/userList',
    access: explainAccess.access,
    kept: true,
  }),

  '/system/clientLog': page('前端错误日志', () => import('./features/system/client-log-list.tsx'), {}),
}
