import {
  addPartnerMembers,
  exportPartners,
  listSetChoices,
  partnerCalls,
  queryPartnerMembers,
  removePartnerMembers,
} from '#contract/members/partners.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { salesScope, scopeValues } from '#server/core/access/scope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { attemptEach, outcomes } from '#server/core/http/outcomes.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import type { Tx } from '#server/db/connection.ts'
import { partners } from '#server/db/schema/members/partners.ts'
import { placeFor } from '../accounts/accounts.acts.ts'
import { isOwnerInScope, lockAccountOf, lockWithMains, upsertAccount } from '../accounts/accounts-write.queries.ts'
import {
  deletePartnerMembers,
  idsByLoginName,
  insertPartnerMember,
  listPartnerMembers,
  lockByLoginName,
  membersOfPartner,
  partnerOf,
} from './partner-members.queries.ts'
import { countMembersOf, findTaken, holdSet, isPartner, listPartners, lockPartner } from './partners.queries.ts'
import { listChoices } from './permission-sets.queries.ts'

const target = (id: string) => ({ targetType: 'partner', targetId: id })
/** The sub-product through which members of partners come. */
const EMBEDDED = 'embed'

async function requirePartner(tx: Tx, actor: Actor, id: string) {
  return orNotFound(await lockPartner(tx, actor, id))
}

const rows = serveRows({
  calls: partnerCalls,
  table: partners,
  target: 'partner',
  nameOf: ({ name }) => name,
  scope: (actor) => salesScope(actor, partners.ownerId),
  list: ({ body, actor, db }) => listPartners(db, body, scopeValues(actor)),
  // nobody assigns a partner out of their own scope, nor to the pool, which only administrators see
  check: async (tx, form, { stored, actor }) => {
    const ownerId = form.ownerId ?? (actor.isAdministrator && stored ? null : actor.id)
    const taken = await findTaken(tx, { id: stored?.id, name: form.name, code: form.code })
    const isSetThere = form.permissionSetId === null || (await holdSet(tx, form.permissionSetId))
    const isOwnerKept = ownerId === null || ownerId === stored?.ownerId || (await isOwnerInScope(tx, actor, ownerId))
    checkFields({
      name: taken.name ? '合作伙伴名称已存在' : null,
      code: taken.code ? '合作伙伴编码已存在' : null,
      permissionSetId: isSetThere ? null : '权限方案不存在',
      ownerId: isOwnerKept ? null : '负责人不存在或不在您的管理范围内',
    })
    return { ...form, ownerId, domains: [...new Set(form.domains.map((domain) => domain.toLowerCase()))] }
  },
  uses: async (tx, { id }) => ({ 会员: await countMembersOf(tx, id) }),
})

export const routes = [
  ...rows,

  serve(listSetChoices, ({ db }) => listChoices(db)),

  serve(queryPartnerMembers, async ({ body, actor, db }) => {
    if (!(await isPartner(db, actor, body.id))) throw refuse('notFound')
    return listPartnerMembers(db, body, scopeValues(actor))
  }),

  serve(addPartnerMembers, async ({ body: { id, loginNames }, actor, core, by }) => {
    const rows = await transact(core, async (tx) => {
      await requirePartner(tx, actor, id)
      const names = [...new Set(loginNames.map((name) => name.trim()))]
      await lockWithMains(tx, await idsByLoginName(tx, actor, names))
      const wanted = names.map((name) => ({ id: name, name }))
      const added: string[] = []
      const done = await attemptEach(tx, wanted, async (inner, { name }) => {
        const member = await lockByLoginName(inner, actor, name)
        if (!member) throw refuse('notFound', { msg: '没有这个会员，或不是您的客户' })
        const other = await partnerOf(inner, actor, member.id)
        if (other?.id === id) return
        if (other)
          throw refuse('conflict', { msg: `已是${other.isVisible ? `“${other.name}”` : '其他合作伙伴'}的会员` })
        if (!(await lockAccountOf(inner, member.id, EMBEDDED))) {
          await placeFor(inner, member.id, EMBEDDED)
          await upsertAccount(inner, { memberId: member.id, subProduct: EMBEDDED })
        }
        await insertPartnerMember(inner, id, member.id)
        added.push(name)
      })
      if (added.length > 0)
        await audit(tx, by, { action: 'partner.addMembers', ...target(id), after: { loginNames: added } })
      return done
    })
    return outcomes(rows)
  }),

  serveAct(removePartnerMembers, async ({ tx, body: { id, memberIds }, actor, by }) => {
    await requirePartner(tx, actor, id)
    const found = await membersOfPartner(tx, actor, id, memberIds)
    if (found.length !== new Set(memberIds).size) throw refuse('notFound')
    await deletePartnerMembers(tx, memberIds)
    const before = { loginNames: found.map(({ name }) => name) }
    await audit(tx, by, { action: 'partner.removeMembers', ...target(id), before })
  }),
]

export const partnersExport = declareExport(exportPartners, {
  target: 'partner',
  list: listPartners,
  scope: (actor) => scopeValues(actor),
  cells: { domains: ({ domains }) => domains.join('、') },
})
