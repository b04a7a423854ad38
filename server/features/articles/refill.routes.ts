// Routes for filling placeholders: of one article that is being written, and of all drafts of a person.
import { type Edition, editions } from '#contract/articles/article-labels.ts'
import { refillCalls } from '#contract/articles/templates.ts'
import { transact } from '#server/core/core.ts'
import { outcomes } from '#server/core/http/outcomes.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { findArticles } from './articles.queries.ts'
import { cleaned } from './body.rules.ts'
import { refillFor } from './figures.queries.ts'
import { filesOfForm } from './previews.queries.ts'
import { refillDrafts } from './refill.acts.ts'

const routesOf = (edition: Edition) => [
  serve(
    refillCalls[edition].filled,
    async ({ body: { id, templateVersionId: _, ...texts }, actor, db }) => {
      if (id !== null) orNotFound((await findArticles(db, edition, [id], actor))[0])
      const now = await refillFor(db, actor, edition, { ...texts, body: cleaned(texts.body) })
      return { ...now, bindings: [...now.bindings] }
    },
    { filesOf: filesOfForm },
  ),
  serve(refillCalls[edition].drafts, async ({ core, actor, by }) => {
    const { rows, refilled } = await transact(core, (tx, announce) => {
      announce({ type: 'articles' })
      return refillDrafts(tx, { actor, by, core, files: [] }, edition)
    })
    outcomes(rows)
    return refilled
  }),
]

export const routes = editions.flatMap(routesOf)
