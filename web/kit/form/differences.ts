// What two versions of a form's row differ in, as people read its fields.
import type { ReactNode } from 'react'
import type { Difference } from '../dialog/conflict-dialog.tsx'
import { isSame } from './merge-versions.ts'

/** For each field its label, and how its value is said. */
export type Labels<Values> = Readonly<{
  [K in keyof Values]: readonly [label: string, say: (value: Values[K]) => ReactNode]
}>

/** Answers the fields in which what was typed differs from the newer version. */
export const differencesBy =
  <Values extends object>(words: Labels<Values>) =>
  (mine: Values, base: Values, theirs: Values): Difference[] => {
    const difference = <K extends keyof Values & string>(key: K): Difference[] => {
      if (isSame(mine[key], theirs[key])) return []
      const [label, say] = words[key]
      return [{ key, label, mine: say(mine[key]), theirs: say(theirs[key]), isMine: !isSame(mine[key], base[key]) }]
    }
    return (Object.keys(words) as (keyof Values & string)[]).flatMap((key) => difference(key))
  }

export const sayText = (text: string | null | undefined) => text || '—'

/** Of whatever type a field is. */
function sayValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return `${value.length} 项`
  return sayText(value === null || value === undefined ? '' : String(value))
}

/** Of declared rows: every field by its name and its value, but for what a screen says itself. */
export const labelsWith = (names: Readonly<Record<string, string>>, say: object): Labels<object> =>
  ({
    ...Object.fromEntries(Object.entries(names).map(([key, name]) => [key, [name, sayValue]])),
    ...say,
  }) as Labels<object>
