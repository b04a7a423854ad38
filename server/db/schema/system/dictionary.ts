// Words that forms offer.
import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DictionaryKey } from '#contract/system/dictionary.ts'
import { identity, keyOf, moment, namesake, version } from '../columns.ts'

export const dictionaryWords = pgTable(
  'dictionary_words',
  {
    id: identity('id'),
    version: version(),
    dictionary: text('dictionary').$type<DictionaryKey>().notNull(),
    word: text('word').notNull(),
    isEnabled: boolean('is_enabled').notNull().default(true),
    sort: integer('sort').notNull().default(0),
    remark: text('remark').notNull().default(''),
    namesake: namesake(),
    updatedAt: moment('updated_at').notNull().default(sql`now()`),
  },
  (t) => [uniqueIndex('dictionary_words_word').on(t.dictionary, keyOf(t.word), t.namesake)],
)
