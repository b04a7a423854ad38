// Display settings of this browser (spec §3 "Stored settings"), in local storage and shared by all tabs.
import { create } from 'zustand'
import { keyOf, readEntry, writeEntry } from './storage.ts'

const LANGUAGES = ['zh', 'en'] as const
const THEMES = ['theme-default', 'theme-dark', 'theme-auto'] as const
const DENSITIES = ['comfortable', 'compact'] as const

export type Language = (typeof LANGUAGES)[number]
export type ThemeName = (typeof THEMES)[number]
export type Density = (typeof DENSITIES)[number]

export type Settings = {
  language: Language
  /** `#RRGGBB`. */
  colorName: string
  themeName: ThemeName
  density: Density
  watermark: boolean
}

/** The first three values are from spec §3. */
export const defaultSettings: Settings = {
  language: 'zh',
  colorName: '#409EFF',
  themeName: 'theme-default',
  density: 'comfortable',
  watermark: false,
}

/** Height of table rows, px. */
export const ROW_PX: Readonly<Record<Density, number>> = { comfortable: 36, compact: 32 }

const ENTRY = 'settings'

export const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

const oneOf =
  <T>(values: readonly T[]) =>
  (value: unknown): value is T =>
    values.includes(value as T)

/** Settings from stored data of unknown shape; each invalid value falls back to its default. */
export function settingsOf(stored: unknown): Settings {
  const entries = new Map(Object.entries(typeof stored === 'object' && stored !== null ? stored : {}))
  const pick = <K extends keyof Settings>(name: K, is: (value: unknown) => value is Settings[K]): Settings[K] => {
    const value = entries.get(name)
    return is(value) ? value : defaultSettings[name]
  }
  return {
    language: pick('language', oneOf(LANGUAGES)),
    colorName: pick('colorName', isColour),
    themeName: pick('themeName', oneOf(THEMES)),
    density: pick('density', oneOf(DENSITIES)),
    watermark: pick('watermark', (value) => typeof value === 'boolean'),
  }
}

const isAnything = (content: unknown): content is unknown => content !== undefined
const read = () => settingsOf(readEntry('local', ENTRY, isAnything))

export const useSettings = create<Settings>(read)

export function changeSettings(change: Partial<Settings>): void {
  const next = { ...useSettings.getState(), ...change }
  writeEntry('local', ENTRY, next)
  useSettings.setState(next)
}

/** Applies changes made in other windows. @returns the unsubscribe function */
export function followSettings(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === keyOf(ENTRY) || event.key === null) useSettings.setState(read())
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
