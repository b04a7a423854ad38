// Acts on derived series: added, edited with their formula, stopped, deleted. Published values change in the same act.

import { eq, sql } from 'drizzle-orm'
import { addDays, dayOf } from '#contract/days.ts'
import type { RowInUse } from '#contract/envelope.ts'
import type { Formula } from '#contract/prices/formulas.ts'
import { evaluateSeries, historyOf, type SeriesResult } from '#contract/prices/series.ts'
import type { SeriesDetails, SeriesForm, SeriesPoint, SeriesPreview } from '#contract/prices/series-calls.ts'
import { explainLack } from '#contract/prices/series-lacks.ts'
import type { Viewer } from '#server/core/access/scope.ts'
import { audit, auditAll, difference } from '#server/core/audit/audit.ts'
import type { Author } from '#server/core/core.ts'
import { allFound, checkFields, refuse } from '#server/core/http/refusal.ts'
import { inUse } from '#server/core/rows/in-use.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { series } from '#server/db/schema/prices/series.ts'
import { lockPublications } from '../publications.queries.ts'
import { isProductInScope } from '../quote-items.queries.ts'
import {
  countSeriesUses,
  findSeries,
  isSeriesNameTaken,
  type Known,
  knownInputs,
  lockSeries,
  type SeriesStored,
  SINCE_EVER,
  seriesNeeds,
  storeFormula,
} from './series.queries.ts'
import { kindOf, problemText, readFormula } from './series.rules.ts'
import { recompute } from './series-values.acts.ts'
import { readInputs } from './series-values.queries.ts'
import { type Confirm, confirmVersion, type VersionChange } from './versions.acts.ts'

type People = { actor: Viewer; by: Author }

const CODES_AT_ONCE = 200
const codesIn = (text: string) =>
  [
    ...new Set(
      text
        .normalize('NFKC')
        .toUpperCase()
        .match(/[A-Z][A-Z0-9]*/g),
    ),
  ].slice(0, CODES_AT_ONCE)

/** Reads a formula for a person: codes out of their scope are unknown, except those in the stored formula. */
async function judge(db: Executor, actor: Viewer, text: string, stored?: Pick<SeriesStored, 'id' | 'code'>) {
  const known = await knownInputs(db, actor, codesIn(text), stored?.id)
  const needs = await seriesNeeds(db)
  const read = readFormula(text, { isKnown: (code) => known.has(code), own: stored?.code ?? '', needs })
  return { known, read }
}

const inputsOf = ({ names }: Formula, known: ReadonlyMap<string, Known>) =>
  names.flatMap((name) => known.get(name) ?? [])

export function pointOf(day: string, result: SeriesResult, nameOf: (code: string) => string): SeriesPoint {
  const hasValue = 'value' in result
  return { day, value: hasValue ? result.value : null, lack: hasValue ? null : explainLack(result.lack, nameOf) }
}

/** Most results in a preview, and how many days back it looks for them. */
const PREVIEWED = 10
const PREVIEW_DAYS = 1_100

type Tried = { id?: string | undefined; formula: string; decimals: number; withinDays: number }

export async function preview(db: Executor, actor: Viewer, tried: Tried): Promise<SeriesPreview> {
  const { id, formula: text, decimals, withinDays: within } = tried
  const stored = id === undefined ? undefined : await findSeries(db, id, actor)
  if (id !== undefined && !stored) throw refuse('notFound')
  const { known, read } = await judge(db, actor, text, stored)
  if ('problem' in read) return { problem: read.problem, kind: 'formula', inputs: [], points: [] }
  const { formula } = read
  const back = PREVIEW_DAYS + historyOf(formula.tree, within)
  const from = Number.isFinite(back) ? addDays(dayOf(Date.now()), -back) : SINCE_EVER
  const own = { code: '', versions: [{ from: SINCE_EVER, formula, decimals, within }] }
  const results = evaluateSeries([own], await readInputs(db, formula.names, from)).get('') ?? new Map()
  const inputs = inputsOf(formula, known)
  const nameOf = (code: string) => known.get(code)?.name ?? code
  return {
    problem: null,
    kind: kindOf(formula.tree),
    inputs: inputs.map(({ id: code, name, productName, unit }) => ({ id: code, name, productName, unit })),
    points: [...results]
      .slice(-PREVIEWED)
      .reverse()
      .map(([day, result]) => pointOf(day, result, nameOf)),
  }
}

