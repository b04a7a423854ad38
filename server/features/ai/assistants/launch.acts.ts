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
import { gateRuns } from '../evaluation/runs.queries.ts'
import { doubtsOf, obstacleOf } from './launch.rules.ts'

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
  const isDraft = prompt.launchedAt === null
  const gates = await gateRuns(tx, id, [promptId])
  const rival = await rivalOf(tx, assistant.purpose, id)
  const msg = obstacleOf({ ...assistant, rival }, { isDraft, isOwn: prompt.authorId === actor.id, gates })
  if (msg !== '') throw refuse('conflict', { msg })
  const doubts = isDraft ? doubtsOf(gates) : []
  if (doubts.length > 0)
    await confirmed(tx, context, {
      preview: {
        text: '评测没有全部通过，仍要发布？',
        groups: [{ title: '没有通过', count: doubts.length, names: doubts }],
      },
    })
  await publish(tx, id, promptId)
  if (isDraft) await tx.update(aiPrompts).set({ launchedAt: sql`now()` }).where(eq(aiPrompts.id, promptId))
  const before = { number: await numberOf(tx, assistant.publishedId) }
  await audit(tx, by, {
    action: 'aiAssistant.launch',
    targetType: 'aiAssistant',
    targetId: id,
    before,
    after: { number: prompt.number, ...(doubts.length > 0 && { doubts: doubts.join('；') }) },
  })
}
