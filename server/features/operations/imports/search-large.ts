// Reports of more lines than are held at once: their slices are added up line by line, and written chunk by chunk.
import { dayOf } from '#contract/days.ts'
import { type SearchSource, searchSourceLabels } from '#contract/operations/search-labels.ts'
import type { SearchImportKey } from '#contract/operations/search-sheets.ts'
import { textKey } from '#contract/text.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { LargeActs } from '#server/core/sheets/imports-large.ts'
import { SeenDigests } from '#server/core/sheets/seen-digests.ts'
import { knownAccounts } from '#server/features/operations/search-accounts.queries.ts'
import { noticeBreaches } from '#server/features/operations/search-breaches.acts.ts'
import {
  compareSlices,
  keyText,
  replaceSlices,
  type Tallied,
  writeFacts,
} from '#server/features/operations/slices/search-slices.queries.ts'
import { type Tally, tallying, tallyOf } from '#server/features/operations/slices/search-tallies.rules.ts'
import { doubled, FaultyReports, heldBack, keyOf, namedAccounts, type Ready, readLine } from './search-lines.ts'
import { noteOutcomes, noteStored, oddRows, partOf } from './search-outcomes.ts'
import { accountsOf, factOf, givenBack, grainOfLine, madeOf, slicesOf } from './search-reports.queries.ts'

type Sliced = {
  source: SearchSource
  account: string
  day: string
  grain: number
  tally: ReturnType<typeof tallying>
  /** Of what is given back, several of which make one row. */
  back: Ready[]
}

const tallyIn = ({ tally, back }: Sliced): Tally =>
  back.length > 0 ? tallyOf(givenBack(back.map(({ source: _, ...line }) => factOf(line)))) : tally.end()

/** Ids of a source's accounts by the key of their names. */
type Ids = (source: SearchSource) => ReadonlyMap<string, string>

const tallied = (slices: Iterable<Sliced>, ids: Ids): Tallied[] =>
  [...slices].map((slice) => ({
    accountId: ids(slice.source).get(textKey(slice.account)) ?? '',
    day: slice.day,
    grain: slice.grain,
    ...tallyIn(slice),
  }))

/** Lines of several sources as slices. */
const slicesIn = (lines: readonly Ready[], ids: Ids) =>
  [...Map.groupBy(lines, ({ source }) => source)].flatMap(([source, own]) =>
    slicesOf(
      own.map(({ source: _, ...line }) => line),
      ids(source),
    ),
  )

const namesBySource = (slices: Iterable<Sliced>) =>
  new Map(
    [...Map.groupBy(slices, ({ source }) => source)].map(([source, own]) => [
      source,
      [...new Map(own.map(({ account }) => [textKey(account), account])).values()],
    ]),
  )

export const largeReport: LargeActs<SearchImportKey, Ready> = async ({ db }) => {
  const accounts = await knownAccounts(db)
  const of = { today: dayOf(Date.now()), named: namedAccounts(accounts) }
  let seen = new SeenDigests()
  const faulty = new FaultyReports()
  const slices = new Map<string, Sliced>()
  const keys = new Map<string, string>()
  /** A report has few accounts, each many times. */
  const accountKey = (name: string) => {
    const key = keys.get(name) ?? textKey(name)
    keys.set(name, key)
    return key
  }
  const odd = oddRows()
  /** What would come without one of its lines, in words. */
  const heldReports = () =>
    [...slices.values()].flatMap((slice) => {
      const row = faulty.of(slice)
      return row === undefined ? [] : [`“${slice.day} ${slice.account}”：${heldBack(row)[1]}`]
    })
  return {
    read: (row, report) => {
      let isWrong = false
      const line = readLine(
        row,
        (key, message) => {
          isWrong = true
          report(key, message)
        },
        of,
      )
      return isWrong || line.day === '' ? undefined : line
    },

    add: (line, { number }, report) => {
      const first = seen.first(keyOf(line), number)
      if (first !== undefined) return report(...doubled(line, first))
      if (line.clicks > line.shows) odd.add(number)
      const { source, account, day, part } = line
      const grain = grainOfLine(line)
      const key = `${source}/${accountKey(account)}/${day}/${grain}`
      const slice = slices.get(key) ?? { source, account, day, grain, tally: tallying(), back: [] }
      slices.set(key, slice)
      if (part === 'overspend') slice.back.push(line)
      else {
        const { source: _, ...own } = line
        slice.tally.add(factOf(own))
      }
    },

    refused: ({ number, values: { account, day } }) =>
      faulty.add({ account: of.named(account)[0]?.name ?? account, day }, number),

    end: async ({ addNote, replace }) => {
      seen = new SeenDigests()
      const [held] = heldReports()
      if (held) addNote(`${held}，请先更正或移除。`)
      odd.note(addNote)
      const unknown = new Set<string>()
      const names = new Map(accounts.map(({ id, name }) => [id, name]))
      const ids = new Map<SearchSource, Map<string, string>>()
      for (const [source, own] of namesBySource(slices.values())) {
        const known = new Map(
          accounts.filter((each) => each.source === source).map(({ name, id }) => [textKey(name), id]),
        )
        for (const account of own) {
          if (known.has(textKey(account))) continue
          unknown.add(`${searchSourceLabels[source]} ${account}`)
          // an account without slices
          known.set(textKey(account), `-${unknown.size}`)
        }
        ids.set(source, known)
      }
      const found = await compareSlices(
        db,
        tallied(slices.values(), (source) => ids.get(source) ?? new Map()),
      )
      const outcomes = found.map((outcome) => ({ outcome, name: names.get(outcome.accountId) ?? '' }))
      await noteOutcomes({ db, addNote }, outcomes, unknown, (replaced) => {
        for (const each of replaced) replace({ ...partOf(each), changed: 0, added: 0, gone: 0, goneNames: [] })
      })
    },

    save: async ({ tx, importId, actor, step, addNote, chunks }) => {
      const [held] = heldReports()
      if (held) throw refuse('conflict', { msg: `${held}，没有导入任何行` })
      const found = new Map<SearchSource, Map<string, string>>()
      for (const [source, names] of namesBySource(slices.values()))
        found.set(source, await accountsOf(tx, source, names))
      const ids: Ids = (source) => found.get(source) ?? new Map()
      const author = { byId: actor.id, kind: 'import' as const, importId }
      const { outcomes } = await replaceSlices(tx, tallied(slices.values(), ids), author, async (changed) => {
        const isChanged = (slice: Tallied | ReturnType<typeof slicesIn>[number]) => changed.has(keyText(slice))
        const back = slicesIn(
          [...slices.values()].flatMap((slice) => slice.back),
          ids,
        )
        await writeFacts(tx, back.filter(isChanged), () => undefined)
        let done = 0
        for await (const rows of chunks()) {
          const lines = rows.flatMap(({ value }) => (value.part === 'overspend' ? [] : [value]))
          await writeFacts(tx, slicesIn(lines, ids).filter(isChanged), () => step(done))
          done += rows.length
          step(done)
        }
      })
      noteStored(
        addNote,
        outcomes.map(({ state }) => state),
      )
      await noticeBreaches(tx, [...new Set(outcomes.map(({ accountId }) => accountId))])
      return madeOf(outcomes, new Map([...found.values()].flatMap((own) => [...own])))
    },
  }
}
