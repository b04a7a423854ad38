// The dictionary over HTTP.
import {
  addWord,
  DICTIONARY_WORDS,
  disableWords as disableCall,
  editWord,
  enableWords as enableCall,
  getWords,
  queryWords,
  removeWords,
  sortWords,
} from '../../../contract/system/dictionary.ts'
import { audit, difference } from '../../core/audit/audit.ts'
import { transact } from '../../core/core.ts'
import { checkFields, refuse } from '../../core/http/refusal.ts'
import { serve } from '../../core/http/serve.ts'
import type { Tx } from '../../db/connection.ts'
import { reorder, SORT_STEP } from '../catalogue/order.rules.ts'
import {
  deleteWords,
  enableWords,
  insertWords,
  listWords,
  lockWordsOf,
  placeWords,
  takeWords,
  updateWord,
  wordsOf,
} from './dictionary.queries.ts'

const of = (id: string, action: string) => ({ action: `dictionary.${action}`, targetType: 'dictionary', targetId: id })

/** Throws 20404 where one of them is not there. */
async function take(tx: Tx, ids: readonly string[]) {
  const found = await takeWords(tx, ids)
  if (found.length < ids.length) throw refuse('notFound')
  return found
}

const serveSwitch = (call: typeof enableCall | typeof disableCall, action: string, isEnabled: boolean) =>
  serve(call, async ({ body, core, by }) => {
    await transact(core, async (tx) => {
      const changed = (await take(tx, body.ids)).filter((word) => word.isEnabled !== isEnabled)
      if (changed.length === 0) return
      await enableWords(
        tx,
        changed.map(({ id }) => id),
        isEnabled,
      )
      for (const { id, word } of changed) await audit(tx, by, { ...of(id, action), after: { word, isEnabled } })
    })
    return null
  })

export const routes = [
  serve(queryWords, ({ body, db }) => listWords(db, body)),

  serve(getWords, ({ body, db }) => wordsOf(db, body.dictionary)),

  serve(addWord, ({ body: { dictionary, word, remark }, core, by }) =>
    transact(core, async (tx) => {
      const standing = await lockWordsOf(tx, dictionary)
      if (standing.length >= DICTIONARY_WORDS) {
        throw refuse('conflict', { msg: `一个字典最多 ${DICTIONARY_WORDS} 个词条` })
      }
      const values = { dictionary, word: word.trim(), remark: remark.trim() }
      checkFields({ word: standing.some((each) => each.word === values.word) ? '词条已存在' : null })
      const sort = (standing.at(-1)?.sort ?? 0) + SORT_STEP
      const [added] = await insertWords(tx, [{ ...values, sort }])
      if (!added) throw refuse('conflict', { msg: '词条刚被添加' })
      await audit(tx, by, { ...of(added.id, 'add'), after: values })
      return { id: added.id }
    }),
  ),

  serve(editWord, ({ body: { id, version, word, remark }, core, by }) =>
    transact(core, async (tx) => {
      const [stored] = await take(tx, [id])
      if (!stored) throw refuse('notFound')
      if (stored.version !== version) throw refuse('stale', { data: stored })
      const values = { word: word.trim(), remark: remark.trim() }
      if (!(await updateWord(tx, id, values))) checkFields({ word: '词条已存在' })
      await audit(tx, by, { ...of(id, 'edit'), ...difference({ ...stored }, values) })
      return { id }
    }),
  ),

  serve(removeWords, async ({ body: { ids }, core, by }) => {
    await transact(core, async (tx) => {
      const gone = await take(tx, ids)
      await deleteWords(tx, ids)
      for (const { id, dictionary, word } of gone)
        await audit(tx, by, { ...of(id, 'delete'), before: { dictionary, word } })
    })
    return null
  }),

  serveSwitch(enableCall, 'open', true),
  serveSwitch(disableCall, 'disable', false),

  serve(sortWords, async ({ body: { dictionary, ids }, core, by }) => {
    await transact(core, async (tx) => {
      const before = (await lockWordsOf(tx, dictionary)).map(({ id }) => id)
      const after = reorder(before, ids)
      if (!after) throw refuse('conflict', { msg: '词条已变化，请刷新后重试' })
      await placeWords(tx, after)
      await audit(tx, by, { ...of(dictionary, 'dragSort'), before: { ids: before }, after: { ids: after } })
    })
    return null
  }),
]
