// Publishing a version: who may, and what its evaluation must have shown.
import { and, eq, sql } from 'drizzle-orm'
import type { launchPrompt } from '#contract/ai/assistants.ts'
import { audit } from '#server/core/audit/audit.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Context } from '#server/core/http/serve.ts'
import type { Tx } from '#server/db/connection.ts'
import { aiAssistants, aiPrompts } from '#server/db/schema/ai.ts'
import { lockAssistant, rivalOf } from '../assistants.queries.ts'
import { type GateRun, gateRuns } from '../evaluation/runs.queries.ts'

type Assistant = typeof aiAssistants.$inferSelect
type Version = typeof aiPrompts.$inferSelect

/** Questions that a refusal names. */
const NAMED = 3

/** The buttons of the article editor have one assistant each. */
async function refuseRival(tx: Tx, { purpose, id }: Assistant): Promise<void> {
  const rival = await rivalOf(tx, purpose, id)
  if (rival !== undefined) throw refuse('conflict', { msg: `同一用途的“${rival}”已发布，请先下线它` })
}

const pricesOf = ({ setName, prices }: GateRun) =>
  `评测集“${setName}”有 ${prices.length} 道题的价格不对：${prices.slice(0, NAMED).join('；')}${prices.length > NAMED ? '…' : ''}`

/** Throws 409. A version that was published before was passed then: it is needed at once where the newer one is bad. */
function refuseUntested(gates: readonly GateRun[], { launchedAt }: Version): void {
  const wrong = gates.find(({ prices }) => prices.length > 0)
  if (wrong) throw refuse('conflict', { msg: pricesOf(wrong) })
  const missing = gates.find(({ hasCases, runId }) => hasCases && runId === null)
  if (missing && launchedAt === null)
    throw refuse('conflict', { msg: `评测集“${missing.setName}”还没有用这一版完整运行过，或运行后又有改动` })
}

/** What else did not go as expected: the person who launches decides. */
const doubtsOf = (gates: readonly GateRun[]): string[] =>
  gates.flatMap(({ setName, failed, errors }) => [
    ...(failed > 0 ? [`评测集“${setName}”有 ${failed} 个回答不符合期望`] : []),
    ...(errors > 0 ? [`评测集“${setName}”有 ${errors} 次没有得到回答`] : []),
  ])

export const publish = (tx: Tx, id: string, publishedId: string | null) =>
  tx
    .update(aiAssistants)
    .set({ publishedId, version: sql`${aiAssistants.version} + 1`, updatedAt: sql`now()` })
    .where(eq(aiAssistants.id, id))

async function numberOf(tx: Tx, promptId: string | null): Promise<number | null> {
  if (promptId === null) return null
  const [found] = await tx.select({ number: aiPrompts.number }).from(aiPrompts).where(eq(aiPrompts.id, promptId))
  return found?.number ?? null
}

export async function launch(context: Omit<Context<typeof launchPrompt>, 'db'> & { tx: Tx }): Promise<void> {
  const { tx, by, actor, body } = context
  const { id, version, promptId } = body
  const assistant = orNotFound(await lockAssistant(tx, id))
  if (assistant.version !== version) throw refuse('stale')
  const [found] = await tx
    .select()
    .from(aiPrompts)
    .where(and(eq(aiPrompts.id, promptId), eq(aiPrompts.assistantId, id)))
  const prompt = orNotFound(found)
  if (!assistant.isEnabled) throw refuse('conflict', { msg: '助手已禁用，请先启用再发布' })
  await refuseRival(tx, assistant)
  if (prompt.launchedAt === null && prompt.authorId === actor.id)
    throw refuse('conflict', { msg: '不能发布自己写的版本，请由他人发布' })
  const gates = await gateRuns(tx, id, promptId)
  refuseUntested(gates, prompt)
  const doubts = prompt.launchedAt === null ? doubtsOf(gates) : []
  if (doubts.length > 0)
    await confirmed(tx, context, {
      preview: {
        text: '评测没有全部通过，仍要发布？',
        groups: [{ title: '没有通过', count: doubts.length, names: doubts }],
      },
    })
  await publish(tx, id, promptId)
  if (prompt.launchedAt === null)
    await tx.update(aiPrompts).set({ launchedAt: sql`now()` }).where(eq(aiPrompts.id, promptId))
  const before = { number: await numberOf(tx, assistant.publishedId) }
  await audit(tx, by, {
    action: 'aiAssistant.launch',
    targetType: 'aiAssistant',
    targetId: id,
    before,
    after: { number: prompt.number, ...(doubts.length > 0 && { doubts: doubts.join('；') }) },
  })
}
