// English remarks: translations beside a published price, without review.
import { sql } from 'drizzle-orm'
import type { RowOutcome } from '#contract/envelope.ts'
import type { Actor } from '#server/core/access/actors.ts'
import type { Author } from '#server/core/core.ts'
import type { Tx } from '#server/db/connection.ts'
import { prices } from '#server/db/schema/prices/prices.ts'
import { auditOf, judge } from './entries.acts.ts'
import { lockEntries, record } from './entries.queries.ts'

type Translated = { id: string; version: number; englishRemark: string }

export async function saveTranslations(
  tx: Tx,
  { actor, by }: { actor: Actor; by: Author },
  translations: readonly Translated[],
): Promise<RowOutcome[]> {
  const byId = new Map(translations.map((row) => [row.id, row]))
  const { done, rows } = judge([...byId.keys()], await lockEntries(tx, actor, [...byId.keys()]), ({ entry }) =>
    entry.version === byId.get(entry.id)?.version ? null : '已被他人修改，请刷新后再保存',
  )
  const changed = done.filter(({ entry }) => byId.get(entry.id)?.englishRemark.trim() !== entry.englishRemark)
  if (changed.length === 0) return rows
  const values = changed.map(({ entry: { id } }) => ({ id, remark: byId.get(id)?.englishRemark.trim() }))
  await tx.execute(sql`update ${prices} p set english_remark = r.remark, version = p.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r(id bigint, remark text) where p.id = r.id`)
  await record(
    tx,
    by,
    values.map(({ id }) => ({ id, act: 'remark' as const })),
  )
  await auditOf(tx, by, 'remark', changed)
  return rows
}
