import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ExportCall } from '#contract/exports.ts'
import { IMPORT_BYTES, IMPORT_ROWS, type ImportCalls, type ImportMethod, type ImportView } from '#contract/sheets.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import type { Actor, Person } from '../access/actors.ts'
import { type Core, transact } from '../core.ts'
import { openFile, type UsableFile } from '../files/files.ts'
import { orNotFound, Refusal, refuse } from '../http/refusal.ts'
import { type Route, serve, serveAct } from '../http/serve.ts'
import { type Job, startJob } from '../jobs/jobs.ts'
import { plainHeading } from './headings.rules.ts'
import {
  findImport,
  headingChoices,
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
  arranging,
  type ImportContent,
  type IsHeader,
  inParts,
  isLarge,
  type Layout,
  type NumberedRow,
  pack,
  type Room,
  tooManyRows,
  type Unfold,
  unpack,
  wrongRows,
} from './imports-content.ts'
import { amendedRows, failedSheet as failedLarge, keepRows, MoreRows } from './imports-large.ts'
import { choiceOf, notesOn, outlineOf, type SourceInput } from './imports-outline.ts'
import { type ImportInput, type SaveActs, saveJobOf, updatingOf } from './imports-save.ts'
import type { UndoActs, Undoable } from './imports-undo.ts'
import { failedSheet, view, viewLarge } from './imports-view.ts'
import { readSheet, writeTemplate } from './sheets.ts'
import type { SheetChoice, SheetLimits, SheetOutline } from './sheets-parse.ts'
import { SheetRefused } from './sheets-refused.ts'
import { isPacked } from './sheets-text.ts'

/** Lines above the header are none of the rows. */
const LINES_ABOVE = 25
const limits = { rows: IMPORT_ROWS + LINES_ABOVE, above: LINES_ABOVE, columns: 100, characters: 40_000_000 }
/** Of a file whose rows are kept in chunks: the time of its thread includes that of its check. */
const largeLimits = (rows: number): SheetLimits => ({
  ...limits,
  rows: rows + LINES_ABOVE,
  characters: 400_000_000,
  ms: 30 * 60_000,
})

type Options<Key extends string> = (db: Executor, actor: Person) => Promise<Partial<Record<Key, string[]>>>

export type ImportActs<Key extends string, Ready> = SaveActs<Key, Ready> & {
  /** Values of drop-downs, in the template and where errors are put right. */
  options?: Options<Key>
  /** Where what was made can be taken back. */
  undo?: UndoActs
  /** Another layout that the sheet may have. */
  unfold?: Unfold
  /** Our own export of the list, which can come back as it is. */
  ownExport?: ExportCall
  isHeader?: IsHeader
}

export type Import = Undoable & { routes: readonly Route[]; job: Job<ImportInput> }

/** What a packed file may unpack to at once; a longer one is unpacked while it is read. */
const AT_ONCE_BYTES = 32_000_000
const unpressed = promisify(gunzip)

type Upload = { name: string; bytes: Buffer }

async function readUpload(core: Core, upload: UsableFile | undefined): Promise<Upload> {
  const { id, size } = orNotFound(upload)
  if (size > IMPORT_BYTES) throw refuse('tooLarge', { msg: '文件不能超过 20 MB' })
  const file = await openFile(core, id)
  const parts: Buffer[] = []
  for await (const part of file.stream) parts.push(part as Buffer)
  const bytes = Buffer.concat(parts)
  // the last four bytes say how much it is
  if (!isPacked(bytes) || bytes.readUInt32LE(bytes.length - 4) > AT_ONCE_BYTES) return { name: file.name, bytes }
  const unpacked = await unpressed(bytes, { maxOutputLength: AT_ONCE_BYTES }).catch(() => {
    throw refuse('invalid', { msg: '压缩文件已损坏，或解压后超过 200 MB' })
  })
  return { name: file.name, bytes: unpacked }
}

type Arranging = ReturnType<typeof arranging>

type Reading = { choice: SheetChoice; within: SheetLimits; onOutline: (outline: SheetOutline) => void }

