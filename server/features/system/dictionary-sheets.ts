// Import and export of the dictionary.
import { type DictionaryKey, dictionaryKeys, dictionaryNames } from '#contract/system/dictionary.ts'
import { exportWords, type WordImportKey, wordImport } from '#contract/system/dictionary-sheets.ts'
import { textKey } from '#contract/text.ts'
import { SORT_STEP } from '#server/core/rows/order.rules.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { whole } from '#server/core/sheets/imports-check.ts'
import { dictionaryWords } from '#server/db/schema/system/dictionary.ts'
import {
  insertWords,
  listWords,
  lockWordsOf,
  type NewWord,
  standingWords,
  wordsWithRemarks,
} from './dictionary.queries.ts'

type Ready = Omit<NewWord, 'sort'>

const keyOf = (name: string): DictionaryKey | undefined => dictionaryKeys.find((key) => dictionaryNames[key] === name)

export const wordsImport = declareImport<WordImportKey, Ready>(wordImport, {
  target: 'dictionary',
  undo: { table: dictionaryWords },
  ownExport: exportWords,
  update: {
    table: dictionaryWords,
    find: async ({ db, rows }) => {
      const words = new Map(
        (await wordsWithRemarks(db)).map((each) => [`${each.dictionary}:${textKey(each.word)}`, each]),
      )
      return new Map(
        rows.flatMap(({ at, values }) => {
          const found = words.get(`${keyOf(values.dictionary)}:${textKey(values.word)}`)
          if (!found) return []
          const { id, version, word, remark } = found
          const cells = { dictionary: values.dictionary, word, remark }
          return [[at, { id, version, name: word, cells, fields: { remark } }] as const]
        }),
      )
    },
    fieldsOf: ({ remark }) => ({ remark }),
  },
  options: async () => ({ dictionary: Object.values(dictionaryNames) }),
  check: whole(async ({ db, rows, report, standing: known }) => {
    const standing = await standingWords(db)
    const firstWith = new Map<string, number>()
    for (const row of rows) {
      const key = `${keyOf(row.values.dictionary)}:${textKey(row.values.word)}`
      if (standing.has(key) && !known.has(row.at)) report(row, 'word', '词条已存在')
      const first = firstWith.get(key)
      if (first === undefined) firstWith.set(key, row.number)
      else report(row, 'word', `与第 ${first} 行重复`)
    }
    return ({ values }) => ({
      dictionary: keyOf(values.dictionary) ?? 'industry',
      word: values.word.trim(),
      remark: values.remark.trim(),
    })
  }),
  save: async ({ tx, rows, step }) => {
    const made = []
    for (const [dictionary, words] of Map.groupBy(rows, ({ value }) => value.dictionary)) {
      const last = (await lockWordsOf(tx, dictionary)).at(-1)?.sort ?? 0
      const placed = words.map(({ value }, index) => ({ ...value, sort: last + (index + 1) * SORT_STEP }))
      made.push(...(await insertWords(tx, placed)).map(({ id, word }) => ({ id, name: word })))
      step(made.length)
    }
    return made
  },
})

export const wordsExport = declareExport(exportWords, {
  target: 'dictionary',
  list: listWords,
  cells: {
    dictionary: ({ dictionary }) => dictionaryNames[dictionary],
    isEnabled: ({ isEnabled }) => (isEnabled ? '启用' : '已禁用'),
  },
})
