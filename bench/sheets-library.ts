// The library alone, as a process of its own: reads the workbook at argv[3], or writes as many rows as argv[4] says.
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { streamXlsxRows, writeXlsxStream } from 'hucre/xlsx'

const [, , what, path = '', count = '0'] = process.argv

function* rows(): Generator<string[]> {
  const { row } = JSON.parse(process.env.ROW ?? '{}') as { row: string[] }
  for (let n = 0; n < Number(count); n++) yield row
}

const since = performance.now()
if (what === 'read') {
  let cells = 0
  for await (const { values } of streamXlsxRows(new Uint8Array(readFileSync(path)))) cells += values.length
  if (cells === 0) throw new Error('nothing was read')
} else {
  const written = writeXlsxStream(rows(), { name: 'bench', columns: [{ width: 20 }] })
  await pipeline(Readable.fromWeb(written as never), createWriteStream(path))
  createReadStream(path).destroy()
}
console.log(performance.now() - since)