type Form = Omit<SeriesForm, 'validFrom'> & { validFrom: string | null }

/** Throws 400 where a form is invalid. @returns its columns, and its formula as stored */
async function check(tx: Tx, actor: Viewer, form: Form, stored?: SeriesStored) {
  const { formula: text, validFrom, replaced = [], ...own } = form
  const columns = {
    ...own,
    name: own.name.trim(),
    englishName: own.englishName.trim(),
    unit: own.unit.trim(),
    remark: own.remark.trim(),
  }
  const { known, read } = await judge(tx, actor, text.trim(), stored)
  checkFields({
    productId: (await isProductInScope(tx, actor, own.productId)) ? null : '产品不存在，或不在您的编辑范围内',
    name: (await isSeriesNameTaken(tx, own.productId, columns.name, stored?.id)) ? '该产品下已有同名的系列' : null,
    formula: 'problem' in read ? problemText(read.problem) : null,
  })
  if ('problem' in read) throw refuse('invalid')
  return {
    columns,
    kind: kindOf(read.formula.tree),
    formula: { formula: text.trim(), unit: columns.unit, validFrom: validFrom ?? SINCE_EVER, replaced },
    inputs: inputsOf(read.formula, known),
  }
}

export async function addSeries(
  tx: Tx,
  { actor, by }: People,
  form: SeriesForm,
): Promise<{ id: string; version: number }> {
  await lockPublications(tx)
  const { columns, kind, formula, inputs } = await check(tx, actor, form)
  const [added] = await tx
    .insert(series)
    .values({ ...columns, kind })
    .returning({ id: series.id, code: series.code, version: series.version })
  if (!added) throw new Error('no series was added')
  const { id, code, version } = added
  await storeFormula(tx, id, { ...formula, byName: by.name }, inputs)
  await recompute(tx, by, [id])
  await audit(tx, by, {
    action: 'series.add',
    targetType: 'series',
    targetId: id,
    after: { code, ...columns, formula: formula.formula, validFrom: form.validFrom },
  })
  return { id, version }
}

/** What shows values of published days otherwise than before. */
const ofAllDays = { decimals: '小数位数', withinDays: '沿用天数' } as const

type Checked = Awaited<ReturnType<typeof check>>

function changeOf(before: SeriesDetails & { id: string; version: number }, checked: Checked): VersionChange {
  const { columns, formula } = checked
  const { validFrom: from, replaced } = formula
  const stored = before.formulas.map((each) => ({ ...each, from: each.validFrom ?? SINCE_EVER }))
  const mended = stored.find((each) => each.from === from)
  // newest first: the one that held on that day
  const held = stored.find((each) => each.from <= from)
  const changed = Object.entries(ofAllDays).filter(
    ([key]) => before[key as keyof typeof ofAllDays] !== columns[key as keyof typeof ofAllDays],
  )
  return {
    seriesId: before.id,
    version: before.version,
    days: stored.map((each) => each.from),
    from,
    replaced,
    isChanged: mended?.formula !== formula.formula || mended.unit !== formula.unit,
    ofAllDays: changed.map(([, label]) => label),
    unit: held && held.unit !== formula.unit ? { before: held.unit, after: formula.unit } : null,
    words: { version: '这条公式', values: '数值' },
  }
}

/** Formulas of process series and of computed rows of difference tables are generated. */
const byProcess = '由投入产出生成，请在“投入产出”中修改'
const byTable = '由价差表生成，请在价差表中修改'
const writtenByOthers = ['productId', 'unit', 'decimals', 'withinDays', 'formula', 'validFrom'] as const

/** Where the formula is generated, for the refusal; null where people write it. */
async function ownerOf(tx: Tx, { id, processId }: SeriesStored): Promise<string | null> {
  if (processId !== null) return byProcess
  return (await countSeriesUses(tx, id)).价差表 > 0 ? byTable : null
}

