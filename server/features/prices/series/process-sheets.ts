// Import and export of processes, a row for each term.
import { exportProcesses, type ProcessImportKey, processImport } from '#contract/prices/process-sheets.ts'
import type { ProcessForm, Term } from '#contract/prices/processes.ts'
import { termSideLabels, termSides } from '#contract/prices/series-labels.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { type CheckContext, whole } from '#server/core/sheets/imports-check.ts'
import type { Made } from '#server/core/sheets/imports-context.ts'
import { inSets } from '#server/core/sheets/imports-save.ts'
import { processes } from '#server/db/schema/prices/series.ts'
import { addProcesses, editProcess } from './processes.acts.ts'
import { eachTerm, findProcess, productsByName } from './processes.queries.ts'
import { cleanTerm, verdictOnTerm } from './processes.rules.ts'
import { knownInputs, standingNames } from './series.queries.ts'

export const processesExport = declareExport(exportProcesses, {
  target: 'process',
  list: eachTerm,
  scope: (viewer) => ({ viewer }),
  cells: { unit: ({ processUnit }) => processUnit, side: ({ side }) => termSideLabels[side] },
})

type Checking = CheckContext<ProcessImportKey>
type Row = Checking['rows'][number]
type Ready = { productId: string; process: string; unit: string; validFrom: string | null; term: Term }

const sideOf = (text: string) => termSides.find((side) => termSideLabels[side] === text.trim())
/** The same process, as its name must differ from others of the product. */
const groupOf = ({ values }: Row) => `${values.product.trim()}\n${values.process.trim().toLowerCase()}`

/** Fields of the process, repeated in each of its rows: the first row decides, and the others must agree. */
function reportDiffering(rows: readonly Row[], report: Checking['report']): void {
  for (const [first, ...others] of Map.groupBy(rows, groupOf).values()) {
    for (const row of others) {
      if (row.values.unit.trim() !== first?.values.unit.trim()) report(row, 'unit', '与同一工序前面的行不同')
      if (row.values.validFrom !== first?.values.validFrom) report(row, 'validFrom', '与同一工序前面的行不同')
    }
  }
}

async function checkProcesses({ db, actor, rows, report, breathe }: Checking): Promise<(row: Row) => Ready> {
  const products = await productsByName(db, actor, [...new Set(rows.map(({ values }) => values.product.trim()))])
  const codes = rows.map(({ values }) => values.code.trim().toUpperCase())
  const known = await knownInputs(db, actor, [...new Set(codes)])
  reportDiffering(rows, report)
  const ready = new Map<number, Ready>()
  for (const row of rows) {
    await breathe()
    const { values } = row
    const productId = products.get(values.product.trim())
    const side = sideOf(values.side)
    if (productId === undefined) report(row, 'product', '产品不存在、不唯一，或不在您的编辑范围内')
    if (side === undefined) report(row, 'side', '应为投入、产出或固定成本')
    if (productId === undefined || side === undefined) continue
    const figure = (text: string) => text.trim().replaceAll(',', '') || null
    const fields = { side, code: values.code || null, name: values.name, amount: figure(values.amount) }
    const term = cleanTerm({
      ...fields,
      coefficient: figure(values.coefficient),
      conversion: figure(values.conversion),
    })
    const problem = verdictOnTerm(term, (code) => known.has(code))
    if (problem) report(row, problem.key, problem.message)
    else
      ready.set(row.at, {
        productId,
        process: values.process.trim(),
        unit: values.unit.trim(),
        term,
        validFrom: values.validFrom || null,
      })
  }
  return (row) => {
    const found = ready.get(row.at)
    if (!found) throw new Error('a row without what was read of it')
    return found
  }
}

/** Rows of one process. */
type Group = readonly { value: Ready }[]

function formOf(group: Group, own = { englishName: '', decimals: 0, withinDays: 0, remark: '' }): ProcessForm {
  const [first] = group
  if (!first) throw new Error('a process without rows')
  const { productId, process: name, unit, validFrom } = first.value
  const { englishName, decimals, withinDays, remark } = own
  const terms = group.map(({ value }) => value.term)
  return { productId, name, unit, validFrom, terms, englishName, decimals, withinDays, remark }
}

export const processesImport = declareImport<ProcessImportKey, Ready>(processImport, {
  target: 'process',
  check: whole(checkProcesses),
  save: async ({ tx, actor, by, rows, step }) => {
    const made: Made[] = []
    const people = { actor, by }
    const byName = Map.groupBy(rows, ({ value }) => `${value.productId} ${value.process.toLowerCase()}`)
    const groups = [...byName.values()].map((group) => ({ group, form: formOf(group) }))
    const standing = await standingNames(
      tx,
      processes,
      groups.map(({ form }) => form),
    )
    const isNew = (at: number) => !standing.has(at)
    const added = groups.filter((_, at) => isNew(at)).map(({ form }) => form)
    for (const some of inSets(added, step)) {
      const ids = await addProcesses(tx, people, some)
      made.push(...some.map(({ name }, at) => ({ id: ids[at] ?? '', name })))
    }
    for (const [at, { group }] of groups.entries()) {
      const id = standing.get(at)
      if (id === undefined) continue
      step(made.length)
      const stored = orNotFound(await findProcess(tx, id, actor))
      const form = formOf(group, stored)
      // the import itself was confirmed, and it replaces no later version
      await editProcess(tx, people, { id, version: stored.version, ...form }, async () => undefined)
      made.push({ id, name: form.name })
    }
    return made
  },
})
