// Permission sets over HTTP.
import { listSetPartners, permissionSetCalls } from '#contract/members/permission-sets.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import { permissionSets } from '#server/db/schema/members/partners.ts'
import { checkProducts } from '../grants/chosen-products.queries.ts'
import { verdictOnNewlyHidden } from '../grants/grants-account.queries.ts'
import {
  countPartnersOf,
  isPermissionSet,
  isSetNameTaken,
  listPartnersOf,
  listPermissionSets,
  withHidden,
} from './permission-sets.queries.ts'
import { verdictsOn } from './permission-sets.rules.ts'

const rows = serveRows({
  calls: permissionSetCalls,
  table: permissionSets,
  target: 'permissionSet',
  nameOf: ({ name }) => name,
  list: ({ body, db }) => listPermissionSets(db, body),
  read: withHidden,
  check: async (tx, form, { stored, copied }) => {
    const isTaken = await isSetNameTaken(tx, form.name, stored?.id)
    checkFields({ name: isTaken ? '方案名称已存在' : null, ...verdictsOn(form) })
    await checkProducts(tx, form.productIds)
    const held = (stored ?? copied)?.productIds
    checkFields({ productIds: await verdictOnNewlyHidden(tx, form.productIds, held) })
    return form
  },
  uses: async (tx, { id }) => ({ 合作伙伴: await countPartnersOf(tx, id) }),
})

export const routes = [
  ...rows,

  serve(listSetPartners, async ({ body: { id }, actor, db }) => {
    if (!(await isPermissionSet(db, id))) throw refuse('notFound')
    return listPartnersOf(db, id, actor)
  }),
]
