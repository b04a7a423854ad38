// The differences between two versions of a form's row, with labels and values as people see them.
import type { ReactNode } from 'react'
import type { Difference } from '../dialog/conflict-dialog.tsx'
import { isSame } from './merge-versions.ts'

/** For each field its label, and how its value is shown. */
export type Labels<Values> = Readonly<{
  [K in keyof Values]: readonly [label: string, say: (value: Values[K]) => ReactNode]
}>

/** Returns the fields whose typed value differs from the newer version. */
export const differencesBy =
  <Values extends object>(labels: Labels<Values>) =>
  (mine: Values, base: Values, theirs: Values): Difference[] => {
    const difference = <K extends keyof Values & string>(key: K): Difference[] => {
      if (isSame(mine[key], theirs[key])) return []
      const [label, say] = labels[key]
      return [{ key, label, mine: say(mine[key]), theirs: say(theirs[key]), isMine: !isSame(mine[key], base[key]) }]
    }
    return (Object.keys(labels) as (keyof Values & string)[]).flatMap((key) => difference(key))
  }

export const textOrDash = (text: string | null | undefined) => text || '—'
