// The figures of the registration statistics as rows, each with its formula.
import { registrationSourceLabels } from '#contract/members/members.ts'
import {
  type CohortStage,
  cohortLabel,
  cohortStages,
  cohortWeeks,
  type Measure,
  measureFormulas,
  measureLabels,
  timeKeys,
  timeLabels,
} from '#contract/operations/registration-measures.ts'
import {
  type Breakdown,
  type BreakdownRow,
  breakdownLabels,
  breakdowns,
  type Figures,
  NO_PROVINCE,
} from '#contract/operations/registration-statistics.ts'
import type { Days } from '#contract/operations/registration-statistics-periods.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import type { Db } from '#server/db/connection.ts'
import { type Asking, breakdownOf, cohortsOf, figuresOf, peopleOf } from './registration-statistics.queries.ts'
import type { Filters } from './registration-statistics-rows.queries.ts'

export type FigureLine = {
  part: string
  name: string
  measure: string
  value: number | null
  before: number | null
  unit: string
  formula: string
}

const numbers = [
  ...(['count', 'contacted', 'waiting', 'overdue', 'trials', 'formals', 'invalid'] as const),
  ...(['duplicates', 'contactedUp', 'trialUp'] as const),
] satisfies (keyof Figures & Measure)[]
const ofRows = ['count', 'contacted', 'trials', 'formals'] as const
const ofTimes = ['median', 'p90', 'workMedian', 'workP90'] as const

type Named = { part: string; name: string; unit: string }
const lineOf = (
  named: Named,
  measure: keyof typeof measureLabels,
  value: number | null,
  before: number | null = null,
) => ({
  ...named,
  measure: measureLabels[measure],
  value,
  before,
  formula: measureFormulas[measure],
})

/** Names of the rows of a breakdown, on the page as in the file. */
const nameOf: Readonly<Record<Breakdown, (row: BreakdownRow) => string>> = {
  source: ({ key }) => registrationSourceLabels[key as keyof typeof registrationSourceLabels] ?? key,
  campaign: ({ key }) => key,
  province: ({ key }) => (key === NO_PROVINCE ? '未填写' : key),
  subProduct: ({ key }) => subProductOf(key as SubProductKey).title,
  product: ({ key, name }) => (key === '' ? '未授权到产品' : name),
  reason: ({ key }) => key,
}

/** Of the whole, by each breakdown, week and, with the right to compare them, person. */
export async function figureLines(
  db: Db,
  asking: Asking,
  filters: Filters,
  { before, withPeople }: { before: Days; withPeople: boolean },
): Promise<FigureLine[]> {
  const [now, then] = [await figuresOf(db, asking, filters), await figuresOf(db, asking, { ...filters, ...before })]
  const whole = { part: '合计', name: `${filters.from} 至 ${filters.to}`, unit: '个' }
  const lines: FigureLine[] = numbers.map((measure) => lineOf(whole, measure, now[measure], then[measure]))
  for (const key of timeKeys)
    for (const measure of ofTimes)
      lines.push(
        lineOf(
          { part: '用时', name: timeLabels[key], unit: '分钟' },
          ...[measure, now.times[key][measure], then.times[key][measure]],
        ),
      )
  for (const by of breakdowns)
    for (const row of await breakdownOf(db, asking, { ...filters, by }))
      for (const measure of ofRows)
        lines.push(
          lineOf({ part: `按${breakdownLabels[by]}`, name: nameOf[by](row), unit: '个' }, measure, row[measure]),
        )
  for (const of of cohortStages) lines.push(...(await cohortLines(db, asking, filters, of)))
  if (withPeople)
    for (const { id, name, contact, ...person } of await peopleOf(db, asking, filters)) {
      const named = { part: '按负责人', name: id === null ? '待分配' : name }
      for (const measure of [...ofRows, 'waiting', 'overdue'] as const)
        lines.push(lineOf({ ...named, unit: '个' }, measure, person[measure]))
      for (const measure of ofTimes) lines.push(lineOf({ ...named, unit: '分钟' }, measure, contact[measure]))
    }
  return lines
}

async function cohortLines(db: Db, asking: Asking, filters: Filters, of: CohortStage): Promise<FigureLine[]> {
  const rows = await cohortsOf(db, asking, { ...filters, of })
  return rows.flatMap(({ from, to, within }) =>
    cohortWeeks.map((weeks, at) => ({
      part: '同期群',
      name: `${from} 至 ${to}`,
      measure: cohortLabel(`${of}-${weeks}`),
      unit: '个',
      value: within[at] ?? null,
      before: null,
      formula: measureFormulas.within,
    })),
  )
}
