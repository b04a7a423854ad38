// Reads the contents of a push, renders its mail, and stores it as the one body of its messages.
import { buffer } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import type { MailTopic } from '#contract/outbox/message-labels.ts'
import { type MailShown, PUSH_FILE_BYTES, type PushForm } from '#contract/push/pushes.ts'
import type { Core } from '#server/core/core.ts'
import { openFile, storeFile } from '#server/core/files/files.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { escapeHtml, fieldsIn, fillFields, headerText, missingFields } from '#server/core/mail/mail-fields.ts'
import { tracked, untracked } from '#server/core/mail/tracking.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { fileUses } from '#server/db/schema/core/files.ts'
import { messageBodies } from '#server/db/schema/core/outbox.ts'
import { readPublished, type ShownArticle } from '#server/features/articles/published.queries.ts'
import { correctedArticles } from './articles.queries.ts'
import {
  attachedFiles,
  type CarriedItem,
  correctedPrices,
  newestPublication,
  readItems,
  type Sender,
  senderOf,
} from './contents.queries.ts'
import { type MailFiles, type Rendered, renderPush } from './rendering.ts'

type Contents = Pick<PushForm, 'subject' | 'text' | 'quoteItemIds' | 'chartDays' | 'attachmentIds' | 'articleIds'> & {
  /** Whether it records opening and clicks, and says so. */
  isTracked: boolean
  /** Publication of the prices; null: the newest. */
  publication: string | null
  correctionOf: string | null
}

/** `items` and `articles` are what is recorded as sent. */
export type Drawn = Rendered & {
  items: CarriedItem[]
  articles: ShownArticle[]
  sender: Sender
  attachmentIds: string[]
}

/** Files of the push, then those of its articles as long as they fit; the mail names the others. */
export async function filesOf(
  db: Executor,
  own: readonly string[],
  articles: readonly ShownArticle[],
): Promise<MailFiles> {
  const ofArticles = articles.flatMap(({ attachmentIds }) => attachmentIds)
  const files = await attachedFiles(db, [...new Set([...own, ...ofArticles])])
  const found: MailFiles = { attached: [], tooLarge: [] }
  let bytes = 0
  for (const file of files) {
    const fits = own.includes(file.id) || bytes + file.size <= PUSH_FILE_BYTES
    if (fits) bytes += file.size
    found[fits ? 'attached' : 'tooLarge'].push(file)
  }
  return found
}

export async function drawPush(
  db: Executor,
  contents: Contents,
  senderId: string,
): Promise<Drawn & { publication: string }> {
  const { quoteItemIds, chartDays, attachmentIds, correctionOf, articleIds } = contents
  const publication = contents.publication ?? (await newestPublication(db))
  // a correction holds what has changed, and nothing that its recipients did not get before
  const prices = correctionOf === null ? [] : await correctedPrices(db, correctionOf)
  const changed = correctionOf === null ? [] : await correctedArticles(db, correctionOf)
  const items = correctionOf === null ? await readItems(db, quoteItemIds, { publication, chartDays }) : []
  const byItem = [...Map.groupBy(prices, ({ quoteItemId }) => quoteItemId)].map(([id, own]) => ({ id, prices: own }))
  const published = await readPublished(db, correctionOf === null ? articleIds : changed.map(({ id }) => id))
  const articles = published.filter(
    ({ versionId }) => correctionOf === null || changed.some((each) => each.versionId === versionId),
  )
  const named = changed.filter(({ id }) => !articles.some((article) => article.id === id))
  const corrected = correctionOf === null ? null : { prices, articles: named }
  const files = await filesOf(db, attachmentIds, articles)
  const sender = await senderOf(db, senderId)
  return {
    ...renderPush({ ...contents, items, articles, corrected, files, sender }),
    items: correctionOf === null ? items : byItem,
    articles,
    sender,
    attachmentIds: files.attached.map(({ id }) => id),
    publication,
  }
}

