// The table of imports.
import { and, desc, eq, getTableColumns, lt, ne, type SQL, sql } from 'drizzle-orm'
import { isEnded } from '#contract/system/jobs.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { files } from '#server/db/schema/core/files.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { importChoices, importChunks, imports } from '#server/db/schema/core/sheets.ts'
import type { Choices } from './headings.rules.ts'

export type StoredImport = typeof imports.$inferSelect
/** Without the megabytes that were just written. */
export type ImportHead = Omit<StoredImport, 'content'>

const { content: _, ...head } = getTableColumns(imports)

export async function insertImport(
  tx: Tx,
  values: Pick<StoredImport, 'kind' | 'ownerId' | 'fileName' | 'content' | 'rows' | 'wrongRows'>,
): Promise<ImportHead> {
  const [row] = await tx.insert(imports).values(values).returning(head)
  if (!row) throw new Error('no import was stored')
  return row
}

/** Nobody's but one's own, and of this kind. */
const own = (kind: string, ownerId: string, id: string) =>
  and(eq(imports.id, id), eq(imports.kind, kind), eq(imports.ownerId, ownerId))

export async function findImport(db: Executor, kind: string, ownerId: string, id: string) {
  const [row] = await db
    .select()
    .from(imports)
    .where(own(kind, ownerId, id))
  return row
}

export async function lockImport(tx: Tx, kind: string, ownerId: string, id: string) {
  const [row] = await tx
    .select()
    .from(imports)
    .where(own(kind, ownerId, id))
    .for('update')
  return row
}

/** `locked`: another transaction has it, such as the job that saves it for minutes; this one does not wait. */
export async function lockFreeImport(tx: Tx, kind: string, ownerId: string, id: string) {
  const [row] = await tx
    .select()
    .from(imports)
    .where(own(kind, ownerId, id))
    .for('update', { skipLocked: true })
  return row ?? ((await findImport(tx, kind, ownerId, id)) ? ('locked' as const) : undefined)
}

type Changed = Partial<Pick<StoredImport, 'content' | 'rows' | 'wrongRows' | 'jobId' | 'resultFileId'>>

export async function updateImport(tx: Tx, id: string, values: Changed): Promise<ImportHead> {
  const [row] = await tx
    .update(imports)
    .set({ ...values, version: sql`${imports.version} + 1` })
    .where(eq(imports.id, id))
    .returning(head)
  if (!row) throw new Error('the import is gone')
  return row
}

export const markSaved = (tx: Tx, id: string, resultFileId: string | null, updatedRows: number) =>
  tx.update(imports).set({ savedAt: sql`now()`, resultFileId, updatedRows }).where(eq(imports.id, id))

/** Whether the job that is to save it has not ended. */
export async function isBeingSaved(tx: Tx, { jobId }: StoredImport): Promise<boolean> {
  if (jobId === null) return false
  const [row] = await tx.select({ state: jobRuns.state }).from(jobRuns).where(eq(jobRuns.id, jobId))
  return row !== undefined && !isEnded(row.state)
}

/** The chunks of an import in their order, without their rows. */
export const chunkHeads = (db: Executor, importId: string) =>
  db
    .select({ number: importChunks.number, rows: importChunks.rows, wrongRows: importChunks.wrongRows })
    .from(importChunks)
    .where(eq(importChunks.importId, importId))
    .orderBy(importChunks.number)

export const insertChunk = (tx: Tx, chunk: typeof importChunks.$inferInsert) => tx.insert(importChunks).values(chunk)

const chunkOf = (importId: string, number: number) =>
  and(eq(importChunks.importId, importId), eq(importChunks.number, number))

export async function chunkContent(db: Executor, importId: string, number: number): Promise<Buffer> {
  const [row] = await db.select({ content: importChunks.content }).from(importChunks).where(chunkOf(importId, number))
  if (!row) throw new Error('a chunk of the import is gone')
  return row.content
}

