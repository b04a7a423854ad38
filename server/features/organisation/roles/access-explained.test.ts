// Access explained, over HTTP: it agrees with the server's decisions.
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { rightKey } from '#contract/access.ts'
import { type AccessNode, explainAccess, overviewAccess } from '#contract/organisation/access-explained.ts'
import { getRoutes, type MenuNode } from '#contract/organisation/users.ts'
import { routes } from '#server/app.ts'
import { users } from '#server/db/schema/organisation.ts'
import { makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
const db = () => server().database.db
const admin = () => server().as('administrator')
const flat = <N extends { children?: N[] }>(nodes: N[]): N[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

describe('POST /api/backend/access/explain', () => {
  it('§6 agrees with the replies of the calls, for role and deputy roles', async () => {
    const rights = ['userList.view', 'userList.add', 'userList.setPassword', 'price.view', 'role.view']
    const people: Person[] = []
    for (const [own, deputy] of [
      [[], []],
      [['userList.view'], ['price.view']],
      [['userList.add', 'price.dateEdit'], []],
      [[], ['userList.setPassword']],
      [rights, ['userList.lock']],
    ] as const) {
      const deputyRole = await makeRole(db(), ...deputy)
      people.push(await server().as((await makeRole(db(), ...own)).code, { deputyRoleCodes: [deputyRole.code] }))
    }
    people.push(await admin())
    const caller = await admin()
    // one call for each right; the contract audit checks that each call requires the right that it declares
    const calls = new Map(
      routes.flatMap(({ endpoint: { access, method, path } }) =>
        access.kind === 'can' ? [[rightKey(access.menu, access.alias), { access, method, path }] as const] : [],
      ),
    )
    const isAdmitted = async (person: Person, { method, path }: NonNullable<ReturnType<typeof calls.get>>) => {
      // the body is invalid JSON: admitted callers get that error, and nothing is done
      const reply = await server().send(method, path, method === 'GET' ? undefined : '{', person)
      return reply.status !== 403
    }
    /** Verdict of the overview for each button. */
    const buttonsOf = async ({ id }: Person) => {
      const { tree } = (await caller.call(overviewAccess, { userId: id })).data
      const verdicts = flat<AccessNode>(tree).flatMap(({ code, buttons }) =>
        buttons.map(({ alias, allowed }) => [rightKey(code, alias), allowed] as const),
      )
      return new Map(verdicts)
    }
    const listed = await Promise.all(people.map(buttonsOf))
    // explaining each right for each person would cost more than all the calls: the overview covers all buttons, and
    // one person who is admitted by a role, and one who is not, in turn, is explained too
    for (const [at, [right, call]] of [...calls].entries()) {
      // a few at a time: a flood on a busy machine gets 503
      const admitted = await Promise.all(people.map((person) => isAdmitted(person, call)))
      const others = people.filter((_, nth) => !admitted[nth])
      const inTurn = others[at % others.length]
      const { menu: page, alias } = call.access
      const agrees = async (person: Person, nth: number) => {
        const isListed = listed[nth]?.get(right)
        if (isListed !== undefined) expect([right, nth, isListed]).toEqual([right, nth, admitted[nth]])
        const isByRole = admitted[nth] && person !== people.at(-1)
        if (isListed !== undefined && !isByRole && person !== inTurn) return
        const { data } = await caller.call(explainAccess, { userId: person.id, page, alias })
        expect([right, nth, data.allowed]).toEqual([right, nth, admitted[nth]])
      }
      await Promise.all(people.map(agrees))
    }
  })

  it('§6 returns the steps: account, menu, button, each role, scope, version', async () => {
    const deputy = await makeRole(db(), 'userList.add')
    const person = await server().as((await makeRole(db(), 'userList.view')).code, { deputyRoleCodes: [deputy.code] })
    await makeUser(db(), { saleParentId: person.id })
    const question = { userId: person.id, page: '/userControl/accountCenter/userList/index', alias: 'add' } as const
    const { data } = await (await admin()).call(explainAccess, question)
    expect(data.sentence).toBe(`可以，因为副角色“角色${deputy.code}”授予了按钮“新增”`)
    expect(data.steps.map(({ part, state }) => `${part} ${state}`)).toEqual([
      'account yes',
      'menu yes',
      'button info',
      'role no',
      'role yes',
      'scope info',
      'version info',
    ])
    expect(data.steps[5]?.text).toBe('销售下级 1 人，编辑下级 0 人，客服下级 0 人')
    expect(data.steps[6]?.text).toMatch(/^1 个登录会话，权限版本 [0-9a-f]{16}$/)
  })

  it.each([
    [{ status: 'disabled' }, '不可以，因为账号已禁用'],
    [{ locked: true }, '不可以，因为账号已锁定'],
    [{ expiresAt: '2020-01-01' }, '不可以，因为账号已过有效期'],
  ] as const)('§6 an account that cannot be used is allowed nothing: %o', async (overrides, sentence) => {
    const { id } = await makeUser(db(), { roleCode: 'administrator', ...overrides })
    const { data } = await (await admin()).call(explainAccess, { userId: id, page: 'userList', alias: 'view' })
    expect(data).toMatchObject({ allowed: false, sentence })
  })

  it('§6 refuses an unknown alias, page or person', async () => {
    const caller = await admin()
    const { id } = await makeUser(db())
    const reply = await server().send(
      'POST',
      explainAccess.path,
      { userId: id, page: 'userList', alias: 'fly' },
      caller,
    )
    expect(reply).toMatchObject({ status: 400, code: 400, msg: '按钮不在可选范围内' })
    const noPage = await caller.call(explainAccess, { userId: id, page: 'nothing' })
    expect(noPage).toMatchObject({ code: 20404, msg: '没有这个页面' })
    const noPerson = await caller.call(explainAccess, { userId: '999999', page: 'userList' })
    expect(noPerson).toMatchObject({ code: 20404, msg: '数据不存在' })
    const gone = await makeUser(db())
    await db().update(users).set({ deletedAt: '2026-01-01T00:00:00+08:00' }).where(eq(users.id, gone.id))
    expect((await caller.call(explainAccess, { userId: gone.id, page: 'userList' })).code).toBe(20404)
  })

  it('§6 an alias without a button on the page is held only by administrators and by dateEdit', async () => {
    const caller = await admin()
    const plain = await makeUser(db(), { roleCode: (await makeRole(db(), 'price.view')).code })
    const dated = await makeUser(db(), { roleCode: (await makeRole(db(), 'price.dateEdit')).code })
    const ask = async (userId: string) =>
      (await caller.call(explainAccess, { userId, page: 'price', alias: 'takeDown' })).data
    expect((await ask(plain.id)).allowed).toBe(false)
    expect(await ask(dated.id)).toMatchObject({ allowed: true, sentence: expect.stringContaining('dateEdit') })
    expect((await ask(caller.id)).allowed).toBe(true)
  })

  it('§6 is for administrators only: no button grants it', async () => {
    const { id } = await makeUser(db())
    for (const code of ['sjgly', (await makeRole(db(), 'userList.view', 'price.dateEdit')).code]) {
      const other = await server().as(code)
      const reply = await other.call(explainAccess, { userId: id, page: 'userList' })
      expect(reply).toMatchObject({ status: 403, code: 403 })
      expect(await other.call(overviewAccess, { userId: id })).toMatchObject({ status: 403, code: 403 })
    }
  })
})

describe('POST /api/backend/access/overview', () => {
  it('§6 returns the whole tree: delivered rows are allowed, and each role that grants them is named', async () => {
    const [one, two] = [await makeRole(db(), 'userList.view', 'role.edit'), await makeRole(db(), 'userList.view')]
    const person = await server().as(one.code, { deputyRoleCodes: [two.code] })
    const { data } = await (await admin()).call(overviewAccess, { userId: person.id })
    expect(data.user).toMatchObject({ roles: [`角色${one.code}`, `角色${two.code}`], problem: null })
    const nodes = flat<AccessNode>(data.tree)
    const delivered = flat<MenuNode>((await person.call(getRoutes)).data).map(({ code }) => code)
    expect(nodes.filter(({ allowed }) => allowed).map(({ code }) => code)).toEqual(delivered)
    const list = nodes.find(({ code }) => code === 'userList')
    expect(list?.by).toEqual(data.user.roles)
    expect(list?.buttons.find(({ alias }) => alias === 'view')).toMatchObject({ allowed: true, by: data.user.roles })
    expect(list?.buttons.find(({ alias }) => alias === 'edit')).toMatchObject({ allowed: false, by: [] })
    const edit = nodes.find(({ code }) => code === 'role')?.buttons.find(({ alias }) => alias === 'edit')
    expect(edit).toEqual({ alias: 'edit', name: '编辑', allowed: true, by: [`角色${one.code}`] })
  })

  it('§6 a disabled account keeps its roles and is allowed nothing', async () => {
    const { id } = await makeUser(db(), { roleCode: 'sales', status: 'disabled' })
    const { data } = await (await admin()).call(overviewAccess, { userId: id })
    expect(data.user).toMatchObject({ problem: '账号已禁用', isAdministrator: false })
    expect(flat<AccessNode>(data.tree).some(({ allowed }) => allowed)).toBe(false)
    expect(flat<AccessNode>(data.tree).some(({ by }) => by.includes('销售'))).toBe(true)
  })
})
