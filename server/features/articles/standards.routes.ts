// Routes for publishing standards.
import { eq, sql } from 'drizzle-orm'
import { checkFigures, findStandard, standardCalls } from '#contract/articles/standards.ts'
import { editorialScope } from '#server/core/access/scope.ts'
import { checkFields } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import { publishingStandards } from '#server/db/schema/articles/templates.ts'
import { newsCategories } from '#server/db/schema/catalogue.ts'
import { whyFiguresFalse } from './figure-check.queries.ts'
import { isTaken, listStandards, standardFor, unableReviewers } from './standards.queries.ts'

const upTo = (least: number, most: number | null) => (most === null || most >= least ? null : '上限不能小于下限')

const rows = serveRows({
  calls: standardCalls,
  table: publishingStandards,
  target: 'publishingStandard',
  nameOf: ({ name }) => name,
  list: ({ body, db }) => listStandards(db, body),
  check: async (tx, form, { stored }) => {
    const { newsCategoryId } = form
    const isKnown =
      newsCategoryId === null || (await tx.$count(newsCategories, eq(newsCategories.id, newsCategoryId))) > 0
    const unable = await unableReviewers(tx, form, stored)
    checkFields({
      newsCategoryId: isKnown ? null : '资讯分类不存在',
      name: (await isTaken(tx, form, stored?.id)) ? '此语种、分类与类型已有发布标准' : null,
      mostWords: upTo(form.leastWords ?? 0, form.mostWords),
      mostSummary: upTo(form.leastSummary, form.mostSummary),
      firstReviewerIds: unable(form.firstReviewerIds),
      secondReviewerIds:
        form.reviewSteps === 1 && form.secondReviewerIds.length > 0
          ? '一级审核没有二级审核人'
          : unable(form.secondReviewerIds),
    })
    return form
  },
})

export const routes = [
  ...rows,
  serve(findStandard, ({ body, db }) => standardFor(db, body)),
  serve(checkFigures, async ({ body: { figures }, actor, db }) => ({
    whyFalse: await whyFiguresFalse(db, figures, editorialScope(actor, sql`c.id`)),
  })),
]
