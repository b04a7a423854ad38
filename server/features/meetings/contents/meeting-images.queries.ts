// Carousel and pictures of meetings as they are stored and shown.

import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { ImageKind } from '#contract/meetings/content-labels.ts'
import type { ImageDetail, ImageRow } from '#contract/meetings/meeting-images.ts'
import type { Core } from '#server/core/core.ts'
import { allFound, orNotFound } from '#server/core/http/refusal.ts'
import { SORT_STEP } from '#server/core/rows/order.rules.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { meetingImages as images } from '#server/db/schema/meeting-contents.ts'
import { meetingOf, shownFiles } from './contents.queries.ts'

export type StoredImage = typeof images.$inferSelect
type Reader = { core: Pick<Core, 'config'>; db: Executor; actor: { id: string } }

const isShownOn = (day: string, { isOn, showFrom, showUntil }: StoredImage) =>
  isOn && (showFrom ?? day) <= day && day <= (showUntil ?? day)

async function shown({ core, db, actor }: Reader, rows: readonly StoredImage[], today: string): Promise<ImageRow[]> {
  const ids = rows.flatMap(({ fileId, fileEnId }) => (fileEnId === null ? [fileId] : [fileId, fileEnId]))
  const files = await shownFiles(core, db, [...new Set(ids)], actor)
  return rows.flatMap((row) => {
    const file = files.get(row.fileId)
    const { id, version, title, caption, link, channels, showFrom, showUntil, isOn } = row
    const isShown = isShownOn(today, row)
    const fileEn = files.get(row.fileEnId ?? '') ?? null
    return file
      ? [{ id, version, file, fileEn, channels, title, caption, link, showFrom, showUntil, isOn, isShown }]
      : []
  })
}

const inOrder = (db: Executor, kind: ImageKind, meetingId: string) =>
  db
    .select()
    .from(images)
    .where(and(eq(images.meetingId, meetingId), eq(images.kind, kind)))
    .orderBy(asc(images.sort), asc(images.id))

export const listImages = async (reader: Reader, kind: ImageKind, meetingId: string, today: string) =>
  shown(reader, await inOrder(reader.db, kind, meetingId), today)

/** Of each of these meetings the first pictures of its gallery, with links. */
export async function firstPictures({ core, db, actor }: Reader, meetingIds: readonly string[], limit: number) {
  const { rows } = await db.execute<{ of: string; fileId: string }>(sql`
    select of::text, file_id::text as "fileId" from (
      select meeting_id as of, file_id, row_number() over (partition by meeting_id order by sort, id) as place
        from ${images} where kind = 'picture' and meeting_id = any(${idArray(meetingIds)})) p
    where place <= ${limit} order by of, place`)
  const shownById = await shownFiles(core, db, [...new Set(rows.map(({ fileId }) => fileId))], actor)
  const found = rows.flatMap(({ of, fileId }) => {
    const file = shownById.get(fileId)
    return file ? [{ of, file }] : []
  })
  return Map.groupBy(found, ({ of }) => of)
}

export const imagesShownOn = async (db: Executor, kind: ImageKind, meetingId: string, day: string) =>
  (await inOrder(db, kind, meetingId)).filter((row) => isShownOn(day, row))

/** 20404 where there is none of that kind. */
export async function readImage(reader: Reader, kind: ImageKind, id: string, today: string): Promise<ImageDetail> {
  const found = await reader.db
    .select()
    .from(images)
    .where(and(eq(images.id, id), eq(images.kind, kind)))
  const row = orNotFound(found[0])
  const [one] = await shown(reader, [row], today)
  return { ...orNotFound(one), meeting: await meetingOf(reader.db, row.meetingId) }
}

/** Locked; 20404 where one is missing or of the other kind. */
export async function lockImages(tx: Tx, kind: ImageKind, ids: readonly string[]): Promise<StoredImage[]> {
  const found = await tx
    .select()
    .from(images)
    .where(and(inArray(images.id, [...ids]), eq(images.kind, kind)))
    .orderBy(images.id)
    .for('update')
  return allFound(found, ids)
}

/** Ids and places of a meeting's images in their order. */
export const placesOf = (tx: Tx, kind: ImageKind, meetingId: string) =>
  tx
    .select({ id: images.id, sort: images.sort })
    .from(images)
    .where(and(eq(images.meetingId, meetingId), eq(images.kind, kind)))
    .orderBy(asc(images.sort), asc(images.id))

export async function placeImages(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update ${images} set sort = placed.place * ${SORT_STEP}::int
    from unnest(${idArray(ids)}) with ordinality as placed(id, place)
    where ${images.id} = placed.id`)
}
