// Carousel and pictures of a meeting: added behind the others, edited by version, sorted, deleted.

import { inArray, sql } from 'drizzle-orm'
import { dayOf } from '#contract/days.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { IMAGES_MAX, type ImageKind, imageKindLabels } from '#contract/meetings/content-labels.ts'
import type { carouselCalls, pictureCalls } from '#contract/meetings/meeting-images.ts'
import type { Act, Configured } from '#server/core/act.ts'
import { audit, auditAll, difference } from '#server/core/audit/audit.ts'
import { tieFiles, type UsableFile } from '#server/core/files/files.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { reorder, SORT_STEP } from '#server/core/rows/order.rules.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import type { Tx } from '#server/db/connection.ts'
import { meetingImages as images } from '#server/db/schema/meeting-contents.ts'
import { lockMeeting } from './contents.queries.ts'
import { lockImages, placeImages, placesOf, readImage, type StoredImage } from './meeting-images.queries.ts'

export type ImageAct = Act & Configured
type FileAct = ImageAct & { files: readonly UsableFile[] }
type Form = Omit<BodyOf<typeof carouselCalls.edit>, 'id' | 'version'>
type PictureForm = Omit<BodyOf<typeof pictureCalls.edit>, 'id' | 'version'>
type Saved = { id: string; version: number }

const targets: Record<ImageKind, string> = { carousel: 'meetingCarousel', picture: 'meetingPicture' }
const named = (kind: ImageKind, verb: string, id: string) => ({
  action: `${targets[kind]}.${verb}`,
  targetType: targets[kind],
  targetId: id,
})
const fileTarget = (id: string) => ({ type: 'meetingImage', id })

function checkDays({ showFrom, showUntil }: Pick<Form, 'showFrom' | 'showUntil'>): void {
  const isWrong = showFrom !== null && showUntil !== null && showUntil < showFrom
  checkFields({ showUntil: isWrong ? '展示结束日期不能早于开始日期' : null })
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

export async function addCarousel(
  { tx, by, files }: FileAct,
  { meetingId, ...form }: BodyOf<typeof carouselCalls.add>,
) {
  const sort = await placeForMore(tx, 'carousel', meetingId, 1)
  checkDays(form)
  const values = { ...form, title: form.title.trim(), link: form.link.trim() }
  const id = await insertRow(tx, images, { ...values, meetingId, kind: 'carousel', sort })
  await tieFiles(tx, fileTarget(id), files)
  await audit(tx, by, { ...named('carousel', 'add', id), after: { ...values, meetingId } })
  return { id, version: 1 }
}

/** Of a file's name, as in rich texts. */
const altOf = (name: string) => name.replace(/\.[^.]+$/, '').slice(0, 100)

export async function addPictures(
  { tx, by, files }: FileAct,
  { meetingId }: BodyOf<typeof pictureCalls.add>,
): Promise<string[]> {
  checkFields({ fileIds: files.length === 0 ? '请选择图片' : null })
  const sort = await placeForMore(tx, 'picture', meetingId, files.length)
  const added: string[] = []
  for (const [at, file] of files.entries()) {
    const place = { meetingId, kind: 'picture' as const, fileId: file.id, sort: sort + at * SORT_STEP }
    const id = await insertRow(tx, images, { ...place, title: altOf(file.name) || imageKindLabels.picture })
    await tieFiles(tx, fileTarget(id), [file])
    added.push(id)
  }
  await auditAll(
    tx,
    by,
    added.map((id, at) => ({ ...named('picture', 'add', id), after: { meetingId, fileId: files[at]?.id } })),
  )
  return added
}

async function edit(act: ImageAct, kind: ImageKind, { id, version }: Saved, form: Form | PictureForm): Promise<Saved> {
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

export async function editCarousel(act: FileAct, { id, version, ...form }: BodyOf<typeof carouselCalls.edit>) {
  const saved = await edit(act, 'carousel', { id, version }, form)
  await tieFiles(act.tx, fileTarget(id), act.files)
  return saved
}

export async function editPicture(act: FileAct, { id, version, fileId, ...form }: BodyOf<typeof pictureCalls.edit>) {
  const texts = { ...form, caption: form.caption.trim() }
  const saved = await edit(act, 'picture', { id, version }, fileId === undefined ? texts : { ...texts, fileId })
  if (fileId !== undefined) await tieFiles(act.tx, fileTarget(id), act.files)
  return saved
}

export async function sortImages({ tx, by }: ImageAct, kind: ImageKind, meetingId: string, ids: readonly string[]) {
  await lockMeeting(tx, meetingId)
  const before = (await placesOf(tx, kind, meetingId)).map(({ id }) => id)
  const after = reorder(before, ids)
  if (!after) throw refuse('conflict', { msg: '图片已变化，请刷新后重试' })
  await placeImages(tx, after)
  await audit(tx, by, { ...named(kind, 'dragSort', meetingId), before: { ids: before }, after: { ids: after } })
}

export async function removeImages({ tx, by }: ImageAct, kind: ImageKind, ids: readonly string[]): Promise<void> {
  const rows = await lockImages(tx, kind, ids)
  for (const { id } of rows) await tieFiles(tx, fileTarget(id), [])
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