/** Locked after `lockPublications`; 20404 where one does not exist or is out of scope. */
async function lockAll(tx: Tx, actor: Viewer, ids: readonly string[]): Promise<SeriesStored[]> {
  await lockPublications(tx)
  return allFound(await lockSeries(tx, actor, ids), ids)
}

export async function editSeries(
  tx: Tx,
  { actor, by }: People,
  { id, version, ...form }: SeriesForm & { id: string; version: number },
  confirm: Confirm,
): Promise<{ id: string; version: number }> {
  const [stored] = await lockAll(tx, actor, [id])
  const before = await findSeries(tx, id, actor)
  if (!stored || !before) throw refuse('notFound')
  if (stored.version !== version) throw refuse('stale', { data: before })
  const owner = await ownerOf(tx, stored)
  if (owner) {
    const isTouched = (field: (typeof writtenByOthers)[number]) => form[field] !== before[field]
    checkFields(Object.fromEntries(writtenByOthers.map((field) => [field, isTouched(field) ? owner : null])))
  }
  const checked = await check(tx, actor, form, stored)
  const { columns, kind, formula, inputs } = checked
  const change = changeOf({ ...before, id, version }, checked)
  const { isNew } = await confirmVersion(tx, change, confirm)
  const isNewest = change.days.every((day) => day <= formula.validFrom || formula.replaced.includes(day))
  // the series is described by its newest formula
  const described = isNewest
    ? { unit: columns.unit, ...(stored.processId === null && { kind }) }
    : { unit: stored.unit }
  await tx
    .update(series)
    .set({ ...columns, ...described, version: sql`${series.version} + 1`, updatedAt: sql`now()` })
    .where(eq(series.id, id))
  const after = { ...columns, formula: formula.formula, validFrom: form.validFrom }
  if (isNew) await storeFormula(tx, id, { ...formula, byName: by.name }, inputs)
  if (isNew || change.ofAllDays.length > 0) await recompute(tx, by, [id])
  await audit(tx, by, {
    action: 'series.edit',
    targetType: 'series',
    targetId: id,
    ...difference<Record<string, unknown>>(before, after),
  })
  return { id, version: version + 1 }
}

const named = (id: string, verb: string) => ({ action: `series.${verb}`, targetType: 'series', targetId: id })

export async function removeSeries(tx: Tx, { actor, by }: People, ids: readonly string[]): Promise<void> {
  const found = await lockAll(tx, actor, ids)
  const owned = found.find(({ processId }) => processId !== null)
  if (owned) throw refuse('conflict', { msg: `“${owned.name}”${byProcess}` })
  const used: RowInUse[] = []
  for (const { id, name } of found) used.push(...inUse({ id, name }, await countSeriesUses(tx, id)))
  if (used.length > 0) throw refuse('inUse', { data: used })
  await tx.delete(series).where(sql`${series.id} = any(${idArray(ids)})`)
  await auditAll(
    tx,
    by,
    found.map((stored) => ({ ...named(stored.id, 'delete'), before: { ...stored } })),
  )
}

type Stop = { reason: string; stoppedOn: string }

/** Stops series from a day on, or resumes them and computes the days between. */
export async function turnSeries(
  tx: Tx,
  { actor, by }: People,
  ids: readonly string[],
  stop: Stop | null,
): Promise<void> {
  const found = await lockAll(tx, actor, ids)
  const status = stop ? ('stopUpdate' as const) : ('update' as const)
  await tx
    .update(series)
    .set({
      status,
      stopReason: stop?.reason.trim() ?? '',
      stoppedOn: stop?.stoppedOn ?? null,
      version: sql`${series.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(sql`${series.id} = any(${idArray(ids)})`)
  await recompute(tx, by, ids)
  await auditAll(
    tx,
    by,
    found.map(({ id, name, status: before }) => ({
      ...named(id, status),
      before: { name, status: before },
      after: { status, ...(stop && { reason: stop.reason.trim(), day: stop.stoppedOn }) },
    })),
  )
}
