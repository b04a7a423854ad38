// Finds what the numbers of another engine's answer are, in the published prices as they were known when it was given.
import { sql } from 'drizzle-orm'
import { dayOf } from '#contract/days.ts'
import type { Calendar } from '#contract/monitoring/calendar-days.ts'
import { textKey } from '#contract/text.ts'
import type { Executor } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { priceRevisions } from '#server/db/schema/prices/prices.ts'
import { pricesAsked } from './answer.queries.ts'
import type { Asker } from './asker.ts'
import { type AskedDays, askedDays } from './days.rules.ts'
import { createHandles, type Handles } from './figures.ts'
import { candidatesFor, newestPublicationAt } from './found.queries.ts'
import { type Candidate, namedItems } from './question.rules.ts'
import type { Figure, Passage } from './release.rules.ts'
import { checkClause, clausesOf, hasNumbers, sentencesWithPlaces } from './written.rules.ts'

const asker: Asker = { kind: 'check', productIds: [] }
/** Characters that are asked for items at once: more have more parts than one look takes. */
const CHUNK = 150
/** Corrections that are looked behind for a figure which is none of the newest. */
const OLDER_MOST = 10

export type Written = {
  text: string
  /** What it answers. */
  question: string
  /** When it was given, ms. */
  now: number
  passages: readonly Passage[]
}

async function candidatesOf(db: Executor, { question, text }: Written): Promise<Candidate[]> {
  const chunks = [question]
  for (const { text: sentence } of sentencesWithPlaces(text)) {
    const last = chunks.at(-1) ?? ''
    if (chunks.length > 1 && last.length + sentence.length <= CHUNK) chunks[chunks.length - 1] = last + sentence
    else chunks.push(sentence)
  }
  const found = new Map<string, Candidate>()
  for (const chunk of chunks) {
    for (const each of await candidatesFor(db, asker, chunk)) found.set(each.quoteItemId, each)
  }
  return [...found.values()]
}

/** Before each of the newest corrections of these items. */
async function publicationsBefore(db: Executor, ids: readonly string[], asKnownAt: string): Promise<string[]> {
  const { rows } = await db.execute<{
    number: string
  }>(sql`select distinct (publication - 1)::text as number, publication
    from ${priceRevisions} where quote_item_id = any(${idArray(ids)}) and replaces is not null
      and publication <= ${asKnownAt}::bigint order by publication desc limit ${OLDER_MOST}`)
  return rows.map(({ number }) => number)
}

/** Prices of items on days, as known at publications; each is read once for a text. */
function createPrices(db: Executor, today: string, asKnownAt: string) {
  const read = new Map<string, Promise<Handles>>()
  const older = new Map<string, Promise<string[]>>()
  const kept = <T>(among: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> => {
    const known = among.get(key) ?? make()
    among.set(key, known)
    return known
  }
  async function at(publication: string, items: readonly Candidate[], days: AskedDays | null) {
    const handles = createHandles()
    handles.addPrices(items, await pricesAsked({ db, asker, today, asKnownAt: publication }, items, days))
    return handles
  }
  const idsOf = (items: readonly Candidate[]) => items.map(({ quoteItemId }) => quoteItemId)
  return {
    known: (items: readonly Candidate[], days: AskedDays | null, publication = asKnownAt) =>
      kept(read, `${publication} ${idsOf(items)} ${days?.from ?? ''} ${days?.to ?? ''}`, () =>
        at(publication, items, days),
      ),
    before: (items: readonly Candidate[]) =>
      kept(older, String(idsOf(items)), () => publicationsBefore(db, idsOf(items), asKnownAt)),
  }
}

/** A row or clause that names only a market means the product that was spoken of. */
function itemsOf(clause: string, candidates: readonly Candidate[], before: readonly Candidate[]): readonly Candidate[] {
  const named = namedItems(clause, candidates).items
  if (named.length > 0) return named
  const [{ productId, productName } = { productId: '', productName: '' }] = before
  const ofProduct = candidates.filter((each) => each.productId === productId)
  const markets = ofProduct.filter(({ market }) => market !== '' && textKey(clause).includes(textKey(market)))
  if (markets.length === 0) return before
  return namedItems(`${productName} ${clause}`, ofProduct).items
}

/** What a question names; null: nothing known. */
export async function productAsked(db: Executor, question: string): Promise<string | null> {
  const { items } = namedItems(question, await candidatesFor(db, asker, question))
  return items[0]?.productId ?? null
}

/** @returns the figures of a text with what they are, and the newest publication when it was given */
export async function checkWritten(db: Executor, calendar: Calendar, written: Written) {
  const { text, question, now, passages } = written
  const asKnownAt = await newestPublicationAt(db, now)
  const figures: Figure[] = []
  if (!hasNumbers({ text, at: 0 })) return { figures, asKnownAt }
  const today = dayOf(now)
  const candidates = await candidatesOf(db, written)
  const prices = createPrices(db, today, asKnownAt)
  const daysIn = (words: string) => askedDays(words, today, calendar)
  let items: readonly Candidate[] = namedItems(question, candidates).items
  let days = daysIn(question)
  for (const sentence of sentencesWithPlaces(text)) {
    for (const clause of clausesOf(sentence)) {
      days = daysIn(clause.text) ?? days
      items = itemsOf(clause.text, candidates, items)
      if (!hasNumbers(clause)) continue
      const newest = await prices.known(items, days)
      const at = { sentence: sentence.text, passages, names: newest.names() }
      let found = checkClause(clause, { ...at, known: [newest.handles.values()] })
      if (items.length > 0 && found.some(({ verdict }) => verdict === 'unbound')) {
        const known = [newest, ...(await olderOf(prices, items, days))].map(({ handles }) => [...handles.values()])
        found = checkClause(clause, { ...at, known })
      }
      figures.push(...found)
    }
  }
  return { figures, asKnownAt }
}

async function olderOf(
  { known, before }: ReturnType<typeof createPrices>,
  items: readonly Candidate[],
  days: AskedDays | null,
) {
  const older: Handles[] = []
  for (const publication of await before(items)) older.push(await known(items, days, publication))
  return older
}
