// Authorisation rules over HTTP.
import { getRuleChoices, grantRuleCalls, moveGrantRule, tryGrantRules } from '#contract/members/grant-rules.ts'
import { grantKindLabels } from '#contract/members/members.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields } from '#server/core/http/refusal.ts'
import { serve, serveAct, subProductById } from '#server/core/http/serve.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import { grantRules } from '#server/db/schema/members/grants.ts'
import { copyName, summaryOf } from '../presets/presets.rules.ts'
import {
  holdPreset,
  lastPlace,
  listGrantRules,
  lockRules,
  placeRules,
  presetsOf,
  provinceNames,
  ruleNames,
  rulesOf,
  subProductOfRule,
} from './grant-rules.queries.ts'
import { movedRule, ruleFor } from './grant-rules.rules.ts'

const NAME_MAX = 50

const byRow = subProductById(subProductOfRule)

const rows = serveRows({
  calls: grantRuleCalls,
  table: grantRules,
  target: 'grantRule',
  nameOf: ({ name }) => name,
  lock: lockRules,
  list: ({ body, subProduct, db }) =>
    // default order: that in which rules are tried, as the first that fits decides
    listGrantRules(db, { ...(body.descs ? {} : { ascs: ['sort' as const] }), ...body, subProduct }),
  check: async (tx, form, { stored, subProduct }) => {
    const taken = await ruleNames(tx, subProduct, stored?.id)
    const isPreset = await holdPreset(tx, subProduct, form.presetId)
    const isProvince = form.province === '' || (await provinceNames(tx)).includes(form.province)
    checkFields({
      name: taken.has(form.name.toLowerCase()) ? `已有名为“${form.name}”的规则，请换一个名称` : null,
      presetId: isPreset ? null : '授权方案不存在',
      province: isProvince ? null : '省份不存在',
    })
    return stored ? form : { ...form, sort: (await lastPlace(tx, subProduct)) + 1 }
  },
  copy: async (tx, { subProduct, name }) => ({
    name: copyName(name, await ruleNames(tx, subProduct), NAME_MAX),
    isEnabled: false,
  }),
  afterwards: async (tx, _id, values, { subProduct }) => {
    if (values !== null) return
    const left = await rulesOf(tx, subProduct)
    await placeRules(
      tx,
      left.map(({ id }) => id),
    )
  },
})

export const routes = [
  ...rows,

  serve(getRuleChoices, async ({ subProduct, db }) => ({
    presets: (await presetsOf(db, subProduct)).map(({ id, name, isEnabled, kind, ...preset }) => ({
      id,
      name,
      isEnabled,
      summary: summaryOf(preset, grantKindLabels[kind]),
    })),
    provinces: await provinceNames(db),
  })),

  serveAct(
    moveGrantRule,
    async ({ tx, body: { id, to }, subProduct, by }) => {
      await lockRules(tx, subProduct)
      const before = (await rulesOf(tx, subProduct)).map((rule) => rule.id)
      const after = movedRule(before, id, to)
      if (after.every((each, at) => each === before[at])) return
      await placeRules(tx, after)
      const target = { targetType: 'grantRule', targetId: id }
      await audit(tx, by, { action: 'grantRule.move', ...target, before: { ids: before }, after: { ids: after } })
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
      summary: summaryOf(preset, grantKindLabels[preset.kind]),
    }
  }),
]
