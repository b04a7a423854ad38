// Documents of a sub-product: written as drafts with a file, launched, taken down.
import { type Static, Type } from 'typebox'
import type { Alias } from '#contract/access.ts'
import { can } from '#contract/access.ts'
import { readCall, writeCall } from '#contract/endpoint.ts'
import { Paged } from '#contract/envelope.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import {
  Choice,
  Day,
  Fields,
  Id,
  listFields,
  Moment,
  Nullable,
  OneLine,
  OneOf,
  Required,
  Text,
} from '#contract/fields.ts'
import { FileId } from '#contract/files.ts'
import { optionalColumn, requiredColumn } from '#contract/import-columns.ts'
import { type ImportCalls, importCalls } from '#contract/sheets.ts'
import { canOn, subProductsWith } from '#contract/sub-product-access.ts'
import { type SubProductKey, subProductMenu, subProductOf } from '#contract/sub-products.ts'
import { documentStateLabels } from './members.ts'

const root = '/api/backend/member/document'

const withDocuments = subProductsWith('documents')
const SubProduct = OneOf('子产品', withDocuments)
const State = Choice('状态', documentStateLabels)
const Version = Type.Integer({ title: '版本', minimum: 1 })

export const DocumentQuery = Fields({
  ...listFields(['day', 'title', 'updatedAt']),
  subProduct: SubProduct,
  title: Type.Optional(Text('标题', 100)),
  kind: Type.Optional(Text('类别', 32)),
  state: Type.Optional(State),
  from: Type.Optional(Day('开始日期')),
  to: Type.Optional(Day('结束日期')),
})
export type DocumentQuery = Static<typeof DocumentQuery>

const shownFields = {
  title: Type.String({ title: '标题' }),
  kind: Type.String({ title: '类别' }),
  day: Day('日期'),
  state: State,
  authorName: Nullable(Type.String({ title: '作者' })),
  updatedAt: Moment('更新时间'),
}

const DocumentRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  ...shownFields,
  fileName: Nullable(Type.String({ title: '文件' })),
})
export type DocumentRow = Static<typeof DocumentRow>

const DocumentFile = Type.Object({
  id: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
  url: Type.String({ description: 'for the person who asks, 12 h' }),
})

const DocumentDetail = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  subProduct: SubProduct,
  ...shownFields,
  summary: Type.String({ title: '摘要' }),
  file: Nullable({ ...DocumentFile, title: '文件' }),
})
export type DocumentDetail = Static<typeof DocumentDetail>

const DocumentFields = {
  title: OneLine(Required('标题', 100)),
  kind: Text('类别', 32),
  summary: Text('摘要', 1_000),
  day: Day('日期'),
  fileId: Nullable(FileId('attachment', '文件')),
}
const DocumentForm = Fields(DocumentFields)
export type DocumentForm = Static<typeof DocumentForm>

export const queryDocuments = readCall('文档列表', `${root}/page`, canOn('request', 'documents', 'view'), {
  body: DocumentQuery,
  data: Paged(DocumentRow),
})

const detail = <A extends Alias>(alias: A, verb: string, summary: string) =>
  readCall(summary, `${root}/${verb}`, canOn('row', 'documents', alias), {
    body: Fields({ id: Id('文档') }),
    data: DocumentDetail,
  })

export const getDocument = detail('details', 'get', '文档详情')
/** The same with the right to edit. */
export const getDocumentForm = detail('edit', 'form', '编辑文档时的内容')

const Saved = Type.Object({ id: Type.String(), version: Type.Integer() })

export const addDocument = writeCall('新增文档', `${root}/add`, canOn('request', 'documents', 'add'), {
  body: Fields({ subProduct: SubProduct, ...DocumentFields }),
  data: Saved,
})

/** One that is launched is taken down first. 601 carries the newer row. */
export const editDocument = writeCall('编辑文档', `${root}/edit`, canOn('row', 'documents', 'edit'), {
  body: Fields({ id: Id('文档'), version: Version, ...DocumentFields }),
  data: Saved,
})

const one = <A extends Alias>(alias: A, verb: string, summary: string) =>
  writeCall(summary, `${root}/${verb}`, canOn('row', 'documents', alias), { body: Fields({ id: Id('文档') }) })

/** Needs a file. */
export const launchDocument = one('launch', 'launch', '发布文档')
export const takeDownDocument = one('takeDown', 'takeDown', '下架文档')
/** Drafts only. */
export const removeDocument = one('delete', 'remove', '删除文档')

export const exportDocuments = exportCall('文档', `${root}/export`, canOn('request', 'documents', 'exportBtn'), {
  query: DocumentQuery,
  columns: sheetOf(queryDocuments, ['title', 'kind', 'day', 'state', 'fileName', 'authorName', 'updatedAt']),
})

const imported = [
  requiredColumn('title', Required('标题', 100), {
    example: '10 月成品油市场月报',
    hint: '最多100个字符，同一天不能重复',
    width: 36,
  }),
  optionalColumn('kind', Text('类别', 32), { example: '月报', hint: '最多32个字符', width: 14 }),
  requiredColumn('day', Day('日期'), { example: '2026-10-31', hint: 'YYYY-MM-DD', width: 14 }),
]
export type DocumentImportKey = (typeof imported)[number]['key']

/** Drafts without a file. An import is of one sub-product, so each has its calls. */
export const documentImports: Readonly<Partial<Record<SubProductKey, ImportCalls>>> = Object.fromEntries(
  withDocuments.map((key) => [
    key,
    importCalls(
      `${subProductOf(key).title}文档`,
      `${root}/import/${key}`,
      can(subProductMenu(key, 'documents'), 'leadingIn'),
      { kind: `documents.${key}`, columns: imported },
    ),
  ]),
)
