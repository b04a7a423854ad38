// Writing articles: add drafts, save versions, delete drafts. Nothing here changes what readers see.

import { and, eq, sql } from 'drizzle-orm'
import type { Edition, VersionOrigin } from '#contract/articles/article-labels.ts'
import type { ArticleContent } from '#contract/articles/articles.ts'
import { htmlOf } from '#contract/articles/body.ts'
import { cleanBindings, figuresInFields, standingBindings } from '#contract/articles/bound-fields.ts'
import type { RowOutcome } from '#contract/envelope.ts'
import { trimmed } from '#contract/typed-text.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { editorialScope } from '#server/core/access/scope.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import type { Author, Core } from '#server/core/core.ts'
import { addFiles, tieFiles, type UsableFile } from '#server/core/files/files.ts'
import { cleanRichText } from '#server/core/files/rich-text.ts'
import { attemptEach } from '#server/core/http/outcomes.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { articleAutosaves, articleProducts, articles } from '#server/db/schema/articles/articles.ts'
import { newsCategories, products } from '#server/db/schema/catalogue.ts'
import { answersAbout } from '#server/features/ai/answers.queries.ts'
import { newsScope } from './article-scope.ts'
import { type ArticleState, findArticles, lockArticles } from './articles.queries.ts'
import { cleaned } from './body.rules.ts'
import { withPictures } from './charts.queries.ts'
import { findVersions, insertVersion, type NewVersion, storeFigures, storeText } from './versions.queries.ts'

export type By = { actor: Actor; by: Author }
/** Who writes, with the config that file storage needs, and the files that the text names. */
export type Writer = By & { core: Pick<Core, 'config'>; files: readonly UsableFile[] }
export type Written = { id: string; version: number; versionId: string; number: number }
/** The version of the other edition that the text now matches. */
type Translated = { pairUpToId?: string | undefined }
/** The unsaved input that the save ends. */
type Drafted = { draft?: string | undefined }
type Origin = {
  origin?: VersionOrigin | undefined
  note?: string | undefined
  templateVersionId?: string | null | undefined
}

/** New products and a new category must be in the actor's scope; those that the article already had stay allowed. */
async function checkPlaces(
  tx: Tx,
  actor: Actor,
  form: ArticleContent,
  before?: { productIds: string[]; newsCategoryId: string | null },
) {
  const added = form.productIds.filter((id) => !before?.productIds.includes(id))
  const known =
    added.length === 0
      ? []
      : await tx
          .select({ id: products.id })
          .from(products)
          .where(sql`${products.id} = any(${idArray(added)}) and ${editorialScope(actor, products.id)}`)
  const isKept = form.newsCategoryId === null || form.newsCategoryId === before?.newsCategoryId
  const [category] = isKept
    ? [{ productId: null }]
    : await tx
        .select({ productId: newsCategories.productId })
        .from(newsCategories)
        .where(
          and(
            eq(newsCategories.id, form.newsCategoryId ?? '0'),
            eq(newsCategories.isEnabled, true),
            newsScope(actor, newsCategories.id),
          ),
        )
  const isOther =
    category?.productId !== null && category !== undefined && !form.productIds.includes(category.productId)
  checkFields({
    productIds: known.length < added.length ? '产品不存在，或不在您的编辑范围内' : null,
    newsCategoryId: !category
      ? '资讯分类不存在、已禁用，或未授权给您'
      : isOther
        ? '该分类属于其他产品，请先选择它的产品'
        : null,
  })
}

/** Answers of AI assistants that the text names are about this article, or those that the version before has. */
async function checkAnswers(tx: Tx, articleId: string, ids: readonly string[], before: readonly string[]) {
  const fresh = ids.filter((id) => !before.includes(id))
  const known = fresh.length === 0 ? [] : await answersAbout(tx, articleId, fresh)
  if (known.length < fresh.length) throw refuse('invalid', { msg: '采用的 AI 回答不是关于这篇资讯的' })
}

function checkTimes({ publishAt, takeDownAt }: ArticleContent): void {
  checkFields({
    takeDownAt:
      publishAt !== null && takeDownAt !== null && Date.parse(takeDownAt) <= Date.parse(publishAt)
        ? '下架时间应晚于发布时间'
        : null,
  })
}

