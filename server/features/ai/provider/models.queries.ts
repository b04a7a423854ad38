// Which model answers: the one of the environment, or one that the administrator keeps.
import { and, eq, sql } from 'drizzle-orm'
import { AI_SETTINGS } from '#contract/ai/answers.ts'
import type { ModelForm } from '#contract/ai/call-labels.ts'
import { open } from '#server/core/access/sealed-text.ts'
import type { Core } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Executor } from '#server/db/connection.ts'
import { aiModels } from '#server/db/schema/ai-calls.ts'
import { aiSettings } from '../ai-settings.ts'
import type { TokenPrice } from './ledger.acts.ts'

export type Model = {
  /** Null: of the environment. */
  id: string | null
  baseUrl: string
  apiKey: string
  model: string
  form: ModelForm
  usualPrice: TokenPrice | null
}

/** What a model's key is sealed to. */
export const modelKeyAbout = (id: string) => `aiModel:${id}`

const formsByHost: readonly (readonly [string, ModelForm])[] = [
  ['deepseek', 'deepseek'],
  ['dashscope', 'qwen'],
  ['bigmodel', 'glm'],
  ['moonshot', 'kimi'],
]
const formOf = (baseUrl: string): ModelForm =>
  formsByHost.find(([part]) => new URL(baseUrl).hostname.includes(part))?.[1] ?? 'openai'

type Config = Core['config']

const isNamed = (name: string) => sql`lower(${aiModels.name}) = lower(${name})`

const unnamed = (name: string) =>
  name === ''
    ? `这一版没有指定模型，${AI_SETTINGS} 也没有设置：请在这一版里指定一个已启用的模型`
    : `模型“${name}”不存在或已禁用`

function opened({ secretKey = '' }: Config, row: typeof aiModels.$inferSelect): Model {
  const { id, baseUrl, model, form, sealedKey } = row
  const apiKey = sealedKey === '' ? '' : open(secretKey, modelKeyAbout(id), sealedKey)
  return { id, baseUrl, apiKey, model, form, usualPrice: null }
}

/**
 * @param name of a kept model, or how the service of the environment names one; empty: its usual one
 * @throws 409 where the model is one of the environment and none is set, saying what else could answer
 */
export async function modelNamed(db: Executor, config: Config, name: string): Promise<Model> {
  if (name !== '') {
    const [kept] = await db
      .select()
      .from(aiModels)
      .where(and(isNamed(name), eq(aiModels.isEnabled, true)))
    if (kept) return opened(config, kept)
  }
  if (!config.ai && (await hasModel(db, config))) throw refuse('conflict', { msg: unnamed(name) })
  const { baseUrl, apiKey, model, price } = aiSettings(config)
  // AI_PRICE names no price of cached input: it costs like other input then
  const usualPrice = price && { input: price.sent, cached: price.sent, output: price.answered }
  return { id: null, baseUrl, apiKey, model: name || model, form: formOf(baseUrl), usualPrice }
}

/** Whether a version may name it: a kept model, or as services name theirs. */
export const isModelName = async (db: Executor, name: string): Promise<boolean> =>
  /^$|^[A-Za-z0-9][A-Za-z0-9._:/-]*$/.test(name) || (await db.$count(aiModels, isNamed(name))) > 0

/** Whether any model could answer. */
export async function hasModel(db: Executor, { ai }: Config): Promise<boolean> {
  return ai !== undefined || (await db.$count(aiModels, eq(aiModels.isEnabled, true))) > 0
}

/** The stand-in for a model that fails before its first token. */
export async function standInFor(db: Executor, config: Config, { id }: Model): Promise<Model | null> {
  const [kept] = await db
    .select()
    .from(aiModels)
    .where(and(eq(aiModels.isStandIn, true), eq(aiModels.isEnabled, true)))
  return kept && kept.id !== id ? opened(config, kept) : null
}
