// Who has an article open, over HTTP.
import { shareArticle } from '../../../contract/articles/presence.ts'
import { transact } from '../../core/core.ts'
import { refuse } from '../../core/http/refusal.ts'
import { serve } from '../../core/http/serve.ts'
import { findArticles } from './articles.queries.ts'
import { endPresence, notePresence, peopleIn } from './presence.queries.ts'

export const routes = [
  serve(shareArticle, async ({ body: { id, edition, tab, mode, isLeaving }, actor, core, db }) => {
    const [article] = await findArticles(db, edition, [id], actor)
    if (!article) throw refuse('notFound')
    await transact(core, async (tx, announce) => {
      const place = { articleId: id, tab, userId: actor.id, mode }
      const isNews = isLeaving ? await endPresence(tx, id, tab, actor.id) : await notePresence(tx, place)
      if (isNews) announce({ type: 'articles' })
    })
    const people = await peopleIn(db, [id])
    return (people.get(id) ?? []).filter(({ userId }) => userId !== actor.id)
  }),
]
