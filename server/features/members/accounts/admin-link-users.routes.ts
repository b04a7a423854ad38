// Members that a person owns over HTTP: listed, locked, unlocked.
import { getAdminLinkUsers, setAdminLinkUserLock } from '#contract/organisation/staff-links.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { signOutMembers } from '#server/features/entitlements/sign-in/sign-outs.queries.ts'
import { findUserIds } from '#server/features/organisation/users/users.queries.ts'
import { listLinkedMembers, lockLinked, setLocks } from './admin-link-users.queries.ts'

export const routes = [
  serve(getAdminLinkUsers, async ({ query, db, actor }) => {
    if (!(await findUserIds(db, [query.userId])).has(query.userId)) throw refuse('notFound')
    return listLinkedMembers(db, query, scopeValues(actor))
  }),

  serveAct(setAdminLinkUserLock, async ({ tx, body: { userId, ids, lock }, actor, by }) => {
    const found = await lockLinked(tx, actor, userId, ids)
    if (found.length !== ids.length) throw refuse('notFound')
    const changed = found.filter(({ locked }) => locked !== lock)
    if (changed.length > 0) {
      const memberIds = changed.map(({ id }) => id)
      await setLocks(tx, memberIds, lock)
      if (lock) await signOutMembers(tx, memberIds)
    }
    for (const { id, loginName, locked } of changed) {
      await audit(tx, by, {
        action: lock ? 'member.lock' : 'member.unLock',
        targetType: 'member',
        targetId: id,
        before: { loginName, locked },
        after: { loginName, locked: lock, ownerId: userId },
      })
    }
    return { changed: changed.length }
  }),
]
