// The explanation of a decision agrees with the decision, for any grants.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Alias, can, isAllowed } from '#contract/access.ts'
import type { Step } from '#contract/organisation/access-explained.ts'
import type { StoredMenu } from '../menus/menus.queries.ts'
import { menuTree } from '../menus/menus.rules.ts'
import { asHolder, explain, findMenu, overview, type Subject } from './access-explained.rules.ts'

const row = (id: string, parentId: string | null, type: number, code: string, more: Partial<StoredMenu> = {}) => ({
  id,
  parentId,
  type,
  code,
  name: code,
  alias: '',
  path: type === 3 ? '' : `/${code}`,
  source: '',
  sort: Number(id),
  category: 1,
  action: 1,
  isOpen: 1,
  isShow: 1,
  isCached: true,
  remark: '',
  roles: [],
  group: '',
  query: '',
  ...more,
})
const pages = ['users', 'roles', 'prices']
const aliases: Alias[] = ['view', 'add', 'edit', 'dateEdit']
/** Two directories, three pages, four buttons each. */
const tree: StoredMenu[] = [
  row('1', null, 1, 'staff'),
  row('2', null, 1, 'data'),
  ...pages.map((code, place) => row(String(3 + place), place < 2 ? '1' : '2', 2, code)),
  ...pages.flatMap((code, page) =>
    aliases.map((alias, place) =>
      row(String(10 + page * 4 + place), String(3 + page), 3, `${code}.${alias}`, { alias, name: `按钮${alias}` }),
    ),
  ),
]

const role = (name: string, menuIds: string[], isMain = true, code = 'sales') => ({ code, name, isMain, menuIds })

/** The person that the server would build from these roles: the union. */
function personOf(rows: readonly StoredMenu[], roles: Subject['roles']): NonNullable<Subject['person']> {
  const holders = roles.map((each) => asHolder(rows, each))
  return {
    isAdministrator: holders.some(({ isAdministrator }) => isAdministrator),
    rights: new Set(holders.flatMap(({ rights }) => [...rights])),
    menuIds: new Set(holders.flatMap(({ menuIds }) => [...menuIds])),
  }
}

const subject = (roles: Subject['roles'], problem: string | null = null): Subject => ({
  person: problem ? null : personOf(tree, roles),
  problem,
  roles,
})
const ask = (code: string, alias: Alias | undefined, of: Subject, rows = tree) => {
  const menu = findMenu(rows, code)
  if (!menu) throw new Error(`no menu ${code}`)
  return explain(rows, { menu, alias }, of)
}

/** The verdict that follows from the steps alone: no refusal, and one role that grants it. */
const chainSays = (steps: readonly Step[]) =>
  steps.every(({ part, state }) => part === 'role' || state !== 'no') &&
  steps.some(({ part, state }) => part === 'role' && state === 'yes')

