// Permission sets over HTTP.
import {
  addPermissionSet,
  copyPermissionSet,
  editPermissionSet,
  getPermissionSet,
  listSetPartners,
  type PermissionSetForm,
  type PermissionSetInUse,
  queryPermissionSets,
  removePermissionSet,
} from '../../../../contract/members/permission-sets.ts'
import { audit, difference } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { checkFields, refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import type { Tx } from '../../../db/connection.ts'
import { checkProducts } from '../grants/chosen-products.queries.ts'
import { verdictOnNewlyHidden } from '../grants/grants-account.queries.ts'
import {
  countPartnersOf,
  deletePermissionSet,
  findPermissionSet,
  insertPermissionSet,
  isSetNameTaken,
  listPartnersOf,
  listPermissionSets,
  type StoredSet,
  takePermissionSet,
  updatePermissionSet,
  withHidden,
} from './permission-sets.queries.ts'
import { verdictsOn } from './permission-sets.rules.ts'

const target = (id: string) => ({ targetType: 'permissionSet', targetId: id })

/** @param stored the set itself, which keeps its name, or the one that is copied, with what it holds */
async function checked(tx: Tx, form: PermissionSetForm, stored?: Partial<StoredSet>): Promise<PermissionSetForm> {
  const name = form.name.trim()
  const isTaken = await isSetNameTaken(tx, name, stored?.id)
  checkFields({ name: isTaken ? '方案名称已存在' : null, ...verdictsOn(form) })
  await checkProducts(tx, form.productIds)
  checkFields({ productIds: await verdictOnNewlyHidden(tx, form.productIds, stored?.productIds) })
  return { ...form, name, remark: form.remark.trim() }
}

async function take(tx: Tx, id: string) {
  const stored = await takePermissionSet(tx, id)
  if (!stored) throw refuse('notFound')
  return stored
}

export const routes = [
  serve(queryPermissionSets, ({ body, db }) => listPermissionSets(db, body)),

  serve(getPermissionSet, async ({ body, db }) => {
    const stored = await findPermissionSet(db, body.id)
    if (!stored) throw refuse('notFound')
    return withHidden(db, stored)
  }),

  serve(addPermissionSet, ({ body, core, by }) =>
    transact(core, async (tx) => {
      const form = await checked(tx, body)
      const saved = await insertPermissionSet(tx, form)
      await audit(tx, by, { action: 'permissionSet.add', ...target(saved.id), after: form })
      return saved
    }),
  ),

  serve(editPermissionSet, ({ body: { id, version, ...fields }, core, by }) =>
    transact(core, async (tx) => {
      const stored = await take(tx, id)
      if (stored.version !== version) throw refuse('stale', { data: await withHidden(tx, stored) })
      const form = await checked(tx, fields, stored)
      const saved = await updatePermissionSet(tx, id, form)
      await audit(tx, by, { action: 'permissionSet.edit', ...target(id), ...difference({ ...stored }, form) })
      return saved
    }),
  ),

  serve(copyPermissionSet, ({ body: { id, name }, core, by }) =>
    transact(core, async (tx) => {
      const { id: from, version: _, ...fields } = await take(tx, id)
      const form = await checked(tx, { ...fields, name }, { productIds: fields.productIds })
      const saved = await insertPermissionSet(tx, form)
      await audit(tx, by, { action: 'permissionSet.copy', ...target(saved.id), after: { ...form, from } })
      return saved
    }),
  ),

  serve(removePermissionSet, async ({ body: { id }, core, by }) => {
    await transact(core, async (tx) => {
      const before = await take(tx, id)
      const count = await countPartnersOf(tx, id)
      const inUse: PermissionSetInUse[] = [{ id, name: before.name, by: [{ kind: '合作伙伴', count }] }]
      if (count > 0) throw refuse('inUse', { data: inUse })
      await deletePermissionSet(tx, id)
      await audit(tx, by, { action: 'permissionSet.delete', ...target(id), before })
    })
    return null
  }),

  serve(listSetPartners, async ({ body: { id }, actor, db }) => {
    if (!(await findPermissionSet(db, id))) throw refuse('notFound')
    return listPartnersOf(db, id, actor)
  }),
]
