// Third parties over HTTP.
import {
  addThirdPower,
  disableThirdPower,
  editThirdPower,
  getThirdPower,
  openThirdPower,
  queryThirdPowers,
  readThirdPower,
  removeThirdPower,
  type ThirdPowerForm,
} from '../../../../contract/members/third-powers.ts'
import { audit, difference } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { checkAddresses } from '../../../core/http/addresses.ts'
import { checkFields, refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { checkProducts } from '../grants/chosen-products.queries.ts'
import {
  deleteThirdPower,
  findThirdPower,
  insertThirdPower,
  isAppIdTaken,
  listThirdPowers,
  readDetails,
  subProductOfThirdPower,
  takeThirdPower,
  updateThirdPower,
} from './third-powers.queries.ts'

const target = (id: string) => ({ targetType: 'thirdPower', targetId: id })
const byRow = { subProductOf: ({ body, db }: { body: { id: string }; db: Db }) => subProductOfThirdPower(db, body.id) }

function cleaned<F extends ThirdPowerForm>(form: F): F {
  checkAddresses(form.addresses)
  return { ...form, name: form.name.trim(), remark: form.remark.trim() }
}

async function take(tx: Tx, id: string) {
  const stored = await takeThirdPower(tx, id)
  if (!stored) throw refuse('notFound')
  return stored
}

const taken = { appId: '该 App ID 在本子产品中已存在' }

const switches = [
  { endpoint: disableThirdPower, action: 'thirdPower.disable', status: 'disabled' },
  { endpoint: openThirdPower, action: 'thirdPower.open', status: 'enabled' },
] as const

export const routes = [
  serve(queryThirdPowers, ({ body, db }) => listThirdPowers(db, body)),

  serve(
    getThirdPower,
    async ({ body, db }) => {
      const stored = await findThirdPower(db, body.id)
      if (!stored) throw refuse('notFound')
      return stored
    },
    byRow,
  ),

  serve(
    readThirdPower,
    async ({ body, db }) => {
      const stored = await readDetails(db, body.id)
      if (!stored) throw refuse('notFound')
      return stored
    },
    byRow,
  ),

  serve(addThirdPower, ({ body, core, by, subProduct }) =>
    transact(core, async (tx) => {
      const form = cleaned({ ...body, subProduct })
      if (await isAppIdTaken(tx, form)) checkFields(taken)
      await checkProducts(tx, form.productIds)
      const saved = await insertThirdPower(tx, form)
      await audit(tx, by, { action: 'thirdPower.add', ...target(saved.id), after: form })
      return saved
    }),
  ),

  serve(
    editThirdPower,
    ({ body: { id, version, ...fields }, core, by }) =>
      transact(core, async (tx) => {
        const { status: _, subProduct, ...stored } = await take(tx, id)
        if (stored.version !== version) throw refuse('stale', { data: stored })
        const form = cleaned(fields)
        if (await isAppIdTaken(tx, { id, subProduct, appId: form.appId })) checkFields(taken)
        await checkProducts(tx, form.productIds)
        const saved = await updateThirdPower(tx, id, form)
        await audit(tx, by, { action: 'thirdPower.edit', ...target(id), ...difference({ ...stored }, form) })
        return saved
      }),
    byRow,
  ),

  serve(
    removeThirdPower,
    async ({ body: { id }, core, by }) => {
      await transact(core, async (tx) => {
        const before = await take(tx, id)
        await deleteThirdPower(tx, id)
        await audit(tx, by, { action: 'thirdPower.delete', ...target(id), before })
      })
      return null
    },
    byRow,
  ),

  ...switches.map(({ endpoint, action, status }) =>
    serve(
      endpoint as typeof disableThirdPower,
      async ({ body: { id }, core, by }) => {
        await transact(core, async (tx) => {
          const before = await take(tx, id)
          if (before.status === status) return
          await updateThirdPower(tx, id, { status })
          await audit(tx, by, { action, ...target(id), before: { status: before.status }, after: { status } })
        })
        return null
      },
      byRow,
    ),
  ),
]
