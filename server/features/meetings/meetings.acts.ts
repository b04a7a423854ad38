// Adding, editing, copying, publishing and deleting meetings.

import { eq, inArray, sql } from 'drizzle-orm'
import { htmlOf } from '#contract/articles/body.ts'
import { textOf } from '#contract/articles/body-blocks.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Preview } from '#contract/envelope.ts'
import type { AgendaRow } from '#contract/meetings/agenda.ts'
import type { MeetingState } from '#contract/meetings/meeting-labels.ts'
import type { editMeeting, MeetingForm, setPreviousMeeting } from '#contract/meetings/meetings.ts'
import { missingOf } from '#contract/meetings/readiness.ts'
import { trimmed } from '#contract/typed-text.ts'
import { readPlace } from '#contract/visits/places.ts'
import type { Act, Announcing, Configured } from '#server/core/act.ts'
import { audit, auditAll, difference } from '#server/core/audit/audit.ts'
import { filesOf, tieFiles, type UsableFile } from '#server/core/files/files.ts'
import { cleanRichText } from '#server/core/files/rich-text.ts'
import type { Plan } from '#server/core/http/confirmations.ts'
import { allFound, checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import type { Tx } from '#server/db/connection.ts'
import { dinnerGuests } from '#server/db/schema/dinner.ts'
import { meetingImages, meetingNews } from '#server/db/schema/meeting-contents.ts'
import { meetings } from '#server/db/schema/meetings.ts'
import { cleaned } from '#server/features/articles/body.rules.ts'
import { picturesIn } from '#server/features/sharing/sharing.rules.ts'
import { agendaOf, agendasOf, byTime, storeAgenda } from './agenda.queries.ts'
import { papersTarget } from './contents/contents.queries.ts'
import { moveListDays } from './door/check-in-days.acts.ts'
import { notifyMoved } from './meeting-messages.queries.ts'
import { findMeeting, isNameTaken, lockEditions, lockMeetings, nextEdition } from './meetings.queries.ts'
import { hasPrices, problemsOf } from './meetings.rules.ts'
import { storeQuotas, sumOfSeats } from './quotas.acts.ts'
import { promote } from './sign-ups/seats.acts.ts'
import { lockSeats } from './sign-ups/seats.queries.ts'
import { countSignUps } from './sign-ups/sign-ups.acts.ts'

export type MeetingAct = Act & Announcing & Configured
type FileAct = MeetingAct & { files: readonly UsableFile[] }
type Stored = typeof meetings.$inferSelect
type Saved = { id: string; version: number }

const TARGET = 'meeting'
/** Characters of the page's text that the audit log keeps. */
const AUDITED_TEXT = 2_000

const named = (id: string, verb: string) => ({ action: `${TARGET}.${verb}`, targetType: TARGET, targetId: id })

const valuesOf = ({ place, quotas, agenda: _, ...form }: MeetingForm) => ({
  ...form,
  seats: sumOfSeats({ quotas }),
  series: form.series.trim(),
  ownFields: form.ownFields.map((field) => ({
    ...field,
    label: field.label.trim(),
    options: field.options.map((option) => option.trim()),
  })),
  name: form.name.trim(),
  nameEn: form.nameEn.trim(),
  edition: form.edition.trim(),
  city: form.city.trim(),
  venue: form.venue.trim(),
  organisers: form.organisers.trim(),
  contacts: form.contacts.map(trimmed),
  ...(readPlace(place) ?? { longitude: null, latitude: null }),
})

/** `edition` is a language in the audit log; the pinyin follows from the name. */
export const audited = (
  { edition, body, bodyEn, spelling: _, ...rest }: Partial<Stored>,
  agenda: readonly AgendaRow[],
) => ({
  ...rest,
  agenda,
  meetingEdition: edition,
  body: textOf(body as BodyNode).slice(0, AUDITED_TEXT),
  ...(bodyEn && { bodyEn: textOf(bodyEn).slice(0, AUDITED_TEXT) }),
})

const namesOf = (files: readonly UsableFile[]) => files.map(({ name }) => name).toSorted()

const quotaNames = (quotas: readonly { name: string; seats: number }[]) =>
  quotas.map(({ name, seats }) => `${name.trim()} ${seats}`)

export const verdictOfName = async (tx: Tx, name: string, edition: string, id?: string) =>
  (await isNameTaken(tx, name.trim(), edition.trim(), id)) ? '已有同名同届次的会议' : null

const agendaIn = ({ agenda }: MeetingForm) => byTime(agenda.map(trimmed))

/** @returns the columns to store */
async function checked(tx: Tx, form: MeetingForm, stored?: Stored) {
  checkFields({
    name: await verdictOfName(tx, form.name, form.edition, stored?.id),
    ...problemsOf(form, stored?.state === 'published'),
  })
  const body = cleaned(form.body)
  const bodyEn = form.bodyEn && cleaned(form.bodyEn, 'bodyEn')
  const verdict = (text: BodyNode | null) => (text && hasPrices(text) ? '会议页面不能引用价格' : null)
  checkFields({ body: verdict(body), bodyEn: verdict(bodyEn) })
  // refuses what is too long
  for (const text of [body, bodyEn]) if (text) cleanRichText(htmlOf(text))
  return { ...valuesOf(form), body, bodyEn }
}

/** The days of an edition stay after the one before it and before the one after it. */
async function checkOrder(tx: Tx, { startsOn, endsOn }: MeetingForm, { id, previousId }: Stored): Promise<void> {
  const before = previousId === null ? undefined : await findMeeting(tx, previousId)
  const after = await nextEdition(tx, id)
  checkFields({
    startsOn: before && before.endsOn >= startsOn ? `开始日期应晚于上一届的结束日期（${before.endsOn}）` : null,
    endsOn: after && endsOn >= after.startsOn ? `结束日期应早于下一届的开始日期（${after.startsOn}）` : null,
  })
}

export async function addMeetingRow({ tx, actor, by, files }: FileAct, form: MeetingForm): Promise<Saved> {
  const values = await checked(tx, form)
  const id = await insertRow(tx, meetings, { ...values, authorId: actor.id })
  await storeAgenda(tx, id, agendaIn(form))
  await storeQuotas(tx, id, form)
  await tieFiles(tx, { type: TARGET, id }, files)
  await audit(tx, by, { ...named(id, 'add'), after: audited(values, agendaIn(form)) })
  return { id, version: 1 }
}

/** @param stale what 601 carries */
export async function editMeetingRow(
  act: FileAct,
  { id, version, ...form }: BodyOf<typeof editMeeting>,
  stale: (stored: Stored) => Promise<unknown>,
): Promise<Saved> {
  const { tx, by, files } = act
  await lockEditions(tx)
  const stored = orNotFound((await lockMeetings(tx, [id]))[0])
  if (stored.version !== version) throw refuse('stale', { data: await stale(stored) })
  const values = await checked(tx, form, stored)
  await checkOrder(tx, form, stored)
  const locked = await lockSeats(tx, id)
  await storeQuotas(tx, id, form)
  const next = await updateRow(tx, meetings, id, { ...values, updatedAt: sql`now()` })
  const before = await agendaOf(tx, id)
  const after = agendaIn(form)
  if (JSON.stringify(before) !== JSON.stringify(after)) await storeAgenda(tx, id, after)
  await moveListDays(act, id, stored, values)
  await tieFiles(tx, { type: TARGET, id }, files)
  await audit(tx, by, {
    ...named(id, 'edit'),
    ...difference<Record<string, unknown>>(
      { ...audited(stored, before), quotas: quotaNames(locked.quotas) },
      { ...audited(values, after), quotas: quotaNames(form.quotas) },
    ),
  })
  const changed = await lockSeats(tx, id)
  await notifyMoved(tx, act.core.config, locked, changed, next)
  await promote(act, changed)
  return { id, version: next }
}

type Turn = { verb: 'launch' | 'takeDown'; from: readonly MeetingState[]; to: MeetingState; wrong: string }

type Ask = (plan: Plan<Preview>) => Promise<void>

/** What drafts lack; nothing where they are ready. */
async function unreadyOf(tx: Tx, found: readonly Stored[]): Promise<Preview['groups']> {
  const drafts = found.filter(({ state }) => state === 'draft')
  const agendas = await agendasOf(
    tx,
    drafts.map(({ id }) => id),
  )
  return drafts.flatMap((meeting) => {
    const names = missingOf({
      ...meeting,
      sessions: agendas.get(meeting.id)?.length ?? 0,
      hasCover: meeting.coverId !== null,
      hasText: textOf(meeting.body).trim() !== '' || picturesIn(meeting.body).length > 0,
      contacts: meeting.contacts.length,
      channels: meeting.channels.length,
    })
    return names.length > 0 ? [{ title: meeting.name, count: names.length, names }] : []
  })
}

async function turn(
  { tx, by }: MeetingAct,
  ids: readonly string[],
  { verb, from, to, wrong }: Turn,
  ask?: Ask,
): Promise<void> {
  const found = allFound(await lockMeetings(tx, ids), ids)
  const other = found.find(({ state }) => !from.includes(state))
  if (other) throw refuse('conflict', { msg: `“${other.name}”${other.state === 'cancelled' ? '已取消' : wrong}` })
  const hidden = to === 'published' ? found.find(({ channels }) => channels.length === 0) : undefined
  if (hidden) throw refuse('invalid', { msg: `“${hidden.name}”还没有发布渠道，请先编辑` })
  const groups = ask ? await unreadyOf(tx, found) : []
  if (groups.length > 0)
    await ask?.({
      preview: { text: '以下内容还没有准备好，仍要发布？', groups },
      versions: found.map(({ version }) => version),
    })
  await tx
    .update(meetings)
    .set({
      state: to,
      ...(to === 'published' && { publishedAt: sql`now()` }),
      version: sql`${meetings.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(inArray(meetings.id, [...ids]))
  await auditAll(
    tx,
    by,
    found.map(({ id, state }) => ({ ...named(id, verb), before: { state }, after: { state: to } })),
  )
}

/** @param ask what drafts that are not ready have to be confirmed by */
export const launch = (act: MeetingAct, ids: readonly string[], ask: Ask) =>
  turn(act, ids, { verb: 'launch', from: ['draft', 'takenDown'], to: 'published', wrong: '已经发布' }, ask)

export const takeDown = (act: MeetingAct, ids: readonly string[]) =>
  turn(act, ids, { verb: 'takeDown', from: ['published'], to: 'takenDown', wrong: '没有发布' })

/** Deleted by themselves first: files of news and pictures would stay, and guests would be lost without a word. */
async function contentsOf(tx: Tx, id: string): Promise<{ kind: string; count: number }[]> {
  const counts = [
    { kind: '会议新闻', count: await tx.$count(meetingNews, eq(meetingNews.meetingId, id)) },
    { kind: '轮播图和图片', count: await tx.$count(meetingImages, eq(meetingImages.meetingId, id)) },
    { kind: '报名', count: await countSignUps(tx, id) },
    { kind: '晚宴来宾', count: await tx.$count(dinnerGuests, eq(dinnerGuests.meetingId, id)) },
  ]
  return counts.filter(({ count }) => count > 0)
}

export async function removeDrafts({ tx, by }: MeetingAct, ids: readonly string[]): Promise<void> {
  await lockEditions(tx)
  const found = allFound(await lockMeetings(tx, ids), ids)
  const other = found.find(({ state }) => state !== 'draft')
  if (other) throw refuse('conflict', { msg: `“${other.name}”发布过，不能删除` })
  const used = []
  for (const { id, name } of found) {
    const next = await nextEdition(tx, id)
    const by = await contentsOf(tx, id)
    if (next && !ids.includes(next.id)) by.push({ kind: '下一届会议', count: 1 })
    if (by.length > 0) used.push({ id, name, by })
  }
  if (used.length > 0) throw refuse('inUse', { data: used })
  const agendas = await agendasOf(tx, ids)
  for (const { id } of found) {
    await tieFiles(tx, { type: TARGET, id }, [])
    await tieFiles(tx, papersTarget(id), [])
    await tx.delete(meetings).where(eq(meetings.id, id))
  }
  await auditAll(
    tx,
    by,
    found.map((stored) => ({ ...named(stored.id, 'delete'), before: audited(stored, agendas.get(stored.id) ?? []) })),
  )
}

/** The meeting names another one that ended before it starts; a cycle is impossible, as days cannot run backwards. */
export async function setPrevious(
  { tx, by, files }: FileAct,
  { id, version, previousId }: BodyOf<typeof setPreviousMeeting>,
  stale: (stored: Stored) => Promise<unknown>,
): Promise<Saved> {
  await lockEditions(tx)
  const found = await lockMeetings(tx, previousId === null ? [id] : [id, previousId])
  const stored = orNotFound(found.find((each) => each.id === id))
  if (stored.version !== version) throw refuse('stale', { data: await stale(stored) })
  if (previousId !== null) {
    const previous = found.find((each) => each.id === previousId)
    checkFields({
      previousId: !previous
        ? '所选会议不存在'
        : previous.endsOn >= stored.startsOn
          ? '上一届应在本届开始之前结束'
          : null,
    })
  }
  const papers = await filesOf(tx, papersTarget(id))
  const next = await updateRow(tx, meetings, id, { previousId, updatedAt: sql`now()` })
  await tieFiles(tx, papersTarget(id), files)
  await audit(tx, by, {
    ...named(id, 'setPrevious'),
    ...difference<Record<string, unknown>>(
      { previousId: stored.previousId, papers: namesOf(papers) },
      { previousId, papers: namesOf(files) },
    ),
  })
  return { id, version: next }
}
