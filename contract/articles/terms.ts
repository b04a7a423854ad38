// Trade terms in both languages, as staff keep them in the dictionary (`articleTerm`): the Chinese word, with its
// English in the remark.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { readCall } from '#contract/endpoint.ts'
import { Fields } from '#contract/fields.ts'

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

/**
 * The terms that occur in a Chinese text, and whether their English occurs in the translation. Terms that are part of a
 * longer found term are left out.
 */
export function termsIn(chinese: string, english: string, terms: readonly Term[]): (Term & { isUsed: boolean })[] {
  const found = terms.filter((term) => term.english !== '' && chinese.includes(term.chinese))
  const low = english.toLowerCase()
  return found
    .filter((term) => !found.some((other) => other !== term && other.chinese.includes(term.chinese)))
    .map((term) => ({ ...term, isUsed: low.includes(term.english.toLowerCase()) }))
}
