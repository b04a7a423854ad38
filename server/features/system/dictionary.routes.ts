// The dictionary over HTTP.
import { DICTIONARY_WORDS, getWords, sortWords, wordCalls } from '#contract/system/dictionary.ts'
import { textKey } from '#contract/text.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { reorder, SORT_STEP } from '#server/core/rows/order.rules.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import { dictionaryWords } from '#server/db/schema/system/dictionary.ts'
import { listWords, lockWordsOf, placeWords, wordsOf } from './dictionary.queries.ts'

const rows = serveRows({
  calls: wordCalls,
  table: dictionaryWords,
  target: 'dictionary',
  nameOf: ({ word }) => word,
  list: ({ body, db }) => listWords(db, body),
  check: async (tx, { dictionary, ...form }, { stored }) => {
    const of = stored?.dictionary ?? dictionary
    if (!of) throw refuse('invalid')
    const words = await lockWordsOf(tx, of)
    if (!stored && words.length >= DICTIONARY_WORDS)
      throw refuse('conflict', { msg: `一个字典最多 ${DICTIONARY_WORDS} 个词条` })
    const key = textKey(form.word)
    const isTaken = words.some(({ id, word }) => textKey(word) === key && id !== stored?.id)
    checkFields({ word: isTaken ? '词条已存在' : null })
    return stored ? form : { ...form, dictionary: of, sort: (words.at(-1)?.sort ?? 0) + SORT_STEP }
  },
})

export const routes = [
  ...rows,

  serve(getWords, ({ body, db }) => wordsOf(db, body.dictionary)),

  serveAct(sortWords, async ({ tx, body: { dictionary, ids }, by }) => {
    const before = (await lockWordsOf(tx, dictionary)).map(({ id }) => id)
    const after = reorder(before, ids)
    if (!after) throw refuse('conflict', { msg: '词条已变化，请刷新后重试' })
    await placeWords(tx, after)
    const target = { targetType: 'dictionary', targetId: dictionary }
    await audit(tx, by, { action: 'dictionary.dragSort', ...target, before: { ids: before }, after: { ids: after } })
  }),
]
