// Customers over HTTP: found, added, edited, located, deleted, counted, with their history, contacts and members.
import { isAllowed } from '../../../../contract/access.ts'
import { exportCustomers } from '../../../../contract/members/customer-sheets.ts'
import {
  addEnterprise,
  editEnterprise,
  getEnterprise,
  getEnterpriseFigures,
  linkMembers,
  queryEnterpriseMembers,
  queryEnterprises,
  queryServiceRecords,
  removeContact,
  removeEnterprises,
  saveContact,
  saveEnterprise,
  searchEnterprises,
  searchMembersToLink,
  setEnterprisePlace,
} from '../../../../contract/members/customers.ts'
import { enterpriseLevelLabels, enterpriseSourceLabels } from '../../../../contract/members/members.ts'
import { subProductOf } from '../../../../contract/sub-products.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { audit } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { confirmed } from '../../../core/http/confirmations.ts'
import { checkFields, checkVersion, orNotFound, refuse } from '../../../core/http/refusal.ts'
import { serve, serveAct } from '../../../core/http/serve.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import { clearMain, deleteContact, enterpriseOfContact, insertContact, updateContact } from './contacts.queries.ts'
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
import { figuresOf, recordsOf } from './customers-records.queries.ts'

/** Most names in a group of a preview. */
const NAMES_MAX = 20

const target = (enterpriseId: string) => ({ targetType: 'enterprise', targetId: enterpriseId })

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

  serve(queryServiceRecords, async ({ body: { enterpriseId, kind }, db, actor }) => {
    if (!(await findEnterprise(db, actor, enterpriseId))) throw refuse('notFound')
    return recordsOf(db, actor, enterpriseId, kind)
  }),

  serveAct(saveContact, async ({ tx, body, actor, by }) => {
    const { id, version, enterpriseId, name, position = '', mobile = '', email = '', remark = '' } = body
    const { contacts } = await requireEnterprise(tx, actor, enterpriseId)
    const stored = contacts.find((each) => each.id === id)
    if (id !== undefined && !stored) throw refuse('notFound')
    if (stored) checkVersion(version, stored)
    // an enterprise with contacts always has a main one: the first, until another is chosen
    const isMain = body.isMain || stored?.isMain || contacts.length === 0
    const values = { name: name.trim(), position, mobile, email, remark, isMain }
    if (isMain && !stored?.isMain) await clearMain(tx, enterpriseId)
    const action = stored ? 'contact.edit' : 'contact.add'
    const before = stored && { ...stored }
    await audit(tx, by, { action, ...target(enterpriseId), before: before ?? null, after: values })
    if (stored) return { id: stored.id, version: await updateContact(tx, stored.id, values) }
    return { id: await insertContact(tx, { ...values, enterpriseId }), version: 1 }
  }),

  serveAct(removeContact, async ({ tx, body: { id }, actor, by }) => {
    const enterpriseId = await enterpriseOfContact(tx, id)
    if (enterpriseId === undefined) throw refuse('notFound')
    const { contacts } = await requireEnterprise(tx, actor, enterpriseId)
    const stored = orNotFound(contacts.find((each) => each.id === id))
    await deleteContact(tx, id)
    const heir = contacts.find((each) => each.id !== id)
    if (stored.isMain && heir) await updateContact(tx, heir.id, { isMain: true })
    await audit(tx, by, { action: 'contact.delete', ...target(enterpriseId), before: { ...stored } })
  }),

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
    level: ({ level }) => enterpriseLevelLabels[level],
    subProducts: ({ subProducts }) => subProducts.map((key) => subProductOf(key).title).join('、'),
    source: ({ source }) => enterpriseSourceLabels[source],
  },
})
