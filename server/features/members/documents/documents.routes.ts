// Documents over HTTP: drafts, published with a file, unpublished before they change.

import {
  addDocument,
  type DocumentDetail,
  editDocument,
  getDocument,
  getDocumentForm,
  launchDocument,
  queryDocuments,
  removeDocument,
  takeDownDocument,
} from '#contract/members/documents.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { trimmed } from '#contract/typed-text.ts'
import { audit, difference } from '#server/core/audit/audit.ts'
import { linkTo, tieFiles } from '#server/core/files/files.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { type Context, filesOfRow, serve, serveAct, subProductById } from '#server/core/http/serve.ts'
import { lockNames } from '#server/core/rows/names.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import {
  deleteDocument,
  findDocument,
  insertDocuments,
  isTitleTaken,
  listDocuments,
  lockDocument,
  subProductOfDocument,
  updateDocument,
} from './documents.queries.ts'

const byRow = subProductById(subProductOfDocument)
const of = (id: string, action: string) => ({ action: `document.${action}`, targetType: 'document', targetId: id })
const fileTarget = (id: string) => ({ type: 'document', id })

type Reading = Pick<Context<typeof getDocument>, 'core' | 'actor'> & { db: Executor }

async function read({ db, core, actor }: Reading, id: string): Promise<DocumentDetail> {
  const found = orNotFound(await findDocument(db, id))
  const { fileId: _, file, ...rest } = found
  const { id: fileId, name, type, size } = file
  if (fileId === null || name === null || type === null || size === null) return { ...rest, file: null }
  return { ...rest, file: { id: fileId, name, type, size, url: linkTo(core, fileId, actor) } }
}

async function requireDocument(tx: Tx, id: string) {
  return orNotFound(await lockDocument(tx, id))
}

/** Throws 400 where the day has a document of that title. */
async function checkTitle(tx: Tx, subProduct: SubProductKey, titled: { id?: string; title: string; day: string }) {
  await lockNames(tx, 'documents')
  checkFields({ title: (await isTitleTaken(tx, subProduct, titled)) ? '这一天已有同名文档' : null })
}

export const routes = [
  serve(queryDocuments, ({ body, subProduct, db }) => listDocuments(db, { ...body, subProduct })),

  serve(getDocument, (context) => read(context, context.body.id), byRow),
  serve(getDocumentForm, (context) => read(context, context.body.id), byRow),

  serveAct(addDocument, async ({ tx, body: { subProduct: _, ...form }, subProduct, files, actor, by }) => {
    const values = trimmed(form)
    await checkTitle(tx, subProduct, values)
    const [id = ''] = await insertDocuments(tx, [{ subProduct, ...values, authorId: actor.id }])
    await tieFiles(tx, fileTarget(id), files)
    await audit(tx, by, { ...of(id, 'add'), after: { subProduct, ...values } })
    return { id, version: 1 }
  }),

  serveAct(
    editDocument,
    async (context) => {
      const { tx, body, files, by } = context
      const { id, version, ...form } = body
      const stored = await requireDocument(tx, id)
      if (stored.version !== version) throw refuse('stale', { data: await read({ ...context, db: tx }, id) })
      if (stored.state === 'launched') throw refuse('conflict', { msg: '文档已发布，请先下架再编辑' })
      const values = trimmed(form)
      await checkTitle(tx, stored.subProduct, { ...values, id })
      const next = await updateDocument(tx, id, values)
      await tieFiles(tx, fileTarget(id), files)
      await audit(tx, by, { ...of(id, 'edit'), ...difference<Record<string, unknown>>({ ...stored }, values) })
      return { id, version: next }
    },
    { ...byRow, ...filesOfRow('document') },
  ),

  serveAct(
    launchDocument,
    async ({ tx, body: { id }, by }) => {
      const { state, title, fileId } = await requireDocument(tx, id)
      if (state === 'launched') throw refuse('conflict', { msg: '文档已发布' })
      if (fileId === null) throw refuse('conflict', { msg: '文档还没有文件，请先编辑并上传' })
      await updateDocument(tx, id, { state: 'launched' })
      await audit(tx, by, { ...of(id, 'launch'), before: { state }, after: { title, state: 'launched' } })
    },
    byRow,
  ),

  serveAct(
    takeDownDocument,
    async ({ tx, body: { id }, by }) => {
      const { state, title } = await requireDocument(tx, id)
      if (state !== 'launched') throw refuse('conflict', { msg: '文档没有发布' })
      await updateDocument(tx, id, { state: 'takenDown' })
      await audit(tx, by, { ...of(id, 'takeDown'), before: { state }, after: { title, state: 'takenDown' } })
    },
    byRow,
  ),

  serveAct(
    removeDocument,
    async ({ tx, body: { id }, by }) => {
      const stored = await requireDocument(tx, id)
      if (stored.state !== 'draft') throw refuse('conflict', { msg: '只能删除草稿' })
      await tieFiles(tx, fileTarget(id), [])
      await deleteDocument(tx, id)
      await audit(tx, by, { ...of(id, 'delete'), before: { ...stored } })
    },
    byRow,
  ),
]
