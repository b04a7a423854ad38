// Notes on the slices that a report makes.
import { keysOf } from '#contract/labels.ts'
import { OVERSPEND_GRAIN, sliceLabel, WORD_GRAIN } from '#contract/operations/search-slices.ts'
import type { Executor } from '#server/db/connection.ts'
import { keyText, type Outcome, storedSlices } from '#server/features/operations/slices/search-slices.queries.ts'

/** Slices that a message names one by one. */
export const NAMED = 8

export type NamedOutcome = { outcome: Outcome; name: string }
type Noting = { db: Executor; addNote: (note: string) => void }

const sliceText = ({ outcome: { day, grain, before, after }, name }: NamedOutcome): string => {
  const change = (was: string | number | undefined, is: string | number) =>
    was === undefined || String(was) === String(is) ? `${is}` : `${was} → ${is}`
  return `${day} ${name} ${sliceLabel(grain)}（${change(before?.rows, after.rows)} 行，消费 ${change(before?.cost, after.cost)}）`
}

const sumLabels = { rows: '行', shows: '展现量', clicks: '点击量', cost: '消费', reported: '线索' } as const

/** A slice that is replaced, with its sums before and after. */
export const partOf = ({ outcome, name }: NamedOutcome) => ({
  key: keyText(outcome),
  version: outcome.stored,
  name: `${outcome.day} ${name} ${sliceLabel(outcome.grain)}`,
  sums: keysOf(sumLabels).map((key) => ({
    label: sumLabels[key],
    was: String(outcome.before?.[key] ?? 0),
    is: String(outcome.after[key]),
  })),
})

/** What was given back for a day stays where a report replaces the day: it may be in the report already. */
async function noteGivenBack({ db, addNote }: Noting, outcomes: readonly NamedOutcome[]): Promise<void> {
  const backOf = ({ outcome }: NamedOutcome) => ({ ...outcome, grain: OVERSPEND_GRAIN })
  const brought = new Set(outcomes.map(({ outcome }) => keyText(outcome)))
  const replaced = outcomes.filter(({ outcome }) => outcome.state === 'replaced' && outcome.grain < WORD_GRAIN)
  const asked = new Map(replaced.map((each) => [keyText(backOf(each)), each]))
  for (const key of brought) asked.delete(key)
  const stored = await storedSlices(db, [...asked.values()].map(backOf))
  const texts = [...stored].map(([key, { day, cost }]) => `${day} ${asked.get(key)?.name ?? ''} ${cost}`)
  if (texts.length > 0)
    addNote(`这些天另有超投修正，仍会计入：${texts.slice(0, NAMED).join('；')}。新报表已扣除时，请删除这些修正。`)
}

/** Rows whose clicks are more than their shows: they may be right, and are named. */
export function oddRows() {
  const first: number[] = []
  let count = 0
  return {
    add: (row: number) => {
      count++
      if (first.length < NAMED) first.push(row)
    },
    note: (addNote: (note: string) => void) => {
      if (count === 0) return
      addNote(`${count} 行的点击多于展现（第 ${first.join('、')}${count > NAMED ? ' 等' : ''} 行），请核对。`)
    },
  }
}

/** @param showReplaced shows what stands in the place of those that are replaced */
export async function noteOutcomes<Of extends NamedOutcome>(
  noting: Noting,
  outcomes: readonly Of[],
  unknown: ReadonlySet<string>,
  showReplaced: (replaced: readonly Of[]) => Promise<void> | void,
): Promise<void> {
  const { addNote } = noting
  if (unknown.size > 0) addNote(`将新增账号：${[...unknown].slice(0, NAMED).join('、')}；账号写错时请更正。`)
  const of = (state: Outcome['state']) => outcomes.filter(({ outcome }) => outcome.state === state)
  const [fresh, same, replaced] = [of('new'), of('same'), of('replaced')]
  const days = [...new Set(fresh.map(({ outcome }) => outcome.day))].toSorted()
  if (fresh.length > 0)
    addNote(`新增 ${fresh.length} 份报表（${days.length > 1 ? `${days[0]} 至 ${days.at(-1)}` : days[0]}）。`)
  if (same.length > 0) addNote(`${same.length} 份与已有的相同，将跳过。`)
  await noteGivenBack(noting, outcomes)
  if (replaced.length === 0) return
  await showReplaced(replaced)
  const texts = replaced.slice(0, NAMED).map(sliceText)
  addNote(`将整份替换 ${replaced.length} 份：${texts.join('；')}${replaced.length > NAMED ? ' 等' : ''}。`)
}

/** For the message of the job that stored them. */
export function noteStored(addNote: (text: string) => void, states: readonly Outcome['state'][]): void {
  const count = (state: Outcome['state']) => states.filter((each) => each === state).length
  if (count('replaced') > 0) addNote(`替换了 ${count('replaced')} 份同一天的报表`)
  if (count('same') > 0) addNote(`${count('same')} 份与已有的相同，没有改动`)
}
