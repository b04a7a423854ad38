// Merging of campaigns, groups and keywords over HTTP.
import { dayOf } from '#contract/days.ts'
import { usualAttribution } from '#contract/operations/attribution.ts'
import {
  findSemGroups,
  mergeSemNodes,
  querySemMerges,
  type SemMerge,
  undoSemMerge,
} from '#contract/operations/search-merges.ts'
import { textKey } from '#contract/text.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { findNode } from './search-detail.queries.ts'
import { totalSums } from './search-marketing.queries.ts'
import { figuresOf } from './search-marketing.rules.ts'
import { groupsOf, listMerges, lockMerge, storeMerge, takeBackMerge } from './search-merges.queries.ts'
import { lockAccounts } from './slices/search-slices.queries.ts'

/** Before any report. */
const EVER = '2000-01-01'

/** Where a name of a level is, in a campaign or as one. */
const placing =
  (level: SemMerge['level'], campaign: string) =>
  (name: string): { campaign: string; group?: string; keyword?: string } =>
    level === 'campaign' ? { campaign: name } : { campaign, [level]: name }

export const routes = [
  serve(querySemMerges, ({ db, body }) => listMerges(db, body.accountId)),

  serve(findSemGroups, ({ db, body }) => groupsOf(db, body.accountId, body.campaign)),

  serve(mergeSemNodes, (context) =>
    transact(context.core, async (tx) => {
      const { by, actor } = context
      const { accountId, campaign, group, keyword, into } = context.body
      await lockAccounts(tx, [accountId])
      const level = keyword ? 'keyword' : group ? 'group' : 'campaign'
      const placeOf = placing(level, campaign)
      const from = keyword || group || campaign
      const node = orNotFound(await findNode(tx, { accountId, ...placeOf(from) }))
      const other = await findNode(tx, { accountId, ...placeOf(into) })
      checkFields({
        into: !other ? '没有这个名称' : textKey(into) === textKey(from) ? '不能并入自己' : null,
      })
      const costOf = async (name: string) => {
        const terms = { ...usualAttribution, from: EVER, to: dayOf(Date.now()), accountId, one: placeOf(name) }
        return figuresOf(await totalSums(tx, terms)).cost
      }
      const [own, theirs] = [await costOf(from), await costOf(into)]
      await confirmed(tx, context, {
        preview: {
          text: `“${from}”（消费 ${own}）将并入“${into}”（消费 ${theirs}），以后导入的数据也是。备注名、负责人和目标以“${into}”为准；随时可以撤销。`,
          groups: [],
        },
        versions: [node.id, node.version, other?.id, other?.version],
      })
      const merge = { accountId, campaign: level === 'campaign' ? '' : campaign, fromName: from, intoName: into }
      const id = await storeMerge(tx, actor.id, { level, ...merge })
      await audit(tx, by, {
        action: 'semNode.merge',
        targetType: 'semNode',
        targetId: other?.id ?? '',
        before: { name: from, cost: own },
        after: { name: into, campaign },
      })
      return { id }
    }),
  ),

  serveAct(undoSemMerge, async ({ tx, body, by }) => {
    const found = orNotFound(await lockMerge(tx, body.id))
    await lockAccounts(tx, [found.accountId])
    const { level, accountId, campaign, fromName, intoName } = found
    const other = await findNode(tx, { accountId, ...placing(level, campaign)(intoName) })
    await takeBackMerge(tx, found)
    await audit(tx, by, {
      action: 'semNode.unmerge',
      targetType: 'semNode',
      targetId: other?.id ?? '',
      before: { name: intoName },
      after: { name: fromName, campaign: level === 'campaign' ? fromName : campaign },
    })
    return {}
  }),
]
