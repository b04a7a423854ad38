// Presets over HTTP.
import type { BodyOf } from '../../../../contract/endpoint.ts'
import {
  addPreset,
  applyPreset,
  batchApplyPreset,
  batchRevokePreset,
  copyPreset,
  editPreset,
  getPreset,
  matchPresetAccounts,
  type PresetForm,
  queryPresets,
  removePreset,
  searchPresetAccounts,
} from '../../../../contract/members/grant-presets.ts'
import { type SubProductKey, subProductOf } from '../../../../contract/sub-products.ts'
import { audit, difference } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { checkFields, refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { areThere } from '../grants/chosen-products.queries.ts'
import { verdictOnNewlyHidden } from '../grants/grants-account.queries.ts'
import { apply } from './presets.acts.ts'
import {
  deletePreset,
  findPreset,
  insertPreset,
  listPresets,
  lockPreset,
  matchAccounts,
  presetNames,
  rulesOfPreset,
  type StoredPreset,
  searchAccounts,
  subProductOfPreset,
  updatePreset,
  withHidden,
} from './presets.queries.ts'
import { copyName } from './presets.rules.ts'

const NAME_MAX = 50

const of = (id: string, action: string) => ({ action: `preset.${action}`, targetType: 'preset', targetId: id })
const byRow = { subProductOf: ({ body, db }: { body: { id: string }; db: Db }) => subProductOfPreset(db, body.id) }

async function check(tx: Tx, subProduct: SubProductKey, form: PresetForm, stored?: StoredPreset): Promise<PresetForm> {
  const isWhole = subProductOf(subProduct).grantsBy === 'whole'
  const taken = await presetNames(tx, subProduct, stored?.id)
  const isThere = await areThere(tx, form.productIds)
  const hidden = await verdictOnNewlyHidden(tx, form.productIds, stored?.productIds)
  const name = form.name.trim()
  checkFields({
    name: taken.has(name.toLowerCase()) ? `已有名为“${name}”的方案，请换一个名称` : null,
    productIds: isWhole
      ? form.productIds.length > 0 && '这个子产品整体授权，不需要选择产品'
      : (form.productIds.length === 0 && '请选择产品') || (!isThere && '部分产品已不存在，请重新选择') || hidden,
  } as Record<string, string | null>)
  return { ...form, name, remark: form.remark.trim() }
}

const formOf = ({ id: _id, version: _version, ...form }: BodyOf<typeof editPreset>): PresetForm => form

export const routes = [
  serve(queryPresets, ({ body, subProduct, db }) => listPresets(db, { ...body, subProduct })),

  serve(
    getPreset,
    async ({ body, db }) => {
      const stored = await findPreset(db, body.id)
      if (!stored) throw refuse('notFound')
      return withHidden(db, stored)
    },
    byRow,
  ),

  serve(addPreset, ({ body: { subProduct: _, ...form }, subProduct, core, by }) =>
    transact(core, async (tx) => {
      const values = await check(tx, subProduct, form)
      const id = await insertPreset(tx, { subProduct, ...values })
      await audit(tx, by, { ...of(id, 'add'), after: { subProduct, ...values } })
      return { id, version: 1 }
    }),
  ),

  serve(
    editPreset,
    ({ body, core, by }) =>
      transact(core, async (tx) => {
        const stored = await lockPreset(tx, body.id, 'update')
        if (!stored) throw refuse('notFound')
        if (stored.version !== body.version) throw refuse('stale', { data: await withHidden(tx, stored) })
        const values = await check(tx, stored.subProduct, formOf(body), stored)
        const version = await updatePreset(tx, stored.id, values)
        await audit(tx, by, { ...of(stored.id, 'edit'), ...difference<Record<string, unknown>>({ ...stored }, values) })
        return { id: stored.id, version }
      }),
    byRow,
  ),

  serve(
    copyPreset,
    ({ body, core, by }) =>
      transact(core, async (tx) => {
        const stored = await lockPreset(tx, body.id, 'share')
        if (!stored) throw refuse('notFound')
        const { id: _id, version: _version, ...values } = stored
        const name = copyName(stored.name, await presetNames(tx, stored.subProduct), NAME_MAX)
        const id = await insertPreset(tx, { ...values, name })
        await audit(tx, by, { ...of(id, 'copy'), after: { from: stored.id, name } })
        return { id, name }
      }),
    byRow,
  ),

  serve(
    removePreset,
    async ({ body, core, by }) => {
      await transact(core, async (tx) => {
        const stored = await lockPreset(tx, body.id, 'update')
        if (!stored) throw refuse('notFound')
        const rules = await rulesOfPreset(tx, stored.id)
        if (rules.length > 0) {
          const data = [{ id: stored.id, name: stored.name, by: [{ kind: '授权规则', count: rules.length }] }]
          const names = rules.map(({ name }) => `“${name}”`).join('、')
          throw refuse('inUse', { data, msg: `授权规则${names}正在使用，不能删除` })
        }
        await deletePreset(tx, stored.id)
        await audit(tx, by, { ...of(stored.id, 'delete'), before: { ...stored } })
      })
      return null
    },
    byRow,
  ),

  serve(searchPresetAccounts, ({ body, subProduct, actor, db }) =>
    searchAccounts(db, actor, subProduct, body.text.trim()),
  ),

  serve(matchPresetAccounts, async ({ body, subProduct, actor, db }) => {
    const lines = body.loginNames.map((name) => name.trim()).filter((name) => name !== '')
    const names = new Map(lines.map((name) => [name.toLowerCase(), name]))
    const found = await matchAccounts(db, actor, subProduct, [...names.keys()])
    for (const { loginName } of found) names.delete(loginName.toLowerCase())
    return { found, missing: [...names.values()] }
  }),

  serve(applyPreset, (context) => apply(context, 'apply'), byRow),
  serve(batchApplyPreset, (context) => apply(context, 'batchApply'), byRow),
  serve(batchRevokePreset, (context) => apply(context, 'batchRevoke'), byRow),
]
