// Scope of articles: with products, those about one of the viewer's products; without products, those in news
// categories in which the viewer or a subordinate writes; without a category either, their own and their subordinates'.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  editorialScope,
  editorsBelow,
  perEditorialScope,
  seesAllProducts,
  type Viewer,
} from '#server/core/access/scope.ts'
import { articleProducts, articles } from '#server/db/schema/articles/articles.ts'
import { userNewsCategories } from '#server/db/schema/authorisation.ts'
import { products } from '#server/db/schema/catalogue.ts'

type ViewerId = Viewer['id']

const writtenIn = (viewerId: ViewerId) =>
  sql`(select n.news_category_id from ${userNewsCategories} n where n.user_id in ${editorsBelow(viewerId)})`

/** A condition on a row of `articles`. */
const scopeBy = (inProducts: (column: SQLWrapper) => SQL, viewerId: ViewerId): SQL => sql`(
  exists (select from ${articleProducts} s where s.article_id = ${articles.id} and ${inProducts(sql`s.product_id`)})
  or not exists (select from ${articleProducts} s where s.article_id = ${articles.id}) and case
    when ${articles.newsCategoryId} is null then ${articles.authorId} in ${editorsBelow(viewerId)}
    else ${articles.newsCategoryId} in ${writtenIn(viewerId)} end)`

export const articleScope = (viewer: Viewer): SQL =>
  seesAllProducts(viewer) ? sql`true` : scopeBy((column) => editorialScope(viewer, column), viewer.id)

/** The scope in the forms that lists need. `condition` alone would be evaluated for every article. */
export type ScopeParts = {
  /** A condition on a row of `articles`. */
  condition: SQL
  /** The same as an array of ids, collected through indexes first. */
  asSet: SQL
  /** The ids of the viewer's products, as an array. */
  products: SQL
  /** A select of the ids of articles in scope that have no product. */
  withoutProduct: SQL
}

function partsOf(inProducts: (column: SQLWrapper) => SQL, viewerId: ViewerId): ScopeParts {
  const hasNoProduct = sql`not exists (select from ${articleProducts} s where s.article_id = o.id)`
  const withoutProduct = sql`select o.id from ${articles} o where o.news_category_id in ${writtenIn(viewerId)} and ${hasNoProduct}
    union select o.id from ${articles} o
      where o.news_category_id is null and o.author_id in ${editorsBelow(viewerId)} and ${hasNoProduct}`
  return {
    condition: scopeBy(inProducts, viewerId),
    asSet: sql`${articles.id} = any(array(
      select s.article_id from ${articleProducts} s where ${inProducts(sql`s.product_id`)} union ${withoutProduct}))`,
    products: sql`array(select p.id from ${products} p where ${inProducts(sql`p.id`)})`,
    withoutProduct,
  }
}

/**
 * Prepared queries in both forms, as in `perEditorialScope`; the caller fills `viewerId`. No parts for viewers who see
 * everything.
 */
export const perArticleScope = <T>(make: (suffix: string, parts?: ScopeParts) => T): ((viewer: Viewer) => T) =>
  perEditorialScope((inProducts, suffix) =>
    suffix === '' ? make(suffix) : make(suffix, partsOf(inProducts, sql.placeholder('viewerId'))),
  )

/** Condition: the viewer writes in the news category. */
export const newsScope = (viewer: Viewer, column: SQLWrapper): SQL =>
  seesAllProducts(viewer) ? sql`true` : sql`${column} in ${writtenIn(viewer.id)}`
