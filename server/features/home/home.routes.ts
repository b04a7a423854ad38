// The home page over HTTP. Everybody arranges their own: no audit row, no right besides being signed in.
import { isAllowed } from '#contract/access.ts'
import { boardSubProducts } from '#contract/home/boards.ts'
import {
  getAdminMenu,
  getAdminMenuDIY,
  getUsersHomePageConfig,
  type QuickEntry,
  saveAdminMenuDIY,
  saveUserExpireDaysConfig,
  updateHomePageConfig,
} from '#contract/home/home.ts'
import { queryAccounts } from '#contract/members/accounts.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { transact } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { listMenus, type StoredMenu } from '#server/features/organisation/menus/menus.queries.ts'
import { type Sight, visibleMenus } from '#server/features/organisation/menus/menus.rules.ts'
import {
  lockPerson,
  storeDays,
  storedDays,
  storedEntries,
  storedModules,
  storeEntries,
  storeModules,
} from './home.queries.ts'
import { arrange, describeModules, type IsOffered, isBoard, place } from './modules.rules.ts'

const PAGE = 2
/** The home page itself cannot be an entry. */
const HOME = '/home'

/** All pages that the person sees, in menu order, with their ancestors' names. */
function entriesOf(rows: readonly StoredMenu[], sight: Sight): QuickEntry[] {
  const byParent = Map.groupBy(visibleMenus(rows, sight), ({ parentId }) => parentId)
  const below = (parentId: string | null, trail: string[]): QuickEntry[] =>
    (byParent.get(parentId) ?? []).flatMap(({ id, type, code, name, path, source, isOpen }) => {
      const own = type === PAGE && path !== HOME ? [{ menuId: id, code, name, path, source, isOpen, trail }] : []
      return [...own, ...below(id, [...trail, name])]
    })
  return below(null, [])
}

/** The entries of these ids, in order; ids of pages that the person does not see are left out. */
function pick(entries: readonly QuickEntry[], menuIds: readonly string[]): QuickEntry[] {
  const byId = new Map(entries.map((entry) => [entry.menuId, entry]))
  return menuIds.flatMap((id) => byId.get(id) ?? [])
}

/** A board is offered to people who may open accounts that it counts. */
const offeredTo =
  (actor: Actor): IsOffered =>
  (type) =>
    !isBoard(type) || boardSubProducts[type].some((key) => isAllowed(queryAccounts.access, actor, key))

export const routes = [
  serve(getUsersHomePageConfig, async ({ actor, db }) => {
    const [stored, days] = await Promise.all([storedModules(db, actor.id), storedDays(db, actor.id)])
    const isOffered = offeredTo(actor)
    return describeModules(arrange(stored, isOffered), days, isOffered)
  }),

  serveAct(updateHomePageConfig, async ({ tx, query: { configType, enabled, orders }, actor }) => {
    await lockPerson(tx, actor.id)
    const modules = arrange(await storedModules(tx, actor.id), offeredTo(actor))
    await storeModules(tx, actor.id, place(modules, { configType, enabled: enabled === 1 }, orders))
  }),

  serve(saveUserExpireDaysConfig, async ({ body: { configType, days }, actor, db }) => {
    await storeDays(db, actor.id, configType, days)
    return null
  }),

  serve(getAdminMenuDIY, async ({ actor, db }) => {
    const [menus, menuIds] = await Promise.all([listMenus(db), storedEntries(db, actor.id)])
    return pick(entriesOf(menus, actor), menuIds)
  }),

  serve(getAdminMenu, async ({ actor, db }) => entriesOf(await listMenus(db), actor)),

  serve(saveAdminMenuDIY, async ({ body: { menuIds }, actor, core }) => {
    const offered = entriesOf(await listMenus(core.db), actor)
    if (pick(offered, menuIds).length < menuIds.length) {
      throw refuse('notFound', { msg: '所选页面不存在或没有权限' })
    }
    await transact(core, async (tx) => {
      await lockPerson(tx, actor.id)
      await storeEntries(tx, actor.id, menuIds)
    })
    return null
  }),
]
