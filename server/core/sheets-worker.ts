// The thread in which a spreadsheet from outside is parsed: what it breaks, it breaks here.
import { parentPort, workerData } from 'node:worker_threads'
import { parseSheet, type SheetLimits, type SheetRow } from './sheets-parse.ts'
import { SheetRefused } from './sheets-refused.ts'
import type { ZipEntry } from './sheets-zip.ts'

export type SheetTask = { bytes: Uint8Array; entries: ZipEntry[] | null; limits: SheetLimits }
/** Rows as JSON: a text crosses between threads far faster than thousands of small arrays. */
export type SheetWord = { rows: string } | { refused: string } | { done: true }

const BATCH = 2_000
const { bytes, entries, limits } = workerData as SheetTask
const say = (word: SheetWord) => parentPort?.postMessage(word)

try {
  let rows: SheetRow[] = []
  for await (const row of parseSheet(
    { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), entries },
    limits,
  )) {
    rows.push(row)
    if (rows.length < BATCH) continue
    say({ rows: JSON.stringify(rows) })
    rows = []
  }
  say({ rows: JSON.stringify(rows) })
  say({ done: true })
} catch (error) {
  say({ refused: error instanceof SheetRefused ? error.message : '文件已损坏或不是有效的表格文件' })
}
