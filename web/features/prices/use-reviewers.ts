// Presence in the review queue: which product others are reviewing, and reporting one's own.
import { useEffect, useState } from 'react'
import { listReviewers, noteReviewing, REVIEWER_GONE_S } from '../../../contract/prices/review-presence.ts'
import { useActive } from '../../lib/active.ts'
import { call } from '../../lib/call.ts'
import { useShared } from '../../lib/live/shared-changes.ts'
import { useCall } from '../../lib/query.ts'

/** Interval at which one's own position is reported again, before it expires, ms. */
const REPEAT_MS = (REVIEWER_GONE_S / 3) * 1_000
/** Debounce: J and K move quickly over products, ms. */
const DEBOUNCE_MS = 600

/** Errors are ignored: the next report makes up for a lost one. */
const report = (tab: string, productId: string | null) =>
  void call(noteReviewing, { tab, productId }, { background: true, hideErrorMsg: true }).catch(() => undefined)

/** `randomUUID` needs a secure context, which the console may not have. */
const newTab = () => `t-${Math.random().toString(36).slice(2, 10)}-${Date.now().toString(36)}`

/**
 * @param productId product that the person is reviewing; null: none yet
 * @returns names of other reviewers by product
 */
export function useReviewers(productId: string | null): ReadonlyMap<string, string[]> {
  const isActive = useActive()
  const [tab] = useState(newTab)
  const { data, refetch } = useCall(listReviewers, {}, { call: { hideErrorMsg: true } })
  useShared('priceReviewers', () => void refetch())
  useEffect(() => {
    if (!isActive || productId === null) return
    let interval: number | undefined
    const first = window.setTimeout(() => {
      report(tab, productId)
      interval = window.setInterval(() => {
        report(tab, productId)
        void refetch()
      }, REPEAT_MS)
    }, DEBOUNCE_MS)
    return () => {
      window.clearTimeout(first)
      window.clearInterval(interval)
    }
  }, [isActive, productId, tab, refetch])
  // leaving the page is reported; a closed browser just expires
  useEffect(() => {
    if (!isActive) return
    return () => report(tab, null)
  }, [isActive, tab])
  const names = Map.groupBy(data ?? [], (each) => each.productId)
  return new Map([...names].map(([product, own]) => [product, own.map(({ name }) => name)]))
}
