// Files: uploaded, stored once for equal contents, served by links, cleaned up once nothing refers to them.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { and, eq, exists, inArray, notInArray, or, sql } from 'drizzle-orm'
import type { FilePurpose } from '#contract/files.ts'
import { FILE_BYTES, FILE_ORPHAN_H } from '#contract/limits.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { fileContents, files, fileUses } from '#server/db/schema/core/files.ts'
import type { Core } from '../core.ts'
import { orNotFound, type Refusal, refuse } from '../http/refusal.ts'
import { BROKEN, isShownInPage, recognise } from './file-kinds.ts'
import { makeLink } from './file-links.ts'
import { cleanFileName } from './file-names.ts'
import { BrokenPicture, rewritePicture } from './picture-rewrite.ts'
import { storageOf } from './storage.ts'
import { type ByteRange, MissingContent } from './storage-contents.ts'

type Needed = Pick<Core, 'config'>

export type NewFile = {
  core: Needed
  /** The original name; it is cleaned. */
  name: string
  source: Readable | Buffer
  purpose: FilePurpose
  /** Null: made by the console itself. */
  ownerId: string | null
  /** A lower limit than that of FILE_BYTES. */
  limits?: { bytes?: number }
}

export type FileFacts = {
  id: string
  name: string
  /** Bytes. */
  size: number
  type: string
  width: number | null
  height: number | null
}

declare const usable: unique symbol
/** A file that the actor may use: found by the gate (file-gate.ts), a file of their row, or made for them. */
export type UsableFile = FileFacts & { readonly purpose: FilePurpose; readonly [usable]: true }

/** Stored content that has no row yet. */
export type StagedFile = Omit<FileFacts, 'id'> & { sha256: string; purpose: FilePurpose; ownerId: string | null }

const MEGABYTE = 1_048_576
const sizeText = (bytes: number) =>
  bytes >= MEGABYTE ? `${Math.round((bytes / MEGABYTE) * 10) / 10} MB` : `${Math.ceil(bytes / 1024)} KB`

export const tooLarge = (bytes: number): Refusal => refuse('tooLarge', { msg: `文件不能超过 ${sizeText(bytes)}` })

const noSpace = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

function explain(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code && noSpace.has(code)
    ? refuse('overloaded', { msg: '服务器存储空间不足，文件没有保存，请通知运维人员' })
    : error
}

/** Writes the stream to `path` and returns its facts. Leaves nothing behind on failure. */
async function write(source: Readable, path: string, limit: number): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      if (size > limit) done(tooLarge(limit))
      else done(null, chunk)
    },
  })
  // flush: on the disk before it is renamed
  await pipeline(source, meter, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  return { sha256: hash.digest('hex'), size }
}

/** Leaves of a picture what draws it (picture-rewrite.ts). */
async function rewrite(path: string, type: string): Promise<{ sha256: string; size: number }> {
  const content = await rewritePicture(type, () => readFile(path)).catch((error: unknown) => {
    throw error instanceof BrokenPicture ? refuse('wrongType', { msg: BROKEN }) : error
  })
  await writeFile(path, content, { mode: 0o600, flush: true })
  return { sha256: createHash('sha256').update(content).digest('hex'), size: content.length }
}

/**
 * Stages a file: reads it to its end, checks size and type, and stores the content. No row refers to it yet: `keepFile` adds
 * that in the caller's transaction. Refuses with 413, 415, or 503 if the disk is full; then nothing is left over.
 */
