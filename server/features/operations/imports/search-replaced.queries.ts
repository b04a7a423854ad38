// What a report replaces: its rows beside those that stand, slice by slice.
import { sql } from 'drizzle-orm'
import { searchDeviceLabels } from '#contract/operations/search-labels.ts'
import type { SearchImportKey } from '#contract/operations/search-sheets.ts'
import { textKey } from '#contract/text.ts'
import type { Executor } from '#server/db/connection.ts'
import { searchWords, semFacts, semNodes } from '#server/db/schema/operations.ts'
import { isOfKey, keyList, keyText, type SliceKey } from '#server/features/operations/slices/search-slices.queries.ts'
import type { Fact } from '#server/features/operations/slices/search-tallies.rules.ts'

/** Slices that are read at once. */
const BATCH = 100

async function factsOf(db: Executor, keys: readonly SliceKey[]): Promise<Map<string, Fact[]>> {
  const { rows } = await db.execute<SliceKey & Fact>(sql`
    select f.account_id::text as "accountId", f.day::text as day, f.grain, coalesce(n.own_campaign, n.campaign) as campaign, coalesce(n.own_ad_group, n.ad_group) as group,
        coalesce(n.own_keyword, n.keyword) as keyword,
        coalesce(w.word, '') as word, coalesce(n.provider_id, '') as "providerId", n.match_type as "matchType", f.device,
        f.region, nullif(f.hour, -1) as hour, f.shows, f.clicks, f.cost::text as cost, f.position::text as position,
        f.reported
      from ${keyList(keys)} join ${semFacts} f on ${isOfKey('f')} join ${semNodes} n on n.id = f.node_id
        left join ${searchWords} w on w.id = n.word_id`)
  return Map.groupBy(rows, keyText)
}

const names = ['campaign', 'group', 'keyword', 'word'] as const
const cutOf = ({ device, region, hour }: Fact) => JSON.stringify([device, region, hour])

/** `品牌 · 核心 · 螺纹钢 · 江苏`: what people call a row. */
const labelOf = (fact: Fact): string =>
  [
    ...names.map((key) => fact[key]),
    fact.device && searchDeviceLabels[fact.device],
    fact.region,
    fact.hour === null ? '' : `${fact.hour} 时`,
  ]
    .filter((part) => part !== '')
    .join(' · ')

const twoDigits = (text: string | null) => (text === null ? '' : Number(text).toFixed(2))

/** Cells of a row as a sheet has them. */
const cellsOf = (fact: Fact) =>
  ({
    campaign: fact.campaign,
    group: fact.group,
    keyword: fact.keyword,
    matchType: fact.matchType,
    shows: String(fact.shows),
    clicks: String(fact.clicks),
    cost: twoDigits(fact.cost),
    position: twoDigits(fact.position),
    reported: String(fact.reported),
  }) satisfies Partial<Record<SearchImportKey, string>>

type Was = [key: SearchImportKey, value: string][]

function differences(now: Fact, next: Fact): Was {
  const cells = cellsOf(next)
  return Object.entries(cellsOf(now)).flatMap(([key, value]) =>
    value === cells[key as keyof typeof cells] ? [] : [[key as SearchImportKey, value]],
  )
}

export type Replacing = {
  /** By place in the slice: what changes in a row that stands; undefined for a new one. */
  rows: (Was | undefined)[]
  gone: string[]
}

function compare(now: readonly Fact[], next: readonly Fact[], pathOf: (fact: Fact) => string): Replacing {
  const byNumber = new Map(now.filter(({ providerId }) => providerId !== '').map((fact) => [numberOf(fact), fact]))
  const byPath = Map.groupBy(now, pathOf)
  const used = new Set<Fact>()
  const rows = next.map((fact) => {
    // the source's own number identifies a row, also where it was renamed
    const known = fact.providerId === '' ? undefined : byNumber.get(numberOf(fact))
    const isSame = (other: Fact) =>
      !used.has(other) && (fact.providerId === '' || other.providerId === '' || fact.providerId === other.providerId)
    const found = known && !used.has(known) ? known : byPath.get(pathOf(fact))?.find(isSame)
    if (!found) return undefined
    used.add(found)
    return differences(found, fact)
  })
  return { rows, gone: now.filter((fact) => !used.has(fact)).map(labelOf) }
}

const numberOf = (fact: Fact) => `${fact.providerId} ${cutOf(fact)}`

/** @param slices those that are there with other rows; the answers stand in their order */
export async function compareFacts(
  db: Executor,
  slices: readonly (SliceKey & { facts: readonly Fact[] })[],
  breathe: () => Promise<void> | undefined,
): Promise<Replacing[]> {
  const keys = new Map<string, string>()
  const keyOf = (name: string) => {
    const key = keys.get(name) ?? textKey(name)
    keys.set(name, key)
    return key
  }
  const pathOf = (fact: Fact) => `${names.map((name) => keyOf(fact[name])).join('\u001f')} ${cutOf(fact)}`
  const answers: Replacing[] = []
  for (let from = 0; from < slices.length; from += BATCH) {
    const some = slices.slice(from, from + BATCH)
    const stored = await factsOf(db, some)
    for (const slice of some) {
      await breathe()
      answers.push(compare(stored.get(keyText(slice)) ?? [], slice.facts, pathOf))
    }
  }
  return answers
}
