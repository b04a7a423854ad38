// The list of accounts chosen for a preset, by search and by paste.
import type { PresetAccount } from '#contract/members/grant-presets.ts'

/** Login names separated by line breaks, tabs, commas or semicolons; duplicates removed. */
export const pastedNames = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n\r\t,，;；]+/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

/** Appends accounts that are not in the list yet. */
export function added(chosen: readonly PresetAccount[], more: readonly PresetAccount[]): PresetAccount[] {
  const known = new Set(chosen.map(({ id }) => id))
  return [...chosen, ...more.filter(({ id }) => !known.has(id))]
}
