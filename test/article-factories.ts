// Articles, and people who write and review them, for tests.

import { sql } from 'drizzle-orm'
import { type ArticleContent, articleCalls } from '#contract/articles/articles.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { Db } from '#server/db/connection.ts'
import { newsCategories, products } from '#server/db/schema/catalogue.ts'
import type { Person } from './http.ts'

let count = 0

export async function makeProduct(db: Db): Promise<string> {
  count += 1
  const [product] = await db
    .insert(products)
    .values({ name: `资讯产品${count}` })
    .returning()
  if (!product) throw new Error('no product was made')
  return product.id
}

export const bodyOf = (...paragraphs: string[]): BodyNode => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})

/** The form of a draft of the product. */
export const articleForm = (productId: string, overrides: Partial<ArticleContent> = {}): ArticleContent => ({
  kind: 'daily',
  title: '建筑钢材市场日评',
  subtitle: '',
  summary: '',
  keywords: [],
  tags: [],
  source: '',
  author: '',
  newsCategoryId: null,
  productIds: [productId],
  channels: ['officialWebsite'],
  coverId: null,
  attachmentIds: [],
  publishAt: null,
  takeDownAt: null,
  topUntil: null,
  body: bodyOf('今日建筑钢材价格稳中有涨，成交一般。'),
  figures: [],
  ...overrides,
})

/** Adds a Chinese draft by this person. */
export async function writeArticle(person: Person, productId: string, overrides: Partial<ArticleContent> = {}) {
  const reply = await person.call(articleCalls.zh.add, articleForm(productId, overrides))
  if (reply.code !== 200) throw new Error(`no article was written: ${reply.msg}`)
  return reply.data
}

/** A category assigned to every user so far. */
export async function makeNewsCategory(db: Db, name: string): Promise<string> {
  const [category] = await db.insert(newsCategories).values({ name }).returning()
  if (!category) throw new Error('no news category was made')
  await db.execute(
    sql`insert into user_news_categories (user_id, news_category_id) select id, ${category.id}::bigint from users`,
  )
  return category.id
}

/** Assigns the category to people added later. */
export async function giveNewsCategory(db: Db, people: readonly { id: string }[], id: string): Promise<void> {
  await db.execute(sql`insert into user_news_categories (user_id, news_category_id)
    select unnest(${sql.param(people.map((each) => each.id))}::bigint[]), ${id}::bigint on conflict do nothing`)
}
