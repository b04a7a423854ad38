/**
 * Imports. One is declared by its calls (contract/sheets.ts), a check over all rows and a save; everything else is the same:
 * template, upload, dry run, corrections, failed rows, and a job that saves all rows or none in one transaction.
 *
 *     export const usersImport = declareImport(userImport, { check, save, options })
 */
import { isAllowed } from '../../contract/access.ts'
import { Fields, Id, OneOf } from '../../contract/fields.ts'
import { IMPORT_BYTES, IMPORT_ROWS, type ImportCalls, type ImportView, importModes } from '../../contract/sheets.ts'
import type { Executor, Tx } from '../db/connection.ts'
import type { Actor, Person } from './actors.ts'
import { auditAll } from './audit.ts'
import { type Author, type Core, transact } from './core.ts'
import { openFile, storeFile } from './files.ts'
import {
  findImport,
  type ImportHead,
  insertImport,
  isBeingSaved,
  lockImport,
  markSaved,
  type StoredImport,
  updateImport,
} from './imports.queries.ts'
import { checkRows, type RowsCheck } from './imports-check.ts'
import { amend, arrange, type ImportContent, pack, REASON_HEADER, unpack, wrongRows } from './imports-content.ts'
import { type Job, job, type Outcome, startJob } from './jobs.ts'
import { refuse } from './refusal.ts'
import { type Route, serve } from './serve.ts'
import { readSheet, type SheetCell, type SheetColumn, writeSheet, writeTemplate } from './sheets.ts'
import { SheetRefused } from './sheets-refused.ts'

/** Rows of the view, on a page. */
const PAGE_ROWS = 50
/** Names that one audit row holds. */
const AUDITED = 1_000
const limits = { rows: IMPORT_ROWS + 1, columns: 100, characters: 40_000_000 }

type SaveContext<Ready> = {
  tx: Tx
  actor: Person
  by: Author
  rows: readonly { number: number; value: Ready }[]
  /** Tells how far it is; throws where the job is to stop. Call it after each batch. */
  step: (done: number) => void
}

export type Saved = {
  /** What was made, for the audit log. */
  made: readonly { id: string; name: string }[]
  /** Given to the person once, and to nobody else. */
  result?: { columns: readonly SheetColumn[]; rows: readonly (readonly SheetCell[])[]; message: string }
}

type Options<Key extends string> = (db: Executor, actor: Person) => Promise<Partial<Record<Key, string[]>>>

export type ImportActs<Key extends string, Ready> = {
  /** `user`: the audit log's action is `user.import`. */
  target: string
  /** Values of drop-downs, in the template and where errors are put right. */
  options?: Options<Key>
  check: RowsCheck<Key, Ready>
  /** Writes the rows that are right. Runs in the transaction that also ends the job. */
  save: (context: SaveContext<Ready>) => Promise<Saved>
}

export type Import = { routes: readonly Route[]; job: Job<ImportInput> }
type ImportInput = { importId: string; mode: (typeof importModes)[number] }

async function readUpload(core: Core, actor: Actor, fileId: string): Promise<{ name: string; bytes: Buffer }> {
  const file = await openFile(core, fileId)
  const isOwn = file.ownerId === actor.id && file.purpose === 'import'
  if (!isOwn || file.size > IMPORT_BYTES) {
    file.stream.destroy()
    throw isOwn
      ? refuse('tooLarge', { msg: '文件不能超过 20 MB' })
      : refuse('notFound', { msg: '文件不存在，请重新上传' })
  }
  const parts: Buffer[] = []
  for await (const part of file.stream) parts.push(part as Buffer)
  return { name: file.name, bytes: Buffer.concat(parts) }
}

async function readRows(bytes: Buffer) {
  try {
    return await readSheet(bytes, limits)
  } catch (error) {
    if (error instanceof SheetRefused) throw refuse('invalid', { msg: error.message })
    throw error
  }
}

type Shown = { onlyWrong: boolean; current: number }

