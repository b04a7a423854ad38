// How people read the fields of a form: what its two versions differ in, and the words of codes.
import { accountModules, grantKindWords } from '../../../contract/members.ts'
import { subProducts } from '../../../contract/sub-products.ts'
import type { Difference } from '../../kit/conflict-dialog.tsx'
import { isSame } from '../../kit/merge-versions.ts'

type Words<Values> = Readonly<{ [K in keyof Values]: [label: string, say: (value: Values[K]) => string] }>

/** Answers the fields in which what was typed differs from the newer version. */
export const differencesBy =
  <Values extends object>(words: Words<Values>) =>
  (mine: Values, base: Values, theirs: Values): Difference[] => {
    const difference = <K extends keyof Values & string>(key: K): Difference[] => {
      if (isSame(mine[key], theirs[key])) return []
      const [label, say] = words[key]
      return [{ key, label, mine: say(mine[key]), theirs: say(theirs[key]), isMine: !isSame(mine[key], base[key]) }]
    }
    return (Object.keys(words) as (keyof Values & string)[]).flatMap((key) => difference(key))
  }

/** The choices of a field whose codes have words. */
export const optionsOf = <K extends string>(words: Readonly<Record<K, string>>) =>
  (Object.keys(words) as K[]).map((value) => ({ value, label: words[value] }))

export const kindOptions = optionsOf(grantKindWords)
export const moduleOptions = optionsOf(accountModules)
export const sayModules = (keys: readonly string[]) =>
  moduleOptions.flatMap(({ value, label }) => (keys.includes(value) ? label : [])).join('、') || '—'

export const subProductOptions = subProducts.map(({ key, title }) => ({ value: key, label: title }))
export const saySubProducts = (keys: readonly string[]) =>
  subProducts.flatMap(({ key, title }) => (keys.includes(key) ? title : [])).join('、') || '—'

export const sayList = (texts: readonly string[], none = '—') => texts.join('、') || none
export const sayText = (text: string) => text || '—'
export const sayDay = (day: string | null) => day ?? '长期'
