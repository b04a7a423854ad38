// Helpers for tests of imports and exports: upload a file, wait for a job, read its result.
import { expect } from 'vitest'
import type { Envelope } from '#contract/envelope.ts'
import { type StoredFile, uploadFile } from '#contract/files.ts'
import { getJob, isEnded, type JobRow } from '#contract/system/jobs.ts'
import { readSheet } from '#server/core/sheets/sheets.ts'
import type { SheetRow } from '#server/core/sheets/sheets-parse.ts'
import type { Person, TestServer } from './http.ts'

/** Uploads a sheet. @returns the file's id */
export async function bring(
  { base }: TestServer,
  person: Person,
  content: string | Buffer,
  name = '员工.csv',
): Promise<string> {
  const form = new FormData()
  form.append('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], name))
  const headers = { 'console-auth': person.token }
  const reply = await fetch(`${base}${uploadFile.path}?purpose=import`, { method: 'POST', body: form, headers })
  const { data } = (await reply.json()) as Envelope<StoredFile>
  return data.id
}

/** @param within ms, for a job that takes longer than usual */
export async function endOf(person: Person, jobId: string, within?: number): Promise<JobRow> {
  let row: JobRow | undefined
  await expect
    .poll(
      async () => {
        row = (await person.call(getJob, { id: jobId })).data
        return isEnded(row.state) || `${row.title}: ${row.state}, attempt ${row.attempts}`
      },
      { interval: 30, ...(within !== undefined && { timeout: within }) },
    )
    .toBe(true)
  return row as JobRow
}

export async function sheetRows(
  bytes: Buffer,
  limits = { rows: 100_000, columns: 100, characters: 1e8 },
): Promise<SheetRow[]> {
  const all: SheetRow[] = []
  for await (const rows of readSheet(bytes, limits)) all.push(...rows)
  return all
}

export const cellsOf = async (bytes: Buffer): Promise<string[][]> => (await sheetRows(bytes)).map(({ cells }) => cells)

export async function download({ base }: TestServer, url: string | null): Promise<Buffer> {
  const reply = await fetch(base + url)
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}