export async function stageFile(db: Executor, file: NewFile): Promise<StagedFile> {
  const { core, name, source, purpose, ownerId, limits } = file
  const storage = storageOf(core.config)
  const path = await storage.newPath()
  try {
    const limit = Math.min(FILE_BYTES[purpose], limits?.bytes ?? Number.POSITIVE_INFINITY)
    const stream = source instanceof Readable ? source : Readable.from([source])
    const written = await write(stream, path, limit)
    if (written.size === 0) throw refuse('invalid', { msg: '文件是空的' })
    const { type, endings, dimensions } = await recognise(path, purpose)
    const { sha256, size } = isShownInPage(type) ? await rewrite(path, type) : written
    // before storing the content: the clean-up spares what was uploaded just now
    await db
      .insert(fileContents)
      .values({ sha256, size })
      .onConflictDoUpdate({ target: fileContents.sha256, set: { broughtAt: sql`now()` } })
    await storage.put(sha256, path)
    const { width, height } = dimensions ?? { width: null, height: null }
    return { sha256, name: cleanFileName(name, endings), size, type, purpose, ownerId, width, height }
  } catch (error) {
    throw explain(error)
  } finally {
    await rm(path, { force: true })
  }
}

/** The row of a file whose content was staged. */
export async function keepFile(tx: Executor, { size, ...staged }: StagedFile): Promise<UsableFile> {
  const [row] = await tx.insert(files).values(staged).returning({ id: files.id })
  if (!row) throw new Error('no file row was made')
  const { name, type, width, height, purpose } = staged
  return { id: row.id, name, size, type, width, height, purpose } as UsableFile
}

/**
 * Both at once, for files made by the server. Only what `tieFiles` ties to a row stays longer than a day (exports: a week).
 * Do not call it with a stream that a slow client feeds: the transaction would wait for it.
 */
export async function storeFile(tx: Tx, file: NewFile): Promise<UsableFile> {
  return keepFile(tx, await stageFile(tx, file))
}

export type FileRow = FileFacts & { sha256: string; purpose: FilePurpose; ownerId: string | null }

export async function findFile(db: Executor, id: string): Promise<FileRow | undefined> {
  const rows = await db
    .select({
      id: files.id,
      name: files.name,
      size: fileContents.size,
      type: files.type,
      width: files.width,
      height: files.height,
      sha256: files.sha256,
      purpose: files.purpose,
      ownerId: files.ownerId,
    })
    .from(files)
    .innerJoin(fileContents, eq(fileContents.sha256, files.sha256))
    .where(eq(files.id, id))
  return rows[0]
}

const NOT_SHARED = '文件的内容不在这台服务器上：多台服务器须共享文件目录或使用 S3 存储，请通知运维人员'

/** A file and its content as a stream, whole or a part. 20404 where there is no such file. Checks no right. */
export async function openFile(
  core: Pick<Core, 'config' | 'db'>,
  id: string,
  range?: ByteRange,
): Promise<FileRow & { stream: Readable }> {
  const file = orNotFound(await findFile(core.db, id))
  const stream = await storageOf(core.config)
    .read(file.sha256, range)
    .catch((error: unknown) => {
      throw error instanceof MissingContent ? refuse('notFound', { msg: NOT_SHARED }) : error
    })
  return { ...file, stream }
}

/** A link by which this person can read the file for 12 h. The caller must have checked that they may. */
export const linkTo = ({ config }: Needed, fileId: string, { id }: { id: string }): string =>
  makeLink(config.secretKey, fileId, id)

/** `users.avatar` for a viewer: a link, or '' without a picture. */
export const avatarLink = (core: Needed, avatar: string, actor: { id: string }): string =>
  avatar === '' ? '' : linkTo(core, avatar, actor)

export type FileTarget = { type: string; id: string }

/** Ties further files to a row (an article, a meeting). 400 where one is gone: unused files are deleted after a day. */
export async function addFiles(tx: Tx, target: FileTarget, added: readonly UsableFile[]): Promise<void> {
  if (added.length === 0) return
  const ids = added.map(({ id }) => id)
  const there = await tx.select({ id: files.id }).from(files).where(inArray(files.id, ids)).for('key share')
  if (there.length < new Set(ids).size) throw refuse('invalid', { msg: '文件不存在或已过期，请重新上传' })
  const uses = there.map(({ id: fileId }) => ({ fileId, targetType: target.type, targetId: target.id }))
  await tx.insert(fileUses).values(uses).onConflictDoNothing()
}

const usesOf = ({ type, id }: FileTarget) => and(eq(fileUses.targetType, type), eq(fileUses.targetId, id))

