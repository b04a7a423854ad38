// Kept models and their prices as they are stored; keys stay sealed.
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Model } from '#contract/ai/models.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { aiCalls, aiModelPrices, aiModels } from '#server/db/schema/ai-calls.ts'

export const pricesOf = (db: Db) =>
  db
    .select({
      id: aiModelPrices.id,
      modelId: aiModelPrices.modelId,
      validFrom: aiModelPrices.validFrom,
      input: aiModelPrices.input,
      cached: aiModelPrices.cached,
      output: aiModelPrices.output,
    })
    .from(aiModelPrices)
    .orderBy(desc(aiModelPrices.validFrom))

const row = {
  id: aiModels.id,
  version: aiModels.version,
  name: aiModels.name,
  baseUrl: aiModels.baseUrl,
  model: aiModels.model,
  form: aiModels.form,
  hasKey: sql<boolean>`${aiModels.sealedKey} <> ''`,
  isStandIn: aiModels.isStandIn,
  isEnabled: aiModels.isEnabled,
  calls: sql<number>`(select count(*)::int from ${aiCalls} c where c.model_id = ${aiModels}.id
    and c.started_at >= now() - interval '30 days')`,
  updatedAt: aiModels.updatedAt,
}

export const listModels = (db: Db): Promise<Model[]> =>
  db.select(row).from(aiModels).orderBy(sql`${aiModels.name} collate "zh-x-icu"`, aiModels.id)

export async function findModel(db: Executor, id: string): Promise<Model | undefined> {
  const [found] = await db.select(row).from(aiModels).where(eq(aiModels.id, id))
  return found
}

export async function isModelNamed(tx: Tx, name: string, but = '0'): Promise<boolean> {
  return (await tx.$count(aiModels, and(sql`lower(${aiModels.name}) = lower(${name})`, ne(aiModels.id, but)))) > 0
}

export async function otherStandIn(tx: Tx, but: string): Promise<string | undefined> {
  const others = and(eq(aiModels.isStandIn, true), eq(aiModels.isEnabled, true), ne(aiModels.id, but))
  const [found] = await tx.select({ name: aiModels.name }).from(aiModels).where(others)
  return found?.name
}

export async function lockModel(tx: Tx, id: string) {
  const [found] = await tx.select().from(aiModels).where(eq(aiModels.id, id)).for('update')
  return found
}

export async function nameOfModel(db: Executor, id: string): Promise<string | undefined> {
  const [found] = await db.select({ name: aiModels.name }).from(aiModels).where(eq(aiModels.id, id))
  return found?.name
}
