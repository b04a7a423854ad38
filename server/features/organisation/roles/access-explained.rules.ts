// Explains a decision on somebody's access. Decisions come from the functions of the server (isAllowed, menuTree),
// called for the person and for each role; only the texts are made here.
import { type Alias, can, type Holdings, isAllowed, rightKey } from '#contract/access.ts'
import type { AccessNode, Explanation, Step } from '#contract/organisation/access-explained.ts'
import type { MenuNode } from '#contract/organisation/users.ts'
import { ADMINISTRATOR } from '#server/core/access/actors.ts'
import { toTree } from '#server/core/lists/tree.ts'
import type { StoredMenu } from '../menus/menus.queries.ts'
import { menuTree, opensPage, type Sight } from '../menus/menus.rules.ts'
import type { GrantingRole } from './access-explained.queries.ts'

const PAGE = 2
const BUTTON = 3

type Who = Holdings & Sight
type Rows = readonly StoredMenu[]

/** A page, or one of its buttons. */
export type Question = { menu: StoredMenu; alias: Alias | undefined }

/** `userList`, or its path with or without a slash or `/index` at its end. */
export function findMenu(rows: Rows, page: string): StoredMenu | undefined {
  const path = page.replace(/\/+$/, '').replace(/\/index$/, '')
  return rows.find((row) => row.type !== BUTTON && (row.code === page || (row.path !== '' && row.path === path)))
}

/** One role alone, in the form of a person. */
export function asHolder(rows: Rows, { code, menuIds }: Pick<GrantingRole, 'code' | 'menuIds'>): Who {
  const ids = new Set(menuIds)
  const codes = new Map(rows.map((row) => [row.id, row.code]))
  const buttons = rows.filter((row) => row.type === BUTTON && ids.has(row.id))
  const rights = new Set(buttons.map((row) => rightKey(codes.get(row.parentId ?? '') ?? '', row.alias)))
  return { isAdministrator: code === ADMINISTRATOR, rights, menuIds: ids }
}

function decide(rows: Rows, { menu, alias }: Question, who: Who): boolean {
  if (alias !== undefined) return isAllowed(can(menu.code, alias), who)
  return delivered(rows, who).has(menu.id)
}

const idsOf = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ id, children = [] }) => [id, ...idsOf(children)])

/** Ids of the rows in this person's menu, without hidden rows and what is below them. */
const delivered = (rows: Rows, who: Sight): Set<string> => new Set(idsOf(menuTree(rows, who)))

/** A row and all its ancestors. */
function lineage(rows: Rows, menu: StoredMenu): StoredMenu[] {
  const parent = rows.find(({ id }) => id === menu.parentId)
  return parent ? [menu, ...lineage(rows, parent)] : [menu]
}

const isBelow = (rows: Rows, row: StoredMenu, menuId: string) =>
  lineage(rows, row).some(({ parentId }) => parentId === menuId)

/** The ground on which a role grants it, or that it does not. */
function groundOf(rows: Rows, { menu, alias }: Question, who: Who): string {
  if (who.isAdministrator) return '系统管理员不受限制'
  if (alias !== undefined) {
    if (who.rights.has(rightKey(menu.code, alias))) return `授予了按钮“${buttonName(rows, menu, alias)}”`
    if (who.rights.has(rightKey(menu.code, 'dateEdit'))) return '授予了“日期编辑”（dateEdit），该页面的所有按钮都放行'
    return `没有授予按钮“${buttonName(rows, menu, alias)}”`
  }
  if (who.menuIds.has(menu.id)) return '直接授予了该菜单'
  const granted = rows.filter((row) => who.menuIds.has(row.id) && isBelow(rows, row, menu.id))
  const opens = opensPage(rows)
  const opening = granted.find((row) => row.type !== BUTTON || opens(row))
  if (opening) return `授予了其下的“${opening.name}”，上级菜单随之可见`
  return granted[0]
    ? `授予了其下的“${granted[0].name}”，但没有授予打开页面的“查看”`
    : '没有授予该菜单，也没有授予其下的任何按钮'
}

const findButton = (rows: Rows, menu: StoredMenu, alias: Alias) =>
  rows.find((row) => row.type === BUTTON && row.parentId === menu.id && row.alias === alias)

const buttonName = (rows: Rows, menu: StoredMenu, alias: Alias) => findButton(rows, menu, alias)?.name ?? alias

