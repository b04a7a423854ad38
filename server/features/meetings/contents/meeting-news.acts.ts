// News of a meeting: written, submitted, published or returned by somebody else, taken down, deleted.

import { eq, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import { NEWS_MAX, type NewsState } from '#contract/meetings/content-labels.ts'
import type { addMeetingNews, editMeetingNews } from '#contract/meetings/meeting-news.ts'
import type { Act, Configured } from '#server/core/act.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { tieFiles, type UsableFile } from '#server/core/files/files.ts'
import { cleanRichText } from '#server/core/files/rich-text.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { insertRow, updateRow } from '#server/core/rows/store.ts'
import { meetingNews as news } from '#server/db/schema/meeting-contents.ts'
import { lockMeeting } from './contents.queries.ts'
import { countNews, lockNews, readNews, type StoredNews } from './meeting-news.queries.ts'
import { newsText } from './meeting-news.rules.ts'

export type NewsAct = Act & Configured
type Writing = NewsAct & { files: readonly UsableFile[] }
type Versioned = { id: string; version: number }
type Form = Omit<BodyOf<typeof addMeetingNews>, 'meetingId'>

const target = (id: string) => ({ targetType: 'meetingNews', targetId: id })
const fileTarget = (id: string) => ({ type: 'meetingNews', id })

/** Locked, and of that version: 601 with the newer one otherwise. */
async function requireNews({ tx, core, actor }: NewsAct, { id, version }: Versioned): Promise<StoredNews> {
  const stored = await lockNews(tx, id)
  if (stored.version !== version) throw refuse('stale', { data: await readNews(core, tx, id, actor) })
  return stored
}

/** The columns to store. */
function valuesOf({ title, source, day, coverId, ...form }: Form) {
  const { body, html } = newsText(form.body)
  return { title: title.trim(), source: source.trim(), day, coverId, body, html }
}

/** Longest beginning of a text that the audit log keeps, characters. */
const AUDITED = 500

/** The words in place of the nodes and their HTML. */
const audited = <T extends { html: string }>({ html, ...rest }: T) => ({
  ...rest,
  body: cleanRichText(html).text.slice(0, AUDITED),
})

export async function addNews(
  { tx, actor, by, files }: Writing,
  { meetingId, ...form }: BodyOf<typeof addMeetingNews>,
) {
  await lockMeeting(tx, meetingId)
  if ((await countNews(tx, meetingId)) >= NEWS_MAX) throw refuse('conflict', { msg: `一个会议最多 ${NEWS_MAX} 条新闻` })
  const values = valuesOf(form)
  const id = await insertRow(tx, news, { ...values, meetingId, authorId: actor.id, editorId: actor.id })
  await tieFiles(tx, fileTarget(id), files)
  await audit(tx, by, { action: 'meetingNews.add', ...target(id), after: { ...audited(values), meetingId } })
  return { id, version: 1 }
}

export async function editNews(act: Writing, { id, version, ...form }: BodyOf<typeof editMeetingNews>) {
  const { tx, actor, by, files } = act
  const stored = await requireNews(act, { id, version })
  if (stored.state === 'published') throw refuse('conflict', { msg: '新闻已发布，请先下架再编辑' })
  const values = valuesOf(form)
  const changed = { ...values, state: 'draft' as const }
  const next = await updateRow(tx, news, id, { ...changed, editorId: actor.id, updatedAt: sql`now()` })
  await tieFiles(tx, fileTarget(id), files)
  const changes = difference<Record<string, unknown>>(audited(stored), audited(changed))
  await audit(tx, by, { action: 'meetingNews.edit', ...target(id), ...changes })
  return { id, version: next }
}

type Step = {
  verb: 'submit' | 'launch' | 'return' | 'takeDown'
  from: readonly NewsState[]
  to: NewsState
  /** Shown where the news is in another state. */
  refusal: string
  isReview?: true
}

export const newsSteps = {
  submit: {
    verb: 'submit',
    from: ['draft', 'takenDown'],
    to: 'pending',
    refusal: '只有草稿和已下架的新闻可以提交审核',
  },
  launch: { verb: 'launch', from: ['pending'], to: 'published', refusal: '只有待审核的新闻可以发布', isReview: true },
  return: { verb: 'return', from: ['pending'], to: 'draft', refusal: '只有待审核的新闻可以退回' },
  takeDown: { verb: 'takeDown', from: ['published'], to: 'takenDown', refusal: '只有已发布的新闻可以下架' },
} as const satisfies Record<string, Step>

/** @param opinion why it is returned */
export async function stepNews(act: NewsAct, step: Step, of: Versioned, opinion = ''): Promise<Versioned> {
  const { tx, actor, by } = act
  const stored = await requireNews(act, of)
  if (!step.from.includes(stored.state)) throw refuse('conflict', { msg: step.refusal })
  if (step.isReview && [stored.authorId, stored.editorId].includes(actor.id)) {
    throw refuse('forbidden', { msg: '不能审核自己编写的新闻，请由其他同事发布' })
  }
  const changes = { state: step.to, opinion: opinion.trim() }
  const version = await updateRow(tx, news, of.id, {
    ...changes,
    ...(step.to === 'published' && { publishedAt: sql`now()` }),
    updatedAt: sql`now()`,
  })
  const states = difference<Record<string, unknown>>(stored, changes)
  await audit(tx, by, { action: `meetingNews.${step.verb}`, ...target(of.id), ...states })
  return { id: of.id, version }
}

export async function removeNews(act: NewsAct, of: Versioned): Promise<void> {
  const { tx, by } = act
  const { title, day, state, meetingId } = await requireNews(act, of)
  if (state !== 'draft') throw refuse('conflict', { msg: '只能删除草稿；已发布的新闻请下架' })
  await tieFiles(tx, fileTarget(of.id), [])
  await tx.delete(news).where(eq(news.id, of.id))
  await audit(tx, by, { action: 'meetingNews.delete', ...target(of.id), before: { title, day, meetingId } })
}
