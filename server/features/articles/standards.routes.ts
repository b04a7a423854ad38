// Publishing standards over HTTP; which one holds for an article.
import { and, eq, getTableColumns, isNull, ne, or, sql } from 'drizzle-orm'
import type { ArticleKind, Edition } from '../../../contract/articles/article-labels.ts'
import {
  findStandard,
  type HeldStandard,
  type StandardQuery,
  type StandardRow,
  standardCalls,
} from '../../../contract/articles/standards.ts'
import { checkFields } from '../../core/http/refusal.ts'
import { serve } from '../../core/http/serve.ts'
import { contains, equals, list } from '../../core/lists/paging.ts'
import { serveRows } from '../../core/rows/rows.ts'
import type { Executor, Tx } from '../../db/connection.ts'
import { publishingStandards } from '../../db/schema/article-templates.ts'
import { newsCategories } from '../../db/schema/catalogue.ts'

const s = publishingStandards
const row = { ...getTableColumns(s), newsCategoryName: newsCategories.name }

const listStandards = list<StandardRow, StandardQuery>({
  name: 'publishing_standards',
  always: sql`true`,
  filters: { name: contains(s.name, 'name'), edition: equals(s.edition, 'edition'), kind: equals(s.kind, 'kind') },
  sorts: { name: sql`${s.name} collate "zh-x-icu"`, updatedAt: s.updatedAt },
  usual: sql`${s.updatedAt} desc`,
  tie: s.id,
  fields: row,
  rows: (db) => db.select(row).from(s).leftJoin(newsCategories, eq(newsCategories.id, s.newsCategoryId)) as never,
  matches: (db, where) => db.select({ n: sql`1` }).from(s).where(where),
})

type Place = { edition: Edition | null; newsCategoryId: string | null; kind: ArticleKind | null }

const isTaken = async (tx: Tx, { edition, newsCategoryId, kind }: Place, but = '0'): Promise<boolean> =>
  (await tx.$count(
    s,
    and(
      sql`${s.edition} is not distinct from ${edition}`,
      sql`${s.newsCategoryId} is not distinct from ${newsCategoryId}::bigint`,
      sql`${s.kind} is not distinct from ${kind}`,
      ne(s.id, but),
    ),
  )) > 0

/** The narrowest that fits: of its category before any, of its kind before any, of its edition before any. */
export async function standardFor(
  db: Executor,
  { edition, newsCategoryId, kind }: { edition: Edition; newsCategoryId: string | null; kind: ArticleKind },
): Promise<HeldStandard | null> {
  const { id: _, version: __, edition: ___, newsCategoryId: ____, kind: _____, ...columns } = getTableColumns(s)
  const { isEnabled: _6, remark: _7, updatedAt: _8, ...held } = columns
  const [found] = await db
    .select(held)
    .from(s)
    .where(
      and(
        s.isEnabled,
        or(isNull(s.edition), eq(s.edition, edition)),
        or(isNull(s.kind), eq(s.kind, kind)),
        newsCategoryId === null
          ? isNull(s.newsCategoryId)
          : or(isNull(s.newsCategoryId), eq(s.newsCategoryId, newsCategoryId)),
      ),
    )
    .orderBy(sql`${s.newsCategoryId} is null, ${s.kind} is null, ${s.edition} is null`)
    .limit(1)
  return found ?? null
}

const upTo = (least: number, most: number | null) => (most === null || most >= least ? null : '上限不能小于下限')

const rows = serveRows({
  calls: standardCalls,
  table: s,
  target: 'publishingStandard',
  nameOf: ({ name }) => name,
  list: ({ body, db }) => listStandards(db, body),
  check: async (tx, form, { stored }) => {
    const { newsCategoryId } = form
    const isKnown =
      newsCategoryId === null || (await tx.$count(newsCategories, eq(newsCategories.id, newsCategoryId))) > 0
    checkFields({
      newsCategoryId: isKnown ? null : '资讯分类不存在',
      name: (await isTaken(tx, form, stored?.id)) ? '此语种、分类与类型已有发布标准' : null,
      mostWords: upTo(form.leastWords ?? 0, form.mostWords),
      mostSummary: upTo(form.leastSummary, form.mostSummary),
    })
    return form
  },
  copy: async (_tx, { id: _, version: __, updatedAt: ___, isEnabled: ____, ...stored }, given) => ({
    ...(stored as object),
    ...given,
  }),
})

export const routes = [...rows, serve(findStandard, ({ body, db }) => standardFor(db, body))]