/** Stores a version as the article's newest, with its search text, products and files. */
async function write(
  tx: Tx,
  { actor, by, core, files }: Writer,
  articleId: string,
  form: ArticleContent,
  given: Origin,
): Promise<{ id: string; number: number }> {
  const { figures, ...content } = form
  const body = cleaned(form.body)
  const { fileIds: _, ...texts } = cleanRichText(htmlOf(await withPictures(tx, { core, actor }, articleId, body)))
  const bindings = standingBindings({ ...content, bindings: cleanBindings(form.bindings ?? []) })
  const version: NewVersion = { ...content, body, bindings, ...texts }
  const { origin = 'save', note = '', templateVersionId = null } = given
  const saved = await insertVersion(tx, by, articleId, version, { origin, note: note.trim(), templateVersionId })
  const known = new Map(
    [...figures, ...figuresInFields(version)].map((each) => [`${each.place} ${each.priceId} ${each.field}`, each]),
  )
  const quoting = [...known.values()]
  const quoted = await storeFigures(tx, { articleId, versionId: saved.id }, quoting, (column) =>
    editorialScope(actor, column),
  )
  if (quoted < quoting.length) throw refuse('invalid', { msg: '引用的价格不存在、尚未发布，或不在您的编辑范围内' })
  await storeText(tx, articleId, version)
  await tx.execute(sql`delete from ${articleProducts} where article_id = ${articleId}::bigint
    and not product_id = any(${idArray(form.productIds)})`)
  await tx.execute(sql`insert into ${articleProducts} (article_id, product_id)
    select ${articleId}::bigint, unnest(${idArray(form.productIds)}) on conflict do nothing`)
  // those of older versions stay
  await addFiles(tx, { type: 'article', id: articleId }, files)
  return saved
}

/** Condition on the caller's autosaves: that of one draft. */
export const ownDraft = (actor: Actor, edition: Edition, draft: string) =>
  and(eq(articleAutosaves.userId, actor.id), eq(articleAutosaves.edition, edition), eq(articleAutosaves.draft, draft))

/** Saving ends the draft that was saved, and no other. */
async function endDraft(tx: Tx, actor: Actor, edition: Edition, draft: string | undefined): Promise<void> {
  if (draft !== undefined) await tx.delete(articleAutosaves).where(ownDraft(actor, edition, draft))
}

export const named = (id: string, verb: string) => ({ action: `article.${verb}`, targetType: 'article', targetId: id })

/** Version fields for the audit log, without the text: the version itself keeps that. */
const facts = ({ body: _, figures: __, bindings: ___, ...rest }: ArticleContent) => rest

/** The version of the Chinese article that the text matches: the newest by default, null without a pair. */
async function translated(tx: Tx, actor: Actor, pairId: string | null, upToId?: string): Promise<string | null> {
  if (pairId === null) return null
  const [pair] = await findArticles(tx, 'zh', [pairId], actor)
  if (!pair) throw refuse('notFound')
  const [version] = await findVersions(tx, pairId, [upToId ?? pair.headId])
  if (!version) throw refuse('notFound')
  return version.id
}

/**
 * The Chinese text now matches the English version `upToId`. If this save changed no text, an English article that was
 * up to date stays so.
 */
