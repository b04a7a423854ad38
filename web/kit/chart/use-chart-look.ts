// The colours of the page as a chart takes them on, and again when mode or colour change.
import { useSyncExternalStore } from 'react'
import type { ChartLook } from './chart.options.ts'

const STILL = '(prefers-reduced-motion: reduce)'

function read(): string {
  const root = getComputedStyle(document.documentElement)
  const colour = (name: string) => root.getPropertyValue(name).trim()
  const look: ChartLook = {
    isDark: document.documentElement.dataset.theme === 'dark',
    text: colour('--text'),
    textSoft: colour('--text-soft'),
    line: colour('--line'),
    lineSoft: colour('--line-soft'),
    surface: colour('--surface'),
    font: getComputedStyle(document.body).fontFamily,
    hasMotion: !matchMedia(STILL).matches,
  }
  return JSON.stringify(look)
}

function subscribe(listen: () => void): () => void {
  const observer = new MutationObserver(listen)
  observer.observe(document.documentElement, { attributes: true })
  const still = matchMedia(STILL)
  still.addEventListener('change', listen)
  return () => {
    observer.disconnect()
    still.removeEventListener('change', listen)
  }
}

/** As text: the same look is the same value. */
export const useChartLook = (): string => useSyncExternalStore(subscribe, read)
