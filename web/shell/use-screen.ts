// Screen size classes by window width (spec §2), debounced by 300 ms.
import { useEffect, useState } from 'react'
import { BREAKPOINTS, RESIZE_DEBOUNCE_MS } from '#contract/limits.ts'

export type Screen = {
  /** spec §2 "Screen size classes". */
  size: 0 | 1 | 2 | 3
  /** Below it the sidebar gives way to the top-menu dropdown. */
  isNarrow: boolean
  /** Below it the sidebar starts collapsed. */
  isTight: boolean
}

export function screenOf(width: number): Screen {
  const { small, medium, large, collapse } = BREAKPOINTS
  const size = width >= large ? 3 : width >= medium ? 2 : width >= small ? 1 : 0
  return { size, isNarrow: width < large, isTight: width < collapse }
}

export function useScreen(): Screen {
  const [screen, setScreen] = useState(() => screenOf(window.innerWidth))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const handleResize = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const next = screenOf(window.innerWidth)
        setScreen((now) => (now.size === next.size && now.isTight === next.isTight ? now : next))
      }, RESIZE_DEBOUNCE_MS)
    }
    window.addEventListener('resize', handleResize)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('resize', handleResize)
    }
  }, [])
  return screen
}
