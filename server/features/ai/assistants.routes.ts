// Assistants over HTTP: rows with versions of their prompt.

import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AiPurpose } from '#contract/ai/ai-labels.ts'
import { toolNames, usualLookup } from '#contract/ai/answer-labels.ts'
import {
  addPrompt,
  assistantCalls,
  getAssistant,
  getPrompt,
  launchPrompt,
  readAssistants,
  removePrompt,
  takeDownPrompt,
} from '#contract/ai/assistants.ts'
import { promptProblem } from '#contract/ai/prompt-text.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import type { Executor } from '#server/db/connection.ts'
import { aiAnswers, aiAssistants, aiPrompts } from '#server/db/schema/ai.ts'
import { checkProducts, productNames } from '#server/features/members/grants/chosen-products.queries.ts'
import { launch, publish } from './assistants/launch.acts.ts'
import { obstacleOf } from './assistants/launch.rules.ts'
import {
  assistantOfPrompt,
  findAssistant,
  findPrompt,
  isCodeTaken,
  isNameTaken,
  listAssistants,
  lockAssistant,
  newestPrompt,
  promptsOf,
  publishedForMembers,
  questionsOf,
  rivalOf,
} from './assistants.queries.ts'
import { gateRuns } from './evaluation/runs.queries.ts'
import { hasModel, isModelName } from './provider/models.queries.ts'

const TARGET = 'aiAssistant'
const named = (id: string, verb: string) => ({ action: `${TARGET}.${verb}`, targetType: TARGET, targetId: id })

const rows = serveRows({
  calls: assistantCalls,
  table: aiAssistants,
  target: TARGET,
  nameOf: ({ name }) => name,
  list: ({ body, db }) => listAssistants(db, body),
  check: async (tx, { code, purpose, ...form }, { stored, copied }) => {
    checkFields({
      name: (await isNameTaken(tx, form.name, stored?.id)) ? '已有同名的 AI 助手' : null,
      openings: form.openings.some((each) => each.trim() === '') ? '开场问题不能为空' : null,
      code: code !== undefined && !copied && (await isCodeTaken(tx, code)) ? '编码已被使用' : null,
    })
    await checkProducts(tx, form.productIds)
    return { ...form, ...(!stored && code !== undefined && purpose !== undefined && { code, purpose }) }
  },
  copy: async (tx, { code, name }) => {
    for (let number = 1; ; number++) {
      const [newCode, newName] = [`${code.slice(0, 28)}-${number}`, `${name.slice(0, 58)} 副本${number}`]
      if (!(await isCodeTaken(tx, newCode)) && !(await isNameTaken(tx, newName)))
        return { code: newCode, name: newName }
    }
  },
  afterwards: async (tx, id, _, { copied, actor }) => {
    const newest = copied && (await newestPrompt(tx, copied.id))
    if (!newest) return
    const { id: __, ...parts } = newest
    const note = `复制自“${copied.name}”第 ${newest.number} 版`
    await tx.insert(aiPrompts).values({ ...parts, number: 1, note, assistantId: id, authorId: actor.id })
  },
  uses: async (tx, { id, publishedId }) => ({
    已发布的版本: publishedId === null ? 0 : 1,
    资讯的回答: await tx.$count(
      aiAnswers,
      sql`${aiAnswers.promptId} in (select p.id from ${aiPrompts} p where p.assistant_id = ${id}::bigint)
        and ${aiAnswers.articleId} is not null`,
    ),
  }),
})

/** Tools in their usual order: two versions with the same ones are the same. */
function lookupOf(purpose: AiPurpose, given: BodyOf<typeof addPrompt>) {
  if (purpose !== 'chat') return { ...usualLookup, tools: [] }
  const { tools = toolNames, passages = usualLookup.passages, passageDays = null } = given
  return { tools: toolNames.filter((name) => tools.includes(name)), passages, passageDays }
}

