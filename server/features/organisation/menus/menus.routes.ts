// Menus and buttons delivered to each person (spec §6, §7).
import { getButtons, getButtonsByRoutes, getRoutes } from '#contract/organisation/users.ts'
import { type Context, serve } from '#server/core/http/serve.ts'
import { listMenus } from './menus.queries.ts'
import { buttonsByMenu, buttonsOf, menuTree } from './menus.rules.ts'

/** The browser may cache the reply, and revalidates each time. */
function tag({ reply, actor }: Pick<Context<typeof getRoutes>, 'reply' | 'actor'>): void {
  reply.header('etag', `W/"${actor.permissionVersion}"`).header('cache-control', 'private, no-cache')
}

export const routes = [
  serve(getRoutes, async ({ db, actor, reply }) => {
    tag({ reply, actor })
    return menuTree(await listMenus(db), actor)
  }),
  serve(getButtons, async ({ db, actor, reply }) => {
    tag({ reply, actor })
    return buttonsByMenu(await listMenus(db), actor)
  }),
  serve(getButtonsByRoutes, async ({ db, actor, query }) => buttonsOf(await listMenus(db), actor, query.menuId)),
]
