// Settings and views of lists over HTTP. Own settings affect nobody else and are not audited; views that others see
// are.
import { can, isAllowed } from '#contract/access.ts'
import {
  getListSettings,
  type ListViewForm,
  queryListViews,
  removeListView,
  saveListSettings,
  saveListView,
  VIEWS_MAX,
} from '#contract/system/list-settings.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Executor } from '#server/db/connection.ts'
import {
  countOwnViews,
  deleteView,
  getOwnView,
  getSettings,
  insertView,
  isNameTaken,
  isPage,
  isSeen,
  listShareRoles,
  listViewsOf,
  lockViews,
  storeSettings,
  updateView,
} from './list-settings.queries.ts'

/** 403 for a page that the person does not see; 20404 for an unknown one, which only administrators learn. */
async function admitTo(list: string, actor: Actor, db: Executor): Promise<void> {
  const [menu = list] = list.split('-', 1)
  if (!isAllowed(can(menu, 'view'), actor)) throw refuse('forbidden')
  if (!(await isPage(db, menu))) throw refuse('notFound')
}

/** Checks the role to share with; there must be none where the view is not shared with a role. */
async function checkShare(db: Executor, actor: Actor, { share, roleId }: ListViewForm): Promise<void> {
  if (share !== 'role') return checkFields({ roleId: roleId === null ? null : '只有共享给角色时才选择角色' })
  checkFields({ roleId: roleId === null ? '请选择角色' : null })
  const roles = await listShareRoles(db, actor)
  if (!roles.some(({ id }) => id === roleId)) throw refuse('forbidden', { msg: '只能共享给自己所在的角色' })
}

const isShared = (view: { share: string } | undefined) => view !== undefined && view.share !== 'nobody'
const audited = ({ list, name, share, roleId }: Pick<ListViewForm, 'list' | 'name' | 'share' | 'roleId'>) => ({
  list,
  name,
  share,
  roleId,
})

export const routes = [
  serve(getListSettings, async ({ body: { list }, actor, db }) => {
    await admitTo(list, actor, db)
    return getSettings(db, actor.id, list)
  }),

  serve(saveListSettings, async ({ body: { list, ...change }, actor, db }) => {
    await admitTo(list, actor, db)
    const { defaultViewId } = change
    if (defaultViewId && !(await isSeen(db, actor.id, list, defaultViewId))) throw refuse('notFound')
    await storeSettings(db, actor.id, list, change)
    return null
  }),

  serve(queryListViews, async ({ body: { list }, actor, db }) => {
    await admitTo(list, actor, db)
    const [views, roles] = await Promise.all([listViewsOf(db, actor.id, list), listShareRoles(db, actor)])
    return { views, roles }
  }),

  serve(saveListView, async ({ body, actor, core, by, db }) => {
    const { list, id } = body
    await admitTo(list, actor, db)
    await checkShare(db, actor, body)
    return transact(core, async (tx) => {
      await lockViews(tx, actor.id)
      const stored = id === undefined ? undefined : await getOwnView(tx, actor.id, list, id)
      if (id !== undefined && !stored) throw refuse('notFound')
      if (stored && stored.version !== body.version) {
        const views = await listViewsOf(tx, actor.id, list)
        throw refuse('stale', { data: views.find((view) => view.id === id) })
      }
      if (await isNameTaken(tx, actor.id, body)) checkFields({ name: '已有同名视图' })
      if (!stored && (await countOwnViews(tx, actor.id, list)) >= VIEWS_MAX)
        throw refuse('conflict', { msg: `每个列表最多保存 ${VIEWS_MAX} 个视图` })
      const saved = stored ? await updateView(tx, stored.id, body) : await insertView(tx, actor.id, body)
      if (isShared(body) || isShared(stored)) {
        await audit(tx, by, {
          action: stored ? 'listView.update' : 'listView.create',
          targetType: 'listView',
          targetId: saved.id,
          before: stored ? audited(stored) : null,
          after: audited(body),
        })
      }
      return saved
    })
  }),

  serve(removeListView, async ({ body: { list, id }, actor, core, by, db }) => {
    await admitTo(list, actor, db)
    await transact(core, async (tx) => {
      const stored = orNotFound(await getOwnView(tx, actor.id, list, id))
      await deleteView(tx, id)
      if (isShared(stored)) {
        const target = { targetType: 'listView', targetId: id }
        await audit(tx, by, { action: 'listView.delete', ...target, before: audited(stored), after: null })
      }
    })
    return null
  }),
]
