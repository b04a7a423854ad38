// What a form of an article may name, and what a preview of it shows: the body as a save would store it, and attachments.
import type { Edition } from '#contract/articles/article-labels.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import type { Actor } from '#server/core/access/actors.ts'
import type { FileTarget, UsableFile } from '#server/core/files/files.ts'
import { orNotFound } from '#server/core/http/refusal.ts'
import type { Db } from '#server/db/connection.ts'
import { findArticles } from './articles.queries.ts'
import { cleaned } from './body.rules.ts'
import { findTemplateOf } from './templates.queries.ts'

type Form = { id?: string | null; templateVersionId?: string | null | undefined }

/** Files that the form may name, whoever uploaded them: the article's own, and those of the template that filled it. */
export async function filesOfForm({ body, actor, db }: { body: Form; actor: Actor; db: Db }): Promise<FileTarget[]> {
  const { id, templateVersionId } = body
  const templateId = templateVersionId ? await findTemplateOf(db, actor, templateVersionId) : undefined
  return [
    ...(id ? [{ type: 'article', id }] : []),
    ...(templateId === undefined ? [] : [{ type: 'articleTemplate', id: templateId }]),
  ]
}

type Given = { id: string | null; body: BodyNode; attachmentIds: readonly string[] }
type Named = { db: Db; actor: Actor; files: readonly UsableFile[] }

/** 20404 for an article out of scope. */
export async function previewed({ db, actor, files }: Named, edition: Edition, given: Given) {
  if (given.id !== null) orNotFound((await findArticles(db, edition, [given.id], actor))[0])
  const attachments = files.filter(({ id }) => given.attachmentIds.includes(id))
  return { body: cleaned(given.body), attachments }
}
