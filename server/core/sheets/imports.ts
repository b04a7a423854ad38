import { IMPORT_ROWS, type ImportCalls, type ImportView } from '#contract/sheets.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import type { Actor, Person } from '../access/actors.ts'
import { type Author, transact } from '../core.ts'
import { orNotFound, Refusal, refuse } from '../http/refusal.ts'
import { type Route, serve, serveAct } from '../http/serve.ts'
import { type Job, startJob } from '../jobs/jobs.ts'
import {
  findImport,
  insertImport,
  isBeingSaved,
  lockFreeImport,
  rememberHeadings,
  type StoredImport,
  updateImport,
} from './imports.queries.ts'
import { type Checked, checkRows, type Updating } from './imports-check.ts'
import {
  amend,
  type ImportContent,
  inParts,
  isLarge,
  type NumberedRow,
  pack,
  type Room,
  tooManyRows,
  unpack,
  wrongRows,
} from './imports-content.ts'
import { failedSheet as failedLarge, MoreRows } from './imports-large.ts'
import { type CheckInput, checkJobOf } from './imports-large-check.ts'
import { type LayoutActs, layoutOf } from './imports-layout.ts'
import { outlineOf } from './imports-outline.ts'
import { largeLimits, limits, reader, readUpload, type Upload } from './imports-reading.ts'
import { type ImportInput, type SaveActs, saveJobOf, updatingOf } from './imports-save.ts'
import type { UndoActs, Undoable } from './imports-undo.ts'
import { failedSheet, view, viewLarge } from './imports-view.ts'
import { writeTemplate } from './sheets.ts'
import { isPacked } from './sheets-text.ts'

type Options<Key extends string> = (db: Executor, actor: Person) => Promise<Partial<Record<Key, string[]>>>

export type ImportActs<Key extends string, Ready> = SaveActs<Key, Ready> &
  LayoutActs & {
    /** Values of drop-downs, in the template and where errors are put right. */
    options?: Options<Key>
    /** Where what was made can be taken back. */
    undo?: UndoActs
  }

/** `checkJob`: of one that takes more rows than are checked at once. */
export type Import = Undoable & {
  routes: readonly Route[]
  job: Job<ImportInput>
  checkJob: Job<CheckInput> | undefined
}

