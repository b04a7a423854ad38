// Versions of formulas that hold from a day each: what storing one changes on published days is asked first.
import type { Preview } from '#contract/envelope.ts'
import { checkFields } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { countValues } from './processes.queries.ts'
import { SINCE_EVER } from './series.queries.ts'

export type Confirm = (plan: { preview: Preview; versions: unknown }) => Promise<void>

export type VersionChange = {
  /** Whose published days are counted. */
  seriesId: string
  /** Row version of what is edited. */
  version: number
  /** Days from which the stored versions hold. */
  days: readonly string[]
  from: string
  /** Of these days, later ones that go. */
  replaced: readonly string[]
  /** Whether it differs from the stored version of its day, or there is none. */
  isChanged: boolean
  /** Labels of what changes for all days. */
  ofAllDays: readonly string[]
  /** The other unit that its days get, where they had one. */
  unit: { before: string; after: string } | null
  /** What it is called, and what follows from it. */
  words: { version: string; values: string }
}

const sinceText = (day: string) => (day === SINCE_EVER ? '最早的版本' : `${day} 起的版本`)
const fromText = (day: string) => (day === SINCE_EVER ? '从最早' : `自 ${day} `)
const group = (title: string, names: string[]) => (names.length > 0 ? [{ title, count: names.length, names }] : [])

/** Asks (600) before published days change: from which day to which, what becomes of later versions. */
export async function confirmVersion(tx: Tx, change: VersionChange, confirm: Confirm): Promise<{ isNew: boolean }> {
  const { seriesId, from, replaced, ofAllDays, unit, words } = change
  const later = change.days.filter((day) => day > from).toSorted()
  const unknown = replaced.find((day) => !later.includes(day))
  checkFields({ replaced: unknown === undefined ? null : `${unknown} 没有以后的版本，请刷新后重试` })
  const kept = later.filter((day) => !replaced.includes(day))
  const until = kept[0] ?? null
  const isNew = change.isChanged || replaced.length > 0
  const all = ofAllDays.length > 0 ? await countValues(tx, seriesId, SINCE_EVER, null) : 0
  const own = await countValues(tx, seriesId, from, until)
  const asksVersions = isNew && later.length > 0
  const asksUnit = unit !== null && own > 0
  // a new unit is asked in its own words
  const asksDays = isNew && own > 0 && !asksUnit
  if (!asksVersions && !asksDays && !asksUnit && all === 0) return { isNew }
  const span = until ? `，到 ${until} 前为止` : ''
  const texts = [
    ...(asksVersions || asksDays ? [`${fromText(from)}起按${words.version}计算${span}。`] : []),
    ...(asksUnit ? [`${fromText(from)}起${span.slice(1)}已有的数值单位由“${unit.before}”改为“${unit.after}”。`] : []),
    ...(all > 0 ? [`${ofAllDays.join('、')}有变化，全部日期的${words.values}随之改变。`] : []),
  ]
  const count = all > 0 ? all : own
  const preview = {
    text: texts.join(''),
    groups: [
      ...(asksVersions ? group('被替换的以后版本', replaced.toSorted().map(sinceText)) : []),
      ...(asksVersions ? group('保留的以后版本', kept.map(sinceText)) : []),
      { title: '重新计算的日期', count, names: [] },
    ],
  }
  await confirm({ preview, versions: [change.version, count] })
  return { isNew }
}
