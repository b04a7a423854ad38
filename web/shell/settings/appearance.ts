// Applies the settings to the page: current mode, and CSS variables for colours.
import { useSyncExternalStore } from 'react'
import { type Settings, useSettings } from '#web/lib/settings.ts'
import { accentsOf, type Mode } from './palette.ts'

const dark = window.matchMedia('(prefers-color-scheme: dark)')

function followDark(notice: () => void): () => void {
  dark.addEventListener('change', notice)
  return () => dark.removeEventListener('change', notice)
}

const isDarkNow = () => dark.matches

/** Light or dark: the chosen theme, or the system's with `theme-auto`. */
export function useMode(): Mode {
  const themeName = useSettings((settings) => settings.themeName)
  const isSystemDark = useSyncExternalStore(followDark, isDarkNow)
  const isDark = themeName === 'theme-dark' || (themeName === 'theme-auto' && isSystemDark)
  return isDark ? 'dark' : 'light'
}

/** web/first-paint.js has already set the mode, and only that, to stay small: it blocks rendering. */
export function showAppearance({ colorName, density }: Settings, mode: Mode): void {
  const { documentElement: root } = document
  root.dataset.theme = mode
  root.dataset.density = density
  const { accent, ink, tint, tintStrong } = accentsOf(colorName, mode)
  for (const [name, colour] of Object.entries({ accent, ink, tint, 'tint-strong': tintStrong })) {
    root.style.setProperty(`--${name}`, colour)
  }
}