async function followEnglish(
  tx: Tx,
  actor: Actor,
  chinese: { id: string; before: string; after: string },
  upToId: string,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id::text from ${articles} where ${articles.pairId} = ${chinese.id}::bigint`,
  )
  const [english] = await lockArticles(
    tx,
    'en',
    rows.map(({ id }) => id),
    actor,
  )
  if (!english) throw refuse('notFound')
  const [version] = await findVersions(tx, english.id, [upToId])
  if (!version) throw refuse('notFound')
  await tx.execute(sql`update articles e set pair_own_id = ${version.id}::bigint, pair_version_id =
      case when e.pair_version_id = before.id
        and (before.title, before.subtitle, before.summary, before.html) = (after.title, after.subtitle, after.summary, after.html)
        then after.id else e.pair_version_id end
    from article_versions before, article_versions after
    where e.id = ${english.id}::bigint and before.id = ${chinese.before}::bigint and after.id = ${chinese.after}::bigint`)
}

export async function addArticle(
  tx: Tx,
  people: Writer,
  edition: Edition,
  given: ArticleContent & Origin & Translated & Drafted & { pairId?: string | null | undefined },
): Promise<Written> {
  const { actor, by } = people
  const { origin, note, templateVersionId, pairId = null, pairUpToId, draft, ...typed } = given
  const form = trimmed(typed)
  checkTimes(form)
  await checkPlaces(tx, actor, form)
  if (pairId !== null && edition !== 'en') throw refuse('notFound')
  const pairVersionId = await translated(tx, actor, pairId, pairUpToId)
  const { kind, title, newsCategoryId } = form
  const [row] = await tx
    .insert(articles)
    .values({
      edition,
      kind,
      title,
      newsCategoryId,
      authorId: by.id,
      pairId,
      pairVersionId,
    })
    .returning({ id: articles.id, version: articles.version })
  if (!row) throw new Error('no article was stored')
  const saved = await write(tx, people, row.id, form, { origin, note, templateVersionId })
  await tx.update(articles).set({ headId: saved.id }).where(eq(articles.id, row.id))
  await endDraft(tx, actor, edition, draft)
  await checkAnswers(tx, row.id, form.aiAnswerIds ?? [], [])
  await audit(tx, by, { ...named(row.id, 'add'), after: facts(form) })
  return { ...row, versionId: saved.id, number: saved.number }
}

/** Why the text is locked now, or null. */
const whyFixed = ({ state }: ArticleState): string | null =>
  state === 'pending' ? '已提交审核，请先撤回' : state === 'scheduled' ? '已通过审核、等待发布，请先撤回' : null

export async function saveArticle(
  tx: Tx,
  people: Writer,
  edition: Edition,
  given: ArticleContent & Origin & Translated & Drafted & { id: string; version: number },
  newest: (stored: ArticleState) => Promise<unknown>,
): Promise<Written> {
  const { actor, by } = people
  const { id, version, pairUpToId, origin, note, templateVersionId, draft, ...typed } = given
  const form = trimmed(typed)
  const stored = orNotFound((await lockArticles(tx, edition, [id], actor))[0])
  if (stored.version !== version) throw refuse('stale', { data: await newest(stored) })
  const fixed = whyFixed(stored)
  if (fixed) throw refuse('conflict', { msg: fixed })
  checkTimes(form)
  const [head] = await findVersions(tx, id, [stored.headId])
  if (!head) throw new Error('an article without its version')
  await checkPlaces(tx, actor, form, head)
  form.aiAnswerIds ??= head.aiAnswerIds
  await checkAnswers(tx, id, form.aiAnswerIds, head.aiAnswerIds)
  const saved = await write(tx, people, id, form, { origin, note, templateVersionId })
  const { kind, title, newsCategoryId } = form
  const upTo = edition === 'en' && pairUpToId ? await translated(tx, actor, stored.pairId, pairUpToId) : null
  if (edition === 'zh' && pairUpToId) {
    await followEnglish(tx, actor, { id, before: stored.headId, after: saved.id }, pairUpToId)
  }
  await tx
    .update(articles)
    .set({
      headId: saved.id,
      kind,
      title,
      newsCategoryId,
      state: 'draft',
      // a new translation: `pairOwnId` is set when it passes its review
      ...(upTo && { pairVersionId: upTo, pairOwnId: null }),
      version: sql`${articles.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(articles.id, id))
  await endDraft(tx, actor, edition, draft)
  await audit(tx, by, { ...named(id, 'edit'), ...difference(facts({ ...head, figures: [] } as never), facts(form)) })
  return { id, version: stored.version + 1, versionId: saved.id, number: saved.number }
}

/** Deletes drafts that were never published or approved. */
export async function removeArticles(
  tx: Tx,
  { actor, by }: By,
  edition: Edition,
  ids: readonly string[],
): Promise<RowOutcome[]> {
  const found = new Map((await lockArticles(tx, edition, ids, actor)).map((article) => [article.id, article]))
  if (found.size < ids.length) throw refuse('notFound')
  const rows = ids.map((id) => ({ id, name: found.get(id)?.title ?? '' }))
  return attemptEach(tx, rows, async (inner, { id }) => {
    const article = found.get(id)
    const isDraft = article && (article.state === 'draft' || article.state === 'overruled')
    if (!isDraft || article.passedId !== null || article.publishedId !== null) {
      throw refuse('conflict', {
        msg: article?.state === 'pending' ? '已提交审核，请先撤回' : '审核通过过的资讯不能删除，请下架',
      })
    }
    await inner.delete(articles).where(eq(articles.id, id))
    await tieFiles(inner, { type: 'article', id }, [])
    await audit(inner, by, { ...named(id, 'delete'), before: { title: article.title, kind: article.kind } })
  })
}