/** Several files as one: a file that cannot be read is left out and named. Throws 400 where none can be. */
async function readEach(uploads: readonly Upload[], read: (upload: Upload) => Promise<ImportContent>) {
  const all: ImportContent = { numbers: [], rows: [], problems: [], notes: [] }
  let refused = 0
  for (const upload of uploads) {
    try {
      const { numbers, rows, notes = [] } = await read(upload)
      all.numbers.push(...numbers)
      all.rows.push(...rows)
      all.notes?.push(`“${upload.name}”：${rows.length} 行。${notes.join('')}`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused++
      all.notes?.push(`“${upload.name}”没有读取：${error.message}`)
    }
  }
  if (refused === uploads.length) throw refuse('invalid', { msg: all.notes?.join('；') ?? '' })
  return all
}

/** Of a large import before its check has ended. */
const unread: ImportContent = { numbers: [], rows: [], problems: [], asked: [] }

/** What a check has found, as it is stored with the rows. */
const foundBy = <Key extends string>(
  { problems, checkNotes, compared, parts, matched }: Checked<unknown>,
  updating: Updating<Key> | undefined,
): Omit<ImportContent, 'numbers' | 'rows'> => ({
  problems,
  checkNotes,
  compared,
  parts,
  ...(updating && { method: updating.method, matched }),
})

const base64 = async (stream: AsyncIterable<Uint8Array>) => {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString('base64')
}

export function declareImport<Key extends string, Ready>(calls: ImportCalls, acts: ImportActs<Key, Ready>): Import {
  const { kind, noun, columns, rowsMax } = calls
  const within = acts.large ? largeLimits(rowsMax) : limits
  const room: Room = {
    rows: IMPORT_ROWS,
    tooMany: () => (acts.large ? new MoreRows() : tooManyRows(IMPORT_ROWS)),
    keeps: true,
  }
  const saveJob = saveJobOf(calls, acts)
  const checkJob = acts.large ? checkJobOf(calls, acts, acts.large) : undefined

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
    return view(calls, stored, content, { onlyWrong: stored.wrongRows > 0, current: 1 })
  }

  /** Of an import whose rows are chunks: what the check finds is there once its job has ended. */
  async function startCheck(tx: Tx, by: Author, input: CheckInput, content: ImportContent): Promise<ImportView> {
    if (!checkJob) throw new Error('an import that takes no more rows than usual')
    const jobId = await startJob(tx, checkJob, input, by)
    const stored = await updateImport(tx, input.importId, { jobId })
    const shown = { onlyWrong: stored.wrongRows > 0, current: 1 }
    return { ...(await viewLarge(tx, stored, content, shown)), checkJobId: jobId }
  }

  /** One's own import that may still be changed, locked, at the version that the person has seen. */
  async function requireImport(tx: Tx, actor: Actor, id: string, version: number): Promise<StoredImport> {
    const stored = await lockFreeImport(tx, kind, actor.id, id)
    if (stored === 'locked') throw refuse('conflict', { msg: '正在导入，请等待完成' })
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
      calls.outline,
      async ({ body, files, actor, core, db }) => {
        const { name, bytes } = await readUpload(core, files[0])
        const layout = { ...(await layoutOf(calls, acts, { db, actor, body })), fileName: name }
        return outlineOf(bytes, columns, { limits, body, layout })
      },
      { perMinute: 60 },
    ),

    serve(
      calls.open,
      async ({ body, files, actor, by, core, db }) => {
        const uploads = await Promise.all(files.map((file) => readUpload(core, file)))
        const updating = updatingOf(calls, acts, actor, body.method)
        const layout = await layoutOf(calls, acts, { db, actor, body })
        const fileName = uploads.map(({ name }) => name).join('、')
        const { read, chosen } = reader(columns, body, layout, within)
        const check = (source: AsyncIterable<readonly NumberedRow[]>) =>
          checkRows(source, columns, acts.check, { db, actor }, updating)
        const [only] = uploads
        const readWhole = async (upload: Upload) => {
          const { source, end } = read(upload, room)
          for await (const _ of source);
          return end()
        }
        const readAll = async (): Promise<ImportContent> => {
          // one that is not unpacked at once has more
          if (acts.large && uploads.some(({ bytes }) => isPacked(bytes))) throw new MoreRows()
          if (only && uploads.length === 1) {
            if (acts.large) {
              // not checked on the way, which takes ten times the memory, before it is known that they are few enough
              const rows = await readWhole(only)
              return { ...rows, ...foundBy(await check(inParts(rows)), updating) }
            }
            const { source, end } = read(only, room)
            const checked = await check(source)
            return { ...end(), ...foundBy(checked, updating) }
          }
          const rows = await readEach(uploads, readWhole)
          if (rows.rows.length > IMPORT_ROWS)
            throw acts.large ? new MoreRows() : refuse('invalid', { msg: `数据共超过 ${IMPORT_ROWS} 行，请分几次导入` })
          return { ...rows, ...foundBy(await check(inParts(rows)), updating) }
        }
        const content = await readAll().catch((error: unknown) => {
          if (!(error instanceof MoreRows)) throw error
          return null
        })
        return transact(core, async (tx) => {
          if (content) {
            const kept = await keep(tx, actor, content, { fileName })
            await rememberHeadings(tx, kind, actor.id, chosen)
            return kept
          }
          const empty = await pack(unread)
          const { id } = await insertImport(tx, {
            kind,
            ownerId: actor.id,
            fileName,
            content: empty,
            rows: 0,
            wrongRows: 0,
          })
          return startCheck(tx, by, { importId: id, source: body }, unread)
        })
      },
      { perMinute: 30 },
    ),

    serve(calls.rows, async ({ body, actor, db }) => {
      const stored = orNotFound(await findImport(db, kind, actor.id, body.id))
      const content = await unpack(stored.content)
      return isLarge(content) ? viewLarge(db, stored, content, body) : view(calls, stored, content, body)
    }),

    serveAct(calls.fix, async ({ tx, body, actor, by }) => {
      const stored = await requireImport(tx, actor, body.id, body.version)
      const content = await unpack(stored.content)
      if (isLarge(content)) return startCheck(tx, by, { importId: stored.id, changes: body }, content)
      const amended = amend(content, columns, { ...body, asks: calls.asks })
      const updating = updatingOf(calls, acts, actor, amended.method)
      const checked = await checkRows(inParts(amended), columns, acts.check, { db: tx, actor }, updating)
      return keep(tx, actor, { ...amended, ...foundBy(checked, updating) }, stored)
    }),

    serve(calls.failed, async ({ body, actor, db }) => {
      const stored = orNotFound(await findImport(db, kind, actor.id, body.id))
      const content = await unpack(stored.content)
      const written = isLarge(content) ? failedLarge(db, stored.id, calls) : failedSheet(calls, content)
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
  return { routes, job: saveJob, checkJob, calls, target: acts.target, undo: acts.undo }
}
