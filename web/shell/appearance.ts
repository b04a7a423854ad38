// The settings as the page shows them: the mode of the moment, and the colours that style sheets use.
import { useSyncExternalStore } from 'react'
import { type Settings, useSettings } from '../lib/settings.ts'
import { accentsOf, type Mode } from './palette.ts'

/** A wish of the system, followed while it changes. */
function wish(query: string) {
  const media = window.matchMedia(query)
  return {
    follow: (notice: () => void) => {
      media.addEventListener('change', notice)
      return () => media.removeEventListener('change', notice)
    },
    now: () => media.matches,
  }
}

const dark = wish('(prefers-color-scheme: dark)')
const stillness = wish('(prefers-reduced-motion: reduce)')

/** Light or dark: as chosen, or as the system is. */
export function useMode(): Mode {
  const themeName = useSettings((settings) => settings.themeName)
  const isSystemDark = useSyncExternalStore(dark.follow, dark.now)
  const isDark = themeName === 'theme-dark' || (themeName === 'theme-auto' && isSystemDark)
  return isDark ? 'dark' : 'light'
}

/** Whether the person wants nothing to move: the library's pop-ups then simply stand there. */
export const useStillness = (): boolean => useSyncExternalStore(stillness.follow, stillness.now)

/** web/first-paint.js has set the mode before; it knows no more, so that nothing waits for it. */
export function showAppearance({ colorName, density }: Settings, mode: Mode): void {
  const { documentElement: root } = document
  root.dataset.theme = mode
  root.dataset.density = density
  const { accent, ink, tint, tintStrong } = accentsOf(colorName, mode)
  for (const [name, colour] of Object.entries({ accent, ink, tint, 'tint-strong': tintStrong })) {
    root.style.setProperty(`--${name}`, colour)
  }
}
