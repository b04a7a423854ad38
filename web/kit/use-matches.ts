// Which options of a select match what is typed: looked for once typing rests (spec §9), in slices.
import { useEffect, useState } from 'react'
import { SELECT_FILTER_MS } from '../../contract/limits.ts'
import { findInSlices, SLICE_MS } from './virtual-select.rules.ts'

type Matches<T> = { of: readonly T[]; text: string; found: readonly number[] }

/** Lets the page draw and answer in between. */
function nextSlice(work: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = work
  port2.postMessage(null)
}

/** @returns the indices of the options that match the text last looked for; undefined where all do */
export function useMatches<T>(
  options: readonly T[],
  labelKey: keyof T,
  text: string,
): { found: readonly number[] | undefined; isFiltering: boolean } {
  const [matches, setMatches] = useState<Matches<T>>()
  useEffect(() => {
    if (!text) {
      setMatches(undefined)
      return
    }
    let isLate = false
    const find = () => {
      let since = performance.now()
      const labelAt = (index: number) => String(options[index]?.[labelKey] ?? '')
      const work = findInSlices(options.length, labelAt, text, () => performance.now() - since > SLICE_MS)
      const goOn = () => {
        if (isLate) return
        since = performance.now()
        const { done, value } = work.next()
        if (done) setMatches({ of: options, text, found: value })
        else nextSlice(goOn)
      }
      goOn()
    }
    const timer = setTimeout(find, SELECT_FILTER_MS)
    return () => {
      isLate = true
      clearTimeout(timer)
    }
  }, [options, labelKey, text])
  // while new text waits, the rows of the text before it stay, so that nothing flickers
  const found = text && matches?.of === options ? matches.found : undefined
  return { found, isFiltering: text !== '' && (matches?.of !== options || matches.text !== text) }
}
