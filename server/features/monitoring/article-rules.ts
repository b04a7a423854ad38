// Rules of articles: how many of a category and kind, by when. Defaults come from the publishing standards.
import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { articleKindLabels, articleKinds } from '#contract/articles/article-labels.ts'
import {
  type ArticleRuleForm,
  type ArticleRuleQuery,
  type ArticleRuleRow,
  articleRuleCalls,
  articleRuleSwitches,
  getArticleRuleChoices,
} from '#contract/monitoring/rules.ts'
import { listCalendars } from '#server/core/calendars.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { calendars } from '#server/db/schema/calendars.ts'
import { newsCategories, products } from '#server/db/schema/catalogue.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'
import { users } from '#server/db/schema/organisation.ts'
import { narrowestStandard } from '#server/features/articles/standards.queries.ts'
import { lockDues } from './dues.queries.ts'
import { checkPeople, remake } from './rules.acts.ts'
import { ruleFor } from './rules.queries.ts'
import { switchRules } from './rules.routes.ts'
import { verdictsOnArticleRule } from './rules.rules.ts'

const owners = alias(users, 'owners')
const deputies = alias(users, 'deputies')
const r = monitoringRules
const isArticle = sql`${r.kind} = 'article'`

const categoryName = sql<string>`coalesce((select concat_ws(' / ', p.name, n.name) from ${newsCategories} n
  left join ${products} p on p.id = n.product_id where n.id = ${r.newsCategoryId}), '')`

const row = {
  id: r.id,
  version: r.version,
  name: r.name,
  edition: r.edition,
  categoryName,
  articleKind: r.articleKind,
  wanted: r.wanted,
  standard: sql<string>`coalesce((select concat_ws('，', case when s.times_a_day > 0 then '每日 ' || s.times_a_day || ' 篇' end,
    nullif(s.deadline, '') || ' 前') from ${narrowestStandard(sql`${r.edition}`, sql`${r.newsCategoryId}`, sql`${r.articleKind}`)} s), '')`,
  calendarName: calendars.name,
  frequency: r.frequency,
  weekdays: r.weekdays,
  nth: r.nth,
  dueTime: r.dueTime,
  warnMinutes: r.warnMinutes,
  graceMinutes: r.graceMinutes,
  escalateMinutes: r.escalateMinutes,
  ownerName: owners.realName,
  deputyName: deputies.realName,
  channel: r.channel,
  isEnabled: r.isEnabled,
  remark: r.remark,
  updatedAt: r.updatedAt,
}

const listArticleRules = list<ArticleRuleRow, ArticleRuleQuery>({
  name: 'article_rules',
  always: isArticle,
  filters: {
    name: nameHas(r.name, 'name'),
    newsCategoryId: equals(r.newsCategoryId, 'newsCategoryId'),
    ownerId: equals(r.ownerId, 'ownerId'),
    isEnabled: equals(r.isEnabled, 'isEnabled'),
  },
  sorts: { name: sql`${r.name} collate "zh-x-icu"`, updatedAt: r.updatedAt },
  usual: sql`${r.id}`,
  tie: r.id,
  fields: row,
  rows: (db) =>
    db
      .select(row)
      .from(r)
      .innerJoin(calendars, eq(calendars.id, r.calendarId))
      .leftJoin(owners, eq(owners.id, r.ownerId))
      .leftJoin(deputies, eq(deputies.id, r.deputyId)),
  matches: (db, where) => db.select({ n: sql`1` }).from(r).where(where),
})

type Form = Omit<ArticleRuleForm, 'id'>

async function deadlineOf(tx: Tx, { edition, newsCategoryId, articleKind }: Form): Promise<string> {
  const { rows } = await tx.execute<{ deadline: string }>(
    sql`select s.deadline from ${narrowestStandard(sql`${edition}::text`, sql`${newsCategoryId}::bigint`, sql`${articleKind}::text`)} s`,
  )
  return rows[0]?.deadline ?? ''
}

async function checkReferences(tx: Tx, { newsCategoryId, articleKind }: Form): Promise<void> {
  const isThere = async (id: string) => (await tx.$count(newsCategories, eq(newsCategories.id, id))) > 0
  checkFields({
    newsCategoryId: newsCategoryId === null || (await isThere(newsCategoryId)) ? null : '资讯分类不存在',
    articleKind: articleKind === '' || articleKinds.some((kind) => kind === articleKind) ? null : '没有这种资讯类型',
  })
}

const rows = serveRows({
  calls: articleRuleCalls,
  table: monitoringRules,
  target: 'monitoringRule',
  nameOf: ({ name }) => name,
  scope: (): SQL => isArticle,
  lock: lockDues,
  list: ({ body, db }) => listArticleRules(db, body),
  check: async (tx, form, { stored }) => {
    const columns = { ...form, weekdays: form.frequency === 'weekdays' ? form.weekdays : [] }
    const deadline = await deadlineOf(tx, columns)
    checkFields(verdictsOnArticleRule(columns, deadline))
    await checkReferences(tx, columns)
    await checkPeople(tx, columns)
    const target = { ...columns, kind: 'article' as const, level: 'all' as const }
    const other = await ruleFor(tx, target, stored?.id)
    if (other !== null) throw refuse('conflict', { msg: `规则“${other}”的范围与此相同，请修改那一条` })
    return target
  },
  afterwards: (tx) => remake(tx),
})

const NEWS_CATEGORIES = 5_000

async function listNewsCategories(db: Db) {
  const found = await db.execute<{ id: string; name: string }>(sql`
    select n.id::text as id, concat_ws(' / ', p.name, n.name) as name
      from ${newsCategories} n left join ${products} p on p.id = n.product_id
      order by p.sort nulls first, p.id, n.sort, n.id limit ${NEWS_CATEGORIES}`)
  return found.rows
}

export const routes = [
  ...rows,
  switchRules(articleRuleSwitches.open, true, ['article'], 'monitoringRule'),
  switchRules(articleRuleSwitches.disable, false, ['article'], 'monitoringRule'),
  serve(getArticleRuleChoices, async ({ db }) => ({
    calendars: await listCalendars(db),
    newsCategories: await listNewsCategories(db),
    kinds: articleKinds.map((kind) => ({ id: kind, name: articleKindLabels[kind] })),
  })),
]
