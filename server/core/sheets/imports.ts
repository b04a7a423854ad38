import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ExportCall } from '#contract/exports.ts'
import {
  IMPORT_BYTES,
  IMPORT_ROWS,
  type ImportCalls,
  type ImportedRow,
  type ImportMethod,
  type ImportView,
  PARTS_SIZE,
} from '#contract/sheets.ts'
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
  type ImportHead,
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
  askedIn,
  type Compared,
  type ImportContent,
  type IsHeader,
  inParts,
  type Layout,
  type NumberedRow,
  pack,
  REASON_HEADER,
  type Unfold,
  unpack,
  wrongRows,
} from './imports-content.ts'
import { choiceOf, notesOn, outlineOf, type SourceInput } from './imports-outline.ts'
import { type ImportInput, type SaveActs, saveJobOf, updatingOf } from './imports-save.ts'
import type { UndoActs, Undoable } from './imports-undo.ts'
import { readSheet, writeSheet, writeTemplate } from './sheets.ts'
import type { SheetChoice, SheetOutline } from './sheets-parse.ts'
import { SheetRefused } from './sheets-refused.ts'

/** Rows of the view, on a page. */
const PAGE_ROWS = 50
/** Lines above the header are none of the rows. */
const LINES_ABOVE = 25
const limits = { rows: IMPORT_ROWS + LINES_ABOVE, above: LINES_ABOVE, columns: 100, characters: 40_000_000 }

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

/** Bytes that a packed file may unpack to. */
const UNPACKED_BYTES = 200_000_000
const unpressed = promisify(gunzip)
const isPacked = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

type Upload = { name: string; bytes: Buffer }

async function readUpload(core: Core, upload: UsableFile | undefined): Promise<Upload> {
  const { id, size } = orNotFound(upload)
  if (size > IMPORT_BYTES) throw refuse('tooLarge', { msg: '文件不能超过 20 MB' })
  const file = await openFile(core, id)
  const parts: Buffer[] = []
  for await (const part of file.stream) parts.push(part as Buffer)
  const bytes = Buffer.concat(parts)
  if (!isPacked(bytes)) return { name: file.name, bytes }
  const unpacked = await unpressed(bytes, { maxOutputLength: UNPACKED_BYTES }).catch(() => {
    throw refuse('invalid', { msg: '压缩文件已损坏，或解压后超过 200 MB' })
  })
  return { name: file.name, bytes: unpacked }
}

type Arranging = ReturnType<typeof arranging>

type Reading = { choice: SheetChoice; onOutline: (outline: SheetOutline) => void }

/** The file's rows under the columns, while further ones are read. */
async function* readRows(
  bytes: Buffer,
  arranged: Arranging,
  { choice, onOutline }: Reading,
): AsyncGenerator<NumberedRow[]> {
  try {
    for await (const rows of readSheet(bytes, limits, choice, onOutline)) yield arranged.add(rows)
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
  { problems, told, compared, parts, matched }: Checked<unknown>,
  updating: Updating<Key> | undefined,
): Omit<ImportContent, 'numbers' | 'rows'> => ({
  problems,
  told,
  compared,
  parts,
  ...(updating && { method: updating.method, matched }),
})

type Shown = { onlyWrong: boolean; onlyChanged?: boolean; current: number; partsPage?: number }

function changeOf(matched: Compared | undefined): Pick<ImportedRow, 'change' | 'was'> {
  if (!matched) return { change: 'add', was: [] }
  const was = matched.was.map(([key, value]) => ({ key, value }))
  return { change: was.length > 0 ? 'update' : 'same', was }
}

function view(
  { columns, asks }: Pick<ImportCalls, 'columns' | 'asks'>,
  stored: ImportHead,
  content: ImportContent,
  { onlyWrong, onlyChanged = false, current, partsPage = 1 }: Shown,
): ImportView {
  const { id, version, fileName, savedAt, rows, wrongRows: wrong } = stored
  const { parts = [], matched: found = [], compared = [] } = content
  const matched = new Map([...found, ...compared].map((each) => [each.at, each]))
  const isSame = (at: number) => matched.get(at)?.was.length === 0
  const every = onlyWrong ? wrongRows(content) : content.rows.map((_, at) => at)
  const places = onlyChanged ? every.filter((at) => !isSame(at)) : every
  const same = [...matched.keys()].filter(isSame).length
  const shown = places.slice((current - 1) * PAGE_ROWS, current * PAGE_ROWS)
  const problems = Map.groupBy(content.problems, ({ at }) => at)
  return {
    id,
    version,
    fileName,
    rows,
    wrongRows: wrong,
    isSaved: savedAt !== null,
    current,
    total: places.length,
    notes: [...(content.notes ?? []), ...(content.told ?? [])],
    asked: askedIn(content, columns, asks),
    method: content.method ?? 'add',
    updated: matched.size - same,
    same,
    parts: {
      records: parts.slice((partsPage - 1) * PARTS_SIZE, partsPage * PARTS_SIZE),
      current: partsPage,
      total: parts.length,
    },
    records: shown.map((at) => ({
      at,
      number: content.numbers[at] ?? 0,
      cells: content.rows[at] ?? [],
      problems: (problems.get(at) ?? []).map(({ key, message }) => ({ key, message })),
      ...changeOf(matched.get(at)),
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
    return view(calls, stored, content, { onlyWrong: stored.wrongRows > 0, current: 1 })
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
        const reading = ({ name, bytes }: Upload) => {
          const arranged = arranging(columns, body.hasHeader, { ...layout, fileName: name })
          const outlines: SheetOutline[] = []
          const onOutline = (outline: SheetOutline) => void outlines.push(outline)
          const source = readRows(bytes, arranged, { choice: choiceOf(body, columns, layout), onOutline })
          /** Once all rows were read. */
          const end = (): ImportContent => {
            const { notes = [], ...rows } = arranged.end()
            if (rows.rows.length > IMPORT_ROWS)
              throw refuse('invalid', { msg: `数据超过 ${IMPORT_ROWS} 行，请拆分后再导入` })
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
        let content: ImportContent
        if (only && uploads.length === 1) {
          const { source, end } = reading(only)
          const checked = await check(source)
          content = { ...end(), ...foundBy(checked, updating) }
        } else {
          const rows = await readEach(uploads, read)
          if (rows.rows.length > IMPORT_ROWS)
            throw refuse('invalid', { msg: `数据共超过 ${IMPORT_ROWS} 行，请分几次导入` })
          content = { ...rows, ...foundBy(await check(inParts(rows)), updating) }
        }
        return transact(core, async (tx) => {
          await rememberHeadings(tx, kind, actor.id, chosen)
          return keep(tx, actor, content, { fileName })
        })
      },
      { perMinute: 30 },
    ),

    serve(calls.rows, async ({ body, actor, db }) => {
      const stored = orNotFound(await findImport(db, kind, actor.id, body.id))
      return view(calls, stored, await unpack(stored.content), body)
    }),

    serveAct(calls.fix, async ({ tx, body, actor }) => {
      const stored = await requireImport(tx, actor, body.id, body.version)
      const amended = amend(await unpack(stored.content), columns, { ...body, asks: calls.asks })
      const updating = updatingOf(calls, acts, actor, amended.method)
      const checked = await checkRows(inParts(amended), columns, acts.check, { db: tx, actor }, updating)
      return keep(tx, actor, { ...amended, ...foundBy(checked, updating) }, stored)
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