export const dropChunk = (tx: Tx, importId: string, number: number) =>
  tx.delete(importChunks).where(chunkOf(importId, number))

/** What this person, and the others, have chosen last for headings of this kind. */
export async function headingChoices(db: Executor, kind: string, ownerId: string): Promise<Choices> {
  const { heading, key, chosenAt, ownerId: owner } = importChoices
  const chosenBy = (condition: SQL) =>
    db
      .selectDistinctOn([heading], { heading, key })
      .from(importChoices)
      .where(and(eq(importChoices.kind, kind), condition))
      .orderBy(heading, desc(chosenAt))
  const [own, shared] = [await chosenBy(eq(owner, ownerId)), await chosenBy(ne(owner, ownerId))]
  const byHeading = (rows: typeof own) => new Map(rows.map((each) => [each.heading, each.key]))
  return { own: byHeading(own), shared: byHeading(shared) }
}

type HeadingChoice = { heading: string; key: string }

export async function rememberHeadings(
  tx: Tx,
  kind: string,
  ownerId: string,
  chosen: readonly HeadingChoice[],
): Promise<void> {
  if (chosen.length === 0) return
  await tx
    .insert(importChoices)
    .values(chosen.map((each) => ({ ...each, kind, ownerId })))
    .onConflictDoUpdate({
      target: [importChoices.ownerId, importChoices.kind, importChoices.heading],
      set: { key: sql`excluded.key`, chosenAt: sql`now()` },
    })
}

const ofJob = (db: Executor, jobId: string, ownerId: string) =>
  db
    .select(head)
    .from(imports)
    .where(and(eq(imports.jobId, jobId), eq(imports.ownerId, ownerId)))

/** One's own import by the job that saves it. */
export const findImportOfJob = async (...args: Parameters<typeof ofJob>): Promise<ImportHead | undefined> =>
  (await ofJob(...args))[0]

export const lockImportOfJob = async (...args: Parameters<typeof ofJob>): Promise<ImportHead | undefined> =>
  (await ofJob(...args).for('update'))[0]

/** An import that was taken back: its result is worth nothing any more, and its job says so. */
export async function forgetImport(tx: Tx, { id, jobId, resultFileId }: ImportHead): Promise<void> {
  await tx.delete(imports).where(eq(imports.id, id))
  if (resultFileId !== null) await tx.delete(files).where(eq(files.id, resultFileId))
  if (jobId === null) return
  const message = sql`split_part(${jobRuns.message}, '。', 1) || '。已撤销，导入的行已删除'`
  await tx.update(jobRuns).set({ message }).where(eq(jobRuns.id, jobId))
}

/** The result that a job has given back, locked; `takenAt` is set where it was fetched before. */
export async function lockResult(tx: Tx, jobId: string, ownerId: string) {
  const [row] = await tx
    .select({ id: imports.id, takenAt: imports.takenAt, fileId: files.id, name: files.name })
    .from(imports)
    .innerJoin(files, eq(files.id, imports.resultFileId))
    .where(and(eq(imports.jobId, jobId), eq(imports.ownerId, ownerId)))
    .for('update', { of: imports })
  return row
}

export const markTaken = (tx: Tx, id: string) =>
  tx.update(imports).set({ takenAt: sql`now()` }).where(eq(imports.id, id))

const KEPT_DAYS = 7
const TAKEN_HOURS = 1

/** Forgets imports after a week, and files with initial passwords an hour after they were fetched. */
export async function sweepImports(db: Db): Promise<number> {
  const taken = db
    .select({ id: imports.resultFileId })
    .from(imports)
    .where(lt(imports.takenAt, sql`now() - make_interval(hours => ${TAKEN_HOURS})`))
  await db.delete(files).where(sql`${files.id} in (${taken})`)
  const removed = await db
    .delete(imports)
    .where(lt(imports.createdAt, sql`now() - make_interval(days => ${KEPT_DAYS})`))
  return removed.rowCount ?? 0
}
