// Acts on processes: each change writes the formulas of their cost and profit series, whose values follow.

import { eq, sql } from 'drizzle-orm'
import type { RowInUse } from '#contract/envelope.ts'
import { processFormulas } from '#contract/prices/process-formulas.ts'
import type { ProcessDetails, ProcessForm, Term } from '#contract/prices/processes.ts'
import { termSideLabels } from '#contract/prices/series-labels.ts'
import type { Viewer } from '#server/core/access/scope.ts'
import { audit, auditAll, difference } from '#server/core/audit/audit.ts'
import type { Author } from '#server/core/core.ts'
import { allFound, checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { inUse } from '#server/core/rows/in-use.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import type { Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { processes, series } from '#server/db/schema/prices/series.ts'
import { lockPublications } from '../publications.queries.ts'
import { isProductInScope } from '../quote-items.queries.ts'
import {
  findProcess,
  insertVersions,
  lockProcesses,
  type OwnSeries,
  type ProcessStored,
  seriesOfProcess,
  writeVersion,
} from './processes.queries.ts'
import { cleanTerm, verdictOnTerms } from './processes.rules.ts'
import {
  countSeriesUses,
  insertFormulas,
  knownInputs,
  type SeriesFormula,
  SINCE_EVER,
  seriesNeeds,
  setUnit,
  standingNames,
  storeFormula,
} from './series.queries.ts'
import { readFormula } from './series.rules.ts'
import { recompute } from './series-values.acts.ts'
import { type Confirm, confirmVersion, type VersionChange } from './versions.acts.ts'

type People = { actor: Viewer; by: Author }

const kinds = ['cost', 'profit'] as const
const suffixes = { cost: '成本', profit: '利润' } as const
const seriesName = (name: string, kind: (typeof kinds)[number]) => `${name} ${suffixes[kind]}`

/** For the audit log: `投入 1.6 × Q000001；固定成本 780`. */
const termText = ({ side, code, name, coefficient, conversion, amount }: Term) =>
  [
    termSideLabels[side],
    code ? [coefficient, conversion === '1' ? null : conversion, code].filter(Boolean).join(' × ') : amount,
    name,
  ]
    .filter(Boolean)
    .join(' ')
const termsText = (terms: readonly Term[]) => terms.map(termText).join('；')

/** Why the formulas of these terms are invalid, or null. */
function verdictOnFormulas(
  formulas: Record<'cost' | 'profit', string>,
  { known, needs }: Pick<Facts, 'known' | 'needs'>,
  own: OwnSeries | undefined,
): string | null {
  for (const kind of kinds) {
    const read = readFormula(formulas[kind], { isKnown: (code) => known.has(code), own: own?.[kind].code ?? '', needs })
    if ('problem' in read) return read.problem.message
  }
  return null
}

/** What the checks of forms ask of the tables, for all of them at once. */
async function readFacts(tx: Tx, actor: Viewer, forms: readonly ProcessForm[], own?: OwnSeries) {
  const places = forms.map(({ productId, name }) => ({ productId, name: name.trim() }))
  const named = (kind: (typeof kinds)[number]) =>
    standingNames(
      tx,
      series,
      places.map(({ productId, name }) => ({ productId, name: seriesName(name, kind) })),
    )
  const inScope = new Set<string>()
  for (const id of new Set(forms.map(({ productId }) => productId)))
    if (await isProductInScope(tx, actor, id)) inScope.add(id)
  const codes = forms.flatMap(({ terms }) => terms.flatMap((term) => cleanTerm(term).code ?? []))
  return {
    inScope,
    known: await knownInputs(tx, actor, [...new Set(codes)], own?.profit.id),
    needs: await seriesNeeds(tx),
    processes: await standingNames(tx, processes, places),
    series: { cost: await named('cost'), profit: await named('profit') },
  }
}
type Facts = Awaited<ReturnType<typeof readFacts>>

/** Throws 400 where a form is invalid. */
async function check(tx: Tx, actor: Viewer, form: ProcessForm, stored?: ProcessStored) {
  const own = stored && (await seriesOfProcess(tx, stored.id))
  return checked(form, await readFacts(tx, actor, [form], own), 0, stored && own && { id: stored.id, own })
}

/** @param at the form's place among those of which the facts were read */
function checked(form: ProcessForm, facts: Facts, at: number, stored?: { id: string; own: OwnSeries }) {
  const { known } = facts
  const { terms: input, validFrom, replaced = [], ...rest } = form
  const columns = {
    ...rest,
    name: rest.name.trim(),
    englishName: rest.englishName.trim(),
    unit: rest.unit.trim(),
    remark: rest.remark.trim(),
  }
  const terms = input.map(cleanTerm)
  const own = stored?.own
  const formulas = processFormulas(terms)
  const ofTerms = verdictOnTerms(terms, (code) => known.has(code))
  const isOther = (id: string | undefined, ownId: string | undefined) => id !== undefined && id !== ownId
  checkFields({
    productId: facts.inScope.has(rest.productId) ? null : '产品不存在，或不在您的编辑范围内',
    name: isOther(facts.processes.get(at), stored?.id)
      ? '该产品下已有同名的工序'
      : kinds.some((kind) => isOther(facts.series[kind].get(at), own?.[kind].id))
        ? '该产品下已有同名的成本或利润系列'
        : null,
    terms: ofTerms ?? verdictOnFormulas(formulas, facts, own),
  })
  return { columns, terms, known, formulas, from: validFrom ?? SINCE_EVER, replaced }
}

type Checked = ReturnType<typeof checked>

/** Stores the version, and its formulas as those of both series. */
async function put(tx: Tx, by: Author, processId: string, own: OwnSeries, checked: Checked): Promise<void> {
  const { from: validFrom, replaced } = checked
  await writeVersion(tx, processId, { validFrom, byName: by.name, replaced }, termsOf(checked))
  for (const kind of kinds) {
    const { seriesId, inputs, ...version } = formulaOf(by, own[kind].id, kind, checked)
    await storeFormula(tx, seriesId, { ...version, replaced }, inputs)
  }
}

const termsOf = ({ terms, known }: Checked) =>
  terms.map(({ code, ...term }) => ({ ...term, of: code === null ? undefined : known.get(code) }))

function formulaOf(by: Author, seriesId: string, kind: (typeof kinds)[number], checked: Checked): SeriesFormula {
  const { terms, known, formulas, from: validFrom, columns } = checked
  const named = new Set(
    terms.flatMap(({ side, code }) => (code && (kind === 'profit' || side === 'input') ? [code] : [])),
  )
  const inputs = [...named].flatMap((code) => known.get(code) ?? [])
  return { seriesId, validFrom, formula: formulas[kind], unit: columns.unit, byName: by.name, inputs }
}

const seriesColumns =
  ({ productId, name, englishName, unit, decimals, withinDays }: Checked['columns']) =>
  (kind: (typeof kinds)[number]) => ({
    productId,
    unit,
    decimals,
    withinDays,
    name: seriesName(name, kind),
    englishName: englishName && `${englishName}, ${kind}`,
  })

const named = (id: string, verb: string) => ({ action: `process.${verb}`, targetType: 'process', targetId: id })
const auditOf = ({ columns, terms }: Checked, validFrom: string | null) => ({
  ...columns,
  terms: termsText(terms),
  validFrom,
})

export async function addProcess(
  tx: Tx,
  { actor, by }: People,
  form: ProcessForm,
  from?: { verb: 'copy'; id: string },
): Promise<{ id: string; version: number }> {
  const [id = ''] = await addProcesses(tx, { actor, by }, [form], from)
  return { id, version: 1 }
}

/** @param forms of different names. @returns ids, in the same order */
export async function addProcesses(
  tx: Tx,
  { actor, by }: People,
  forms: readonly ProcessForm[],
  from?: { verb: 'copy'; id: string },
): Promise<string[]> {
  await lockPublications(tx)
  const facts = await readFacts(tx, actor, forms)
  const all = forms.map((form, at) => checked(form, facts, at))
  const ids = await insertRows(
    tx,
    processes,
    all.map(({ columns }) => columns),
  )
  const own = all.flatMap((each, at) => kinds.map((kind) => ({ each, kind, processId: ids[at] ?? '' })))
  const seriesIds = await insertRows(
    tx,
    series,
    own.map(({ each, kind, processId }) => ({ ...seriesColumns(each.columns)(kind), kind, processId })),
  )
  await insertVersions(
    tx,
    all.map((each, at) => ({
      processId: ids[at] ?? '',
      validFrom: each.from,
      byName: by.name,
      terms: termsOf(each),
    })),
  )
  await insertFormulas(
    tx,
    own.map(({ each, kind }, at) => formulaOf(by, seriesIds[at] ?? '', kind, each)),
  )
  await recompute(tx, by, seriesIds)
  await auditAll(
    tx,
    by,
    all.map((each, at) => ({
      ...named(ids[at] ?? '', from?.verb ?? 'add'),
      after: { ...auditOf(each, forms[at]?.validFrom ?? null), ...(from && { from: from.id }) },
    })),
  )
  return ids
}

/** Locked after `lockPublications`; 20404 where one does not exist or is out of scope. */
async function lockAll(tx: Tx, actor: Viewer, ids: readonly string[]): Promise<ProcessStored[]> {
  await lockPublications(tx)
  return allFound(await lockProcesses(tx, actor, ids), ids)
}

/** What shows values of published days otherwise than before. */
const ofAllDays = { unit: '单位', decimals: '小数位数', withinDays: '沿用天数' } as const

/** @returns whether a version is to be stored */
async function confirmTerms(
  tx: Tx,
  before: ProcessDetails,
  profitId: string,
  { columns, terms, from, replaced }: Checked,
  confirm: Confirm,
): Promise<boolean> {
  const days = before.versions.map(({ validFrom }) => validFrom ?? SINCE_EVER)
  const mended = before.versions[days.indexOf(from)]
  const change: VersionChange = {
    seriesId: profitId,
    version: before.version,
    days,
    from,
    replaced,
    isChanged: mended === undefined || termsText(mended.terms) !== termsText(terms),
    ofAllDays: Object.entries(ofAllDays).flatMap(([key, label]) =>
      before[key as keyof typeof ofAllDays] === columns[key as keyof typeof ofAllDays] ? [] : [label],
    ),
    unit: null,
    words: { version: '这些投入产出', values: '成本与利润' },
  }
  return (await confirmVersion(tx, change, confirm)).isNew
}

export async function editProcess(
  tx: Tx,
  { actor, by }: People,
  { id, version, ...form }: ProcessForm & { id: string; version: number },
  confirm: Confirm,
): Promise<{ id: string; version: number }> {
  const [stored] = await lockAll(tx, actor, [id])
  const before = await findProcess(tx, id, actor)
  if (!stored || !before) throw refuse('notFound')
  if (stored.version !== version) throw refuse('stale', { data: before })
  const checked = await check(tx, actor, form, stored)
  const own = await seriesOfProcess(tx, id)
  const isNew = await confirmTerms(tx, before, own.profit.id, checked, confirm)
  const change = { version: sql`version + 1`, updatedAt: sql`now()` }
  await tx
    .update(processes)
    .set({ ...checked.columns, ...change })
    .where(eq(processes.id, id))
  const columnsOf = seriesColumns(checked.columns)
  for (const kind of kinds) {
    await tx
      .update(series)
      .set({ ...columnsOf(kind), ...change })
      .where(eq(series.id, own[kind].id))
  }
  const shown = { ...before, terms: termsText(before.terms) }
  const after = auditOf(checked, form.validFrom)
  if (isNew) await put(tx, by, id, own, checked)
  // a process has one unit for all days
  if (checked.columns.unit !== before.unit) await setUnit(tx, [own.cost.id, own.profit.id], checked.columns.unit)
  await recompute(tx, by, [own.cost.id, own.profit.id])
  await audit(tx, by, { ...named(id, 'edit'), ...difference<Record<string, unknown>>(shown, after) })
  return { id, version: version + 1 }
}

export async function copyProcess(tx: Tx, people: People, { id, name }: { id: string; name: string }) {
  await lockPublications(tx)
  const found = orNotFound(await findProcess(tx, id, people.actor))
  const { productId, englishName, unit, decimals, withinDays, remark, terms } = found
  const form = { productId, englishName, unit, decimals, withinDays, remark, terms, name, validFrom: null }
  return addProcess(tx, people, form, { verb: 'copy', id })
}

export async function removeProcesses(tx: Tx, { actor, by }: People, ids: readonly string[]): Promise<void> {
  const found = await lockAll(tx, actor, ids)
  const used: RowInUse[] = []
  const owned: string[] = []
  for (const { id, name } of found) {
    const own = await seriesOfProcess(tx, id)
    for (const kind of kinds) {
      owned.push(own[kind].id)
      used.push(...inUse({ id, name }, await countSeriesUses(tx, own[kind].id)))
    }
  }
  if (used.length > 0) throw refuse('inUse', { data: used })
  await tx.delete(series).where(sql`${series.id} = any(${idArray(owned)})`)
  await tx.delete(processes).where(sql`${processes.id} = any(${idArray(ids)})`)
  await auditAll(
    tx,
    by,
    found.map((stored) => ({ ...named(stored.id, 'delete'), before: { ...stored } })),
  )
}
