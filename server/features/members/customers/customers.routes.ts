// Customers over HTTP: found, added, edited, located, deleted, counted, with their history and members.
import { isAllowed } from '#contract/access.ts'
import { exportCustomers } from '#contract/members/customer-sheets.ts'
import {
  addEnterprise,
  editEnterprise,
  getEnterprise,
  getEnterpriseFigures,
  linkMembers,
  queryEnterpriseMembers,
  queryEnterprises,
  removeEnterprises,
  saveEnterprise,
  searchEnterprises,
  searchMembersToLink,
  setEnterprisePlace,
} from '#contract/members/customers.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { requireEnterprise, saveCustomer } from './customers.acts.ts'
import {
  deleteEnterprises,
  findEnterprise,
  findUses,
  listEnterprises,
  lockEnterprises,
  searchChoices,
  updateEnterprise,
} from './customers.queries.ts'
import { listEnterpriseMembers, lockLinkable, moveMembers, searchLinkable } from './customers-members.queries.ts'
import { figuresOf } from './customers-records.queries.ts'

/** Most names in a group of a preview. */
const NAMES_MAX = 20

/** Whether a latitude or longitude in degrees is within its limit. */
const within = (degrees: string | null, most: number) => degrees === null || Math.abs(Number(degrees)) <= most

export const routes = [
  serve(searchEnterprises, ({ body, db, actor }) => searchChoices(db, actor, body)),

  serve(queryEnterprises, ({ body, db, actor }) => listEnterprises(db, body, scopeValues(actor))),

  serve(getEnterprise, async ({ body: { id }, db, actor }) => orNotFound(await findEnterprise(db, actor, id))),

  serveAct(saveEnterprise, ({ tx, body, actor, by }) => {
    if (!isAllowed(body.id === undefined ? addEnterprise : editEnterprise, actor)) throw refuse('forbidden')
    return saveCustomer({ tx, actor, by }, body)
  }),

  serveAct(setEnterprisePlace, async ({ tx, body: { id, longitude, latitude }, actor, by }) => {
    checkFields({
      longitude: within(longitude, 180) ? null : '经度在 -180 到 180 之间',
      latitude: within(latitude, 90) ? null : '纬度在 -90 到 90 之间',
    })
    if ((longitude === null) !== (latitude === null)) {
      const [field, title] = longitude === null ? ['longitude', '经度'] : ['latitude', '纬度']
      checkFields({ [field ?? '']: `请输入${title}` })
    }
    const { longitude: oldLongitude, latitude: oldLatitude } = await requireEnterprise(tx, actor, id)
    await updateEnterprise(tx, id, { longitude, latitude })
    await audit(tx, by, {
      action: 'enterprise.setMap',
      targetType: 'enterprise',
      targetId: id,
      before: { longitude: oldLongitude, latitude: oldLatitude },
      after: { longitude, latitude },
    })
  }),

  serveAct(removeEnterprises, async ({ tx, body, actor, by }) => {
    const ids = [...new Set(body.ids.split(','))]
    const found = await lockEnterprises(tx, actor, ids)
    if (found.length !== ids.length) throw refuse('notFound')
    const inUse = await findUses(tx, ids)
    if (inUse.length > 0) throw refuse('inUse', { data: inUse })
    await deleteEnterprises(tx, ids)
    for (const { id, name, ownerId } of found) {
      const before = { name, ownerId }
      await audit(tx, by, { action: 'enterprise.delete', targetType: 'enterprise', targetId: id, before })
    }
  }),

  serve(getEnterpriseFigures, ({ db, actor }) => figuresOf(db, actor)),

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

export const customersExport = declareExport(exportCustomers, {
  target: 'enterprise',
  list: listEnterprises,
  scope: (actor) => scopeValues(actor),
  cells: {
    subProducts: ({ subProducts }) => subProducts.map((key) => subProductOf(key).title).join('、'),
  },
})
