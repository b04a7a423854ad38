// Which options of a select match the typed text: searched after a debounce (spec §9), in time slices.
import { useEffect, useEffectEvent, useState } from 'react'
import { SELECT_FILTER_MS } from '#contract/limits.ts'
import { findInSlices, narrows, SLICE_MS } from './virtual-select.rules.ts'

export type Matches = {
  /** The indices of the options that match the text searched last; undefined if all do. */
  found: readonly number[] | undefined
  /** The text searched last. */
  marked: string
  /** Whether a search for newer text is pending. */
  isFiltering: boolean
}

type Search<T> = { of: readonly T[]; text: string; found: readonly number[] }

/** Runs it in a new task, so that the page can render and handle input in between. */
function nextSlice(work: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = work
  port2.postMessage(null)
}

export function useMatches<T>(options: readonly T[], labelKey: keyof T, text: string): Matches {
  const [last, setLast] = useState<Search<T>>()
  const candidates = useEffectEvent(() => (last?.of === options && narrows(last.text, text) ? last.found : undefined))
  useEffect(() => {
    if (!text) {
      setLast(undefined)
      return
    }
    let isLate = false
    const find = () => {
      let since = performance.now()
      const labelAt = (index: number) => String(options[index]?.[labelKey] ?? '')
      const isOver = () => performance.now() - since > SLICE_MS
      const work = findInSlices(options.length, labelAt, text, isOver, candidates())
      const runSlice = () => {
        if (isLate) return
        since = performance.now()
        const { done, value } = work.next()
        if (done) setLast({ of: options, text, found: value })
        else nextSlice(runSlice)
      }
      runSlice()
    }
    const timer = setTimeout(find, SELECT_FILTER_MS)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [options, labelKey, text])
  // until the new text is searched, the rows of the previous one stay, so that nothing flickers
  const shown = text && last?.of === options ? last : undefined
  return { found: shown?.found, marked: shown?.text ?? '', isFiltering: text !== (shown?.text ?? '') }
}
