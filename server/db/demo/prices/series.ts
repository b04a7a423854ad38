// Derived series of the demo company: their formulas, and the values that follow from its prices.
import { sql } from 'drizzle-orm'
import { parseFormula } from '#contract/prices/formulas.ts'
import { evaluateSeries } from '#contract/prices/series.ts'
import type { SeriesKind } from '#contract/prices/series-labels.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { SINCE_EVER } from '#server/features/prices/series/series.queries.ts'
import { kindOf } from '#server/features/prices/series/series.rules.ts'
import { loadSeries, readInputs } from '#server/features/prices/series/series-values.queries.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { prices } from '../../schema/prices/prices.ts'
import { series, seriesFormulas, seriesInputs, seriesValues } from '../../schema/prices/series.ts'
import { inBulk } from '../bulk.ts'
import { createDays } from '../members/customers-days.ts'
import { addProcesses, figuresOf } from './processes.ts'
import { seriesCatalogue } from './series-catalogue.ts'

type Item = { id: string; code: string; place: string; productId: string; product: string }

/** Those of the usual sizes, by `产品 市场`. */
export async function findItems(tx: Tx): Promise<Map<string, Item>> {
  const { rows } = await tx.execute<Item>(sql`
    select distinct on (p.name, i.market) i.id::text as id, i.code, p.name || ' ' || i.market as place,
        i.product_id::text as "productId", p.name as product
      from quote_items i join products p on p.id = i.product_id order by p.name, i.market, i.id`)
  return new Map(rows.map((row) => [row.place, row]))
}

/** Whoever has been there longest of those who enter prices. */
export async function findAuthor(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select u.user_name as name from users u join roles r on r.id = u.role_id
      where r.code = 'priceAnalyst' and u.status = 'enabled' order by u.created_at, u.id limit 1`)
  return rows[0]?.name ?? 'administrator'
}

/** A series as it is stored, and its formulas, the oldest first. */
type Planned = {
  processId: string | null
  productId: string
  name: string
  englishName: string
  unit: string
  decimals: number
  withinDays: number
  kind: SeriesKind | null
  formulas: { validFrom: string; formula: string }[]
}

function planLines(items: ReadonlyMap<string, Item>): Planned[] {
  const products = new Map([...items.values()].map(({ product, productId }) => [product, productId]))
  return seriesCatalogue
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [product = '', name = '', englishName = '', figures = '', formula = ''] = line.split('|')
      const productId = products.get(product)
      if (productId === undefined) return []
      const formulas = [{ validFrom: SINCE_EVER, formula }]
      return [{ processId: null, productId, name, englishName, ...figuresOf(figures), kind: null, formulas }]
    })
}

/** Those whose items are there, numbered; each may name those before it. */
function withCodes(planned: readonly Planned[], items: ReadonlyMap<string, Item>) {
  const codes = new Map<string, string>()
  return planned.flatMap(({ formulas, kind, ...own }) => {
    const named = (name: string, code: string | undefined) => code ?? `?${name}`
    const read = formulas.flatMap(({ validFrom, formula: text }) => {
      const formula = text
        .replaceAll(/\[(.+?)\]/g, (_, place: string) => named(place, items.get(place)?.code))
        .replaceAll(/\{(.+?)\}/g, (_, name: string) => named(name, codes.get(name)))
      const parsed = parseFormula(formula, () => true)
      return 'problem' in parsed ? [] : [{ validFrom, formula, ...parsed.formula }]
    })
    const newest = read.at(-1)
    if (!newest || read.length < formulas.length) return []
    const code = `S${String(codes.size + 1).padStart(6, '0')}`
    codes.set(own.name, code)
    return [{ row: { ...own, code, kind: kind ?? kindOf(newest.tree) }, formulas: read }]
  })
}

/** Adds nothing where it has been before. */
export async function addSeries(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, series))) return
  const items = await findItems(tx)
  const byCode = new Map([...items.values()].map(({ code, id }) => [code, id]))
  const byName = await findAuthor(tx)
  const ofProcesses = await addProcesses(tx, items, { days: createDays(today), byName })
  const planned = withCodes([...planLines(items), ...ofProcesses], items)
  if (planned.length === 0) return
  const ids = await insertRows(
    tx,
    series,
    planned.map(({ row }) => row),
  )
  await tx.execute(sql`select setval('series_codes', ${planned.length})`)
  const idOf = new Map(planned.map(({ row: { code } }, at) => [code, ids[at]]))
  const versions = planned.flatMap(({ formulas, row }, at) =>
    formulas.map((own) => ({ ...own, unit: row.unit, seriesId: ids[at] ?? '' })),
  )
  const formulaIds = await insertRows(
    tx,
    seriesFormulas,
    versions.map(({ seriesId, validFrom, formula, unit }) => ({ seriesId, validFrom, formula, unit, byName })),
  )
  await insertRows(
    tx,
    seriesInputs,
    versions.flatMap(({ names, seriesId }, at) =>
      names.map((name) => ({
        formulaId: formulaIds[at] ?? '',
        seriesId,
        quoteItemId: byCode.get(name) ?? null,
        inputId: idOf.get(name) ?? null,
      })),
    ),
  )
  await storeValues(tx, ids)
}

/** Each value under the publication of its inputs, as if the series had existed since then. */
export async function storeValues(tx: Tx, seriesIds: readonly string[]): Promise<void> {
  const all = await loadSeries(tx, seriesIds)
  const idOf = new Map(all.map(({ code, id }) => [code, id]))
  const names = new Set(all.flatMap(({ versions }) => versions.flatMap(({ formula }) => formula.names)))
  const results = evaluateSeries(all, await readInputs(tx, [...names], SINCE_EVER))
  const rows = [...results].flatMap(([code, days]) =>
    [...days].map(([day, result]) => ({ id: idOf.get(code), day, ...result })),
  )
  await inBulk(tx, [seriesValues], async () => {
    await tx.execute(sql`
      insert into ${seriesValues} (series_id, day, publication, value, lack)
      with recursive needs(id, item, input) as (
        select series_id, quote_item_id, input_id from ${seriesInputs}
        union select n.id, i.quote_item_id, i.input_id from needs n join ${seriesInputs} i on i.series_id = n.input),
      published as (
        select n.id, p.day, max(p.publication) as publication from needs n
          join ${prices} p on p.quote_item_id = n.item and p.publication is not null group by n.id, p.day)
      select r.id, r.day, p.publication, r.value, r.lack
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, day date, value numeric, lack jsonb)
        join published p on p.id = r.id and p.day = r.day order by r.id, r.day`)
  })
}
