// Terms of the trade in both languages, as the staff keep them in the dictionary (`articleTerm`): the word, and as its remark
// the English for it.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '../access.ts'
import { readCall } from '../endpoint.ts'
import { Fields } from '../fields.ts'

const Term = Type.Object({
  chinese: Type.String(),
  english: Type.String({ description: 'empty where none was entered' }),
})
export type Term = Static<typeof Term>

export const listTerms = readCall(
  '资讯术语',
  '/api/backend/articles/terms',
  anyOf(
    ...[can('articles', 'add'), can('articles', 'edit'), can('articlesEnglish', 'add'), can('articlesEnglish', 'edit')],
    ...[can('price', 'edit'), can('priceEnglishRemark', 'view')],
  ),
  { body: Fields({}), data: Type.Array(Term) },
)

/** Those of the terms that stand in a Chinese text, and whether their English stands in the other; the longer one where one is in another. */
export function termsIn(chinese: string, english: string, terms: readonly Term[]): (Term & { isUsed: boolean })[] {
  const found = terms.filter((term) => term.english !== '' && chinese.includes(term.chinese))
  const low = english.toLowerCase()
  return found
    .filter((term) => !found.some((other) => other !== term && other.chinese.includes(term.chinese)))
    .map((term) => ({ ...term, isUsed: low.includes(term.english.toLowerCase()) }))
}
