// Stored article templates: the row that lists show, and its append-only versions.

import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type {
  Template,
  TemplateForm,
  TemplateQuery,
  TemplateRow,
  TemplateVersion,
} from '#contract/articles/templates.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { editorialScope, perEditorialScope, type Viewer } from '#server/core/access/scope.ts'
import { type Author, personNameOf } from '#server/core/core.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { articleProducts, articleVersions } from '#server/db/schema/articles/articles.ts'
import {
  articleTemplateFavourites,
  articleTemplateProducts,
  articleTemplates,
  articleTemplateVersions,
} from '#server/db/schema/articles/templates.ts'
import { newsCategories, products } from '#server/db/schema/catalogue.ts'

const t = articleTemplates
const placeholder = sql.placeholder

/** Without products, or with one in scope. */
const inScope = (scope: (column: SQL) => SQL): SQL => sql`(
  not exists (select from ${articleTemplateProducts} tp where tp.template_id = ${t.id})
  or exists (select from ${articleTemplateProducts} tp where tp.template_id = ${t.id} and ${scope(sql`tp.product_id`)}))`

const isFavourite = sql<boolean>`exists (select from ${articleTemplateFavourites} f
  where f.template_id = ${t.id} and f.user_id = ${placeholder('actorId')}::bigint)`

const rowOf = (scope: (column: SQL) => SQL) => ({
  id: t.id,
  version: t.version,
  name: t.name,
  edition: t.edition,
  kind: t.kind,
  newsCategoryName: newsCategories.name,
  productNames: sql<string[]>`array(select p.name from ${articleTemplateProducts} tp join ${products} p
    on p.id = tp.product_id where tp.template_id = ${t.id} order by p.id)`,
  productIds: sql<string[]>`array(select tp.product_id::text from ${articleTemplateProducts} tp
    where tp.template_id = ${t.id} and ${scope(sql`tp.product_id`)} order by tp.product_id)`,
  status: t.status,
  stopReason: t.stopReason,
  number: articleTemplateVersions.number,
  isFavourite,
  remark: t.remark,
  updatedAt: t.updatedAt,
})

const pages = perEditorialScope((scope, suffix) => {
  const row = rowOf(scope)
  return list<TemplateRow, TemplateQuery>({
    name: `article_templates${suffix}`,
    always: inScope(scope),
    filters: {
      name: nameHas(t.name, 'name'),
      edition: equals(t.edition, 'edition'),
      kind: equals(t.kind, 'kind'),
      newsCategoryId: equals(t.newsCategoryId, 'newsCategoryId'),
      status: equals(t.status, 'status'),
      productId: {
        where: sql`(not exists (select from ${articleTemplateProducts} tp where tp.template_id = ${t.id})
          or exists (select from ${articleTemplateProducts} tp
            where tp.template_id = ${t.id} and tp.product_id = ${placeholder('productId')}::bigint))`,
      },
      isFavourite: { where: sql`${isFavourite} = ${placeholder('isFavourite')}` },
    },
    sorts: { name: sql`${t.name} collate "zh-x-icu"`, updatedAt: t.updatedAt },
    usual: sql`${isFavourite} desc, ${t.updatedAt} desc`,
    tie: t.id,
    fields: row,
    rows: (db) =>
      db
        .select(row)
        .from(t)
        .innerJoin(articleTemplateVersions, eq(articleTemplateVersions.id, t.headId))
        .leftJoin(newsCategories, eq(newsCategories.id, t.newsCategoryId)),
    matches: (db, where) => db.select({ n: sql`1` }).from(t).where(where),
  })
})

export const pageOfTemplates = (db: Db, query: TemplateQuery, actor: Actor) =>
  pages(actor)(db, query, { viewerId: actor.id, actorId: actor.id })

const inScopeOf = (viewer: Viewer) => inScope((column) => editorialScope(viewer, column))

/** With the newest version, or the given one. */
export async function findTemplate(
  db: Executor,
  actor: Viewer,
  { id, versionId }: { id: string; versionId?: string | undefined },
): Promise<Template | undefined> {
  const { rows } = await db.execute<Template>(sql`
    select ${t.id}::text as id, ${t.version} as version, v.id::text as "versionId", v.number, ${t.name} as name,
        ${t.edition} as edition, ${t.kind} as kind, ${t.newsCategoryId}::text as "newsCategoryId",
        array(select tp.product_id::text from ${articleTemplateProducts} tp where tp.template_id = ${t.id}
          order by tp.product_id) as "productIds",
        ${t.remark} as remark, v.title, v.summary, v.keywords, v.channels, v.source, v.body
      from ${t} join ${articleTemplateVersions} v on v.template_id = ${t.id}
        and v.id = coalesce(${versionId ?? null}::bigint, ${t.headId})
      where ${t.id} = ${id}::bigint and ${inScopeOf(actor)}`)
  return rows[0]
}