describe('access explained', () => {
  const ids = fc.subarray(tree.map(({ id }) => id))
  const grants = fc.array(fc.record({ menuIds: ids, code: fc.constantFrom('sales', 'sales', 'administrator') }), {
    minLength: 1,
    maxLength: 3,
  })
  const hidden = fc.subarray(tree.filter(({ type }) => type < 3).map(({ id }) => id))
  const question = fc.record({
    code: fc.constantFrom('staff', 'data', ...pages),
    alias: fc.constantFrom<Alias | undefined>(undefined, 'share', ...aliases),
  })

  it('§6 steps and verdict agree for any grants, and the verdict is that of the server', () => {
    fc.assert(
      fc.property(grants, hidden, question, fc.boolean(), (granted, hiddenIds, { code, alias }, isDisabled) => {
        const rows = tree.map((each) => (hiddenIds.includes(each.id) ? { ...each, isShow: 0 } : each))
        const roles = granted.map(({ menuIds, code: roleCode }, place) =>
          role(`角色${place}`, menuIds, place === 0, roleCode),
        )
        const person = isDisabled ? null : personOf(rows, roles)
        const { allowed, steps, sentence } = ask(
          code,
          alias,
          { person, problem: person ? null : '账号已禁用', roles },
          rows,
        )
        expect(chainSays(steps)).toBe(allowed)
        expect(sentence.startsWith(allowed ? '可以，因为' : '不可以，因为')).toBe(true)
        const isServed = alias
          ? person !== null && isAllowed(can(code, alias), person)
          : person !== null && JSON.stringify(menuTree(rows, person)).includes(`"code":"${code}"`)
        expect(allowed).toBe(isServed)
      }),
      { numRuns: 2_000 },
    )
  })

  it('§6 the overview agrees with the explanation of each page and button', () => {
    fc.assert(
      fc.property(grants, (granted) => {
        const roles = granted.map(({ menuIds, code }, place) => role(`角色${place}`, menuIds, place === 0, code))
        const whole = subject(roles)
        const nodes = overview(tree, whole).flatMap((node) => [node, ...(node.children ?? [])])
        for (const node of nodes) {
          const page = ask(node.code, undefined, whole)
          expect(node.allowed).toBe(page.allowed)
          const giving = page.steps.filter(({ part, state }) => part === 'role' && state === 'yes')
          expect(giving.map(({ title }) => title.replace(/.*“|”/g, ''))).toEqual(node.by)
          for (const { alias, allowed } of node.buttons) expect(allowed).toBe(ask(node.code, alias, whole).allowed)
        }
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    ['add', role('销售', ['11']), '可以，因为主角色“销售”授予了按钮“按钮add”'],
    ['add', role('销售', ['13']), '可以，因为主角色“销售”授予了“日期编辑”（dateEdit），该页面的所有按钮都放行'],
    ['add', role('管理员', [], true, 'administrator'), '可以，因为主角色“管理员”系统管理员不受限制'],
    ['add', role('销售', ['10', '15', '17']), '不可以，因为主角色“销售”没有授予按钮“按钮add”'],
    [undefined, role('销售', ['3']), '可以，因为主角色“销售”直接授予了该菜单'],
    [undefined, role('销售', ['10']), '可以，因为主角色“销售”授予了其下的“按钮view”，上级菜单随之可见'],
    [undefined, role('销售', ['12']), '不可以，因为主角色“销售”授予了其下的“按钮edit”，但没有授予打开页面的“查看”'],
    [undefined, role('销售', ['14']), '不可以，因为主角色“销售”没有授予该菜单，也没有授予其下的任何按钮'],
  ] as const)('§6 names the ground: %s %o', (alias, granted, sentence) => {
    expect(ask('users', alias, subject([{ ...granted, menuIds: [...granted.menuIds] }])).sentence).toBe(sentence)
  })

  it('§6 names the deputy role that grants it, and the account state that denies it', () => {
    const roles = [role('审核主管', []), role('销售', ['11'], false)]
    expect(ask('users', 'add', subject(roles)).sentence).toBe('可以，因为副角色“销售”授予了按钮“按钮add”')
    expect(ask('users', 'add', subject(roles, '账号已锁定')).sentence).toBe('不可以，因为账号已锁定')
    expect(ask('users', 'edit', subject(roles)).sentence).toBe('不可以，因为 2 个角色都没有授予按钮“按钮edit”')
  })

  it('§6 a hidden page opens for nobody, while buttons still decide its calls', () => {
    const rows = tree.map((each) => (each.id === '1' ? { ...each, isShow: 0 } : each))
    const roles = [role('销售', ['11'])]
    expect(ask('users', undefined, subject(roles), rows)).toMatchObject({
      allowed: false,
      sentence: '不可以，因为“users”的上级“staff”已设为不显示',
    })
    expect(ask('users', 'add', subject(roles), rows).allowed).toBe(true)
  })

  it('finds a page by its code, or by its path in either form', () => {
    for (const page of ['users', '/users', '/users/', '/users/index']) expect(findMenu(tree, page)?.id).toBe('3')
    for (const page of ['user', '', '/', 'users.add']) expect(findMenu(tree, page)).toBeUndefined()
  })
})
