// Where others are, in the review queue and in the day's grid; and reporting one's own place.
import { useEffect, useEffectEvent, useState } from 'react'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { EDITOR_GONE_S, listEditors, noteEditing } from '#contract/prices/entry-presence.ts'
import { listReviewers, noteReviewing, REVIEWER_GONE_S } from '#contract/prices/review-presence.ts'
import { useActive } from '#web/lib/active.ts'
import { type CallArguments, call } from '#web/lib/call.ts'
import { useShared } from '#web/lib/live/shared-changes.ts'
import { useCall } from '#web/lib/query.ts'

/** Debounce: keys move quickly over rows, ms. */
const DEBOUNCE_MS = 600

/** Errors are ignored: the next report makes up for a lost one. */
const report = <E extends Endpoint>(endpoint: E, input: Input<E>) =>
  void call(endpoint, ...([input, { background: true, hideErrorMsg: true }] as CallArguments<E>)).catch(() => undefined)

/** `randomUUID` needs a secure context, which the console may not have. */
const newTab = () => `t-${Math.random().toString(36).slice(2, 10)}-${Date.now().toString(36)}`

/**
 * Reports a place at once and again before it expires, and that it was left.
 *
 * @param place null: none yet
 */
function useReports(
  place: string | null,
  goneS: number,
  send: (tab: string, place: string | null) => void,
  onRepeat: () => void,
) {
  const isActive = useActive()
  const [tab] = useState(newTab)
  const sendNow = useEffectEvent((at: string | null) => send(tab, at))
  const repeat = useEffectEvent((at: string) => {
    sendNow(at)
    onRepeat()
  })
  useEffect(() => {
    if (!isActive || place === null) return
    let interval: number | undefined
    const first = window.setTimeout(() => {
      sendNow(place)
      interval = window.setInterval(() => repeat(place), (goneS / 3) * 1_000)
    }, DEBOUNCE_MS)
    return () => {
      window.clearTimeout(first)
      window.clearInterval(interval)
    }
  }, [isActive, place, goneS])
  // leaving the page is reported; a closed browser just expires
  useEffect(() => {
    if (!isActive) return
    return () => sendNow(null)
  }, [isActive])
}

type Present = { name: string }

const namesBy = <P extends Present>(people: readonly P[] | undefined, placeOf: (person: P) => string) =>
  new Map([...Map.groupBy(people ?? [], placeOf)].map(([place, own]) => [place, own.map(({ name }) => name)]))

/**
 * @param productId product that the person is reviewing; null: none yet
 * @returns names of other reviewers by product
 */
export function useReviewers(productId: string | null): ReadonlyMap<string, string[]> {
  const { data, refetch } = useCall(listReviewers, {}, { call: { hideErrorMsg: true } })
  useShared('priceReviewers', () => void refetch())
  const send = (tab: string, place: string | null) => report(noteReviewing, { tab, productId: place })
  useReports(productId, REVIEWER_GONE_S, send, () => void refetch())
  return namesBy(data, (each) => each.productId)
}

/**
 * @param quoteItemId row that the person is in; null: none yet
 * @returns names of others by row of the day's grid
 */
export function useEditors(day: string, quoteItemId: string | null): ReadonlyMap<string, string[]> {
  const { data, refetch } = useCall(listEditors, { day }, { call: { hideErrorMsg: true } })
  useShared('priceEditors', () => void refetch())
  const send = (tab: string, place: string | null) => report(noteEditing, { tab, day, quoteItemId: place })
  useReports(quoteItemId, EDITOR_GONE_S, send, () => void refetch())
  return namesBy(data, (each) => each.quoteItemId)
}
