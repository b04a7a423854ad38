// Access explained, over HTTP.
import { explainAccess, overviewAccess, type Step } from '#contract/organisation/access-explained.ts'
import { subordinateLabels, subordinateTypes } from '#contract/organisation/staff-links.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import { type Context, serve } from '#server/core/http/serve.ts'
import { countBelow } from '#server/features/identity/profile.queries.ts'
import { whyUnusable } from '#server/features/identity/sign-in.rules.ts'
import { listMenus } from '../menus/menus.queries.ts'
import { countSessions, getAccount, listGrants } from './access-explained.queries.ts'
import { explain, findMenu, overview } from './access-explained.rules.ts'

const problems = { disabled: '账号已禁用', locked: '账号已锁定', expired: '账号已过有效期' } as const

/** The person in question. Admission decides whether the account can be used; the text is for when it cannot. */
async function readSubject({ db, core }: Pick<Context<typeof overviewAccess>, 'db' | 'core'>, userId: string) {
  const account = orNotFound(await getAccount(db, userId))
  const [person, roles] = await Promise.all([core.actors.person(userId), listGrants(db, userId)])
  const reason = whyUnusable(account)?.reason
  return { account, person, roles, problem: person ? null : reason ? problems[reason] : '账号不能使用' }
}

export const routes = [
  serve(explainAccess, async ({ body: { userId, page, alias }, db, core }) => {
    const [subject, rows] = await Promise.all([readSubject({ db, core }, userId), listMenus(db)])
    const menu = findMenu(rows, page)
    if (!menu) throw refuse('notFound', { msg: '没有这个页面' })
    const [below, sessions] = await Promise.all([countBelow(db, userId), countSessions(db, userId)])
    const counts = { 1: below.sales, 2: below.editing, 3: below.customers }
    const { steps, ...verdict } = explain(rows, { menu, alias }, subject)
    const more: Step[] = [
      {
        part: 'scope',
        state: 'info',
        title: '数据范围',
        text: subordinateTypes.map((type) => `${subordinateLabels[type]} ${counts[type]} 人`).join('，'),
      },
      {
        part: 'version',
        state: 'info',
        title: '会话与权限版本',
        text: `${sessions} 个登录会话，权限版本 ${subject.person?.permissionVersion ?? '无'}`,
      },
    ]
    return { ...verdict, steps: [...steps, ...more] }
  }),

  serve(overviewAccess, async ({ body: { userId }, db, core }) => {
    const [subject, rows] = await Promise.all([readSubject({ db, core }, userId), listMenus(db)])
    const { account, person, problem, roles } = subject
    const { id, userName, realName } = account
    const names = roles.map(({ name }) => name)
    const isAdministrator = person?.isAdministrator ?? false
    return { user: { id, userName, realName, roles: names, isAdministrator, problem }, tree: overview(rows, subject) }
  }),
]
