// The thread in which a spreadsheet from outside is parsed: what it breaks, it breaks here.
import { parentPort, workerData } from 'node:worker_threads'
import { parseSheet, type SheetChoice, type SheetLimits, type SheetOutline, type SheetRow } from './sheets-parse.ts'
import { SheetRefused } from './sheets-refused.ts'
import type { ZipEntry } from './sheets-zip.ts'

export type SheetTask = {
  bytes: Uint8Array
  entries: ZipEntry[] | null
  limits: SheetLimits
  choice: SheetChoice
  held: Int32Array
}
/** Rows as JSON: a text crosses between threads far faster than thousands of small arrays. */
export type SheetMessage = { outline: SheetOutline } | { rows: string } | { refused: string } | { done: true }

/** Batches that the other side has not taken yet, few enough not to grow old there; more wait here, where memory is capped. */
const AHEAD = 8
/** Few enough that rows on their way do not outlive their turn of the young generation. */
const BATCH = 250
const { bytes, entries, limits, choice, held } = workerData as SheetTask
const post = (message: SheetMessage) => parentPort?.postMessage(message)

try {
  let rows: SheetRow[] = []
  const flush = () => {
    for (let now = Atomics.load(held, 0); now >= AHEAD; now = Atomics.load(held, 0)) Atomics.wait(held, 0, now)
    Atomics.add(held, 0, 1)
    post({ rows: JSON.stringify(rows) })
    rows = []
  }
  const source = { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), entries }
  await parseSheet(source, limits, choice, {
    outline: (outline) => post({ outline }),
    row: (row) => {
      if (rows.push(row) === BATCH) flush()
    },
  })
  flush()
  post({ done: true })
} catch (error) {
  post({ refused: error instanceof SheetRefused ? error.message : '文件已损坏或不是有效的表格文件' })
}
