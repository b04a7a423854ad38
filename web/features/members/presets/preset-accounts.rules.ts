// The accounts chosen for a preset, as a list that grows by searching and by pasting.
import type { PresetAccount } from '../../../../contract/members/grant-presets.ts'

/** One login name a line; commas and tabs part them too, as a copied column or row does. */
export const pastedNames = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n\r\t,，;；]+/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

/** Each account once, in the order in which they came. */
export function added(chosen: readonly PresetAccount[], more: readonly PresetAccount[]): PresetAccount[] {
  const known = new Set(chosen.map(({ id }) => id))
  return [...chosen, ...more.filter(({ id }) => !known.has(id))]
}
