// Derived series with their formulas and values, processes whose profit and cost are series, tables of price differences.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { quoteStatuses } from '#contract/prices/price-labels.ts'
import { differenceKinds, seriesKinds, termSides } from '#contract/prices/series-labels.ts'
import type { Lack } from '#contract/prices/series-values.ts'
import { products } from '../catalogue.ts'
import { id64, identity, moment, reference, spelling, version } from '../columns.ts'
import { pricePublications, quoteItems } from './prices.ts'

/** A product's process, such as steel from ore and coke. */
export const processes = pgTable(
  'processes',
  {
    id: identity('id'),
    version: version(),
    productId: reference('product_id', () => products.id),
    name: text('name').notNull(),
    englishName: text('english_name').notNull().default(''),
    unit: text('unit').notNull(),
    decimals: smallint('decimals').notNull().default(2),
    withinDays: smallint('within_days').notNull().default(0),
    remark: text('remark').notNull().default(''),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('processes_name').on(t.productId, sql`lower(${t.name})`)],
)

/** Inputs and outputs, valid from a day until the next version. */
export const processVersions = pgTable(
  'process_versions',
  {
    id: identity('id'),
    processId: reference('process_id', () => processes.id, { onDelete: 'cascade' }),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [unique('process_versions_from').on(t.processId, t.validFrom)],
)

export const seriesCodes = pgSequence('series_codes')

export const series = pgTable(
  'series',
  {
    id: identity('id'),
    version: version(),
    /** `S000123`: formulas name the series by it. */
    code: text('code').notNull().default(sql`'S' || lpad(nextval('series_codes')::text, 6, '0')`),
    productId: reference('product_id', () => products.id),
    name: text('name').notNull(),
    spelling: spelling(),
    englishName: text('english_name').notNull().default(''),
    unit: text('unit').notNull(),
    decimals: smallint('decimals').notNull().default(2),
    /** How many days old a value may be that replaces a missing one; 0: only the same day's. */
    withinDays: smallint('within_days').notNull().default(0),
    /** Of the newest formula. */
    kind: text('kind', { enum: seriesKinds }).notNull().default('formula'),
    remark: text('remark').notNull().default(''),
    /** The process whose profit or cost it is, by `kind`: the process writes its formulas. */
    processId: id64('process_id').references(() => processes.id),
    status: text('status', { enum: quoteStatuses }).notNull().default('update'),
    stopReason: text('stop_reason').notNull().default(''),
    /** The first day without values. */
    stoppedOn: date('stopped_on', { mode: 'string' }),
    /** A job computes its values again. */
    isRecomputing: boolean('is_recomputing').notNull().default(false),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('series_code').on(t.code),
    index('series_unspelled').on(t.id).where(sql`${t.spelling} is null`),
    uniqueIndex('series_name').on(t.productId, sql`lower(${t.name})`),
    index('series_process').on(t.processId),
    check('series_decimals', sql`${t.decimals} between 0 and 6`),
  ],
)

/** The formula, valid from a day until the next one. */
export const seriesFormulas = pgTable(
  'series_formulas',
  {
    id: identity('id'),
    seriesId: reference('series_id', () => series.id, { onDelete: 'cascade' }),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    formula: text('formula').notNull(),
    /** What its values are in; the series itself has that of the newest formula. */
    unit: text('unit').notNull(),
    byName: text('by_name').notNull(),
    at: moment('at').notNull().default(sql`now()`),
  },
  (t) => [unique('series_formulas_from').on(t.seriesId, t.validFrom)],
)

/** What a formula names: an item or another series. Neither can be deleted as long as it does. */
export const seriesInputs = pgTable(
  'series_inputs',
  {
    id: identity('id'),
    formulaId: reference('formula_id', () => seriesFormulas.id, { onDelete: 'cascade' }),
    seriesId: reference('series_id', () => series.id, { onDelete: 'cascade' }),
    quoteItemId: id64('quote_item_id').references(() => quoteItems.id),
    inputId: id64('input_id').references(() => series.id),
  },
  (t) => [
    index('series_inputs_formula').on(t.formulaId),
    index('series_inputs_series').on(t.seriesId),
    index('series_inputs_item').on(t.quoteItemId),
    index('series_inputs_input').on(t.inputId),
    check('series_inputs_one', sql`num_nonnulls(${t.quoteItemId}, ${t.inputId}) = 1`),
  ],
)

/**
 * What readers see of a series on a day, from a publication until the one that superseded it: a value, or why there is none.
 * A row that is superseded stays, so that what was known at a publication can be asked for later.
 */
export const seriesValues = pgTable(
  'series_values',
  {
    seriesId: reference('series_id', () => series.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    publication: reference('publication', () => pricePublications.number),
    /** Null: it is what readers see now. */
    superseded: id64('superseded').references(() => pricePublications.number),
    value: numeric('value'),
    lack: jsonb('lack').$type<Lack>(),
  },
  (t) => [
    primaryKey({ columns: [t.seriesId, t.day, t.publication] }),
    uniqueIndex('series_values_now').on(t.seriesId, t.day).where(sql`${t.superseded} is null`),
    check('series_values_one', sql`num_nonnulls(${t.value}, ${t.lack}) = 1`),
    check('series_values_order', sql`${t.superseded} > ${t.publication}`),
  ],
)

/** Inputs and outputs are priced by an item or a series; a fixed cost is an amount. */
export const processTerms = pgTable(
  'process_terms',
  {
    id: identity('id'),
    versionId: reference('version_id', () => processVersions.id, { onDelete: 'cascade' }),
    side: text('side', { enum: termSides }).notNull(),
    place: smallint('place').notNull(),
    name: text('name').notNull().default(''),
    quoteItemId: id64('quote_item_id').references(() => quoteItems.id),
    inputId: id64('input_id').references(() => series.id),
    /** How much of it for one unit of the process. */
    coefficient: numeric('coefficient'),
    /** What one unit of the item's price is in the unit of the process. */
    conversion: numeric('conversion'),
    amount: numeric('amount'),
  },
  (t) => [
    index('process_terms_version').on(t.versionId),
    index('process_terms_item').on(t.quoteItemId),
    index('process_terms_input').on(t.inputId),
    check(
      'process_terms_whole',
      sql`case when ${t.side} = 'fixed' then ${t.amount} is not null and num_nonnulls(${t.quoteItemId}, ${t.inputId}) = 0
        else num_nonnulls(${t.quoteItemId}, ${t.inputId}) = 1 and num_nonnulls(${t.coefficient}, ${t.conversion}) = 2 end`,
    ),
  ],
)

/** Prices of grades and places as differences from one base item. */
export const differenceTables = pgTable(
  'difference_tables',
  {
    id: identity('id'),
    version: version(),
    productId: reference('product_id', () => products.id),
    name: text('name').notNull(),
    baseItemId: reference('base_item_id', () => quoteItems.id),
    remark: text('remark').notNull().default(''),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('difference_tables_name').on(t.productId, sql`lower(${t.name})`),
    index('difference_tables_base').on(t.baseItemId),
  ],
)

/** Its difference is entered as the price of an item of its own, or computed as a series: either is published as prices are. */
export const differenceRows = pgTable(
  'difference_rows',
  {
    id: identity('id'),
    tableId: reference('table_id', () => differenceTables.id, { onDelete: 'cascade' }),
    place: smallint('place').notNull(),
    kind: text('kind', { enum: differenceKinds }).notNull(),
    /** The grade or the place. */
    name: text('name').notNull(),
    comparedItemId: id64('compared_item_id').references(() => quoteItems.id),
    quoteItemId: id64('quote_item_id').references(() => quoteItems.id),
    seriesId: id64('series_id').references(() => series.id),
  },
  (t) => [
    index('difference_rows_table').on(t.tableId, t.place),
    index('difference_rows_compared').on(t.comparedItemId),
    index('difference_rows_item').on(t.quoteItemId),
    index('difference_rows_series').on(t.seriesId),
    check('difference_rows_one', sql`num_nonnulls(${t.quoteItemId}, ${t.seriesId}) = 1`),
    check('difference_rows_computed', sql`(${t.seriesId} is null) = (${t.comparedItemId} is null)`),
  ],
)
