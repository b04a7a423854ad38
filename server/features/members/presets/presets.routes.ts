// Presets over HTTP.

import {
  applyPreset,
  batchApplyPreset,
  batchRevokePreset,
  matchPresetAccounts,
  presetCalls,
  searchPresetAccounts,
} from '#contract/members/grant-presets.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { textKey } from '#contract/text.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve, subProductById } from '#server/core/http/serve.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import { grantPresets } from '#server/db/schema/members/grants.ts'
import { areThere } from '../grants/chosen-products.queries.ts'
import { verdictOnNewlyHidden } from '../grants/grants-account.queries.ts'
import { apply } from './presets.acts.ts'
import {
  listPresets,
  matchAccounts,
  presetNames,
  rulesOfPreset,
  searchAccounts,
  subProductOfPreset,
  withHidden,
} from './presets.queries.ts'
import { copyName } from './presets.rules.ts'

const NAME_MAX = 50

const byRow = subProductById(subProductOfPreset)

const rows = serveRows({
  calls: presetCalls,
  table: grantPresets,
  target: 'preset',
  nameOf: ({ name }) => name,
  list: ({ body, db }) => listPresets(db, body),
  read: withHidden,
  check: async (tx, form, { stored, copied, subProduct }) => {
    const { name, productIds } = form
    const isWhole = subProductOf(subProduct).grantsBy === 'whole'
    const taken = await presetNames(tx, subProduct, stored?.id)
    const isThere = await areThere(tx, productIds)
    const hidden = await verdictOnNewlyHidden(tx, productIds, (stored ?? copied)?.productIds)
    checkFields({
      name: taken.has(name.toLowerCase()) ? `已有名为“${name}”的方案，请换一个名称` : null,
      productIds: isWhole
        ? productIds.length > 0 && '这个子产品整体授权，不需要选择产品'
        : (productIds.length === 0 && '请选择产品') || (!isThere && '部分产品已不存在，请重新选择') || hidden,
    } as Record<string, string | null>)
    return form
  },
  copy: async (tx, { name, subProduct }) => ({ name: copyName(name, await presetNames(tx, subProduct), NAME_MAX) }),
  uses: async (tx, { id, name }) => {
    const rules = await rulesOfPreset(tx, id)
    if (rules.length === 0) return {}
    const names = rules.map((rule) => `“${rule.name}”`).join('、')
    const data = [{ id, name, by: [{ kind: '授权规则', count: rules.length }] }]
    throw refuse('inUse', { data, msg: `授权规则${names}正在使用，不能删除` })
  },
})

export const routes = [
  ...rows,

  serve(searchPresetAccounts, ({ body, subProduct, actor, db }) =>
    searchAccounts(db, actor, subProduct, body.text.trim()),
  ),

  serve(matchPresetAccounts, async ({ body, subProduct, actor, db }) => {
    const lines = body.loginNames.map((name) => name.trim()).filter((name) => name !== '')
    const names = new Map(lines.map((name) => [textKey(name), name]))
    const found = await matchAccounts(db, actor, subProduct, [...names.keys()])
    for (const { loginName } of found) names.delete(textKey(loginName))
    return { found, missing: [...names.values()] }
  }),

  serve(applyPreset, (context) => apply(context, 'apply'), byRow),
  serve(batchApplyPreset, (context) => apply(context, 'batchApply'), byRow),
  serve(batchRevokePreset, (context) => apply(context, 'batchRevoke'), byRow),
]
