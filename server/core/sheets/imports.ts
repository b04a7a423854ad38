import { IMPORT_BYTES, IMPORT_ROWS, type ImportCalls, type ImportView } from '../../../contract/sheets.ts'
import type { Executor, Tx } from '../../db/connection.ts'
import type { Actor, Person } from '../access/actors.ts'
import { type Core, transact } from '../core.ts'
import { openFile, type UsableFile } from '../files/files.ts'
import { orNotFound, refuse } from '../http/refusal.ts'
import { type Route, serve, serveAct } from '../http/serve.ts'
import { type Job, startJob } from '../jobs/jobs.ts'
import {
  findImport,
  type ImportHead,
  insertImport,
  isBeingSaved,
  lockImport,
  type StoredImport,
  updateImport,
} from './imports.queries.ts'
import { checkRows } from './imports-check.ts'
import {
  amend,
  arranging,
  type ImportContent,
  type IsHeader,
  inParts,
  type NumberedRow,
  pack,
  REASON_HEADER,
  type Unfold,
  unpack,
  wrongRows,
} from './imports-content.ts'
import { type ImportInput, type SaveActs, saveJobOf } from './imports-save.ts'
import type { UndoActs, Undoable } from './imports-undo.ts'
import { readSheet, writeSheet, writeTemplate } from './sheets.ts'
import { SheetRefused } from './sheets-refused.ts'

/** Rows of the view, on a page. */
const PAGE_ROWS = 50
const limits = { rows: IMPORT_ROWS + 1, columns: 100, characters: 40_000_000 }

type Options<Key extends string> = (db: Executor, actor: Person) => Promise<Partial<Record<Key, string[]>>>

export type ImportActs<Key extends string, Ready> = SaveActs<Key, Ready> & {
  /** Values of drop-downs, in the template and where errors are put right. */
  options?: Options<Key>
  /** Where what was made can be taken back. */
  undo?: UndoActs
  /** Another layout that the sheet may have. */
  unfold?: Unfold
  isHeader?: IsHeader
}

export type Import = Undoable & { routes: readonly Route[]; job: Job<ImportInput> }

async function readUpload(core: Core, [upload]: readonly UsableFile[]): Promise<{ name: string; bytes: Buffer }> {
  const { id, size } = orNotFound(upload)
  if (size > IMPORT_BYTES) throw refuse('tooLarge', { msg: '文件不能超过 20 MB' })
  const file = await openFile(core, id)
  const parts: Buffer[] = []
  for await (const part of file.stream) parts.push(part as Buffer)
  return { name: file.name, bytes: Buffer.concat(parts) }
}

type Arranging = ReturnType<typeof arranging>

/** The file's rows under the columns, while further ones are read. */
async function* readRows(bytes: Buffer, arranged: Arranging): AsyncGenerator<NumberedRow[]> {
  try {
    for await (const rows of readSheet(bytes, limits)) yield arranged.add(rows)
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
    notes: content.notes ?? [],
    records: shown.map((at) => ({
      at,
      number: content.numbers[at] ?? 0,
      cells: content.rows[at] ?? [],
      problems: (found.get(at) ?? []).map(({ key, message }) => ({ key, message })),
    })),
  }
}

const base64 = async (stream: AsyncIterable<Uint8Array>) => {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString('base64')
}

export function declareImport<Key extends string, Ready>(calls: ImportCalls, acts: ImportActs<Key, Ready>): Import {
  const { kind, noun, columns } = calls
  const saveJob = saveJobOf(calls, acts)

  /** Stores checked rows: a new import, or an existing one after corrections. */
  async function keep(tx: Tx, actor: Actor, content: ImportContent, into: { fileName: string } | StoredImport) {
    const columnValues = {
      content: await pack(content),
      rows: content.rows.length,
      wrongRows: wrongRows(content).length,
    }
    const stored =
      'id' in into
        ? await updateImport(tx, into.id, columnValues)
        : await insertImport(tx, { kind, ownerId: actor.id, fileName: into.fileName, ...columnValues })
    return view(stored, content, { onlyWrong: stored.wrongRows > 0, current: 1 })
  }

  /** One's own import that may still be changed, locked, at the version that the person has seen. */
  async function requireImport(tx: Tx, actor: Actor, id: string, version: number): Promise<StoredImport> {
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
      async ({ body: { hasHeader }, files, actor, core, db }) => {
        const { name, bytes } = await readUpload(core, files)
        const arranged = arranging(columns, hasHeader, acts)
        const { problems } = await checkRows(readRows(bytes, arranged), columns, acts.check, { db, actor })
        const content = { ...arranged.end(), problems }
        if (content.rows.length > IMPORT_ROWS)
          throw refuse('invalid', { msg: `数据超过 ${IMPORT_ROWS} 行，请拆分后再导入` })
        return transact(core, (tx) => keep(tx, actor, content, { fileName: name }))
      },
      { perMinute: 30 },
    ),

    serve(calls.rows, async ({ body, actor, db }) => {
      const stored = orNotFound(await findImport(db, kind, actor.id, body.id))
      return view(stored, await unpack(stored.content), body)
    }),

    serveAct(calls.fix, async ({ tx, body, actor }) => {
      const stored = await requireImport(tx, actor, body.id, body.version)
      const amended = amend(await unpack(stored.content), columns, body)
      const { problems } = await checkRows(inParts(amended), columns, acts.check, { db: tx, actor })
      return keep(tx, actor, { ...amended, problems }, stored)
    }),

    serve(calls.failed, async ({ body, actor, db }) => {
      const stored = orNotFound(await findImport(db, kind, actor.id, body.id))
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

    serveAct(calls.save, async ({ tx, body: { id, version, mode }, actor, by }) => {
      const stored = await requireImport(tx, actor, id, version)
      const { rows, wrongRows: wrong } = stored
      if (mode === 'all' && wrong > 0) throw refuse('conflict', { msg: `还有 ${wrong} 行有错误，更正后才能全部导入` })
      if (rows === wrong) throw refuse('conflict', { msg: '没有可以导入的行' })
      const jobId = await startJob(tx, saveJob, { importId: id, mode }, by)
      await updateImport(tx, id, { jobId })
      return { jobId }
    }),
  ]
  return { routes, job: saveJob, calls, target: acts.target, undo: acts.undo }
}
