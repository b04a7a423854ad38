// Carousel and pictures of a meeting: added behind the others, edited by version, sorted, deleted.
import { inArray, sql } from 'drizzle-orm'
import { dayOf } from '../../../contract/days.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { IMAGES_MAX, type ImageKind, imageKindLabels } from '../../../contract/meetings/content-labels.ts'
import type { carouselCalls, pictureCalls } from '../../../contract/meetings/meeting-images.ts'
import type { Actor } from '../../core/access/actors.ts'
import { audit, auditAll, difference } from '../../core/audit/audit.ts'
import type { Author, Core } from '../../core/core.ts'
import { useFiles as tieFiles, usableFiles } from '../../core/files/files.ts'
import { checkFields, refuse } from '../../core/http/refusal.ts'
import { reorder, SORT_STEP } from '../../core/rows/order.rules.ts'
import { insertRow, updateRow } from '../../core/rows/store.ts'
import type { Tx } from '../../db/connection.ts'
import { meetingImages as images } from '../../db/schema/meeting-contents.ts'
import { arePictures, lockMeeting } from './contents.queries.ts'
import { lockImages, placeImages, placesOf, readImage, type StoredImage } from './meeting-images.queries.ts'

export type Act = { tx: Tx; actor: Actor; by: Author; core: Pick<Core, 'config'> }
type Form = Omit<BodyOf<typeof carouselCalls.edit>, 'id' | 'version'>
type PictureForm = Omit<BodyOf<typeof pictureCalls.edit>, 'id' | 'version'>
type Saved = { id: string; version: number }

const targets: Record<ImageKind, string> = { carousel: 'meetingCarousel', picture: 'meetingPicture' }
const named = (kind: ImageKind, verb: string, id: string) => ({
  ...{ action: `${targets[kind]}.${verb}`, targetType: targets[kind], targetId: id },
})
const fileTarget = (id: string) => ({ type: 'meetingImage', id })

function checkDays({ showFrom, showUntil }: Pick<Form, 'showFrom' | 'showUntil'>): void {
  const isWrong = showFrom !== null && showUntil !== null && showUntil < showFrom
  checkFields({ showUntil: isWrong ? '展示结束日期不能早于开始日期' : null })
}

async function checkPictures(tx: Tx, field: string, ids: readonly string[]): Promise<void> {
  checkFields({ [field]: (await arePictures(tx, ids)) ? null : '图片不存在或不是图片文件，请重新上传' })
}

/** The place behind the last one; refuses more than the kind allows. */
async function placeForMore(tx: Tx, kind: ImageKind, meetingId: string, more: number): Promise<number> {
  await lockMeeting(tx, meetingId)
  const places = await placesOf(tx, kind, meetingId)
  const most = IMAGES_MAX[kind]
  if (places.length + more > most) {
    const msg = `一个会议最多 ${most} 张${imageKindLabels[kind]}，现有 ${places.length} 张`
    throw refuse('conflict', { msg })
  }
  return (places.at(-1)?.sort ?? 0) + SORT_STEP
}

export async function addCarousel({ tx, actor, by }: Act, { meetingId, ...form }: BodyOf<typeof carouselCalls.add>) {
  const sort = await placeForMore(tx, 'carousel', meetingId, 1)
  checkDays(form)
  await checkPictures(tx, 'fileId', [form.fileId])
  const values = { ...form, title: form.title.trim(), link: form.link.trim() }
  const id = await insertRow(tx, images, { ...values, meetingId, kind: 'carousel', sort })
  await tieFiles(tx, fileTarget(id), [form.fileId], actor)
  await audit(tx, by, { ...named('carousel', 'add', id), after: { ...values, meetingId } })
  return { id, version: 1 }
}

/** Of a file's name, as in rich texts. */
const altOf = (name: string) => name.replace(/\.[^.]+$/, '').slice(0, 100)

export async function addPictures(
  act: Act,
  { meetingId, fileIds }: BodyOf<typeof pictureCalls.add>,
): Promise<string[]> {
  const { tx, actor, by } = act
  checkFields({ fileIds: fileIds.length === 0 ? '请选择图片' : null })
  const sort = await placeForMore(tx, 'picture', meetingId, fileIds.length)
  await checkPictures(tx, 'fileIds', fileIds)
  // the names of the person's own files alone: those of others cannot be tied
  const names = await usableFiles(tx, null, fileIds, actor)
  const rows = fileIds.map((fileId, at) => ({
    ...{ meetingId, kind: 'picture' as const, fileId, sort: sort + at * SORT_STEP },
    title: altOf(names.get(fileId) ?? '') || imageKindLabels.picture,
  }))
  const added = await tx.insert(images).values(rows).returning({ id: images.id, fileId: images.fileId })
  for (const { id, fileId } of added) await tieFiles(tx, fileTarget(id), [fileId], actor)
  await auditAll(
    tx,
    by,
    added.map(({ id, fileId }) => ({ ...named('picture', 'add', id), after: { meetingId, fileId } })),
  )
  return added.map(({ id }) => id)
}

async function edit(act: Act, kind: ImageKind, { id, version }: Saved, form: Form | PictureForm): Promise<Saved> {
  const { tx, actor, by, core } = act
  const stored = (await lockImages(tx, kind, [id]))[0] as StoredImage
  if (stored.version !== version) {
    throw refuse('stale', { data: await readImage({ core, db: tx, actor }, kind, id, dayOf(Date.now())) })
  }
  checkDays(form)
  const values = { ...form, title: form.title.trim(), link: form.link.trim() }
  const next = await updateRow(tx, images, id, { ...values, updatedAt: sql`now()` })
  await audit(tx, by, { ...named(kind, 'edit', id), ...difference<Record<string, unknown>>(stored, values) })
  return { id, version: next }
}

export async function editCarousel(act: Act, { id, version, ...form }: BodyOf<typeof carouselCalls.edit>) {
  await checkPictures(act.tx, 'fileId', [form.fileId])
  const saved = await edit(act, 'carousel', { id, version }, form)
  await tieFiles(act.tx, fileTarget(id), [form.fileId], act.actor)
  return saved
}

export const editPicture = (act: Act, { id, version, caption, ...form }: BodyOf<typeof pictureCalls.edit>) =>
  edit(act, 'picture', { id, version }, { ...form, caption: caption.trim() })

export async function sortImages({ tx, by }: Act, kind: ImageKind, meetingId: string, ids: readonly string[]) {
  await lockMeeting(tx, meetingId)
  const before = (await placesOf(tx, kind, meetingId)).map(({ id }) => id)
  const after = reorder(before, ids)
  if (!after) throw refuse('conflict', { msg: '图片已变化，请刷新后重试' })
  await placeImages(tx, after)
  await audit(tx, by, { ...named(kind, 'dragSort', meetingId), before: { ids: before }, after: { ids: after } })
}

export async function removeImages({ tx, actor, by }: Act, kind: ImageKind, ids: readonly string[]): Promise<void> {
  const rows = await lockImages(tx, kind, ids)
  for (const { id } of rows) await tieFiles(tx, fileTarget(id), [], actor)
  await tx.delete(images).where(inArray(images.id, [...ids]))
  await auditAll(
    tx,
    by,
    rows.map(({ id, title, meetingId, fileId }) => ({
      ...named(kind, 'delete', id),
      before: { title, meetingId, fileId },
    })),
  )
}
