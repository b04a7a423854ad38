// What the screens of the dictionary share.
import {
  type DictionaryKey,
  dictionaryKeys,
  dictionaryNames,
  getWords,
  wordCalls,
} from '../../../contract/system/dictionary.ts'

/** What is out of date once words have changed. */
export const wordReads = [wordCalls.list, getWords] as const

export const dictionaryOptions = dictionaryKeys.map((value) => ({ value, label: dictionaryNames[value] }))

/** The dictionary by which the list is filtered, else the first. */
export const listedDictionary = (address: URLSearchParams): DictionaryKey =>
  dictionaryKeys.find((key) => key === address.get('dictionary')) ?? 'industry'
