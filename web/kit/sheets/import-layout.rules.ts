// What a person has chosen for the headings of a file, before it is checked.
import type { ImportColumn, ImportOutline, ImportUpdate } from '#contract/sheets.ts'

/** By the heading's place; '' is a column that is not wanted. */
export type Mapping = ReadonlyMap<number, string>

export const mappingOf = ({ headings }: Pick<ImportOutline, 'headings'>): Mapping =>
  new Map(headings.map(({ at, key }) => [at, key]))

/** A column has one heading: choosing another one frees the first. */
export function withColumn(now: Mapping, at: number, key: string): Mapping {
  const others = [...now].map(([place, own]): [number, string] => [place, own === key && key !== '' ? '' : own])
  return new Map([...others, [at, key]])
}

/** Required columns that no heading means. A file for an update needs the columns of one key alone. */
export function missingIn(
  mapping: Mapping,
  columns: readonly ImportColumn[],
  update: Pick<ImportUpdate, 'keys'> | undefined,
): string[] {
  const chosen = new Set(mapping.values())
  if (update?.keys.some((group) => group.every((key) => chosen.has(key)))) return []
  return columns.flatMap(({ key, header, required }) => (required && !chosen.has(key) ? [header] : []))
}
