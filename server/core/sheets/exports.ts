/**
 * Exports. One is declared by its call (contract/sheets.ts) and the list that it exports: the job reads what the list's own
 * definition finds, in the same order and scope, through a cursor into a file of its owner.
 *
 *     export const usersExport = declareExport(exportUsers, { list: listUsers, target: 'user', cells: { … } })
 */
import { type Static, Type } from 'typebox'
import { type Access, isAllowed } from '#contract/access.ts'
import { EXPORT_ROWS, type ExportCall, type ExportColumn, type ExportKey } from '#contract/exports.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import type { Person } from '../access/actors.ts'
import { audit } from '../audit/audit.ts'
import { type Author, transact } from '../core.ts'
import { keepFile, stageFile } from '../files/files.ts'
import { refuse } from '../http/refusal.ts'
import { type Route, serveAct, subProductIn } from '../http/serve.ts'
import { type Job, job, startJob } from '../jobs/jobs.ts'
import type { Values } from '../lists/statements.ts'
import { copyNote, exportName } from './export-notes.rules.ts'
import { minute } from './sheet-cells.ts'
import { type SheetCell, type SheetColumn, writeSheet } from './sheets.ts'

type Listed<Row> = { each: (db: Db, query: never, scope: never, limit: number) => AsyncGenerator<Row[]> }

type Cell<Row> = (row: Row) => SheetCell
type Written<Row> = { [K in keyof Row]: Row[K] extends SheetCell ? K : never }[keyof Row]

/** What the file holds. */
export type ExportedSheet = {
  columns: readonly SheetColumn[]
  /** After the line that says who exported. */
  notes: readonly string[]
  rows: AsyncIterable<SheetCell[][]>
  /** With the file, in one transaction. */
  onStored?: OnStored | undefined
}

type OnStored = (tx: Tx, stored: { jobId: string; fileName: string; by: Author }) => Promise<void>

type SheetActs<Input> = {
  /** `user`: the job and the audit log's action are `user.export`; each export has its own. */
  target: string
  /** Throws where the query cannot be answered: the job says why. */
  sheetOf: (context: { db: Db; actor: Person; input: Input }) => Promise<ExportedSheet>
}

/** Cells that say something else than the field of their name; required where the field is no cell. */
type Cells<Key extends string, Row> = Record<Exclude<Key, Written<Row>>, Cell<Row>> & Partial<Record<Key, Cell<Row>>>

type Acts<Key extends string, Row> = {
  target: string
  list: Listed<Row>
  /** What the list's scope takes, of this person at this moment. */
  scope?: (actor: Person, db: Db) => Values | Promise<Values>
  /** Lines after the one that says who exported. */
  notes?: (db: Db, query: never, actor: Person) => Promise<readonly string[]>
  /** Sees each row that goes into the file. */
  watch?: () => { see: (row: Row) => void; onStored: OnStored }
} & (Record<never, never> extends Cells<Key, Row> ? { cells?: Cells<Key, Row> } : { cells: Cells<Key, Row> })

/** `access`: losing this right also revokes access to the files exported with it. */
export type Export = { call: ExportCall; routes: readonly Route[]; job: Job<ExportInput>; access: Access }
type ExportInput = Static<NonNullable<ExportCall['body']>>

/** Paging is the list's, not the export's. */
function withoutPage({ current: _, size: __, ...query }: Record<string, unknown>): Record<string, unknown> {
  return query
}

