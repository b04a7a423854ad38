// Documents over HTTP: written as drafts, launched once they have a file, taken down before they change.
import {
  addDocument,
  type DocumentDetail,
  type DocumentForm,
  editDocument,
  getDocument,
  getDocumentForm,
  launchDocument,
  queryDocuments,
  removeDocument,
  takeDownDocument,
} from '../../../../contract/members/documents.ts'
import { audit, difference } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { linkTo, useFiles } from '../../../core/files/files.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { type Context, serve } from '../../../core/http/serve.ts'
import type { Db, Tx } from '../../../db/connection.ts'
import {
  deleteDocument,
  findDocument,
  insertDocuments,
  listDocuments,
  lockDocument,
  subProductOfDocument,
  updateDocument,
} from './documents.queries.ts'

const byRow = { subProductOf: ({ body, db }: { body: { id: string }; db: Db }) => subProductOfDocument(db, body.id) }
const of = (id: string, action: string) => ({ action: `document.${action}`, targetType: 'document', targetId: id })
const fileTarget = (id: string) => ({ type: 'document', id })

type Reading = Pick<Context<typeof getDocument>, 'db' | 'core' | 'actor'>

async function read({ db, core, actor }: Reading, id: string): Promise<DocumentDetail> {
  const found = await findDocument(db, id)
  if (!found) throw refuse('notFound')
  const { fileId: _, file, ...rest } = found
  const { id: fileId, name, type, size } = file
  if (fileId === null || name === null || type === null || size === null) return { ...rest, file: null }
  return { ...rest, file: { id: fileId, name, type, size, url: linkTo(core, fileId, actor) } }
}

async function requireDocument(tx: Tx, id: string) {
  const stored = await lockDocument(tx, id)
  if (!stored) throw refuse('notFound')
  return stored
}

const trimmed = (form: DocumentForm): DocumentForm => ({
  ...form,
  title: form.title.trim(),
  kind: form.kind.trim(),
  summary: form.summary.trim(),
})
const filesOf = ({ fileId }: Pick<DocumentForm, 'fileId'>) => (fileId === null ? [] : [fileId])

export const routes = [
  serve(queryDocuments, ({ body, subProduct, db }) => listDocuments(db, { ...body, subProduct })),

  serve(getDocument, (context) => read(context, context.body.id), byRow),
  serve(getDocumentForm, (context) => read(context, context.body.id), byRow),

  serve(addDocument, ({ body: { subProduct: _, ...form }, subProduct, actor, core, by }) =>
    transact(core, async (tx) => {
      const values = trimmed(form)
      const [id = ''] = await insertDocuments(tx, [{ subProduct, ...values, authorId: actor.id }])
      await useFiles(tx, fileTarget(id), filesOf(values), actor)
      await audit(tx, by, { ...of(id, 'add'), after: { subProduct, ...values } })
      return { id, version: 1 }
    }),
  ),

  serve(
    editDocument,
    (context) => {
      const { body, actor, core, by } = context
      const { id, version, ...form } = body
      return transact(core, async (tx) => {
        const stored = await requireDocument(tx, id)
        if (stored.version !== version) throw refuse('stale', { data: await read(context, id) })
        if (stored.state === 'launched') throw refuse('conflict', { msg: '文档已发布，请先下架再编辑' })
        const values = trimmed(form)
        const next = await updateDocument(tx, id, values)
        await useFiles(tx, fileTarget(id), filesOf(values), actor)
        await audit(tx, by, { ...of(id, 'edit'), ...difference<Record<string, unknown>>({ ...stored }, values) })
        return { id, version: next }
      })
    },
    byRow,
  ),

  serve(
    launchDocument,
    async ({ body: { id }, core, by }) => {
      await transact(core, async (tx) => {
        const { state, title, fileId } = await requireDocument(tx, id)
        if (state === 'launched') throw refuse('conflict', { msg: '文档已发布' })
        if (fileId === null) throw refuse('conflict', { msg: '文档还没有文件，请先编辑并上传' })
        await updateDocument(tx, id, { state: 'launched' })
        await audit(tx, by, { ...of(id, 'launch'), before: { state }, after: { title, state: 'launched' } })
      })
      return null
    },
    byRow,
  ),

  serve(
    takeDownDocument,
    async ({ body: { id }, core, by }) => {
      await transact(core, async (tx) => {
        const { state, title } = await requireDocument(tx, id)
        if (state !== 'launched') throw refuse('conflict', { msg: '文档没有发布' })
        await updateDocument(tx, id, { state: 'takenDown' })
        await audit(tx, by, { ...of(id, 'takeDown'), before: { state }, after: { title, state: 'takenDown' } })
      })
      return null
    },
    byRow,
  ),

  serve(
    removeDocument,
    async ({ body: { id }, actor, core, by }) => {
      await transact(core, async (tx) => {
        const stored = await requireDocument(tx, id)
        if (stored.state !== 'draft') throw refuse('conflict', { msg: '只能删除草稿' })
        await useFiles(tx, fileTarget(id), [], actor)
        await deleteDocument(tx, id)
        await audit(tx, by, { ...of(id, 'delete'), before: { ...stored } })
      })
      return null
    },
    byRow,
  ),
]
