// Merging of campaigns and keywords over HTTP.
import { dayOf } from '#contract/days.ts'
import { usualAttribution } from '#contract/operations/attribution.ts'
import { mergeSemNodes, querySemMerges, undoSemMerge } from '#contract/operations/search-merges.ts'
import { textKey } from '#contract/text.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { checkFields, orNotFound } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { findNode } from './search-detail.queries.ts'
import { totalSums } from './search-marketing.queries.ts'
import { figuresOf } from './search-marketing.rules.ts'
import { listMerges, lockMerge, storeMerge, takeBackMerge } from './search-merges.queries.ts'
import { lockAccounts } from './search-slices.queries.ts'

/** Before any report. */
const EVER = '2000-01-01'

export const routes = [
  serve(querySemMerges, ({ db, body }) => listMerges(db, body.accountId)),

  serve(mergeSemNodes, (context) =>
    transact(context.core, async (tx) => {
      const { by, actor } = context
      const { accountId, campaign, keyword, into } = context.body
      await lockAccounts(tx, [accountId])
      const placeOf = (name: string) => (keyword ? { campaign, keyword: name } : { campaign: name })
      const from = keyword || campaign
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
      const level = keyword ? 'keyword' : 'campaign'
      const merge = { accountId, campaign: keyword ? campaign : '', fromName: from, intoName: into }
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
    const other = await findNode(
      tx,
      level === 'keyword' ? { accountId, campaign, keyword: intoName } : { accountId, campaign: intoName },
    )
    await takeBackMerge(tx, found)
    await audit(tx, by, {
      action: 'semNode.unmerge',
      targetType: 'semNode',
      targetId: other?.id ?? '',
      before: { name: intoName },
      after: { name: fromName, campaign: level === 'keyword' ? campaign : fromName },
    })
    return {}
  }),
]
