// What a typed text is searched in, and the ranking of results.
import { CUSTOMER_SEARCH_MIN } from '#contract/members/customer-search.ts'
import { textKey } from '#contract/text.ts'

/** Patterns of `like` for names, and for their pinyin where that is what was typed. */
export type Wanted = { words: string; spelling: string | null }

/** Two digits match too many numbers. */
const DIGITS_MIN = 3
/** From this length on a trigram index finds text inside a word. */
const INSIDE_MIN = 3

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const isChinese = (sign: string) => sign > '\x7f'
/** As the database stores them (`wordsOf` in the schema): each Chinese character is a word. */
const asWords = (text: string) => Array.from(text, (sign) => (isChinese(sign) ? ` ${sign} ` : sign)).join('')

const around = (text: string) => (text.length < INSIDE_MIN ? `% ${literal(text)}%` : `%${literal(text)}%`)

/** Null where the text is too short, or has nothing that occurs in names. */
export function wantedOf(typed: string): Wanted | null {
  const text = typed.normalize('NFKC').trim().toLowerCase()
  if (Array.from(text).some(isChinese)) {
    const signs = textKey(text)
    return Array.from(signs).length < CUSTOMER_SEARCH_MIN
      ? null
      : { words: `%${literal(asWords(signs))}%`, spelling: null }
  }
  // input methods put apostrophes between syllables, and people put blanks
  const spelled = text.replace(/[\s']+/g, '')
  if (spelled.length < CUSTOMER_SEARCH_MIN || !/[a-z0-9].*[a-z0-9]/.test(spelled)) return null
  if (/^\d+$/.test(spelled)) return spelled.length < DIGITS_MIN ? null : { words: around(spelled), spelling: null }
  return { words: around(text), spelling: around(spelled) }
}

export type Candidate = { name: string; others: readonly string[]; spelling: string | null }

/** Names that begin with the text first, then those that contain it, then matches by pinyin; shorter names first. */
export function ranked<Row extends Candidate>(rows: readonly Row[], typed: string, most: number): Row[] {
  const text = textKey(typed)
  const spelled = text.replace(/'/g, '')
  const rank = ({ name, others, spelling }: Row) => {
    const at = textKey(name).indexOf(text)
    if (at === 0 || others.some((other) => textKey(other).startsWith(text))) return 0
    if (at > 0) return 1
    return spelling?.includes(` ${spelled}`) ? 2 : 3
  }
  return rows
    .map((row) => ({ row, by: rank(row) }))
    .toSorted((one, other) => one.by - other.by || one.row.name.length - other.row.name.length)
    .slice(0, most)
    .map(({ row }) => row)
}
