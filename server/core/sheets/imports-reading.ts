// The uploaded files of an import as rows under its columns.
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { IMPORT_BYTES, IMPORT_ROWS, type ImportColumn } from '#contract/sheets.ts'
import type { Core } from '../core.ts'
import { openFile, type UsableFile } from '../files/files.ts'
import { orNotFound, Refusal, refuse } from '../http/refusal.ts'
import { arranging, type ImportContent, type Layout, type NumberedRow, type Room } from './imports-content.ts'
import { choiceOf, notesOn, type SourceInput } from './imports-outline.ts'
import { readSheet } from './sheets.ts'
import type { SheetChoice, SheetLimits, SheetOutline } from './sheets-parse.ts'
import { SheetRefused } from './sheets-refused.ts'
import { isPacked } from './sheets-text.ts'

/** Lines above the header are none of the rows. */
const LINES_ABOVE = 25
export const limits = { rows: IMPORT_ROWS + LINES_ABOVE, above: LINES_ABOVE, columns: 100, characters: 40_000_000 }
/** Of a file whose rows are kept in chunks: the time of its thread includes that of its check. */
export const largeLimits = (rows: number): SheetLimits => ({
  ...limits,
  rows: rows + LINES_ABOVE,
  characters: 400_000_000,
  ms: 30 * 60_000,
})

/** What a packed file may unpack to at once; a longer one is unpacked while it is read. */
const AT_ONCE_BYTES = 32_000_000
const unpressed = promisify(gunzip)

export type Upload = { name: string; bytes: Buffer }

export async function readUpload(core: Core, upload: UsableFile | undefined): Promise<Upload> {
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

type Read = {
  source: AsyncIterable<NumberedRow[]>
  /** Once all rows were read. */
  end: () => ImportContent
}

/** How one file after another is read, and what a person has chosen for their headings. */
export function reader(columns: readonly ImportColumn[], body: SourceInput, layout: Layout, within: SheetLimits) {
  const chosen: ReturnType<Arranging['chosen']> = []
  return {
    chosen,
    read: ({ name, bytes }: Upload, room: Room): Read => {
      const arranged = arranging(columns, body.hasHeader, { ...layout, fileName: name }, room)
      const outlines: SheetOutline[] = []
      const onOutline = (outline: SheetOutline) => void outlines.push(outline)
      return {
        source: readRows(bytes, arranged, { choice: choiceOf(body, columns, layout), within, onOutline }),
        end: () => {
          const { notes = [], ...rows } = arranged.end()
          chosen.push(...arranged.chosen())
          return { ...rows, notes: [...outlines.flatMap((each) => notesOn(each, body.takesHidden)), ...notes] }
        },
      }
    },
  }
}

/** Several files one after another, whose rows are not held. One that cannot be read refuses all, as its rows are among the others' by then. */
export async function* readInTurn(
  uploads: readonly Upload[],
  read: (upload: Upload) => Read,
  { room, notes }: { room: Room; notes: string[] },
): AsyncGenerator<NumberedRow[]> {
  let count = 0
  for (const upload of uploads) {
    const { source, end } = read(upload)
    const before = count
    try {
      for await (const some of source) {
        count += some.length
        if (count > room.rows) throw room.tooMany()
        yield some
      }
      const own = end().notes ?? []
      notes.push(...(uploads.length === 1 ? own : [`“${upload.name}”：${count - before} 行。${own.join('')}`]))
    } catch (error) {
      if (!(error instanceof Refusal) || uploads.length === 1) throw error
      throw refuse('invalid', { msg: `“${upload.name}”：${error.message}。请移除该文件后重新选择` })
    }
  }
}
