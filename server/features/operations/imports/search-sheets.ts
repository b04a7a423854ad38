// Imports the reports of the search engines.
import { dayOf } from '#contract/days.ts'
import { searchLevelLabels, searchSourceLabels } from '#contract/operations/search-labels.ts'
import { type SearchImportKey, searchImport } from '#contract/operations/search-sheets.ts'
import { searchPartLabels } from '#contract/operations/search-slices.ts'
import { textKey } from '#contract/text.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { declareImport, type Import } from '#server/core/sheets/imports.ts'
import { type CheckContext, whole } from '#server/core/sheets/imports-check.ts'
import { knownAccounts } from '#server/features/operations/search-accounts.queries.ts'
import { noticeBreaches } from '#server/features/operations/search-breaches.acts.ts'
import { compareSlices, type Outcome, tallied } from '#server/features/operations/slices/search-slices.queries.ts'
import { largeReport } from './search-large.ts'
import { doubled, FaultyReports, heldBack, keyOf, namedAccounts, type Ready, readLine } from './search-lines.ts'
import { NAMED, type NamedOutcome, noteOutcomes, noteStored, oddRows, partOf } from './search-outcomes.ts'
import { compareFacts } from './search-replaced.queries.ts'
import { slicesOf, storeReport } from './search-reports.queries.ts'
import { isReportHeader, unfoldReport } from './search-sheets.rules.ts'

type Checking = CheckContext<SearchImportKey>
type Row = Checking['rows'][number]
type Accounts = Awaited<ReturnType<typeof knownAccounts>>
type Compared = NamedOutcome & { slice: ReturnType<typeof slicesOf<Ready>>[number] }

/** What stands in the place of the slices that are replaced, with the rows that change. */
async function showReplaced(
  { db, compare, replace, breathe }: Checking,
  replaced: readonly Compared[],
  placeOf: ReadonlyMap<Ready, number>,
): Promise<void> {
  const found = await compareFacts(
    db,
    replaced.map(({ slice }) => slice),
    breathe,
  )
  for (const [at, { rows, gone }] of found.entries()) {
    const { outcome, name, slice } = replaced[at] as Compared
    for (const [place, line] of slice.lines.entries()) {
      // several lines of what is given back are one row
      const was = rows[Math.min(place, rows.length - 1)]
      if (was) compare({ at: placeOf.get(line) ?? -1 }, was)
    }
    replace({
      ...partOf({ outcome, name }),
      changed: rows.filter((was) => was !== undefined && was.length > 0).length,
      added: rows.filter((was) => was === undefined).length,
      gone: gone.length,
      goneNames: gone.slice(0, NAMED),
    })
  }
}

/** Which slices the rows make, and what becomes of those that are there. */
async function reportSlices(checking: Checking, ready: ReadonlyMap<number, Ready>, accounts: Accounts): Promise<void> {
  const { db, compare } = checking
  const placeOf = new Map([...ready].map(([at, line]) => [line, at]))
  const outcomes: Compared[] = []
  const unknown = new Set<string>()
  for (const [source, own] of Map.groupBy(ready.values(), (line) => line.source)) {
    const ids = new Map(accounts.filter((each) => each.source === source).map(({ name, id }) => [textKey(name), id]))
    const names = new Map(accounts.map(({ id, name }) => [id, name]))
    for (const { account } of own) {
      if (ids.has(textKey(account))) continue
      unknown.add(`${searchSourceLabels[source]} ${account}`)
      // an account without slices
      ids.set(textKey(account), `-${ids.size + 1}`)
    }
    const slices = slicesOf(own, ids)
    for (const [at, outcome] of (await compareSlices(db, slices.map(tallied))).entries())
      outcomes.push({ outcome, name: names.get(outcome.accountId) ?? '', slice: slices[at] as Compared['slice'] })
  }
  for (const { outcome, slice } of outcomes)
    if (outcome.state === 'same') for (const line of slice.lines) compare({ at: placeOf.get(line) ?? -1 }, [])
  await noteOutcomes(checking, outcomes, unknown, (replaced) => showReplaced(checking, replaced, placeOf))
}

async function checkReport(checking: Checking): Promise<(row: Row) => Ready> {
  const { db, rows, report, isWrong, addNote, breathe } = checking
  const today = dayOf(Date.now())
  const accounts = await knownAccounts(db)
  const named = namedAccounts(accounts)
  const ready = new Map<number, Ready>()
  const firstWith = new Map<string, number>()
  const faulty = new FaultyReports()
  const odd = oddRows()
  for (const row of rows) {
    await breathe()
    const line = readLine(row, (key, message) => report(row, key, message), { today, named })
    const key = keyOf(line)
    const first = firstWith.get(key)
    if (first === undefined) firstWith.set(key, row.number)
    else report(row, ...doubled(line, first))
    if (line.clicks > line.shows) odd.add(row.number)
    if (isWrong(row)) faulty.add(line, row.number)
    else ready.set(row.at, line)
  }
  for (const row of rows) {
    const line = ready.get(row.at)
    const fault = line && faulty.of(line)
    if (fault === undefined) continue
    report(row, ...heldBack(fault))
    ready.delete(row.at)
  }
  odd.note(addNote)
  await reportSlices(checking, ready, accounts)
  return (row) => {
    const line = ready.get(row.at)
    if (!line) throw refuse('invalid')
    return line
  }
}

export const searchReportImport: Import = declareImport<SearchImportKey, Ready>(searchImport, {
  target: 'searchFigures',
  check: whole(checkReport),
  large: largeReport,
  options: async () => ({
    source: Object.values(searchSourceLabels),
    level: Object.values(searchLevelLabels),
    part: Object.values(searchPartLabels),
  }),
  unfold: unfoldReport,
  isHeader: isReportHeader,
  save: async ({ tx, rows, importId, actor, step, addNote }) => {
    const made: { id: string; name: string }[] = []
    const states: Outcome['state'][] = []
    let done = 0
    for (const [source, own] of Map.groupBy(rows, ({ value }) => value.source)) {
      const lines = own.map(({ value: { source: _, ...line } }) => line)
      const stored = await storeReport(tx, source, lines, {
        author: { byId: actor.id, kind: 'import', importId },
        step: (n) => step(done + n),
      })
      done += own.length
      made.push(...stored.made)
      states.push(...stored.outcomes.map(({ state }) => state))
      await noticeBreaches(
        tx,
        stored.outcomes.map(({ accountId }) => accountId),
      )
    }
    noteStored(addNote, states)
    return made
  },
})
