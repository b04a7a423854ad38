// Routes for news categories: general ones, and those of the actor's products.
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import {
  chooseNewsCategories,
  type NewsCategoryQuery,
  type NewsCategoryRow,
  newsCategoryCalls,
} from '#contract/articles/news-categories.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { editorialScope, perEditorialScope, seesAllProducts } from '#server/core/access/scope.ts'
import { checkFields } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import type { Tx } from '#server/db/connection.ts'
import { articles } from '#server/db/schema/articles/articles.ts'
import { articleTemplates, publishingStandards } from '#server/db/schema/articles/templates.ts'
import { userNewsCategories } from '#server/db/schema/authorisation.ts'
import { newsCategories, products } from '#server/db/schema/catalogue.ts'
import { newsScope } from './article-scope.ts'
import { findProducts } from './news-categories.queries.ts'

/** More than anyone has in scope. */
const CHOICES_MOST = 2_000

const row = {
  id: newsCategories.id,
  version: newsCategories.version,
  name: newsCategories.name,
  englishName: newsCategories.englishName,
  productId: newsCategories.productId,
  productName: products.name,
  freePart: newsCategories.freePart,
  sort: newsCategories.sort,
  isEnabled: newsCategories.isEnabled,
  articles: sql<number>`(select count(*)::int from ${articles} a where a.news_category_id = ${newsCategories.id})`,
  writers: sql<number>`(select count(*)::int from ${userNewsCategories} w where w.news_category_id = ${newsCategories.id})`,
  updatedAt: newsCategories.updatedAt,
}

const pages = perEditorialScope((inProducts, suffix) =>
  list<NewsCategoryRow, NewsCategoryQuery>({
    name: `news_categories${suffix}`,
    always: sql`(${newsCategories.productId} is null or ${inProducts(newsCategories.productId)})`,
    filters: {
      name: nameHas(newsCategories.name, 'name'),
      productId: equals(newsCategories.productId, 'productId'),
      isGeneral: { where: sql`(${newsCategories.productId} is null) = ${sql.placeholder('isGeneral')}` },
      isEnabled: equals(newsCategories.isEnabled, 'isEnabled'),
    },
    sorts: {
      sort: newsCategories.sort,
      name: sql`${newsCategories.name} collate "zh-x-icu"`,
      updatedAt: newsCategories.updatedAt,
    },
    usual: sql`${newsCategories.productId} nulls first, ${newsCategories.sort}`,
    tie: newsCategories.id,
    fields: row,
    rows: (db) => db.select(row).from(newsCategories).leftJoin(products, eq(products.id, newsCategories.productId)),
    matches: (db, where) => db.select({ n: sql`1` }).from(newsCategories).where(where),
  }),
)

const scope = (actor: Actor): SQL =>
  sql`(${newsCategories.productId} is null or ${editorialScope(actor, newsCategories.productId)})`

const isNameTaken = async (tx: Tx, name: string, productId: string | null, but: string) =>
  (await tx.$count(
    newsCategories,
    and(
      eq(newsCategories.name, name),
      sql`${newsCategories.productId} is not distinct from ${productId}::bigint`,
      ne(newsCategories.id, but),
    ),
  )) > 0

const rows = serveRows({
  calls: newsCategoryCalls,
  table: newsCategories,
  target: 'newsCategory',
  nameOf: ({ name }) => name,
  list: ({ body, actor, db }) => pages(actor)(db, body, { viewerId: actor.id }),
  scope,
  check: async (tx, form, { stored, actor }) => {
    const { name, productId } = form
    const isKnown = productId === null || (await findProducts(tx, actor, [productId])).length > 0
    const used =
      stored && stored.productId !== productId ? await tx.$count(articles, eq(articles.newsCategoryId, stored.id)) : 0
    checkFields({
      name: (await isNameTaken(tx, name, productId, stored?.id ?? '0')) ? '已有同名的资讯分类' : null,
      productId: !isKnown
        ? '产品不存在，或不在您的编辑范围内'
        : used > 0
          ? `已有 ${used} 篇资讯，不能改变所属产品`
          : null,
    })
    return form
  },
  // the creator gets write access: otherwise nobody has it until somebody grants it
  afterwards: async (tx, id, values, { stored, actor }) => {
    if (values === null || stored || seesAllProducts(actor)) return
    await tx.insert(userNewsCategories).values({ userId: actor.id, newsCategoryId: id }).onConflictDoNothing()
  },
  uses: async (tx, { id }) => ({
    资讯: await tx.$count(articles, eq(articles.newsCategoryId, id)),
    资讯模板: await tx.$count(articleTemplates, eq(articleTemplates.newsCategoryId, id)),
    发布标准: await tx.$count(publishingStandards, eq(publishingStandards.newsCategoryId, id)),
    授权人员: await tx.$count(userNewsCategories, eq(userNewsCategories.newsCategoryId, id)),
  }),
})

const choices = serve(chooseNewsCategories, ({ actor, db }) =>
  db
    .select({
      id: newsCategories.id,
      name: newsCategories.name,
      productId: newsCategories.productId,
      productName: products.name,
      isWritable: sql<boolean>`${newsScope(actor, newsCategories.id)}`,
    })
    .from(newsCategories)
    .leftJoin(products, eq(products.id, newsCategories.productId))
    .where(and(eq(newsCategories.isEnabled, true), scope(actor)))
    .orderBy(sql`${newsCategories.productId} nulls first`, newsCategories.sort, newsCategories.id)
    .limit(CHOICES_MOST),
)

export const routes = [...rows, choices]