function view(stored: ImportHead, content: ImportContent, { onlyWrong, current }: Shown): ImportView {
  const { id, version, fileName, savedAt, rows, wrongRows: wrong } = stored
  const places = onlyWrong ? wrongRows(content) : content.rows.map((_, at) => at)
  const shown = places.slice((current - 1) * PAGE_ROWS, current * PAGE_ROWS)
  const found = Map.groupBy(content.problems, ({ at }) => at)
  return {
    ...{ id, version, fileName, rows, wrongRows: wrong, isSaved: savedAt !== null, current, total: places.length },
    records: shown.map((at) => ({
      at,
      number: content.numbers[at] ?? 0,
      cells: content.rows[at] ?? [],
      problems: (found.get(at) ?? []).map(({ key, message }) => ({ key, message })),
    })),
  }
}

const batchesOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))

const base64 = async (stream: AsyncIterable<Uint8Array>) => {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString('base64')
}

export function declareImport<Key extends string, Ready>(calls: ImportCalls, acts: ImportActs<Key, Ready>): Import {
  const { kind, noun, columns } = calls
  const saveJob = jobOf(calls, acts)

  /** Checks rows as they stand and keeps them: a new import, or an older one after corrections. */
  async function keep(tx: Tx, actor: Actor, content: ImportContent, into: { fileName: string } | StoredImport) {
    const { problems } = await checkRows(content, columns, acts.check, { db: tx, actor })
    const checked = { ...content, problems }
    const kept = { content: await pack(checked), rows: content.rows.length, wrongRows: wrongRows(checked).length }
    const stored =
      'id' in into
        ? await updateImport(tx, into.id, kept)
        : await insertImport(tx, { kind, ownerId: actor.id, fileName: into.fileName, ...kept })
    return view(stored, checked, { onlyWrong: stored.wrongRows > 0, current: 1 })
  }

  /** One's own import that may still be changed, locked, at the version that the person has seen. */
  async function take(tx: Tx, actor: Actor, id: string, version: number): Promise<StoredImport> {
    const stored = await lockImport(tx, kind, actor.id, id)
    if (!stored) throw refuse('notFound', { msg: '导入记录不存在或已过期，请重新上传' })
    if (stored.savedAt !== null) throw refuse('conflict', { msg: '已经导入，请勿重复操作' })
    if (await isBeingSaved(tx, stored)) throw refuse('conflict', { msg: '正在导入，请等待完成' })
    if (stored.version !== version) throw refuse('conflict', { msg: '内容已在别处更正，请重新打开' })
    return stored
  }

  const routes = [
    serve(calls.template, async ({ db, actor }) => {
      const options: Partial<Record<string, string[]>> = (await acts.options?.(db, actor)) ?? {}
      const filled = columns.map((column) => ({ ...column, options: options[column.key] ?? [] }))
      return { name: `${noun}导入模板.xlsx`, content: (await writeTemplate(noun, filled)).toString('base64') }
    }),

    serve(calls.options, async ({ db, actor }) => {
      const options: Partial<Record<string, string[]>> = (await acts.options?.(db, actor)) ?? {}
      return {
        columns: columns
          .map(({ key }) => ({ key, values: options[key] ?? [] }))
          .filter(({ values }) => values.length > 0),
      }
    }),

    serve(
      calls.open,
      async ({ body: { fileId, hasHeader }, actor, core }) => {
        const { name, bytes } = await readUpload(core, actor, fileId)
        const content = arrange(await readRows(bytes), columns, hasHeader)
        if (content.rows.length > IMPORT_ROWS)
          throw refuse('invalid', { msg: `数据超过 ${IMPORT_ROWS} 行，请拆分后再导入` })
        return transact(core, (tx) => keep(tx, actor, content, { fileName: name }))
      },
      { perMinute: 30 },
    ),

    serve(calls.rows, async ({ body, actor, db }) => {
      const stored = await findImport(db, kind, actor.id, body.id)
      if (!stored) throw refuse('notFound')
      return view(stored, await unpack(stored.content), body)
    }),

    serve(calls.fix, ({ body, actor, core }) =>
      transact(core, async (tx) => {
        const stored = await take(tx, actor, body.id, body.version)
        return keep(tx, actor, amend(await unpack(stored.content), columns, body), stored)
      }),
    ),

    serve(calls.failed, async ({ body, actor, db }) => {
      const stored = await findImport(db, kind, actor.id, body.id)
      if (!stored) throw refuse('notFound')
      const content = await unpack(stored.content)
      const found = Map.groupBy(content.problems, ({ at }) => at)
      const rows = wrongRows(content).map((at) => [
        ...(content.rows[at] ?? []),
        (found.get(at) ?? []).map(({ message }) => message).join('；'),
      ])
      const written = writeSheet('xlsx', {
        name: noun,
        columns: [...columns, { header: REASON_HEADER, width: 50 }],
        rows,
      })
      return { name: `${noun}错误行.xlsx`, content: await base64(written) }
    }),

    serve(calls.save, ({ body: { id, version, mode }, actor, core, by }) =>
      transact(core, async (tx) => {
        const stored = await take(tx, actor, id, version)
        const { rows, wrongRows: wrong } = stored
        if (mode === 'all' && wrong > 0) throw refuse('conflict', { msg: `还有 ${wrong} 行有错误，更正后才能全部导入` })
        if (rows === wrong) throw refuse('conflict', { msg: '没有可以导入的行' })
        const jobId = await startJob(tx, saveJob, { importId: id, mode }, by)
        await updateImport(tx, id, { jobId })
        return { jobId }
      }),
    ),
  ]
  return { routes, job: saveJob }
}

