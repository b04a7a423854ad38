// The dictionary as stored.
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { DictionaryKey, WordQuery, WordRow } from '../../../contract/system/dictionary.ts'
import { contains, equals, list } from '../../core/lists/paging.ts'
import type { Executor, Tx } from '../../db/connection.ts'
import { dictionaryWords } from '../../db/schema/dictionary.ts'
import { SORT_STEP } from '../catalogue/order.rules.ts'

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
    word: contains(dictionaryWords.word, 'word'),
    isEnabled: equals(dictionaryWords.isEnabled, 'isEnabled'),
  },
  sorts: { word: sql`${dictionaryWords.word} collate "zh-x-icu"`, updatedAt: dictionaryWords.updatedAt },
  usual: sql`${dictionaryWords.dictionary}, ${dictionaryWords.sort}`,
  tie: dictionaryWords.id,
  fields: row,
  rows: (db, { where, orderBy, limit, offset }) =>
    db.select(row).from(dictionaryWords).where(where).orderBy(orderBy).limit(limit).offset(offset),
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

/** Every word there is, as `industry:钢材贸易`. */
export async function standingWords(db: Executor): Promise<Set<string>> {
  const rows = await db
    .select({ dictionary: dictionaryWords.dictionary, word: dictionaryWords.word })
    .from(dictionaryWords)
  return new Set(rows.map(({ dictionary, word }) => `${dictionary}:${word}`))
}

/** Locked for an act, in a fixed order. */
export const takeWords = (tx: Tx, ids: readonly string[]) =>
  tx
    .select()
    .from(dictionaryWords)
    .where(inArray(dictionaryWords.id, [...ids]))
    .orderBy(asc(dictionaryWords.id))
    .for('update')

/** All words of a list, locked: whoever adds or orders words of one list waits for the other. */
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

/** @returns false where the list has that word already */
export async function updateWord(tx: Tx, id: string, values: { word: string; remark: string }): Promise<boolean> {
  const taken = sql`exists (select 1 from ${dictionaryWords} other where other.dictionary = ${dictionaryWords}.dictionary
    and other.word = ${values.word} and other.id <> ${dictionaryWords}.id)`
  const changed = await tx
    .update(dictionaryWords)
    .set({ ...values, version: sql`${dictionaryWords.version} + 1`, updatedAt: sql`now()` })
    .where(and(eq(dictionaryWords.id, id), sql`not ${taken}`))
  return (changed.rowCount ?? 0) > 0
}

export async function enableWords(tx: Tx, ids: readonly string[], isEnabled: boolean): Promise<void> {
  await tx
    .update(dictionaryWords)
    .set({ isEnabled, version: sql`${dictionaryWords.version} + 1`, updatedAt: sql`now()` })
    .where(inArray(dictionaryWords.id, [...ids]))
}

export async function deleteWords(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(dictionaryWords).where(inArray(dictionaryWords.id, [...ids]))
}

export async function placeWords(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update ${dictionaryWords} set sort = placed.place * ${SORT_STEP}::int
    from unnest(${sql.param([...ids])}::bigint[]) with ordinality as placed(id, place)
    where ${dictionaryWords.id} = placed.id`)
}
