// Import and export of processes, a row for each term.
import { exportProcesses, type ProcessImportKey, processImport } from '../../../../contract/prices/process-sheets.ts'
import type { Term } from '../../../../contract/prices/processes.ts'
import { termSideLabels, termSides } from '../../../../contract/prices/series-labels.ts'
import type { Viewer } from '../../../core/access/scope.ts'
import { declareExport } from '../../../core/sheets/exports.ts'
import { declareImport } from '../../../core/sheets/imports.ts'
import { type CheckContext, whole } from '../../../core/sheets/imports-check.ts'
import type { Made } from '../../../core/sheets/imports-save.ts'
import type { Executor } from '../../../db/connection.ts'
import { addProcess, editProcess } from './processes.acts.ts'
import { eachTerm, findProcess, idOfProcess, productsByName } from './processes.queries.ts'
import { cleanTerm, verdictOnTerm } from './processes.rules.ts'
import { knownInputs } from './series.queries.ts'

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
const groupOf = ({ values }: Row) => `${values.product.trim()}\n${values.process.trim()}`

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
        ...{ productId, process: values.process.trim(), unit: values.unit.trim(), term },
        validFrom: values.validFrom || null,
      })
  }
  return (row) => {
    const found = ready.get(row.at)
    if (!found) throw new Error('a row without what was read of it')
    return found
  }
}

/** The process of that name, or a new one with default values. */
async function storedOrNew(db: Executor, actor: Viewer, { productId, process }: Ready) {
  const id = await idOfProcess(db, productId, process)
  const stored = id === undefined ? undefined : await findProcess(db, id, actor)
  if (stored) return stored
  return { id: null, version: 1, englishName: '', decimals: 0, withinDays: 0, remark: '' }
}

export const processesImport = declareImport<ProcessImportKey, Ready>(processImport, {
  target: 'process',
  check: whole(checkProcesses),
  save: async ({ tx, actor, by, rows, step }) => {
    const made: Made[] = []
    const groups = Map.groupBy(rows, ({ value }) => `${value.productId} ${value.process}`)
    let done = 0
    for (const group of groups.values()) {
      const [first] = group
      if (!first) continue
      const { productId, process: name, unit, validFrom } = first.value
      const { id, version, englishName, decimals, withinDays, remark } = await storedOrNew(tx, actor, first.value)
      const terms = group.map(({ value }) => value.term)
      const form = { productId, name, unit, validFrom, terms, englishName, decimals, withinDays, remark }
      const people = { actor, by }
      // the import itself was confirmed, and it replaces no later version
      const saved =
        id === null
          ? await addProcess(tx, people, form)
          : await editProcess(tx, people, { id, version, ...form }, async () => undefined)
      made.push({ id: saved.id, name })
      done += group.length
      step(done)
    }
    return made
  },
})
