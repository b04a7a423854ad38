// What the company quotes and writes about: categories in two levels, products below them, regions, news categories.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { freeParts } from '#contract/articles/article-labels.ts'
import { id64, identity, moment, spelling, version } from './columns.ts'

/** spec §3 "Category-tree node": levels 1 and 2; level 3 is a product. The parent of level 1 is null, of level 2 a level 1. */
export const categories = pgTable(
  'categories',
  {
    id: identity('id'),
    version: version(),
    parentId: id64('parent_id').references((): AnyPgColumn => categories.id),
    name: text('name').notNull(),
    level: smallint('level').notNull(),
    isShow: boolean('is_show').notNull().default(true),
    sort: integer('sort').notNull().default(0),
  },
  (t) => [
    index('categories_parent').on(t.parentId, t.sort, t.id),
    uniqueIndex('categories_name').on(sql`coalesce(${t.parentId}, 0)`, t.name),
    check(
      'categories_level',
      sql`(${t.level} = 1 and ${t.parentId} is null) or (${t.level} = 2 and ${t.parentId} is not null)`,
    ),
  ],
)

export const products = pgTable(
  'products',
  {
    id: identity('id'),
    version: version(),
    name: text('name').notNull(),
    /** As it is compared with questions. */
    nameKey: text('name_key').notNull().generatedAlwaysAs(sql`text_key("name")`),
    /** Code by which people search for it; empty where it has none yet. */
    code: text('code').notNull().default(''),
    /** A category of level 2; null where it is not filed yet. */
    categoryId: id64('category_id').references(() => categories.id),
    unit: text('unit').notNull().default(''),
    /** Which table its prices are shown in: 1 range (low, high, average), 2 single value. */
    tableType: smallint('table_type').notNull().default(1),
    isShow: boolean('is_show').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    spelling: spelling(),
  },
  (t) => [
    index('products_unspelled').on(t.id).where(sql`${t.spelling} is null`),
    index('products_category').on(t.categoryId, t.sort, t.id),
    uniqueIndex('products_code').on(t.code).where(sql`${t.code} <> ''`),
    check('products_table_type', sql`${t.tableType} in (1, 2)`),
  ],
)

/** spec §3 "Region": level 1 province, 2 city, 3 district. */
export const regions = pgTable(
  'regions',
  {
    id: identity('id'),
    version: version(),
    parentId: id64('parent_id').references((): AnyPgColumn => regions.id),
    name: text('name').notNull(),
    level: smallint('level').notNull(),
    /** The administrative division's number; empty where it has none. */
    code: text('code').notNull().default(''),
    sort: integer('sort').notNull().default(0),
  },
  (t) => [
    index('regions_parent').on(t.parentId, t.sort, t.id),
    uniqueIndex('regions_name').on(sql`coalesce(${t.parentId}, 0)`, t.name),
    uniqueIndex('regions_code').on(t.code).where(sql`${t.code} <> ''`),
    check('regions_level', sql`${t.level} between 1 and 3`),
  ],
)

/** What news is filed under, below a product or general (product null). */
export const newsCategories = pgTable(
  'news_categories',
  {
    id: identity('id'),
    version: version(),
    productId: id64('product_id').references(() => products.id),
    name: text('name').notNull(),
    englishName: text('english_name').notNull().default(''),
    /** What of its articles a share shows to readers without an account. */
    freePart: text('free_part', { enum: freeParts }).notNull().default('opening'),
    isEnabled: boolean('is_enabled').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('news_categories_name').on(sql`coalesce(${t.productId}, 0)`, t.name)],
)
