// The meeting that contents belong to, and the files that they show.
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { ShownFile } from '#contract/meetings/meeting-news.ts'
import type { Core } from '#server/core/core.ts'
import { linkTo } from '#server/core/files/files.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { fileContents, files, fileUses } from '#server/db/schema/core/files.ts'
import { meetings } from '#server/db/schema/meetings.ts'

const meeting = { id: meetings.id, name: meetings.name, edition: meetings.edition }

/** 20404 without it. */
export async function meetingOf(db: Executor, id: string) {
  const [found] = await db.select(meeting).from(meetings).where(eq(meetings.id, id))
  return orNotFound(found)
}

/** So that additions and reorderings of one meeting run one after the other. 20404 without it. */
export async function lockMeeting(tx: Tx, id: string): Promise<void> {
  const [found] = await tx.select({ id: meetings.id }).from(meetings).where(eq(meetings.id, id)).for('update')
  orNotFound(found)
}

export async function isMeetingPublished(db: Executor, id: string): Promise<boolean> {
  return (await db.$count(meetings, and(eq(meetings.id, id), eq(meetings.state, 'published')))) > 0
}

/** What `file_uses` calls a meeting with its papers: apart from the pictures of its page, which another form saves. */
export const papersTarget = (meetingId: string) => ({ type: 'meetingPapers', id: meetingId })

/** By meeting, in the order in which they were uploaded, with links for this person. */
export async function papersOf(
  core: Pick<Core, 'config'>,
  db: Executor,
  meetingIds: readonly string[],
  reader: { id: string },
): Promise<ReadonlyMap<string, ShownFile[]>> {
  const found = await db
    .select({ of: fileUses.targetId, id: files.id, name: files.name, size: fileContents.size, type: files.type })
    .from(fileUses)
    .innerJoin(files, eq(files.id, fileUses.fileId))
    .innerJoin(fileContents, eq(fileContents.sha256, files.sha256))
    .where(and(eq(fileUses.targetType, papersTarget('').type), inArray(fileUses.targetId, [...meetingIds])))
    .orderBy(asc(files.createdAt), asc(files.id))
  const shown = found.map((file) => ({ ...file, url: linkTo(core, file.id, reader) }))
  return Map.groupBy(shown, ({ of }) => of)
}

/** By id, with links for this person. */
export async function shownFiles(
  core: Pick<Core, 'config'>,
  db: Executor,
  ids: readonly string[],
  reader: { id: string },
): Promise<ReadonlyMap<string, ShownFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: files.id, name: files.name, size: fileContents.size, type: files.type })
    .from(files)
    .innerJoin(fileContents, eq(fileContents.sha256, files.sha256))
    .where(inArray(files.id, [...ids]))
  return new Map(rows.map((file) => [file.id, { ...file, url: linkTo(core, file.id, reader) }]))
}
