// What of a push somebody may send, and which grants its readers need: asked when it is saved, copied, previewed, tested,
// launched, queued, and when each message is claimed.
import type { Viewer } from '#server/core/access/scope.ts'
import type { Executor } from '#server/db/connection.ts'
import { articlesInScope } from '#server/features/articles/published.queries.ts'
import { carriedItems, correctedArticles } from './articles.queries.ts'
import { correctedPrices, itemsInScope, productsOf } from './contents.queries.ts'
import type { StoredPush } from './pushes.queries.ts'

/** A stored push, or a form without an id. */
export type Sent = Pick<StoredPush, 'productIds' | 'quoteItemIds' | 'articleIds' | 'correctionOf'> & {
  id?: string | undefined
  /** A short message is what its class says, which somebody with the scope has put there. */
  kind: StoredPush['kind']
}

export type Sendable = {
  quoteItemIds: string[]
  articleIds: string[]
  /** Why the others may not be sent, by field of the form. */
  lacks: { quoteItemIds: string | null; articleIds: string | null }
  /** Recipients need a live grant for each. None in a correction: it has only what its recipients got before. */
  productIds: string[]
}

/** A correction contains what has changed since, once it is queued also what had changed by then. */
async function contentsOf(db: Executor, { id, quoteItemIds, articleIds, correctionOf }: Sent) {
  if (correctionOf === null) return { quoteItemIds, articleIds }
  const prices = await correctedPrices(db, correctionOf)
  const carried = id === undefined ? [] : await carriedItems(db, id)
  return {
    quoteItemIds: [...new Set([...prices.map((price) => price.quoteItemId), ...carried])],
    articleIds: (await correctedArticles(db, correctionOf)).map((article) => article.id),
  }
}

/** @param person who sends it; null: an account that may not be used any more */
export async function sendable(db: Executor, person: Viewer | null, push: Sent): Promise<Sendable> {
  const wanted = await contentsOf(db, push)
  const isCorrection = push.correctionOf !== null
  const productIds = isCorrection ? [] : await productsOf(db, push)
  if (push.kind === 'sms') return { ...wanted, lacks: { quoteItemIds: null, articleIds: null }, productIds }
  const items = new Set(person ? await itemsInScope(db, person, wanted.quoteItemIds) : [])
  // a correction says of an article that it was taken down
  const articles = new Set(
    (person ? await articlesInScope(db, person, wanted.articleIds) : [])
      .filter(({ isPublished }) => isPublished || isCorrection)
      .map(({ id }) => id),
  )
  const found = {
    quoteItemIds: wanted.quoteItemIds.filter((id) => items.has(id)),
    articleIds: wanted.articleIds.filter((id) => articles.has(id)),
  }
  return {
    ...found,
    lacks: {
      quoteItemIds:
        found.quoteItemIds.length < wanted.quoteItemIds.length ? '报价项不存在，或不在您的编辑范围内' : null,
      articleIds: found.articleIds.length < wanted.articleIds.length ? '资讯不存在、未发布，或不在您的范围内' : null,
    },
    productIds,
  }
}

export const firstLack = ({ lacks }: Pick<Sendable, 'lacks'>): string | null => lacks.quoteItemIds ?? lacks.articleIds
