// What search words are made of: their parts, and the products of ours that they are about, by cost.
import { Decimal } from 'decimal.js'
import { sql } from 'drizzle-orm'
import { LEAD_UNITS } from '#contract/operations/attribution.ts'
import { WORD_PARTS, type WordAnalysis } from '#contract/operations/search-words.ts'
import type { Selected } from '#server/core/lists/statements.ts'
import type { Db } from '#server/db/connection.ts'
import { searchWords } from '#server/db/schema/operations.ts'
import { boughtKeys } from './bought-keywords.queries.ts'
import { aboutOf, nameOfProduct, productNames } from './search-products.queries.ts'
import { gather } from './search-words.queries.ts'

type Query = Parameters<typeof gather>[1]
type Sums = { words: number; cost: string; clicks: number; leads: number }
const sums = {
  words: sql<number>`count(*)::int`,
  cost: sql<string>`sum(s.cost)::text`,
  clicks: sql<number>`sum(s.clicks)`,
  leads: sql<number>`sum(s.units) / ${sql.raw(String(LEAD_UNITS))}`,
} satisfies Selected<Sums>

/** Each part of a word once: words of letters and digits, and all neighbouring pairs of Han characters. */
const parts = sql`lateral (
  select m[1] as part from regexp_matches(lower(${searchWords.word}), '[a-z0-9]+', 'g') m
  union
  select substr(${searchWords.word}, i, 2) from generate_series(1, length(${searchWords.word}) - 1) i
    where substr(${searchWords.word}, i, 2) ~ '^[\u3400-\u9fff]{2}$') t`

const byCost = (one: Sums, other: Sums) => new Decimal(other.cost).cmp(one.cost) || other.words - one.words

export async function analyseWords(db: Db, query: Query): Promise<WordAnalysis> {
  const [all, ofParts, ofProducts, bought, names] = await Promise.all([
    gather<Sums>(db, query, { name: 'total', fields: sums, by: [sql`()`] }),
    gather<Sums & { part: string }>(db, query, {
      name: 'parts',
      fields: { part: sql<string>`t.part`, ...sums },
      joined: parts,
      by: [sql`t.part`],
    }),
    gather<Sums & { id: string | null; name: string }>(db, query, {
      name: 'products',
      fields: { id: sql<string | null>`about.id`, name: nameOfProduct(sql`about.id`), ...sums },
      joined: sql`lateral (select ${aboutOf(sql`${searchWords.key}`)} as id) about`,
      by: [sql`about.id`],
    }),
    boughtKeys(db),
    productNames(db),
  ])
  const none = { words: 0, cost: '0.00', clicks: 0, leads: 0 }
  const isBought = (id: string | null) =>
    names.productIds.some((own, at) => own === id && bought.some((key) => key.includes(names.productKeys[at] ?? '')))
  const [total] = all
  return {
    total: total && total.words > 0 ? total : none,
    parts: ofParts
      .toSorted((one, other) => byCost(one, other) || (one.part < other.part ? -1 : 1))
      .slice(0, WORD_PARTS),
    products: ofProducts
      .toSorted(byCost)
      .slice(0, WORD_PARTS)
      .map((each) => ({ ...each, isBought: isBought(each.id) })),
  }
}