/** The file's rows under the columns, while further ones are read. */
async function* readRows(
  bytes: Buffer,
  arranged: Arranging,
  { choice, within, onOutline }: Reading,
): AsyncGenerator<NumberedRow[]> {
  try {
    for await (const rows of readSheet(bytes, within, choice, onOutline)) yield arranged.add(rows)
  } catch (error) {
    if (error instanceof SheetRefused) throw refuse('invalid', { msg: error.message })
    throw error
  }
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

  type Reader = {
    reading: (upload: Upload, room: Room) => { source: AsyncIterable<NumberedRow[]>; end: () => ImportContent }
  }

  /** Several files of more rows than are held at once. One that cannot be read refuses all, as its rows are among the others' by then. */
  async function openLarge(
    tx: Tx,
    actor: Person,
    uploads: readonly Upload[],
    { reading }: Reader,
  ): Promise<ImportView> {
    const notes: string[] = []
    const room: Room = { rows: rowsMax, tooMany: () => tooManyRows(rowsMax), keeps: false }
    async function* rows(): AsyncGenerator<NumberedRow[]> {
      let count = 0
      for (const upload of uploads) {
        const { source, end } = reading(upload, room)
        const before = count
        try {
          for await (const some of source) {
            count += some.length
            if (count > rowsMax) throw room.tooMany()
            yield some
          }
          const own = end().notes ?? []
          notes.push(...(uploads.length === 1 ? own : [`“${upload.name}”：${count - before} 行。${own.join('')}`]))
        } catch (error) {
          if (!(error instanceof Refusal) || uploads.length === 1) throw error
          throw refuse('invalid', { msg: `“${upload.name}”：${error.message}。请去掉它再选择其余文件` })
        }
      }
    }
    const fileName = uploads.map(({ name }) => name).join('、')
    const content = await pack({ numbers: [], rows: [], problems: [] })
    const { id } = await insertImport(tx, { kind, ownerId: actor.id, fileName, content, rows: 0, wrongRows: 0 })
    return keepLarge(tx, actor, id, rows(), () => notes)
  }

  async function keepLarge(
    tx: Tx,
    actor: Person,
    id: string,
    source: AsyncIterable<readonly NumberedRow[]>,
    notesOf: () => string[],
  ): Promise<ImportView> {
    if (!acts.large) throw new Error('an import that takes no more rows than usual')
    const check = await acts.large({ db: tx, actor })
    const { content: found, ...counts } = await keepRows(tx, id, source, { calls, check })
    const content = { ...found, notes: notesOf() }
    const stored = await updateImport(tx, id, { ...counts, content: await pack(content) })
    return viewLarge(tx, stored, content, { onlyWrong: stored.wrongRows > 0, current: 1 })
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

  type LayoutInput = SourceInput & { method?: ImportMethod }
  async function layoutOf(db: Executor, actor: Actor, { headerRow, mapping, method }: LayoutInput): Promise<Layout> {
    const { unfold, isHeader } = acts
    const choices = await headingChoices(db, kind, actor.id)
    const keys = method === 'update' ? (calls.update?.keys ?? []) : []
    const mayLack = (present: ReadonlySet<string>) => keys.some((group) => group.every((key) => present.has(key)))
    const ignored = new Set((acts.ownExport?.columns ?? []).map(({ header }) => plainHeading(header)))
    return { unfold, isHeader, headerRow, mapping, choices, ignored, mayLack }
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
        const layout = { ...(await layoutOf(db, actor, body)), fileName: name }
        return outlineOf(bytes, columns, { limits, body, layout })
      },
      { perMinute: 60 },
    ),

    serve(
      calls.open,
      async ({ body, files, actor, core, db }) => {
        const uploads = await Promise.all(files.map((file) => readUpload(core, file)))
        const updating = updatingOf(calls, acts, actor, body.method)
        const layout = await layoutOf(db, actor, body)
        const fileName = uploads.map(({ name }) => name).join('、')
        const chosen: ReturnType<Arranging['chosen']> = []
        const reading = ({ name, bytes }: Upload, own = room) => {
          const arranged = arranging(columns, body.hasHeader, { ...layout, fileName: name }, own)
          const outlines: SheetOutline[] = []
          const onOutline = (outline: SheetOutline) => void outlines.push(outline)
          const source = readRows(bytes, arranged, { choice: choiceOf(body, columns, layout), within, onOutline })
          /** Once all rows were read. */
          const end = (): ImportContent => {
            const { notes = [], ...rows } = arranged.end()
            chosen.push(...arranged.chosen())
            return { ...rows, notes: [...outlines.flatMap((each) => notesOn(each, body.takesHidden)), ...notes] }
          }
          return { source, end }
        }
        const check = (source: AsyncIterable<readonly NumberedRow[]>) =>
          checkRows(source, columns, acts.check, { db, actor }, updating)
        const [only] = uploads
        const read = async (upload: Upload) => {
          const { source, end } = reading(upload)
          for await (const _ of source);
          return end()
        }
        const readAll = async (): Promise<ImportContent> => {
          // one that is not unpacked at once has more
          if (acts.large && uploads.some(({ bytes }) => isPacked(bytes))) throw new MoreRows()
          if (only && uploads.length === 1) {
            const { source, end } = reading(only)
            if (acts.large) {
              // not checked on the way, which takes ten times the memory, before it is known that they are few enough
              for await (const _ of source);
              const rows = end()
              return { ...rows, ...foundBy(await check(inParts(rows)), updating) }
            }
            const checked = await check(source)
            return { ...end(), ...foundBy(checked, updating) }
          }
          const rows = await readEach(uploads, read)
          if (rows.rows.length > IMPORT_ROWS)
            throw acts.large ? new MoreRows() : refuse('invalid', { msg: `数据共超过 ${IMPORT_ROWS} 行，请分几次导入` })
          return { ...rows, ...foundBy(await check(inParts(rows)), updating) }
        }
        const content = await readAll().catch((error: unknown) => {
          if (!(error instanceof MoreRows)) throw error
          chosen.length = 0
          return null
        })
        return transact(core, async (tx) => {
          const kept = content
            ? await keep(tx, actor, content, { fileName })
            : await openLarge(tx, actor, uploads, { reading })
          await rememberHeadings(tx, kind, actor.id, chosen)
          return kept
        })
      },
      { perMinute: 30 },
    ),

    serve(calls.rows, async ({ body, actor, db }) => {
      const stored = orNotFound(await findImport(db, kind, actor.id, body.id))
      const content = await unpack(stored.content)
      return isLarge(content) ? viewLarge(db, stored, content, body) : view(calls, stored, content, body)
    }),

    serveAct(calls.fix, async ({ tx, body, actor }) => {
      const stored = await requireImport(tx, actor, body.id, body.version)
      const content = await unpack(stored.content)
      if (isLarge(content)) {
        const rows = amendedRows(tx, stored.id, columns, { ...body, asks: calls.asks })
        return keepLarge(tx, actor, stored.id, rows, () => content.notes ?? [])
      }
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
  return { routes, job: saveJob, calls, target: acts.target, undo: acts.undo }
}