function menuStep(rows: Rows, menu: StoredMenu, isPage: boolean): Step {
  const title = menu.type === PAGE ? '页面' : '目录'
  const hidden = lineage(rows, menu).find(({ isShow }) => isShow !== 1)
  if (!hidden) return { part: 'menu', state: 'yes', title, text: `${menu.name}，显示在菜单中` }
  const text = hidden === menu ? `“${menu.name}”已设为不显示` : `“${menu.name}”的上级“${hidden.name}”已设为不显示`
  // hidden rows are not delivered and cannot be opened; buttons still decide the calls
  return { part: 'menu', state: isPage ? 'no' : 'info', title, text }
}

function buttonStep(rows: Rows, menu: StoredMenu, alias: Alias): Step {
  const button = findButton(rows, menu, alias)
  const text = button ? `${button.name}（${alias}）` : `该页面没有按钮 ${alias}，只有系统管理员或“日期编辑”能通过`
  return { part: 'button', state: 'info', title: '按钮', text }
}

const titleOf = (role: GrantingRole) => `${role.isMain ? '主角色' : '副角色'}“${role.name}”`

export type Subject = {
  /** The person as the server admits them; null where the account cannot be used. */
  person: Who | null
  /** Why the account cannot be used, as text. */
  problem: string | null
  roles: readonly GrantingRole[]
}

function sentenceOf(allowed: boolean, problem: string | null, steps: readonly Step[]): string {
  if (allowed) {
    const giving = steps.find(({ part, state }) => part === 'role' && state === 'yes')
    return `可以，因为${giving?.title}${giving?.text}`
  }
  if (problem) return `不可以，因为${problem}`
  const refusing = steps.find(({ part, state }) => part === 'menu' && state === 'no')
  if (refusing) return `不可以，因为${refusing.text}`
  const roles = steps.filter(({ part }) => part === 'role')
  return roles.length === 1
    ? `不可以，因为${roles[0]?.title}${roles[0]?.text}`
    : `不可以，因为 ${roles.length} 个角色都${roles[0]?.text}`
}

export function explain(rows: Rows, { menu, alias }: Question, { person, problem, roles }: Subject): Explanation {
  const question = { menu, alias }
  const above = new Set(lineage(rows, menu))
  const unhidden = rows.map((row) => (above.has(row) ? { ...row, isShow: 1 } : row))
  const steps: Step[] = [
    { part: 'account', state: problem ? 'no' : 'yes', title: '账号', text: problem ?? '启用，未锁定，在有效期内' },
    menuStep(rows, menu, alias === undefined),
    ...(alias === undefined ? [] : [buttonStep(rows, menu, alias)]),
    ...roles.map((role): Step => {
      const holder = asHolder(rows, role)
      // decided as if the page were shown, as menuStep already explains that it is hidden
      const isGiven = decide(unhidden, question, holder)
      return {
        part: 'role',
        state: isGiven ? 'yes' : 'no',
        title: titleOf(role),
        text: groundOf(rows, question, holder),
      }
    }),
  ]
  const allowed = person !== null && decide(rows, question, person)
  return { allowed, sentence: sentenceOf(allowed, problem, steps), steps }
}

/** The whole tree with what the person may open and press, and the roles that grant it. */
export function overview(rows: Rows, { person, roles }: Subject): AccessNode[] {
  const own = person ? delivered(rows, person) : new Set()
  const holders = roles.map((role) => {
    const who = asHolder(rows, role)
    return { name: role.name, who, seen: delivered(rows, who) }
  })
  const namesOf = (isGiving: (holder: (typeof holders)[number]) => boolean) =>
    holders.filter(isGiving).map(({ name }) => name)
  const buttonsOf = Map.groupBy(
    rows.filter((row) => row.type === BUTTON),
    (row) => row.parentId,
  )
  const nodes = rows.flatMap(({ id, parentId, code, name, path, type }) => {
    if (type === BUTTON) return []
    const buttons = (buttonsOf.get(id) ?? []).map((button) => {
      const alias = button.alias as Alias
      const access = can(code, alias)
      const by = namesOf(({ who }) => isAllowed(access, who))
      return { alias, name: button.name, allowed: person !== null && isAllowed(access, person), by }
    })
    const by = namesOf(({ seen }) => seen.has(id))
    return [{ id, parentId, code, name, path, type, allowed: own.has(id), by, buttons }]
  })
  return toTree(nodes)
}