/** An export whose columns the query decides. */
export function declareSheetExport<Input extends ExportInput>(call: ExportCall, acts: SheetActs<Input>): Export {
  const { noun } = call
  const exportJob: Job<ExportInput> = job({
    name: `${acts.target}.export`,
    input: call.body ?? Type.Object({}),
    title: () => `导出${noun}`,
    run: async (context) => {
      const { by, core, signal, progress, finish } = context
      const input = context.input as Input
      const actor = by.id === null ? null : await core.actors.person(by.id)
      if (!actor || !isAllowed(call.access, actor, subProductIn(input))) throw refuse('forbidden')
      const { columns, notes, rows, onStored } = await acts.sheetOf({ db: core.db, actor, input })
      let done = 0
      const counted = async function* () {
        for await (const batch of rows) {
          signal.throwIfAborted()
          if (done + batch.length > EXPORT_ROWS)
            throw refuse('conflict', { msg: `超过 ${EXPORT_ROWS} 行，请缩小查询范围` })
          yield batch
          done += batch.length
          progress(done, 0, '正在导出')
        }
      }
      const now = new Date()
      const source = writeSheet(input.format, {
        name: noun,
        columns,
        notes: [copyNote(actor, now), ...notes],
        rows: counted(),
      })
      const name = exportName(noun, actor, now, input.format)
      // no transaction stays open while rows are written: a million take a while
      const staged = await stageFile(core.db, { core, name, source, purpose: 'export', ownerId: actor.id })
      return transact(core, async (tx) => {
        const { id } = await keepFile(tx, staged)
        await onStored?.(tx, { jobId: context.id, fileName: name, by })
        return finish(tx, { done, message: `共 ${done} 行`, fileId: id })
      })
    },
  })

  const routes = [
    serveAct(call, async ({ tx, body, by }) => {
      const input = body as ExportInput
      const jobId = await startJob(tx, exportJob, input, by)
      const { reason, format, columns: keys } = input
      const query = withoutPage(input.query as Record<string, unknown>)
      const after = { reason, format, columns: keys, query }
      await audit(tx, by, { action: `${acts.target}.export`, targetType: 'job', targetId: jobId, after })
      return { jobId }
    }),
  ]
  return { call, routes, job: exportJob, access: call.access }
}

/** Where both columns of a ratio stand among the chosen ones. */
function withRatio<C extends ExportColumn>(column: C, chosen: readonly ExportColumn[]) {
  const placeOf = (key: string | undefined) => chosen.findIndex((each) => each.key === key)
  const [of, by] = [placeOf(column.ratio?.of), placeOf(column.ratio?.by)]
  return of < 0 || by < 0 ? column : { ...column, formula: { of, by, times: column.ratio?.times ?? 1 } }
}

/** `点击率（%）＝点击量÷展现量×100`, of the chosen ones. */
function formulasIn(chosen: readonly ExportColumn[], all: readonly ExportColumn[]): string[] {
  const nameOf = (key: string) => all.find((each) => each.key === key)?.header ?? key
  const texts = chosen.flatMap(({ header, ratio }) =>
    ratio ? [`${header}＝${nameOf(ratio.of)}÷${nameOf(ratio.by)}${ratio.times ? `×${ratio.times}` : ''}`] : [],
  )
  return texts.length > 0 ? [`公式：${texts.join('；')}`] : []
}

function valueAs(value: SheetCell, as: ExportColumn['as'], labels: ExportColumn['labels']): SheetCell {
  if (labels) return labels[String(value)] ?? value
  return as === 'moment' ? minute(value as never) : value
}

export function declareExport<E extends ExportCall, Row>(call: E, acts: Acts<ExportKey<E>, Row>): Export {
  const cells = (acts.cells ?? {}) as Readonly<Record<string, Cell<Row> | undefined>>
  const columns = call.columns.map(({ key, header, width, as, labels, ratio }) => ({
    key,
    header,
    width,
    ...(ratio && { ratio }),
    isNumber: as === 'number',
    isDay: as === 'day',
    isMoment: as === 'moment',
    cell: cells[key] ?? ((row: Row) => valueAs(row[key as never], as, labels)),
  }))
  return declareSheetExport(call, {
    target: acts.target,
    sheetOf: async ({ db, actor, input }) => {
      const scope = ((await acts.scope?.(actor, db)) ?? {}) as never
      const chosen = input.columns.flatMap((wanted) => columns.find(({ key }) => key === wanted) ?? [])
      const query = withoutPage(input.query as Record<string, unknown>) as never
      const watch = acts.watch?.()
      const rows = async function* () {
        for await (const batch of acts.list.each(db, query, scope, EXPORT_ROWS + 1)) {
          if (watch) for (const row of batch) watch.see(row)
          yield batch.map((row) => chosen.map(({ cell }) => cell(row)))
        }
      }
      return {
        columns: chosen.map((column) => withRatio(column, chosen)) satisfies readonly SheetColumn[],
        notes: [...((await acts.notes?.(db, query, actor)) ?? []), ...formulasIn(chosen, call.columns)],
        rows: rows(),
        onStored: watch?.onStored,
      }
    },
  })
}
