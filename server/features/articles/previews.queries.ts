// What a preview of an unsaved article may show: the body as a save would store it, with files the person may use.
import type { Edition } from '../../../contract/articles/article-labels.ts'
import { mapBody } from '../../../contract/articles/body.ts'
import { nodesIn } from '../../../contract/articles/bound-figures.ts'
import type { BodyNode } from '../../../contract/articles/nodes.ts'
import type { Actor } from '../../core/access/actors.ts'
import { usableFiles } from '../../core/files/files.ts'
import { orNotFound } from '../../core/http/refusal.ts'
import type { Db } from '../../db/connection.ts'
import { findArticles } from './articles.queries.ts'
import { cleaned } from './body.rules.ts'

type Given = { id: string | null; body: BodyNode; attachmentIds: readonly string[]; coverId?: string | null }
type Previewed = { body: BodyNode; attachments: { id: string; name: string }[]; coverId: string | null }

const pictureOf = ({ type, attrs }: BodyNode): string | null =>
  type === 'picture' && typeof attrs?.fileId === 'string' ? attrs.fileId : null

/** Leaves out pictures that the person may not use, which a save would refuse. 20404 for an article out of scope. */
export async function previewed(db: Db, actor: Actor, edition: Edition, given: Given): Promise<Previewed> {
  if (given.id !== null) orNotFound((await findArticles(db, edition, [given.id], actor))[0])
  const body = cleaned(given.body)
  const { coverId = null, attachmentIds } = given
  const named = [...[...nodesIn(body)].flatMap((node) => pictureOf(node) ?? []), ...attachmentIds]
  const target = given.id === null ? null : { type: 'article', id: given.id }
  const usable = await usableFiles(db, target, coverId === null ? named : [...named, coverId], actor)
  return {
    body: mapBody(body, (node) => {
      const fileId = pictureOf(node)
      return fileId === null || usable.has(fileId) ? node : { type: 'paragraph' }
    }),
    attachments: attachmentIds.flatMap((id) => {
      const name = usable.get(id)
      return name === undefined ? [] : [{ id, name }]
    }),
    coverId: coverId !== null && usable.has(coverId) ? coverId : null,
  }
}
