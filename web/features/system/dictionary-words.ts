// What the screens of the dictionary share.
import { dictionaryKeys, dictionaryNames, getWords, queryWords } from '../../../contract/system/dictionary.ts'

/** What is out of date once words have changed. */
export const wordReads = [queryWords, getWords] as const

export const dictionaryOptions = dictionaryKeys.map((value) => ({ value, label: dictionaryNames[value] }))
