// Who else is at which product of the queue, and telling the others where one is oneself.
import { useEffect, useState } from 'react'
import { listReviewers, noteReviewing, REVIEWER_GONE_S } from '../../../contract/prices/review-presence.ts'
import { useActive } from '../../lib/active.ts'
import { call } from '../../lib/call.ts'
import { useShared } from '../../lib/live/shared-changes.ts'
import { useCall } from '../../lib/query.ts'

/** Told again, so that one is not taken for gone, ms. */
const AGAIN_MS = (REVIEWER_GONE_S / 3) * 1_000
/** J and K pass over products: where somebody stays is told, ms. */
const SETTLED_MS = 600

/** What is not told is told the next time: nothing depends on it. */
const tell = (tab: string, productId: string | null) =>
  void call(noteReviewing, { tab, productId }, { background: true, hideErrorMsg: true }).catch(() => undefined)

/** Without a secure context there is no `randomUUID`. */
const newTab = () => `t-${Math.random().toString(36).slice(2, 10)}-${Date.now().toString(36)}`

/** @param productId where the person is; null: nowhere yet */
export function useReviewers(productId: string | null): ReadonlyMap<string, string[]> {
  const isActive = useActive()
  const [tab] = useState(newTab)
  const { data, refetch } = useCall(listReviewers, {}, { call: { hideErrorMsg: true } })
  useShared('priceReviewers', () => void refetch())
  useEffect(() => {
    if (!isActive || productId === null) return
    let again: number | undefined
    const first = window.setTimeout(() => {
      tell(tab, productId)
      again = window.setInterval(() => {
        tell(tab, productId)
        void refetch()
      }, AGAIN_MS)
    }, SETTLED_MS)
    return () => {
      window.clearTimeout(first)
      window.clearInterval(again)
    }
  }, [isActive, productId, tab, refetch])
  // the page that is left says so; a browser that is closed falls silent
  useEffect(() => {
    if (!isActive) return
    return () => tell(tab, null)
  }, [isActive, tab])
  const names = Map.groupBy(data ?? [], (each) => each.productId)
  return new Map([...names].map(([product, own]) => [product, own.map(({ name }) => name)]))
}