/** Ties exactly these files to a row, and unties the others. */
export async function tieFiles(tx: Tx, target: FileTarget, wanted: readonly UsableFile[]): Promise<void> {
  await addFiles(tx, target, wanted)
  const ids = wanted.map(({ id }) => id)
  await tx.delete(fileUses).where(and(usesOf(target), notInArray(fileUses.fileId, ids)))
}

const facts = {
  id: files.id,
  name: files.name,
  size: fileContents.size,
  type: files.type,
  width: files.width,
  height: files.height,
  purpose: files.purpose,
}

/** The files of a row that the caller has found in the actor's scope. */
export async function filesOf(db: Executor, target: FileTarget): Promise<UsableFile[]> {
  const found = await db
    .select(facts)
    .from(fileUses)
    .innerJoin(files, eq(files.id, fileUses.fileId))
    .innerJoin(fileContents, eq(fileContents.sha256, files.sha256))
    .where(usesOf(target))
  return found as UsableFile[]
}

/** PostgreSQL's bigint has no higher ones. */
const ID_MAX = 9_223_372_036_854_775_807n

/** Those of the files that the person uploaded, or that are tied to the row; target null: a new row. */
export async function usableFiles(
  db: Executor,
  fileIds: readonly string[],
  actor: { id: string },
  targets: readonly FileTarget[],
): Promise<UsableFile[]> {
  const known = fileIds.filter((id) => BigInt(id) <= ID_MAX)
  if (known.length === 0) return []
  const isOfTarget = targets.map((target) =>
    exists(
      db
        .select()
        .from(fileUses)
        .where(and(eq(fileUses.fileId, files.id), usesOf(target))),
    ),
  )
  const found = await db
    .select(facts)
    .from(files)
    .innerJoin(fileContents, eq(fileContents.sha256, files.sha256))
    .where(and(inArray(files.id, known), or(eq(files.ownerId, actor.id), ...isOfTarget)))
  return found as UsableFile[]
}

const BATCH = 500
const hours = (n: number) => sql.raw(`interval '${n} hours'`)

/** Rows that nothing refers to and that are old enough. */
async function removeRows(core: Pick<Core, 'db'>): Promise<number> {
  const removed = await core.db.execute(sql`delete from ${files} where id in (
    select f.id from ${files} f
    where f.created_at < now() - case f.purpose when 'export' then ${hours(FILE_ORPHAN_H.export)} else ${hours(FILE_ORPHAN_H.usual)} end
      and not exists (select 1 from ${fileUses} u where u.file_id = f.id)
    limit ${BATCH} for update skip locked)`)
  return removed.rowCount ?? 0
}

/** Deletes one content that no file uses. The lock on its row makes a new upload of the same content wait. */
async function removeContent({ config, db }: Pick<Core, 'config' | 'db'>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ sha256: string }>(sql`select c.sha256 from ${fileContents} c
      where c.brought_at < now() - ${hours(FILE_ORPHAN_H.usual)}
        and not exists (select 1 from ${files} f where f.sha256 = c.sha256)
      limit 1 for update skip locked`)
    const found = rows[0]
    if (!found) return false
    await tx.delete(fileContents).where(eq(fileContents.sha256, found.sha256))
    await storageOf(config).remove(found.sha256)
    return true
  })
}

/** Deletes unreferenced files older than FILE_ORPHAN_H, and leftovers of aborted uploads. */
export async function removeOrphanFiles(
  core: Pick<Core, 'config' | 'db'>,
  signal?: AbortSignal,
): Promise<{ rows: number; contents: number; remains: number }> {
  let rows = 0
  for (let n = BATCH; n === BATCH; rows += n) {
    signal?.throwIfAborted()
    n = await removeRows(core)
  }
  let contents = 0
  while (await removeContent(core)) {
    signal?.throwIfAborted()
    contents += 1
  }
  const remains = await storageOf(core.config).sweep(FILE_ORPHAN_H.usual * 3_600_000)
  return { rows, contents, remains }
}
