// The dictionary as it is stored.

import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { DictionaryKey, WordQuery, WordRow } from '#contract/system/dictionary.ts'
import { doubled } from '#server/core/lists/doubles.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import { SORT_STEP } from '#server/core/rows/order.rules.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { dictionaryWords } from '#server/db/schema/system/dictionary.ts'

const row = {
  id: dictionaryWords.id,
  version: dictionaryWords.version,
  dictionary: dictionaryWords.dictionary as never as SQL<WordRow['dictionary']>,
  word: dictionaryWords.word,
  isEnabled: dictionaryWords.isEnabled,
  remark: dictionaryWords.remark,
  updatedAt: dictionaryWords.updatedAt,
}

export const listWords = list<WordRow, WordQuery>({
  name: 'dictionary_words',
  always: sql`true`,
  filters: {
    dictionary: equals(dictionaryWords.dictionary, 'dictionary'),
    word: nameHas(dictionaryWords.word, 'word'),
    isEnabled: equals(dictionaryWords.isEnabled, 'isEnabled'),
    isDouble: doubled(dictionaryWords, dictionaryWords.word, [dictionaryWords.dictionary]),
  },
  sorts: { word: sql`${dictionaryWords.word} collate "zh-x-icu"`, updatedAt: dictionaryWords.updatedAt },
  usual: sql`${dictionaryWords.dictionary}, ${dictionaryWords.sort}`,
  tie: dictionaryWords.id,
  fields: row,
  rows: (db) => db.select(row).from(dictionaryWords),
  matches: (db, where) => db.select({ n: sql`1` }).from(dictionaryWords).where(where),
})

export async function wordsOf(db: Executor, dictionary: DictionaryKey): Promise<string[]> {
  const rows = await db
    .select({ word: dictionaryWords.word })
    .from(dictionaryWords)
    .where(and(eq(dictionaryWords.dictionary, dictionary), eq(dictionaryWords.isEnabled, true)))
    .orderBy(asc(dictionaryWords.sort), asc(dictionaryWords.id))
  return rows.map(({ word }) => word)
}

/** The enabled terms of articles, each with its English. */
export async function termsOf(db: Executor): Promise<{ chinese: string; english: string }[]> {
  return db
    .select({ chinese: dictionaryWords.word, english: dictionaryWords.remark })
    .from(dictionaryWords)
    .where(and(eq(dictionaryWords.dictionary, 'articleTerm'), eq(dictionaryWords.isEnabled, true)))
    .orderBy(asc(dictionaryWords.sort), asc(dictionaryWords.id))
}

/** The key of every word, as `industry:钢材贸易`. */
export async function standingWords(db: Executor): Promise<Set<string>> {
  const rows = await db
    .select({ dictionary: dictionaryWords.dictionary, word: sql<string>`text_key(${dictionaryWords.word})` })
    .from(dictionaryWords)
  return new Set(rows.map(({ dictionary, word }) => `${dictionary}:${word}`))
}

export const wordsWithRemarks = (db: Executor) =>
  db
    .select({
      id: dictionaryWords.id,
      version: dictionaryWords.version,
      dictionary: dictionaryWords.dictionary,
      word: dictionaryWords.word,
      remark: dictionaryWords.remark,
    })
    .from(dictionaryWords)

/** All words of a list, locked, so that additions and reorderings run one after the other. */
export const lockWordsOf = (tx: Tx, dictionary: DictionaryKey) =>
  tx
    .select({ id: dictionaryWords.id, word: dictionaryWords.word, sort: dictionaryWords.sort })
    .from(dictionaryWords)
    .where(eq(dictionaryWords.dictionary, dictionary))
    .orderBy(asc(dictionaryWords.sort), asc(dictionaryWords.id))
    .for('update')

export type NewWord = { dictionary: DictionaryKey; word: string; remark: string; sort: number }

export async function insertWords(tx: Tx, words: readonly NewWord[]): Promise<{ id: string; word: string }[]> {
  if (words.length === 0) return []
  return tx
    .insert(dictionaryWords)
    .values([...words])
    .onConflictDoNothing()
    .returning({ id: dictionaryWords.id, word: dictionaryWords.word })
}

export async function placeWords(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update ${dictionaryWords} set sort = placed.place * ${SORT_STEP}::int
    from unnest(${idArray(ids)}) with ordinality as placed(id, place)
    where ${dictionaryWords.id} = placed.id`)
}
