// Customers over HTTP: found, added, edited, put on the map, deleted, counted, and what was done for them.
import { isAllowed } from '../../../../contract/access.ts'
import {
  addEnterprise,
  editEnterprise,
  getEnterprise,
  getEnterpriseFigures,
  queryEnterprises,
  queryServiceRecords,
  removeEnterprises,
  saveEnterprise,
  searchEnterprises,
  setEnterprisePlace,
} from '../../../../contract/members/customers.ts'
import { scopeValues } from '../../../core/access/scope.ts'
import { audit } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { checkFields, refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
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
import { figuresOf, recordsOf } from './customers-records.queries.ts'

/** Degrees from the equator and from Greenwich. */
const within = (degrees: string | null, most: number) => degrees === null || Math.abs(Number(degrees)) <= most

export const routes = [
  serve(searchEnterprises, ({ body, db, actor }) => searchChoices(db, actor, body)),

  serve(queryEnterprises, ({ body, db, actor }) => listEnterprises(db, body, scopeValues(actor))),

  serve(getEnterprise, async ({ body: { id }, db, actor }) => {
    const found = await findEnterprise(db, actor, id)
    if (!found) throw refuse('notFound')
    return found
  }),

  serve(saveEnterprise, ({ body, actor, core, by }) => {
    if (!isAllowed(body.id === undefined ? addEnterprise : editEnterprise, actor)) throw refuse('forbidden')
    return transact(core, (tx) => saveCustomer({ tx, actor, by }, body))
  }),

  serve(setEnterprisePlace, async ({ body: { id, longitude, latitude }, actor, core, by }) => {
    checkFields({
      longitude: within(longitude, 180) ? null : '经度在 -180 到 180 之间',
      latitude: within(latitude, 90) ? null : '纬度在 -90 到 90 之间',
    })
    if ((longitude === null) !== (latitude === null)) {
      const [field, title] = longitude === null ? ['longitude', '经度'] : ['latitude', '纬度']
      checkFields({ [field ?? '']: `请输入${title}` })
    }
    await transact(core, async (tx) => {
      const { longitude: oldLongitude, latitude: oldLatitude } = await requireEnterprise(tx, actor, id)
      await updateEnterprise(tx, id, { longitude, latitude })
      await audit(tx, by, {
        action: 'enterprise.setMap',
        targetType: 'enterprise',
        targetId: id,
        before: { longitude: oldLongitude, latitude: oldLatitude },
        after: { longitude, latitude },
      })
    })
    return null
  }),

  serve(removeEnterprises, async ({ body, actor, core, by }) => {
    const ids = [...new Set(body.ids.split(','))]
    await transact(core, async (tx) => {
      const found = await lockEnterprises(tx, actor, ids)
      if (found.length !== ids.length) throw refuse('notFound')
      const inUse = await findUses(tx, ids)
      if (inUse.length > 0) throw refuse('inUse', { data: inUse })
      await deleteEnterprises(tx, ids)
      for (const { id, name, ownerId } of found) {
        const before = { name, ownerId }
        await audit(tx, by, { action: 'enterprise.delete', targetType: 'enterprise', targetId: id, before })
      }
    })
    return null
  }),

  serve(getEnterpriseFigures, ({ db, actor }) => figuresOf(db, actor)),

  serve(queryServiceRecords, async ({ body: { enterpriseId, kind }, db, actor }) => {
    if (!(await findEnterprise(db, actor, enterpriseId))) throw refuse('notFound')
    return recordsOf(db, actor, enterpriseId, kind)
  }),
]
