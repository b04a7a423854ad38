// Saves an import: checks its rows once more and writes those that are right, in the transaction that ends the job.
import { PassThrough } from 'node:stream'
import { isAllowed } from '../../../contract/access.ts'
import { Fields, Id, OneOf } from '../../../contract/fields.ts'
import { type ImportCalls, importModes } from '../../../contract/sheets.ts'
import type { Tx } from '../../db/connection.ts'
import type { Person } from '../access/actors.ts'
import { auditAll } from '../audit/audit.ts'
import { type Author, type Core, transact } from '../core.ts'
import { storeFile } from '../files/files.ts'
import { refuse } from '../http/refusal.ts'
import { type Job, job, type Outcome } from '../jobs/jobs.ts'
import type { Change } from '../live/bus.ts'
import { lockImport, markSaved } from './imports.queries.ts'
import { checkRows, type RowsCheck } from './imports-check.ts'
import { inParts, unpack } from './imports-content.ts'
import { type SheetCell, type SheetColumn, writeSheet } from './sheets.ts'

type ResultRows = readonly (readonly SheetCell[])[]

type SaveContext<Ready> = {
  tx: Tx
  /** Tells open pages of a change, with the commit. */
  announce: (change: Change) => void
  /** For rows that are written beside those of the sheet (`UndoActs.beside`). */
  importId: string
  actor: Person
  by: Author
  rows: readonly { number: number; value: Ready }[]
  /** Reports progress; throws if the job is to stop. Call it after each batch. */
  step: (done: number) => void
  /** Adds a sentence to what the job says in the end. */
  say: (text: string) => void
  /** Rows for the result's file, which is written while further ones are saved. */
  give: (rows: ResultRows) => void
}

/** What was made, for the audit log. */
export type Made = { id: string; name: string }

export type SaveActs<Key extends string, Ready> = {
  /** `user`: the audit log's action is `user.import`. */
  target: string
  check: RowsCheck<Key, Ready>
  /** Writes the rows that are right. Runs in the transaction that also ends the job. */
  save: (context: SaveContext<Ready>) => Promise<readonly Made[]>
  /** A file that its owner can download once. */
  result?: { columns: readonly SheetColumn[]; message: string }
}

export type ImportInput = { importId: string; mode: (typeof importModes)[number] }

/** Names that one audit row holds. */
const AUDITED = 1_000

const batchesOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))

/** Writes the rows that `work` yields to a workbook, concurrently. */
export async function storingResult<T>(
  store: (rows: AsyncIterable<ResultRows>) => Promise<{ id: string }>,
  work: (give: (rows: ResultRows) => void) => Promise<T>,
): Promise<{ value: T; fileId: string }> {
  const results = new PassThrough({ objectMode: true })
  // the reader of the rows gets the error too
  results.on('error', () => undefined)
  const stored = store(results)
  // reported below, when the work has ended
  stored.catch(() => undefined)
  try {
    const value = await work((rows) => results.write(rows))
    results.end()
    return { value, fileId: (await stored).id }
  } catch (error) {
    results.destroy(error as Error)
    // it writes in the same transaction, which is not undone before it has stopped
    await stored.catch(() => undefined)
    throw error
  }
}

export function saveJobOf<Key extends string, Ready>(calls: ImportCalls, acts: SaveActs<Key, Ready>): Job<ImportInput> {
  const { kind, noun, columns } = calls

  async function save(context: Omit<SaveContext<Ready>, 'give'>, core: Core) {
    const { result } = acts
    if (!result) return { made: await acts.save({ ...context, give: () => undefined }), fileId: null }
    const { tx, actor } = context
    const { value: made, fileId } = await storingResult(
      (rows) => {
        const source = writeSheet('xlsx', { name: '导入结果', columns: result.columns, rows })
        const name = `${noun}导入结果.xlsx`
        return storeFile(tx, { core, name, source, purpose: 'export', ownerId: actor.id })
      },
      (give) => acts.save({ ...context, give }),
    )
    return { made, fileId }
  }

  return job({
    name: `${kind}.import`,
    input: Fields({ importId: Id('导入'), mode: OneOf('方式', importModes) }),
    title: () => `导入${noun}`,
    run: async ({ id, input: { importId, mode }, by, core, signal, progress, finish }): Promise<Outcome> => {
      const actor = by.id === null ? null : await core.actors.person(by.id)
      if (!actor || !isAllowed(calls.save.access, actor)) throw refuse('forbidden')
      return transact(core, async (tx, announce) => {
        const stored = await lockImport(tx, kind, actor.id, importId)
        if (!stored || stored.jobId !== id || stored.savedAt !== null)
          throw refuse('conflict', { msg: '这次导入已失效' })
        progress(0, stored.rows, '正在检查')
        // the tables may have changed since the check that the person saw
        const rows = inParts(await unpack(stored.content))
        const { ready, problems } = await checkRows(rows, columns, acts.check, { db: tx, actor })
        const failed = stored.rows - ready.length
        if (mode === 'all' && problems.length > 0) {
          throw refuse('conflict', { msg: `检查后数据有变化，${failed} 行有错误，没有导入任何行，请重新检查` })
        }
        const step = (done: number) => {
          signal.throwIfAborted()
          progress(done, ready.length, '正在导入')
        }
        const said: string[] = []
        const say = (text: string) => void said.push(text)
        const { made, fileId } = await save({ tx, announce, importId, actor, by, rows: ready, step, say }, core)
        await markSaved(tx, importId, fileId)
        const act = { action: `${acts.target}.import`, targetType: 'import', targetId: importId }
        const summary = { file: stored.fileName, mode, rows: ready.length }
        const audited = batchesOf(made, AUDITED).map((some) => some.map((each) => [each.id, each.name]))
        await auditAll(
          tx,
          by,
          audited.map((some) => ({ ...act, after: { ...summary, made: Object.fromEntries(some) } })),
        )
        signal.throwIfAborted()
        const message = [
          `导入 ${ready.length} 行`,
          ...said,
          ...(failed > 0 ? [`${failed} 行有错误，没有导入`] : []),
        ].join('，')
        return finish(tx, {
          done: ready.length,
          ...(failed > 0 && { failed }),
          // not the outcome's file, which can be fetched again and again
          message: acts.result ? `${message}。${acts.result.message}` : message,
        })
      })
    },
  })
}
