// The library alone, as a process of its own: reads the workbook at argv[3], or writes argv[4] rows to it. Loading the library
// counts, as the server reads in a fresh thread; cells are text cells, as in every export.
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const [, , what, path = '', count = '0'] = process.argv

const { row } = JSON.parse(process.env.ROW ?? '{"row":[]}') as { row: string[] }
function* rows(): Generator<string[]> {
  for (let n = 0; n < Number(count); n++) yield row
}

const since = performance.now()
const { streamXlsxRows, writeXlsxStream } = await import('hucre/xlsx')
if (what === 'read') {
  let cells = 0
  for await (const { values } of streamXlsxRows(new Uint8Array(readFileSync(path)))) cells += values.length
  if (cells === 0) throw new Error('nothing was read')
} else {
  const written = writeXlsxStream(rows(), { name: 'bench', columns: row.map(() => ({ width: 20, numFmt: '@' })) })
  await pipeline(Readable.fromWeb(written as never), createWriteStream(path))
  createReadStream(path).destroy()
}
console.log(performance.now() - since)
