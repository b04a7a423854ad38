// Models over HTTP, for administrators.
import { eq } from 'drizzle-orm'
import {
  addModel,
  addModelPrice,
  editModel,
  MODELS_MAX,
  queryModels,
  switchModel,
  tryModel,
} from '#contract/ai/models.ts'
import { seal } from '#server/core/access/sealed-text.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { updateRow } from '#server/core/rows/store.ts'
import type { Tx } from '#server/db/connection.ts'
import { aiModelPrices, aiModels } from '#server/db/schema/ai-calls.ts'
import { AiFailure } from '../provider/failures.rules.ts'
import { modelKeyAbout, modelNamed } from '../provider/models.queries.ts'
import { callModel } from '../provider/provider.acts.ts'
import {
  findModel,
  isModelNamed,
  listModels,
  lockModel,
  nameOfModel,
  otherStandIn,
  pricesOf,
} from './models.queries.ts'

const TARGET = 'aiModel'
const named = (id: string, verb: string) => ({ action: `${TARGET}.${verb}`, targetType: TARGET, targetId: id })

type Form = { name: string; baseUrl: string; isStandIn: boolean }

async function checkForm(tx: Tx, { name, baseUrl, isStandIn }: Form, id = '0'): Promise<void> {
  const other = isStandIn ? await otherStandIn(tx, id) : undefined
  checkFields({
    name: (await isModelNamed(tx, name, id)) ? '已有同名的模型' : null,
    baseUrl: URL.canParse(baseUrl) ? null : '地址不正确',
    isStandIn: other === undefined ? null : `“${other}”已是备用模型，请先取消它`,
  })
}

export const routes = [
  serve(queryModels, async ({ db, core: { config } }) => {
    const [models, prices] = await Promise.all([listModels(db), pricesOf(db)])
    const of = (id: string | null) =>
      prices.filter(({ modelId }) => modelId === id).map(({ modelId: _, ...price }) => price)
    const { ai } = config
    const setPrice = ai?.price ? { input: ai.price.sent, output: ai.price.answered } : null
    return {
      usual: ai ? { model: ai.model, baseUrl: ai.baseUrl, prices: of(null), setPrice } : null,
      models: models.map((model) => ({ ...model, prices: of(model.id) })),
    }
  }),

  serveAct(addModel, async ({ tx, body: { apiKey, ...given }, core: { config }, by }) => {
    const form = { ...given, name: given.name.trim(), baseUrl: given.baseUrl.replace(/\/+$/u, '') }
    await checkForm(tx, form)
    if ((await tx.$count(aiModels)) >= MODELS_MAX) throw refuse('conflict', { msg: `最多有 ${MODELS_MAX} 个模型` })
    const [added] = await tx.insert(aiModels).values(form).returning({ id: aiModels.id, version: aiModels.version })
    const saved = orNotFound(added)
    if (apiKey !== '') await setKey(tx, config.secretKey, saved.id, apiKey)
    await audit(tx, by, { ...named(saved.id, 'add'), after: { ...form, hasKey: apiKey !== '' } })
    return saved
  }),

  serveAct(editModel, async ({ tx, body: { id, version, apiKey, ...given }, core: { config }, by }) => {
    const stored = orNotFound(await lockModel(tx, id))
    if (stored.version !== version) throw refuse('stale', { data: await findModel(tx, id) })
    const form = { ...given, name: given.name.trim(), baseUrl: given.baseUrl.replace(/\/+$/u, '') }
    await checkForm(tx, form, id)
    // a key goes to the address for which it was given
    if (form.baseUrl !== stored.baseUrl && apiKey === '' && stored.sealedKey !== '')
      checkFields({ apiKey: '地址改了，请重新输入密钥' })
    const next = await updateRow(tx, aiModels, id, form)
    if (apiKey !== '') await setKey(tx, config.secretKey, id, apiKey)
    const { before, after } = difference<Record<string, unknown>>(stored, form)
    await audit(tx, by, { ...named(id, 'edit'), before, after: { ...after, ...(apiKey !== '' && { newKey: true }) } })
    return { id, version: next }
  }),

  serveAct(switchModel, async ({ tx, body: { id, isEnabled }, by }) => {
    const stored = orNotFound(await lockModel(tx, id))
    if (stored.isEnabled === isEnabled) return
    if (isEnabled) await checkForm(tx, stored, id)
    await updateRow(tx, aiModels, id, { isEnabled })
    const states = { before: { isEnabled: stored.isEnabled }, after: { isEnabled } }
    await audit(tx, by, { ...named(id, isEnabled ? 'open' : 'disable'), ...states })
  }),

  serveAct(addModelPrice, async ({ tx, body: { modelId, ...price }, by }) => {
    if (modelId !== null) orNotFound(await lockModel(tx, modelId))
    // calls of the past are charged already
    checkFields({ validFrom: Date.parse(price.validFrom) < Date.now() - MINUTE_MS ? '生效时间不能早于现在' : null })
    const added = await tx
      .insert(aiModelPrices)
      .values({ modelId, ...price })
      .onConflictDoNothing()
      .returning({ id: aiModelPrices.id })
    if (added.length === 0) checkFields({ validFrom: '这个时间已有价格' })
    await audit(tx, by, { ...named(modelId ?? '0', 'addPrice'), after: price })
  }),

  serve(tryModel, async ({ body: { id }, core, db, actor }) => {
    const name = id === null ? '' : orNotFound(await nameOfModel(db, id))
    const model = await modelNamed(db, core.config, name)
    if (id !== null && model.id !== id) throw refuse('conflict', { msg: '模型已禁用，请先启用再试用' })
    const startedMs = Date.now()
    const took = () => Date.now() - startedMs
    const calling = {
      core,
      model,
      subject: { purpose: 'trial' as const, userId: actor.id },
      signal: AbortSignal.timeout(TRY_MS),
      onText: () => undefined,
    }
    const ask = { messages: [{ role: 'user' as const, content: '请只回复“好”。' }], temperature: 0, maxTokens: 64 }
    try {
      const { text, cost, model: answered } = await callModel(calling, ask)
      return { isOk: true, model: answered, text: text.slice(0, TEXT_MAX), ms: took(), cost }
    } catch (error) {
      const failed = (text: string) => ({ isOk: false, model: model.model, text, ms: took(), cost: null })
      if (calling.signal.aborted) return failed('没有在规定时间内回答')
      if (error instanceof AiFailure) return failed(error.message)
      throw error
    }
  }),
]

const MINUTE_MS = 60_000
const TRY_MS = 30_000
const TEXT_MAX = 500

const setKey = (tx: Tx, secretKey = '', id: string, apiKey: string) =>
  tx
    .update(aiModels)
    .set({ sealedKey: seal(secretKey, modelKeyAbout(id), apiKey) })
    .where(eq(aiModels.id, id))