function jobOf<Key extends string, Ready>(calls: ImportCalls, acts: ImportActs<Key, Ready>): Job<ImportInput> {
  const { kind, noun, columns } = calls
  return job({
    name: `${kind}.import`,
    input: Fields({ importId: Id('导入'), mode: OneOf('方式', importModes) }),
    title: () => `导入${noun}`,
    run: async ({ id, input: { importId, mode }, by, core, signal, progress, finish }): Promise<Outcome> => {
      const actor = by.id === null ? null : await core.actors.person(by.id)
      if (!actor || !isAllowed(calls.save.access, actor)) throw refuse('forbidden')
      return transact(core, async (tx) => {
        const stored = await lockImport(tx, kind, actor.id, importId)
        if (!stored || stored.jobId !== id || stored.savedAt !== null)
          throw refuse('conflict', { msg: '这次导入已失效' })
        progress(0, stored.rows, '正在检查')
        // the tables may have changed since the check that the person saw
        const { ready, problems } = await checkRows(await unpack(stored.content), columns, acts.check, {
          db: tx,
          actor,
        })
        const failed = stored.rows - ready.length
        if (mode === 'all' && problems.length > 0) {
          throw refuse('conflict', { msg: `检查后数据有变化，${failed} 行有错误，没有导入任何行，请重新检查` })
        }
        const step = (done: number) => {
          signal.throwIfAborted()
          progress(done, ready.length, '正在导入')
        }
        const saved = await acts.save({ tx, actor, by, rows: ready, step })
        const fileId = saved.result ? await storeResult(tx, core, actor, noun, saved.result) : null
        await markSaved(tx, importId, fileId)
        const act = { action: `${acts.target}.import`, targetType: 'import', targetId: importId }
        const told = { file: stored.fileName, mode, rows: saved.made.length }
        const made = batchesOf(saved.made, AUDITED).map((some) => some.map((each) => [each.id, each.name]))
        await auditAll(
          tx,
          by,
          made.map((some) => ({ ...act, after: { ...told, made: Object.fromEntries(some) } })),
        )
        signal.throwIfAborted()
        const message = [`导入 ${ready.length} 行`, ...(failed > 0 ? [`${failed} 行有错误，没有导入`] : [])].join('，')
        return finish(tx, {
          done: ready.length,
          ...(failed > 0 && { failed }),
          // not the outcome's file, which can be fetched again and again
          message: saved.result ? `${message}。${saved.result.message}` : message,
        })
      })
    },
  })
}

async function storeResult(
  tx: Tx,
  core: Core,
  actor: Person,
  noun: string,
  { columns, rows }: NonNullable<Saved['result']>,
): Promise<string> {
  const source = writeSheet('xlsx', { name: '导入结果', columns, rows })
  const file = { core, name: `${noun}导入结果.xlsx`, source, purpose: 'export' as const, ownerId: actor.id }
  return (await storeFile(tx, file)).id
}
