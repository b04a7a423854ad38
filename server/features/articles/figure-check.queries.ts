// Checks before review and publication that the figures of a version equal the published entries that they quote.

import { type SQL, sql } from 'drizzle-orm'
import { figureFieldLabels } from '#contract/articles/article-labels.ts'
import { type BoundArticle, quotedFigures } from '#contract/articles/bound-fields.ts'
import type { QuotedFigure } from '#contract/articles/bound-figures.ts'
import { differing, type PublishedEntry } from '#contract/articles/figure-rules.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { articleFigures, articleVersions } from '#server/db/schema/articles/articles.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { prices, quoteItems } from '#server/db/schema/prices/prices.ts'
import { defined, joinDefinition } from '#server/features/prices/definitions.queries.ts'

/** Maximum of figures that a refusal lists. */
const NAMED = 3

/** Number of quoted entries that were corrected or taken back since. */
async function countOutdated(tx: Tx, versionId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(distinct f.price_id)::int as count from ${articleFigures} f
      where f.version_id = ${versionId}::bigint
        and not exists (select from ${prices} p where p.id = f.price_id and p.publication = f.publication)`)
  return rows[0]?.count ?? 0
}

async function entriesOf(tx: Executor, ids: readonly string[], scope: SQL): Promise<Map<string, PublishedEntry>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.execute<PublishedEntry & { id: string }>(sql`
    select p.id::text as id, case when i.name = '' then c.name else i.name end as name, p.day::text as day,
        p.publication::text as publication, round(p.low, ${defined('decimals')})::text as low, round(p.high, ${defined('decimals')})::text as high,
        round(p.average, ${defined('decimals')})::text as average, round(p.change, ${defined('decimals')})::text as change, p.percent::text as percent
      from ${prices} p join ${quoteItems} i on i.id = p.quote_item_id join ${products} c on c.id = p.product_id
      ${joinDefinition(sql`p.day`)}
      where p.id = any(${idArray(ids)}) and p.publication is not null and ${scope}`)
  return new Map(rows.map(({ id, ...entry }) => [id, entry]))
}

const outdatedText = (count: number) => `引用的价格有 ${count} 条已更正或撤回，请更新后重新提交审核`

/** Why the version must not go out, or null. */
export async function whyFalse(tx: Tx, versionId: string): Promise<string | null> {
  const outdated = await countOutdated(tx, versionId)
  if (outdated > 0) return outdatedText(outdated)
  const { rows } = await tx.execute<BoundArticle>(
    sql`select title, subtitle, summary, bindings, body from ${articleVersions} where id = ${versionId}::bigint`,
  )
  const figures = rows.flatMap(quotedFigures)
  return whyDifferent(figures, await entriesOf(tx, entriesIn(figures), sql`true`))
}

/**
 * The same for the figures of a text that is not saved, or null.
 * @param scope a condition on the products `c`: entries out of it are as those that do not exist
 */
export async function whyFiguresFalse(
  db: Executor,
  figures: readonly QuotedFigure[],
  scope: SQL,
): Promise<string | null> {
  const entries = await entriesOf(db, entriesIn(figures), scope)
  const gone = figures.filter(({ priceId, publication }) => entries.get(priceId)?.publication !== publication)
  return gone.length > 0 ? outdatedText(entriesIn(gone).length) : whyDifferent(figures, entries)
}

const entriesIn = (figures: readonly QuotedFigure[]) => [...new Set(figures.map(({ priceId }) => priceId))]

function whyDifferent(figures: readonly QuotedFigure[], entries: ReadonlyMap<string, PublishedEntry>): string | null {
  const found = differing(figures, entries)
  if (found.length === 0) return null
  const named = found
    .slice(0, NAMED)
    .map(
      ({ name, day, field, text, published }) =>
        `${name} ${day} ${figureFieldLabels[field]}文中为 ${text}，已发布 ${published}`,
    )
  const rest = found.length > NAMED ? `等 ${found.length} 处` : ''
  return `引用的价格与已发布的不一致：${named.join('；')}${rest}。请在编辑器中用“核对价格”更新`
}

export async function checkFigures(tx: Tx, versionId: string): Promise<void> {
  const why = await whyFalse(tx, versionId)
  if (why !== null) throw refuse('conflict', { msg: why })
}
