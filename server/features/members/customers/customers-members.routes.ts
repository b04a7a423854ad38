// The people of a customer over HTTP.
import { linkMembers, queryEnterpriseMembers, searchMembersToLink } from '../../../../contract/members/customers.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { audit } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { confirmed } from '../../../core/http/confirmations.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { requireEnterprise } from './customers.acts.ts'
import { findEnterprise } from './customers.queries.ts'
import { listEnterpriseMembers, lockLinkable, moveMembers, searchLinkable } from './customers-members.queries.ts'

/** Names that a preview shows of a group. */
const NAMES_MAX = 20

export const routes = [
  serve(queryEnterpriseMembers, async ({ body, db, actor }) => {
    if (!(await findEnterprise(db, actor, body.enterpriseId))) throw refuse('notFound')
    return listEnterpriseMembers(db, body, scopeValues(actor))
  }),

  serve(searchMembersToLink, async ({ body: { enterpriseId, text = '' }, db, actor }) => {
    if (!(await findEnterprise(db, actor, enterpriseId))) throw refuse('notFound')
    return searchLinkable(db, actor, enterpriseId, text)
  }),

  serve(linkMembers, (context) =>
    transact(context.core, async (tx) => {
      const { body, actor, by } = context
      const { enterpriseId, memberIds } = body
      const { name } = await requireEnterprise(tx, actor, enterpriseId)
      const found = await lockLinkable(tx, actor, enterpriseId, memberIds)
      if (found.length !== memberIds.length) throw refuse('notFound')
      const byEnterprise = Map.groupBy(found, ({ enterpriseName }) => enterpriseName)
      const groups = [...byEnterprise].map(([from, rows]) => ({
        title: `来自${from}`,
        count: rows.length,
        names: rows
          .slice(0, NAMES_MAX)
          .map(({ loginName, subAccounts }) =>
            subAccounts > 0 ? `${loginName}（含 ${subAccounts} 个子账号）` : loginName,
          ),
      }))
      const text = `以下会员将成为“${name}”的会员，授权和归属不变`
      await confirmed(tx, context, { preview: { text, groups }, versions: found })
      await moveMembers(tx, memberIds, enterpriseId)
      const before = Object.fromEntries(found.map(({ id, enterpriseId: from }) => [id, from]))
      await audit(tx, by, {
        action: 'enterprise.link',
        targetType: 'enterprise',
        targetId: enterpriseId,
        before,
        after: { memberIds },
      })
      return { moved: found.length }
    }),
  ),
]
