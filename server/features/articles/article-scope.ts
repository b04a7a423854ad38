// Which articles somebody works on: those about one of their products; without products, those of the news categories
// in which they, or people beneath them, write; without either, their own.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  editorialScope,
  editorsBelow,
  perEditorialScope,
  seesAllProducts,
  type Viewer,
} from '../../core/access/scope.ts'
import { articleProducts, articles } from '../../db/schema/articles/articles.ts'
import { userNewsCategories } from '../../db/schema/authorisation.ts'

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

/**
 * The same condition for lists of very many articles: those in scope are found first, each way by its index, as an array. Asked
 * of each article, or joined, it would cost as much as there are articles.
 */
const scopeAsSet = (inProducts: (column: SQLWrapper) => SQL, viewerId: ViewerId): SQL => {
  const hasNoProduct = sql`not exists (select from ${articleProducts} s where s.article_id = o.id)`
  return sql`${articles.id} = any(array(
    select s.article_id from ${articleProducts} s where ${inProducts(sql`s.product_id`)}
    union select o.id from ${articles} o where o.news_category_id in ${writtenIn(viewerId)} and ${hasNoProduct}
    union select o.id from ${articles} o
      where o.news_category_id is null and o.author_id in ${editorsBelow(viewerId)} and ${hasNoProduct}))`
}

type Make<T> = (scope: SQL, suffix: string, asSet: SQL) => T

/** A prepared query in its two forms, as `perEditorialScope`; the caller fills `viewerId`. */
export const perArticleScope = <T>(make: Make<T>): ((viewer: Viewer) => T) =>
  perEditorialScope((inProducts, suffix) => {
    if (suffix === '') return make(sql`true`, suffix, sql`true`)
    const viewerId = sql.placeholder('viewerId')
    return make(scopeBy(inProducts, viewerId), suffix, scopeAsSet(inProducts, viewerId))
  })

/** A condition that a news category is one in which the viewer writes. */
export const newsScope = (viewer: Viewer, column: SQLWrapper): SQL =>
  seesAllProducts(viewer) ? sql`true` : sql`${column} in ${writtenIn(viewer.id)}`
