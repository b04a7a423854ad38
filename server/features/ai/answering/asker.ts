// Whose question it is, and what they may read: a condition in each query, never a word in a prompt.

import { type SQL, sql } from 'drizzle-orm'
import { editorialScope, type Viewer } from '#server/core/access/scope.ts'
import { idArray } from '#server/db/ids.ts'
import { isGrantedProduct } from '#server/features/members/accounts/data-keys.queries.ts'

/**
 * An account of a member reads what its grants in force open, staff what they edit. A check reads every published price: what
 * another engine has told somebody is a use of it, whatever they were granted.
 */
type Reader = { kind: 'account'; accountId: string } | { kind: 'staff'; viewer: Viewer } | { kind: 'check' }

export type Asker = Reader & {
  /** Products that the assistant answers about; empty: all that the reader may read. */
  productIds: readonly string[]
}

/** Whether the assistant answers about a product at all, whoever asks. */
export const isAnswered = ({ productIds }: Asker, productId: SQL): SQL =>
  productIds.length === 0 ? sql`true` : sql`${productId} = any(${idArray(productIds)})`

export const isReadable = (asker: Asker, productId: SQL): SQL => {
  if (asker.kind === 'check') return isAnswered(asker, productId)
  const isReaders =
    asker.kind === 'account' ? isGrantedProduct(asker.accountId, productId) : editorialScope(asker.viewer, productId)
  return sql`(${isAnswered(asker, productId)} and ${isReaders})`
}

/** Whether an article of these products may be read: one of them is enough, none is nobody's. */
export const isAnyReadable = (asker: Asker, productIds: SQL): SQL => sql`exists (select from unnest(${productIds}) p(id)
  where ${isReadable(asker, sql`p.id`)})`
