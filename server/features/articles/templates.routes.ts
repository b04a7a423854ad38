// Routes for article templates: edit, versions, fill, make drafts.
import { isAllowed } from '#contract/access.ts'
import { type Edition, editions } from '#contract/articles/article-labels.ts'
import { quotedFigures } from '#contract/articles/bound-fields.ts'
import { readTemplate } from '#contract/articles/template-text.ts'
import {
  addTemplate,
  copyTemplate,
  DRAFTS_AT_ONCE,
  draftArticles,
  draftToday,
  editTemplate,
  favourTemplate,
  findFigures,
  getTemplate,
  listTemplates,
  listTemplateVersions,
  moveTemplates,
  previewTemplate,
  readCourses,
  removeTemplates,
  resumeTemplates,
  stopTemplates,
  type Template,
  type TemplateForm,
  type TodaysDrafts,
} from '#contract/articles/templates.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { audit, auditAll, difference } from '#server/core/audit/audit.ts'
import { databaseToday } from '#server/core/clock.ts'
import { type Core, transact } from '#server/core/core.ts'
import { picturesNamed } from '#server/core/files/file-gate.ts'
import { addFiles, tieFiles, type UsableFile } from '#server/core/files/files.ts'
import { allFound, checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { filesOfRow, serve, serveAct } from '#server/core/http/serve.ts'
import { inUse } from '#server/core/rows/in-use.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { articleTemplates } from '#server/db/schema/articles/templates.ts'
import { addArticle, type By } from './articles.acts.ts'
import { cleaned } from './body.rules.ts'
import { coursesOf, fillFor, searchFigures } from './figures.queries.ts'
import {
  changeTemplates,
  countProductsInScope,
  countUses,
  dropTemplate,
  findTemplate,
  isNewsCategory,
  isTemplateNamed,
  lockTemplates,
  pageOfTemplates,
  productsDue,
  setFavourite,
  setProducts,
  storeVersion,
  versionsOfTemplate,
} from './templates.queries.ts'

const textsOf = ({ title, summary, body }: Pick<TemplateForm, 'title' | 'summary' | 'body'>) => ({
  title,
  summary,
  body,
})

async function checkForm(tx: Tx, actor: Actor, typed: TemplateForm, stored?: Template): Promise<TemplateForm> {
  const form = { ...typed, name: typed.name.trim(), title: typed.title.trim(), body: cleaned(typed.body) }
  const added = form.productIds.filter((id) => !stored?.productIds.includes(id))
  const [problem] = readTemplate(textsOf(form)).problems
  checkFields({
    name: (await isTemplateNamed(tx, form, stored?.id)) ? '已有同名的模板' : null,
    productIds:
      (await countProductsInScope(tx, actor, added)) < added.length ? '产品不存在，或不在您的编辑范围内' : null,
    newsCategoryId:
      form.newsCategoryId === null || (await isNewsCategory(tx, form.newsCategoryId)) ? null : '资讯分类不存在',
    body: problem
      ? `${problem.paragraph > 0 ? `第 ${problem.paragraph} 段` : '标题或摘要'} ${problem.source}：${problem.message}`
      : null,
  })
  return form
}

async function found(db: Executor, actor: Actor, id: string, versionId?: string): Promise<Template> {
  return orNotFound(await findTemplate(db, actor, { id, versionId }))
}

async function lockAll(tx: Tx, actor: Actor, ids: readonly string[]) {
  return allFound(await lockTemplates(tx, actor, ids), ids)
}

const named = (id: string, verb: string) => ({
  action: `articleTemplate.${verb}`,
  targetType: 'articleTemplate',
  targetId: id,
})

/** Template fields for the audit log, without the text: the versions keep that. */
const facts = ({ body: _, note: __, ...rest }: TemplateForm) => rest
const factsOf = ({ id: _, version: __, versionId: ___, number: ____, body: _____, ...rest }: Template) => rest

const fileTarget = (id: string) => ({ type: 'articleTemplate', id })

type AddingBy = By & { files: readonly UsableFile[] }

async function add(tx: Tx, { actor, by, files }: AddingBy, form: TemplateForm) {
  const { name, edition, kind, newsCategoryId, remark } = form
  const [row] = await tx
    .insert(articleTemplates)
    .values({ name, edition, kind, newsCategoryId, remark, createdById: actor.id })
    .returning({ id: articleTemplates.id, version: articleTemplates.version })
  if (!row) throw new Error('no template was stored')
  await setProducts(tx, row.id, form.productIds)
  await storeVersion(tx, by, row.id, form)
  await addFiles(tx, fileTarget(row.id), files)
  await audit(tx, by, { ...named(row.id, 'add'), after: facts(form) })
  return row
}

/** Longer titles are cut. */
const TITLE_MAX = 200

type Drafting = { id: string; productIds: string[]; day: string }

/**
 * One draft per product. Fields without a verified price are marked in the draft, which cannot be submitted like that.
 */
async function draft(core: Core, people: By, edition: Edition, { id, productIds, day }: Drafting) {
  return transact(core, async (tx) => {
    const template = await found(tx, people.actor, id)
    const [row] = await lockAll(tx, people.actor, [id])
    if (template.edition !== edition) throw refuse('notFound')
    if (row?.status === 'stopUpdate') throw refuse('conflict', { msg: '模板已停用' })
    const others = template.productIds.length > 0 && productIds.some((each) => !template.productIds.includes(each))
    checkFields({ productIds: others ? '含有此模板不适用的产品' : null })
    return draftFrom(tx, core, people, template, productIds, day)
  })
}

type Drafted = { articleId: string; title: string; productName: string; missing: number }

async function draftFrom(
  tx: Tx,
  core: Core,
  people: By,
  template: Template,
  productIds: readonly string[],
  day: string,
): Promise<Drafted[]> {
  const { id, edition } = template
  const { filled } = await fillFor(tx, people.actor, textsOf(template), productIds, day, edition)
  if (filled.length < productIds.length) throw refuse('notFound')
  const { kind, newsCategoryId, keywords, channels, source, versionId } = template
  const files = await picturesNamed(tx, template.body, people.actor, fileTarget(id))
  const drafts: Drafted[] = []
  for (const { productId, productName, title: whole, summary, bindings, body, missing } of filled) {
    const title = whole.slice(0, TITLE_MAX)
    const { id: articleId } = await addArticle(tx, { ...people, core, files }, edition, {
      kind,
      newsCategoryId,
      keywords,
      source,
      summary,
      body,
      productIds: [productId],
      title,
      subtitle: '',
      tags: [],
      author: people.actor.realName,
      bindings: [...bindings],
      channels: channels as never,
      coverId: null,
      attachmentIds: [],
      publishAt: null,
      takeDownAt: null,
      topUntil: null,
      figures: quotedFigures({ title, summary, bindings, body }),
      origin: 'template',
      templateVersionId: versionId,
    })
    drafts.push({ articleId, title, productName, missing: missing.length })
  }
  return drafts
}

/** Why nothing is drafted from the template, or the products that have no draft of today from it yet. */
async function productsToday(tx: Tx, { actor }: By, template: Template, status: string): Promise<string[] | string> {
  if (!isAllowed(draftArticles[template.edition].access, actor)) return '没有新增此语种资讯的权限'
  if (status === 'stopUpdate') return '模板已停用'
  const { all, open } = await productsDue(tx, actor, template)
  if (all.length === 0) return '没有适用的产品'
  if (open.length === 0) return '今日已生成'
  if (open.length > DRAFTS_AT_ONCE) return `适用产品超过 ${DRAFTS_AT_ONCE} 个，请用“生成草稿”选择产品`
  return open
}

/** Drafts of one act, which is one transaction. */
const TODAY_MOST = 200

async function draftAll(core: Core, people: By, ids: readonly string[]): Promise<TodaysDrafts> {
  return transact(core, async (tx) => {
    const day = await databaseToday(tx)
    const drafts: TodaysDrafts['drafts'] = []
    const leftOut: TodaysDrafts['leftOut'] = []
    for (const { id, name, status } of await lockAll(tx, people.actor, ids)) {
      const template = await found(tx, people.actor, id)
      const productIds = await productsToday(tx, people, template, status)
      if (typeof productIds === 'string') {
        leftOut.push({ name, reason: productIds })
        continue
      }
      if (drafts.length + productIds.length > TODAY_MOST) {
        leftOut.push({ name, reason: `一次最多生成 ${TODAY_MOST} 篇，请再执行一次` })
        continue
      }
      const made = await draftFrom(tx, core, people, template, productIds, day)
      drafts.push(...made.map((draft) => ({ ...draft, edition: template.edition })))
    }
    return { drafts, leftOut }
  })
}

export const routes = [
  serve(listTemplates, ({ body, actor, db }) => pageOfTemplates(db, body, actor)),
  serve(getTemplate, ({ body, actor, db }) => found(db, actor, body.id, body.versionId)),
  serve(listTemplateVersions, async ({ body, actor, db }) =>
    versionsOfTemplate(db, (await found(db, actor, body.id)).id),
  ),
  serve(findFigures, ({ body, actor, db }) => searchFigures(db, actor, body)),
  serve(readCourses, ({ body, actor, db }) => coursesOf(db, actor, body)),

  serve(
    previewTemplate,
    async ({ body, actor, db }) => {
      if (body.id !== undefined) await found(db, actor, body.id)
      const texts = { ...textsOf(body), body: cleaned(body.body) }
      const { problems, filled } = await fillFor(db, actor, texts, [body.productId], body.day, body.edition)
      const [first] = filled
      if (!first) throw refuse('notFound')
      const { title, summary, bindings, body: text, missing } = first
      return { title, summary, bindings: [...bindings], body: text, problems, missing: [...missing] }
    },
    filesOfRow('articleTemplate'),
  ),

  serveAct(addTemplate, async ({ tx, body, files, actor, by }) =>
    add(tx, { actor, by, files }, await checkForm(tx, actor, body)),
  ),

  serveAct(
    editTemplate,
    async ({ tx, body: { id, version, ...typed }, files, actor, by }) => {
      await lockAll(tx, actor, [id])
      const stored = await found(tx, actor, id)
      if (stored.version !== version) throw refuse('stale', { data: stored })
      const form = await checkForm(tx, actor, typed, stored)
      const { name, edition, kind, newsCategoryId, remark } = form
      await changeTemplates(tx, [id], { name, edition, kind, newsCategoryId, remark })
      await setProducts(tx, id, form.productIds)
      await storeVersion(tx, by, id, form)
      await addFiles(tx, fileTarget(id), files)
      await audit(tx, by, { ...named(id, 'edit'), ...difference(factsOf(stored), facts(form)) })
      return { id, version: version + 1 }
    },
    filesOfRow('articleTemplate'),
  ),

  serveAct(copyTemplate, async ({ tx, body: { id, name }, actor, by }) => {
    const { id: _, version: __, versionId: ___, number: ____, ...stored } = await found(tx, actor, id)
    const copy = { ...stored, name, note: '', channels: stored.channels as TemplateForm['channels'] }
    const files = await picturesNamed(tx, stored.body, actor, fileTarget(id))
    return add(tx, { actor, by, files }, await checkForm(tx, actor, copy))
  }),

  serveAct(removeTemplates, async ({ tx, body: { ids }, actor, by }) => {
    const rows = await lockAll(tx, actor, ids)
    for (const { id, name } of rows) {
      const uses = inUse({ id, name }, { 资讯: await countUses(tx, id) })
      if (uses.length > 0) throw refuse('inUse', { data: uses })
      await tieFiles(tx, fileTarget(id), [])
      await dropTemplate(tx, id)
    }
    await auditAll(
      tx,
      by,
      rows.map(({ id, name }) => ({ ...named(id, 'delete'), before: { name } })),
    )
    return null
  }),

  serveAct(moveTemplates, async ({ tx, body: { ids, newsCategoryId }, actor, by }) => {
    checkFields({ newsCategoryId: (await isNewsCategory(tx, newsCategoryId)) ? null : '资讯分类不存在' })
    const rows = await lockAll(tx, actor, ids)
    await changeTemplates(tx, ids, { newsCategoryId })
    await auditAll(
      tx,
      by,
      rows.map(({ id, newsCategoryId: before, name }) => ({
        ...named(id, 'move'),
        before: { name, newsCategoryId: before },
        after: { newsCategoryId },
      })),
    )
    return null
  }),

  ...[stopTemplates, resumeTemplates].map((call) =>
    serveAct(call, async ({ tx, body, actor, by }) => {
      const stopReason = 'reason' in body ? String(body.reason).trim() : ''
      const status = call === stopTemplates ? 'stopUpdate' : 'update'
      const rows = await lockAll(tx, actor, body.ids)
      await changeTemplates(tx, body.ids, { status, stopReason })
      await auditAll(
        tx,
        by,
        rows.map((row) => ({
          ...named(row.id, status),
          before: { name: row.name, status: row.status, reason: row.stopReason },
          after: { status, reason: stopReason },
        })),
      )
      return null
    }),
  ),

  serveAct(favourTemplate, async ({ tx, body: { id, isFavourite }, actor }) => {
    await found(tx, actor, id)
    await setFavourite(tx, actor.id, id, isFavourite)
    return null
  }),

  serve(draftToday, ({ body, core, actor, by }) => draftAll(core, { actor, by }, body.ids)),

  ...editions.map((edition) =>
    serve(draftArticles[edition], ({ body, core, actor, by }) => draft(core, { actor, by }, edition, body)),
  ),
]
