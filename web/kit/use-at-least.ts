// Whether the window is at least so wide. Unlike antd's own hook it causes no re-render when a kept page is shown
// again.
import { useCallback, useSyncExternalStore } from 'react'

export function useAtLeast(px: number): boolean {
  const query = `(min-width: ${px}px)`
  const follow = useCallback(
    (notice: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', notice)
      return () => media.removeEventListener('change', notice)
    },
    [query],
  )
  return useSyncExternalStore(follow, () => window.matchMedia(query).matches)
}
