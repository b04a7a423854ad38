// Authorisation rules over HTTP.
import type { BodyOf } from '../../../../contract/endpoint.ts'
import {
  addGrantRule,
  copyGrantRule,
  disableGrantRule,
  editGrantRule,
  getRuleChoices,
  moveGrantRule,
  openGrantRule,
  queryGrantRules,
  removeGrantRule,
  tryGrantRules,
} from '../../../../contract/members/grant-rules.ts'
import { grantKindWords } from '../../../../contract/members/members.ts'
import type { SubProductKey } from '../../../../contract/sub-products.ts'
import { audit, difference } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { checkFields, refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import { copyName, summaryOf } from '../presets/presets.rules.ts'
import {
  deleteRule,
  findRule,
  holdPreset,
  insertRule,
  listGrantRules,
  lockRules,
  placeRules,
  presetsOf,
  provinceNames,
  ruleNames,
  rulesOf,
  type StoredRule,
  subProductOfRule,
  updateRule,
} from './grant-rules.queries.ts'
import { movedRule, ruleFor } from './grant-rules.rules.ts'

const NAME_MAX = 50

const of = (id: string, action: string) => ({ action: `grantRule.${action}`, targetType: 'grantRule', targetId: id })
const byRow = { subProductOf: ({ body, db }: { body: { id: string }; db: Db }) => subProductOfRule(db, body.id) }

type Form = Omit<BodyOf<typeof editGrantRule>, 'id' | 'version'>

async function check(tx: Tx, subProduct: SubProductKey, form: Form, but?: string): Promise<Form> {
  const name = form.name.trim()
  const taken = await ruleNames(tx, subProduct, but)
  const isPreset = await holdPreset(tx, subProduct, form.presetId)
  const isProvince = form.province === '' || (await provinceNames(tx)).includes(form.province)
  checkFields({
    name: taken.has(name.toLowerCase()) ? `已有名为“${name}”的规则，请换一个名称` : null,
    presetId: isPreset ? null : '授权方案不存在',
    province: isProvince ? null : '省份不存在',
  })
  return { ...form, name }
}

/** A rule, once nobody else changes the rules of its sub-product. */
async function take(tx: Tx, subProduct: SubProductKey, id: string): Promise<StoredRule> {
  await lockRules(tx, subProduct)
  const stored = await findRule(tx, id)
  if (!stored) throw refuse('notFound')
  return stored
}

const serveSwitch = (endpoint: typeof openGrantRule | typeof disableGrantRule, action: string, isEnabled: boolean) =>
  serve(
    endpoint,
    async ({ body, subProduct, core, by }) => {
      await transact(core, async (tx) => {
        const stored = await take(tx, subProduct, body.id)
        if (stored.isEnabled === isEnabled) return
        await updateRule(tx, stored.id, { isEnabled })
        await audit(tx, by, { ...of(stored.id, action), before: { isEnabled: !isEnabled }, after: { isEnabled } })
      })
      return null
    },
    byRow,
  )

export const routes = [
  serve(queryGrantRules, ({ body, subProduct, db }) =>
    // the first rule decides: unless somebody sorts otherwise, the order of asking, from the first
    listGrantRules(db, { ...(body.descs ? {} : { ascs: ['sort' as const] }), ...body, subProduct }),
  ),

  serve(getRuleChoices, async ({ subProduct, db }) => ({
    presets: (await presetsOf(db, subProduct)).map(({ id, name, isEnabled, kind, ...preset }) => ({
      id,
      name,
      isEnabled,
      summary: summaryOf(preset, grantKindWords[kind]),
    })),
    provinces: await provinceNames(db),
  })),

  serve(addGrantRule, ({ body: { subProduct: _, ...form }, subProduct, core, by }) =>
    transact(core, async (tx) => {
      await lockRules(tx, subProduct)
      const values = await check(tx, subProduct, form)
      const id = await insertRule(tx, { subProduct, ...values })
      await audit(tx, by, { ...of(id, 'add'), after: { subProduct, ...values } })
      return { id, version: 1 }
    }),
  ),

  serve(
    editGrantRule,
    ({ body: { id, version, ...form }, subProduct, core, by }) =>
      transact(core, async (tx) => {
        const stored = await take(tx, subProduct, id)
        if (stored.version !== version) throw refuse('stale', { data: stored })
        const values = await check(tx, subProduct, form, id)
        const next = await updateRule(tx, id, values)
        await audit(tx, by, { ...of(id, 'edit'), ...difference<Record<string, unknown>>({ ...stored }, values) })
        return { id, version: next }
      }),
    byRow,
  ),

  serve(
    moveGrantRule,
    async ({ body: { id, to }, subProduct, core, by }) => {
      await transact(core, async (tx) => {
        await take(tx, subProduct, id)
        const before = (await rulesOf(tx, subProduct)).map((rule) => rule.id)
        const after = movedRule(before, id, to)
        if (after.every((each, at) => each === before[at])) return
        await placeRules(tx, after)
        await audit(tx, by, { ...of(id, 'move'), before: { ids: before }, after: { ids: after } })
      })
      return null
    },
    byRow,
  ),

  serveSwitch(openGrantRule, 'open', true),
  serveSwitch(disableGrantRule, 'disable', false),

  serve(
    copyGrantRule,
    async ({ body, subProduct, core, by }) => {
      await transact(core, async (tx) => {
        const { name, source, province, presetId } = await take(tx, subProduct, body.id)
        const copied = copyName(name, await ruleNames(tx, subProduct), NAME_MAX)
        const values = { name: copied, source, province, presetId, isEnabled: false }
        const id = await insertRule(tx, { subProduct, ...values })
        await audit(tx, by, { ...of(id, 'copy'), after: { from: body.id, ...values } })
      })
      return null
    },
    byRow,
  ),

  serve(
    removeGrantRule,
    async ({ body, subProduct, core, by }) => {
      await transact(core, async (tx) => {
        const stored = await take(tx, subProduct, body.id)
        await deleteRule(tx, stored.id)
        await placeRules(
          tx,
          (await rulesOf(tx, subProduct)).map(({ id }) => id),
        )
        await audit(tx, by, { ...of(stored.id, 'delete'), before: { ...stored } })
      })
      return null
    },
    byRow,
  ),

  serve(tryGrantRules, async ({ body, subProduct, db }) => {
    const rule = ruleFor(await rulesOf(db, subProduct), body)
    const preset = rule && (await presetsOf(db, subProduct)).find(({ id }) => id === rule.presetId)
    if (!rule || !preset) return null
    return {
      ruleId: rule.id,
      ruleName: rule.name,
      presetName: preset.name,
      isPresetEnabled: preset.isEnabled,
      summary: summaryOf(preset, grantKindWords[preset.kind]),
    }
  }),
]