/** @returns the id of the row of `message_bodies` */
export async function storeBody(
  tx: Tx,
  core: Pick<Core, 'config'>,
  drawn: Drawn,
  { topic, prefix = '', isTracked = false }: { topic: MailTopic; prefix?: string; isTracked?: boolean },
): Promise<string> {
  const pictures: Record<string, string> = {}
  for (const [cid, source] of drawn.pictures) {
    const file = await storeFile(tx, { core, name: `${cid}.png`, source, purpose: 'image', ownerId: null })
    pictures[cid] = file.id
  }
  for (const [cid, fileId] of drawn.files) pictures[cid] = fileId
  const { text, attachmentIds, sender } = drawn
  const { html, links } = isTracked ? tracked(drawn.html) : { html: drawn.html, links: [] }
  const [body] = await tx
    .insert(messageBodies)
    .values({
      subject: `${prefix}${headerText(drawn.subject)}`,
      html,
      links,
      topic,
      text,
      attachmentIds,
      pictures,
      senderName: headerText(sender.name),
      replyTo: sender.email,
    })
    .returning({ id: messageBodies.id })
  if (!body) throw new Error('no body was stored')
  const fileIds = [...Object.values(pictures), ...attachmentIds]
  if (fileIds.length > 0) {
    const uses = [...new Set(fileIds)].map((fileId) => ({ fileId, targetType: 'messageBody', targetId: body.id }))
    await tx.insert(fileUses).values(uses).onConflictDoNothing()
  }
  return body.id
}

/** Fields that need a value of the recipient; the unsubscribe link is not one. */
export const usedFields = ({ subject, text }: { subject: string; text: string }): string[] =>
  fieldsIn(`${subject}\n${text}`)

/** The mail as the recipient sees it, with pictures inlined. */
export async function shownTo(
  core: Pick<Core, 'config' | 'db'>,
  drawn: Drawn,
  values: Readonly<Record<string, string>>,
): Promise<MailShown> {
  const pictures = [...drawn.pictures, ...(await contentsOf(core, drawn.files))]
  const filled = (text: string, inside?: (value: string) => string) => fillFields(text, values, inside)
  const html = pictures.reduce(
    (sofar, [cid, png]) => sofar.replaceAll(`"cid:${cid}"`, `"data:image/png;base64,${png.toString('base64')}"`),
    filled(drawn.html, escapeHtml),
  )
  const { name, email } = drawn.sender
  return {
    subject: headerText(filled(drawn.subject)),
    html,
    text: filled(drawn.text),
    sender: email ? `${name} <${email}>` : name,
    missing: missingFields(`${drawn.subject}\n${drawn.text}`, { ...values, unsubscribe: values.unsubscribe ?? '-' }),
  }
}

async function contentsOf(
  core: Pick<Core, 'config' | 'db'>,
  files: ReadonlyMap<string, string>,
): Promise<[string, Buffer][]> {
  return await Promise.all(
    [...files].map(
      async ([cid, fileId]): Promise<[string, Buffer]> => [cid, await buffer((await openFile(core, fileId)).stream)],
    ),
  )
}

/** The mail as it was sent; 409 once it is deleted. */
export async function storedMail(core: Pick<Core, 'config' | 'db'>, bodyId: string): Promise<Drawn | null> {
  const [body] = await core.db.select().from(messageBodies).where(eq(messageBodies.id, bodyId))
  if (!body) return null
  if (body.clearedAt !== null)
    throw refuse('conflict', { msg: `邮件内容已过保存期（${core.config.messageMonths} 个月），已删除` })
  const { subject, text, senderName: name, replyTo: email, attachmentIds } = body
  const html = untracked(body.html, body.links)
  return {
    subject,
    html,
    text,
    pictures: new Map(),
    files: new Map(Object.entries(body.pictures)),
    items: [],
    articles: [],
    attachmentIds,
    sender: { name, email, telephone: '', address: '', signature: '' },
  }
}

/** Statements over 100,000 recipients need more than the usual statement timeout. */
export const extendTimeout = (tx: Tx) =>
  tx.execute(sql`select set_config('statement_timeout', '300s', true), set_config('work_mem', '64MB', true)`)