/** With why each cannot be launched. The one that is published needs no launch. */
async function withObstacles(
  db: Executor,
  assistant: { id: string; purpose: AiPurpose; isEnabled: boolean },
  prompts: Awaited<ReturnType<typeof promptsOf>>,
) {
  const waiting = prompts.filter(({ state }) => state !== 'published').map(({ id }) => id)
  const [runs, rival] = await Promise.all([
    gateRuns(db, assistant.id, waiting),
    rivalOf(db, assistant.purpose, assistant.id),
  ])
  const gatesOf = Map.groupBy(runs, ({ promptId }) => promptId)
  return prompts.map(({ isOwn, ...prompt }) => ({
    ...prompt,
    obstacle:
      prompt.state === 'published'
        ? ''
        : obstacleOf(
            { ...assistant, rival },
            { isDraft: prompt.state === 'draft', isOwn, gates: gatesOf.get(prompt.id) ?? [] },
          ),
  }))
}

export const routes = [
  ...rows,

  serve(getAssistant, async ({ body: { id }, db, core, actor }) => {
    const { createdAt: _, updatedAt: __, productIds, ...assistant } = orNotFound(await findAssistant(db, id))
    const [prompts, questions, products, isServiceSet] = await Promise.all([
      promptsOf(db, id, actor.id).then((stored) => withObstacles(db, assistant, stored)),
      questionsOf(db, id),
      productNames(db, productIds),
      hasModel(db, core.config),
    ])
    return { ...assistant, products, isServiceSet, prompts, questions }
  }),

  serve(getPrompt, async ({ body, db }) => orNotFound(await findPrompt(db, body.id))),

  serveAct(addPrompt, async ({ tx, body, actor, by }) => {
    const { assistantId, baseId, tools = [], passages: _, passageDays: __, ...given } = body
    const { purpose } = orNotFound(await lockAssistant(tx, assistantId))
    checkFields({
      prompt: promptProblem(given.prompt.trim(), purpose),
      model: (await isModelName(tx, given.model)) ? null : `没有名为“${given.model}”的模型`,
      tools: purpose !== 'chat' && tools.length > 0 ? '只有会员问答的助手可以使用工具' : null,
    })
    const lookup = lookupOf(purpose, body)
    const parts = { ...given, ...lookup, prompt: given.prompt.trim(), note: given.note.trim() }
    const newest = await newestPrompt(tx, assistantId)
    if ((newest?.id ?? null) !== baseId) throw refuse('stale', { data: newest })
    const number = (newest?.number ?? 0) + 1
    const [added] = await tx
      .insert(aiPrompts)
      .values({ ...parts, assistantId, number, authorId: actor.id })
      .returning({ id: aiPrompts.id })
    await tx.update(aiAssistants).set({ updatedAt: sql`now()` }).where(eq(aiAssistants.id, assistantId))
    await audit(tx, by, { ...named(assistantId, 'addPrompt'), after: { number, ...parts } })
    return { id: added?.id ?? '', number }
  }),

  serveAct(removePrompt, async ({ tx, body: { id }, by }) => {
    const of = await assistantOfPrompt(tx, id)
    await lockAssistant(tx, of)
    const [removed] = await tx
      .delete(aiPrompts)
      .where(and(eq(aiPrompts.id, id), isNull(aiPrompts.launchedAt)))
      .returning({ number: aiPrompts.number, note: aiPrompts.note })
    if (!removed) throw refuse('conflict', { msg: '发布过的版本不能删除' })
    await audit(tx, by, { ...named(of, 'removePrompt'), before: removed })
  }),

  serveAct(launchPrompt, (act) => launch(act)),

  serveAct(takeDownPrompt, async ({ tx, body: { id, version }, by }) => {
    const assistant = orNotFound(await lockAssistant(tx, id))
    if (assistant.version !== version) throw refuse('stale')
    if (assistant.publishedId === null) throw refuse('conflict', { msg: '没有已发布的版本' })
    const before = { number: (await findPrompt(tx, assistant.publishedId))?.number }
    await publish(tx, id, null)
    await audit(tx, by, { ...named(id, 'takeDown'), before, after: { number: null } })
  }),

  serve(readAssistants, ({ db }) => publishedForMembers(db)),
]
