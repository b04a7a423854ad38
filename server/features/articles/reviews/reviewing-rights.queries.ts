// The right to review articles, in SQL: for people named in standards; `isAllowed` checks it for the caller.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { ADMINISTRATOR, heldRoles } from '#server/core/access/actors.ts'
import { isReachable } from '#server/core/outbox/queue.ts'
import { menus, roleMenus, roles, users } from '#server/db/schema/organisation.ts'

const codes = (...aliases: readonly string[]) => sql.raw(aliases.map((each) => `'${each}'`).join(', '))

/**
 * Whether a row of `users` may pass articles of that edition (null: of either): on the review page, or from the
 * edition's list.
 */
const holdsRight = (edition: SQLWrapper): SQL => sql`exists (select from ${roles} r where r.id in ${heldRoles}
  and (r.code = ${sql.raw(`'${ADMINISTRATOR}'`)} or exists (select from ${roleMenus} g join ${menus} m on m.id = g.menu_id
    where g.role_id = r.id and (m.code in (${codes('newsReview.pass', 'newsReview.dateEdit')})
      or (${edition}) is distinct from 'en' and m.code in (${codes('articles.examine', 'articles.dateEdit')})
      or (${edition}) is distinct from 'zh' and m.code in (${codes('articlesEnglish.examine', 'articlesEnglish.dateEdit')})))))`

/** Why a row of `users` can no longer review, or an empty text. */
export const whyUnable = (
  edition: SQLWrapper,
): SQL<string> => sql`case when ${users.deletedAt} is not null then '已离职'
  when not ${isReachable} then '账号已禁用' when not ${holdsRight(edition)} then '已无审核权限' else '' end`