/** The template of a version, where the actor may see it. */
export async function findTemplateOf(db: Executor, actor: Viewer, versionId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${t.id}::text as id from ${t} join ${articleTemplateVersions} v on v.template_id = ${t.id}
      where v.id = ${versionId}::bigint and ${inScopeOf(actor)}`)
  return rows[0]?.id
}

export async function versionsOfTemplate(db: Executor, templateId: string): Promise<TemplateVersion[]> {
  const { id, number, note, byName, at } = articleTemplateVersions
  return db
    .select({ id, number, note, byName, at })
    .from(articleTemplateVersions)
    .where(eq(articleTemplateVersions.templateId, templateId))
    .orderBy(sql`${number} desc`)
}

type Locked = {
  id: string
  version: number
  name: string
  status: 'update' | 'stopUpdate'
  newsCategoryId: string | null
  stopReason: string
}

/** Locks in id order; skips those out of scope. */
export const lockTemplates = (tx: Tx, actor: Actor, ids: readonly string[]): Promise<Locked[]> =>
  tx
    .select({
      id: t.id,
      version: t.version,
      name: t.name,
      status: t.status,
      newsCategoryId: t.newsCategoryId,
      stopReason: t.stopReason,
    })
    .from(t)
    .where(and(sql`${t.id} = any(${idArray(ids)})`, inScopeOf(actor)))
    .orderBy(t.id)
    .for('update')

export async function isTemplateNamed(tx: Tx, { edition, name }: Pick<TemplateForm, 'edition' | 'name'>, but = '0') {
  const isSame = and(eq(t.edition, edition), sql`lower(${t.name}) = lower(${name})`, ne(t.id, but))
  return (await tx.$count(t, isSame)) > 0
}

/** Number of the products that are in the actor's scope. */
export const countProductsInScope = (tx: Tx, actor: Actor, ids: readonly string[]): Promise<number> =>
  tx.$count(products, and(sql`${products.id} = any(${idArray(ids)})`, editorialScope(actor, products.id)))

export const isNewsCategory = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.$count(newsCategories, eq(newsCategories.id, id))) > 0

type NewVersion = Pick<TemplateForm, 'title' | 'summary' | 'keywords' | 'channels' | 'source' | 'note'> & {
  body: BodyNode
}

/** Stores a version as the template's newest. */
export async function storeVersion(tx: Tx, by: Author, templateId: string, given: NewVersion): Promise<void> {
  const { title, summary, keywords, channels, source, note, body } = given
  const number = sql`(select coalesce(max(v.number), 0) + 1 from ${articleTemplateVersions} v
    where v.template_id = ${templateId}::bigint)`
  const [saved] = await tx
    .insert(articleTemplateVersions)
    .values({
      templateId,
      number: number as never,
      title,
      summary,
      keywords,
      channels,
      source,
      note,
      body,
      byId: by.id,
      byName: personNameOf(by),
    })
    .returning({ id: articleTemplateVersions.id })
  await tx
    .update(t)
    .set({ headId: saved?.id ?? null })
    .where(eq(t.id, templateId))
}

export async function setProducts(tx: Tx, templateId: string, productIds: readonly string[]): Promise<void> {
  await tx.delete(articleTemplateProducts).where(eq(articleTemplateProducts.templateId, templateId))
  if (productIds.length === 0) return
  await tx.insert(articleTemplateProducts).values(productIds.map((productId) => ({ templateId, productId })))
}

export async function changeTemplates(tx: Tx, ids: readonly string[], values: Partial<typeof t.$inferInsert>) {
  await tx
    .update(t)
    .set({ ...values, version: sql`${t.version} + 1`, updatedAt: sql`now()` })
    .where(sql`${t.id} = any(${idArray(ids)})`)
}

/** Number of article versions that were made from it. */
export const countUses = (tx: Tx, templateId: string): Promise<number> =>
  tx.$count(
    articleVersions,
    sql`${articleVersions.templateVersionId} in (select v.id from ${articleTemplateVersions} v
      where v.template_id = ${templateId}::bigint)`,
  )

export async function dropTemplate(tx: Tx, id: string): Promise<void> {
  await tx.delete(t).where(eq(t.id, id))
}

export async function setFavourite(db: Executor, userId: string, templateId: string, isOn: boolean): Promise<void> {
  const own = and(eq(articleTemplateFavourites.userId, userId), eq(articleTemplateFavourites.templateId, templateId))
  if (isOn) await db.insert(articleTemplateFavourites).values({ userId, templateId }).onConflictDoNothing()
  else await db.delete(articleTemplateFavourites).where(own)
}

/**
 * The products in the viewer's scope that a template is for (all of them where it names none), and those of them without an
 * article that somebody made from it today.
 */
export async function productsDue(
  db: Executor,
  viewer: Viewer,
  { id, edition, productIds }: Pick<Template, 'id' | 'edition' | 'productIds'>,
): Promise<{ all: string[]; open: string[] }> {
  const isNamed = productIds.length === 0 ? sql`true` : sql`p.id = any(${idArray(productIds)})`
  const { rows } = await db.execute<{ id: string; isMade: boolean }>(sql`
    select p.id::text as id, exists (select from ${articleProducts} ap
        join ${articleVersions} v on v.article_id = ap.article_id and v.origin = 'template' and v.at >= current_date
        join ${articleTemplateVersions} tv on tv.id = v.template_version_id and tv.template_id = ${id}::bigint
        where ap.product_id = p.id and ap.edition = ${edition} and ap.updated_at >= current_date) as "isMade"
      from ${products} p where ${isNamed} and ${editorialScope(viewer, sql`p.id`)} order by p.sort, p.id`)
  return { all: rows.map((row) => row.id), open: rows.flatMap((row) => (row.isMade ? [] : [row.id])) }
}
