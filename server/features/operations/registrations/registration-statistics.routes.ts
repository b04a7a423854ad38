// Registration statistics over HTTP.
import { isAllowed } from '#contract/access.ts'
import { addDays, dayOf } from '#contract/days.ts'
import { registrationSourceLabels, registrationStateLabels } from '#contract/members/members.ts'
import type { Calendar } from '#contract/monitoring/calendar-days.ts'
import { CONTACT_GOAL } from '#contract/operations/registration-measures.ts'
import {
  type DetailRow,
  type DetailsQuery,
  describeRegistrationDetails,
  exportRegistrationDetails,
  exportRegistrationFigures,
  getRegistrationBreakdown,
  getRegistrationCohorts,
  getRegistrationFigures,
  getRegistrationHours,
  getRegistrationPeople,
  getRegistrationTrend,
  queryRegistrationDetails,
  STATISTICS_DAYS,
  type StatisticsQuery,
  seeAllRegistrationFigures,
  USUAL_DAYS,
} from '#contract/operations/registration-statistics.ts'
import { daysBefore } from '#contract/operations/registration-statistics-periods.ts'
import { subProductOf } from '#contract/sub-products.ts'
import type { ScopeValues } from '#server/core/access/scope.ts'
import { readWorkdays } from '#server/core/calendars.ts'
import { serve } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { workingMinutes, workingMinutesBefore } from '#server/core/working-time.ts'
import type { Db } from '#server/db/connection.ts'
import { listScope } from '#server/features/members/registrations/registration-list.queries.ts'
import type { RegistrationViewer } from '#server/features/members/registrations/registrations.queries.ts'
import { checkDays } from '#server/features/prices/days.rules.ts'
import {
  type Asking,
  breakdownOf,
  cohortsOf,
  figuresOf,
  hoursOf,
  peopleOf,
  trendOf,
} from './registration-statistics.queries.ts'
import { figureLines } from './registration-statistics-export.ts'
import { listDetails, type StoredDetail } from './registration-statistics-rows.queries.ts'
import { describeDetails } from './registration-statistics-words.ts'

/** Fills in the days: without a last one until today, without a first one the usual number until then. */
function withDays<Q extends { from?: string; to?: string }>(
  query: Q,
  now = Date.now(),
): Q & { from: string; to: string } {
  const to = query.to ?? dayOf(now)
  const days = { from: query.from ?? addDays(to, 1 - USUAL_DAYS), to }
  checkDays(days, STATISTICS_DAYS)
  return { ...query, ...days }
}

const askingOf = async (db: Db, viewer: RegistrationViewer): Promise<Asking> => ({
  viewer,
  calendar: await readWorkdays(db),
  now: Date.now(),
})

const seesAllFigures = (viewer: RegistrationViewer) => isAllowed(seeAllRegistrationFigures, viewer)

/** What the list's conditions take beside the query. */
async function detailScope(viewer: RegistrationViewer, db: Db) {
  const since = workingMinutesBefore(await readWorkdays(db), Date.now(), CONTACT_GOAL)
  return { ...listScope(viewer), seesFigures: seesAllFigures(viewer), overdueSince: new Date(since).toISOString() }
}

const withReached = (query: DetailsQuery) => ({ ...withDays(query), reached: query.reached ?? ('counted' as const) })

const withWork =
  (calendar: Calendar) =>
  (row: StoredDetail): DetailRow => ({
    ...row,
    workMinutes:
      row.firstContactAt === null
        ? null
        : Math.round(workingMinutes(calendar, Date.parse(row.createdAt), Date.parse(row.firstContactAt))),
  })

export const routes = [
  serve(getRegistrationFigures, async ({ body, actor, db }) => {
    const filters = withDays(body)
    const { from, to } = filters
    const before = daysBefore({ from, to })
    const asking = await askingOf(db, actor)
    const [figures, figuresBefore] = await Promise.all([
      figuresOf(db, asking, filters),
      figuresOf(db, asking, { ...filters, ...before }),
    ])
    return { from, to, before, figures, figuresBefore }
  }),

  serve(getRegistrationTrend, async ({ body, actor, db }) => trendOf(db, await askingOf(db, actor), withDays(body))),

  serve(getRegistrationBreakdown, async ({ body, actor, db }) =>
    breakdownOf(db, await askingOf(db, actor), withDays(body)),
  ),

  serve(getRegistrationHours, async ({ body, actor, db }) => hoursOf(db, await askingOf(db, actor), withDays(body))),

  serve(getRegistrationCohorts, async ({ body, actor, db }) =>
    cohortsOf(db, await askingOf(db, actor), withDays(body)),
  ),

  serve(getRegistrationPeople, async ({ body, actor, db }) => peopleOf(db, await askingOf(db, actor), withDays(body))),

  serve(queryRegistrationDetails, async ({ body, actor, db }) => {
    const page = await listDetails(db, withReached(body), await detailScope(actor, db))
    return { ...page, records: page.records.map(withWork(await readWorkdays(db))) }
  }),

  serve(describeRegistrationDetails, async ({ body, actor, db }) => ({
    text: await describeDetails(db, withDays(body), seesAllFigures(actor)),
  })),
]

export const registrationDetailsExport = declareExport(exportRegistrationDetails, {
  target: 'registrationStatistics',
  list: {
    each: async function* (db: Db, query: DetailsQuery, scope: ScopeValues, limit: number) {
      const addWork = withWork(await readWorkdays(db))
      for await (const rows of listDetails.each(db, withReached(query), scope, limit)) yield rows.map(addWork)
    },
  },
  scope: detailScope,
  notes: async (db, query: DetailsQuery, actor) => [await describeDetails(db, withDays(query), seesAllFigures(actor))],
  cells: {
    subProduct: ({ subProduct }) => subProductOf(subProduct).title,
    source: ({ source }) => registrationSourceLabels[source],
    state: ({ state }) => registrationStateLabels[state],
    isDuplicate: ({ isDuplicate }) => (isDuplicate ? '是' : ''),
  },
})

export const registrationFiguresExport = declareExport(exportRegistrationFigures, {
  target: 'registrationFigures',
  list: {
    each: async function* (db: Db, query: StatisticsQuery, { viewer }: { viewer: RegistrationViewer }) {
      const filters = withDays(query)
      yield await figureLines(db, await askingOf(db, viewer), filters, {
        before: daysBefore(filters),
        withPeople: seesAllFigures(viewer),
      })
    },
  },
  scope: (viewer) => ({ viewer }),
  notes: async (db, query: StatisticsQuery, actor) => [
    await describeDetails(db, withDays(query), seesAllFigures(actor)),
  ],
})
