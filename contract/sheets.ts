// Spreadsheets in, the same for every list: an import is a set of calls over declared columns. Each list declares its own in
// <area>-sheets.ts. Exports: exports.ts.
import { type Static, type TSchema, Type } from 'typebox'
import { type Access, signedIn } from './access.ts'
import { endpoint, readCall, writeCall } from './endpoint.ts'
import { Choice, Fields, Id, Nullable, OneOf, Text } from './fields.ts'
import { FileId, FileIds } from './files.ts'

const root = '/api/backend/import'

/** Most rows of an import, without the header, where it does not say another number (`rowsMax`). */
export const IMPORT_ROWS = 50_000
/** Most rows of the workbook of faults: a file with more is wrong as a whole. */
export const FAILED_ROWS = 50_000
/** Largest imported sheet, bytes. */
export const IMPORT_BYTES = 20 * 1_048_576
/** Files of an import that takes several. */
export const FILES_MAX = 20
/** Parts that are replaced, on a page of the view. */
export const PARTS_SIZE = 10
/** Most corrections in one call, rows and cells. */
const FIXES_MAX = 500
/** Kinds of rows that one view asks for. */
export const ASKED_MAX = 20
/** Characters of a cell: more than any column takes. */
export const CELL_MAX = 2_000

/** `rule` gives the error texts by its `title` and `messages`; a cell is always text, a day `YYYY-MM-DD`. */
export type ImportColumn = {
  key: string
  header: string
  rule: TSchema
  required: boolean
  example: string
  /** Shown beside the cell in the template and over the column in the grid. */
  hint: string
  /** Characters. */
  width: number
  /** Other headings that people and our own exports have for it. */
  aliases?: readonly string[]
  /**
   * How its cells are read, besides what `rule` says: a number; a figure that may also be a range or a word, which the area
   * reads; digits that are no number, such as a phone.
   */
  as?: 'number' | 'figure' | 'digits'
  /** Units that may stand behind what is meant and are taken off. */
  units?: readonly string[]
}

const SheetFile = Type.Object({
  name: Type.String(),
  content: Type.String({ description: 'an .xlsx in base64' }),
})
export type SheetFile = Static<typeof SheetFile>

const ImportOptions = Type.Object({
  columns: Type.Array(Type.Object({ key: Type.String(), values: Type.Array(Type.String()) })),
})

/** What an import does with rows that are there already, told by their key. */
export const importMethods = ['add', 'update', 'both'] as const
export type ImportMethod = (typeof importMethods)[number]
export const importMethodLabels: Readonly<Record<ImportMethod, string>> = {
  add: '只新增',
  update: '只更新已有的',
  both: '新增，已有的更新',
}

/**
 * How an import updates stored rows.
 * `keys`: alternative groups of columns, each of which identifies a row. `columns`: what an update may change.
 */
export type ImportUpdate = { access: Access; keys: readonly (readonly string[])[]; columns: readonly string[] }

/** A column that a file may leave untold for all rows of one kind, which another column names: asked once for each kind. */
export type ImportAsk = { key: string; by: string }

const rowChanges = ['add', 'update', 'same'] as const

const headingKinds = ['name', 'choice', 'alias', 'ignored', 'none'] as const

/** The file as it is read: what a person may choose otherwise. */
const ImportOutline = Type.Object({
  sheets: Type.Array(Type.String(), { description: 'visible ones; none for a text' }),
  hiddenSheets: Type.Array(Type.String()),
  sheet: Type.String(),
  hiddenRows: Type.Integer({ description: 'rows hidden by a filter or by hand that hold something' }),
  headerRow: Type.Integer({ description: 'its number in the sheet' }),
  headings: Type.Array(
    Type.Object({
      at: Type.Integer(),
      text: Type.String(),
      key: Type.String({ description: 'of the column; empty where there is none' }),
      by: OneOf('依据', headingKinds),
      samples: Type.Array(Type.String()),
    }),
    { description: 'none where the import knows the layout as it is' },
  ),
  lines: Type.Array(Type.Object({ number: Type.Integer(), cells: Type.Array(Type.String()) }), {
    description: 'the first lines, among which the header is chosen',
  }),
  missing: Type.Array(Type.String(), { description: 'headers of required columns that no heading means' }),
  asks: Type.Boolean({ description: 'false: there is nothing to choose' }),
})
export type ImportOutline = Static<typeof ImportOutline>

const ImportedRow = Type.Object({
  at: Type.Integer({ description: 'names the row in corrections' }),
  number: Type.Integer({ description: 'its row in the spreadsheet' }),
  cells: Type.Array(Type.String(), { description: 'in the order of the columns' }),
  problems: Type.Array(Type.Object({ key: Type.String(), message: Type.String() })),
  change: OneOf('变化', rowChanges),
  was: Type.Array(Type.Object({ key: Type.String(), value: Type.String() }), {
    description: 'cells that an update changes, with what they are now',
  }),
})
export type ImportedRow = Static<typeof ImportedRow>

/** What stands already and would be replaced whole, such as a report of one day. */
const ReplacedPart = Type.Object({
  name: Type.String(),
  sums: Type.Array(Type.Object({ label: Type.String(), was: Type.String(), is: Type.String() })),
  changed: Type.Integer({ description: 'rows that stay with other figures' }),
  added: Type.Integer(),
  gone: Type.Integer({ description: 'rows that the file does not have' }),
  goneNames: Type.Array(Type.String(), { description: 'the first of them' }),
})
export type ReplacedPart = Static<typeof ReplacedPart>

/** What the check has found, and one page of rows. */
const ImportView = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  fileName: Type.String(),
  isSaved: Type.Boolean(),
  checkJobId: Nullable(
    Type.String({ description: 'of a large file: the job that checks it, after which `rows` has the result' }),
  ),
  rows: Type.Integer(),
  wrongRows: Type.Integer(),
  method: Choice('方式', importMethodLabels),
  updated: Type.Integer({ description: 'rows that change one which is there' }),
  same: Type.Integer({ description: 'rows that are there as they are' }),
  notes: Type.Array(Type.String(), { description: 'what was left out of the file' }),
  asked: Type.Array(Type.Object({ of: Type.String(), rows: Type.Integer() }), {
    description: 'what the column to be asked for has no value of, by the column that tells kinds of rows apart',
  }),
  parts: Type.Object(
    { records: Type.Array(ReplacedPart), current: Type.Integer(), total: Type.Integer() },
    { description: 'what is replaced whole, a page of its own; none in most imports' },
  ),
  records: Type.Array(ImportedRow),
  current: Type.Integer(),
  total: Type.Integer({ description: 'rows of this selection' }),
})
export type ImportView = Static<typeof ImportView>

export const importModes = ['all', 'correct'] as const
export type ImportMode = (typeof importModes)[number]

/** The calls of one import. Nothing is saved before `save`, which answers the job that does it. */
export function importCalls<const A extends Access>(
  noun: string,
  path: `/${string}`,
  access: A,
  {
    kind,
    columns,
    intro,
    update,
    takesFiles = false,
    asks,
    rowsMax = IMPORT_ROWS,
  }: {
    kind: string
    columns: readonly ImportColumn[]
    intro?: string
    update?: ImportUpdate
    takesFiles?: boolean
    asks?: ImportAsk
    rowsMax?: number
  },
) {
  const call = <B extends TSchema, D extends TSchema>(
    what: string,
    summary: string,
    effect: 'read' | 'write',
    body: B,
    data: D,
  ) =>
    endpoint({
      summary: `${noun}导入：${summary}`,
      method: 'POST',
      path: `${path}/${what}`,
      access,
      effect,
      body,
      data,
    })
  const Source = Fields({
    fileId: FileId('import', '文件'),
    /** Read as one with the first; a file that cannot be read is left out and named. */
    more: Type.Optional(FileIds('import', '更多文件', FILES_MAX - 1)),
    /** False: a pasted block that begins with data, in the order of the columns. */
    hasHeader: Type.Boolean({ title: '首行为表头' }),
    sheet: Type.Optional(Text('工作表', 255)),
    headerRow: Type.Optional(Type.Integer({ title: '表头所在行', minimum: 1, maximum: 1_048_576 })),
    /** What each heading means; remembered. Without it, names, other names and earlier choices decide. */
    mapping: Type.Optional(
      Type.Array(
        Fields({
          at: Type.Integer({ title: '列', minimum: 0, maximum: 99 }),
          key: OneOf('对应的列', ['', ...columns.map(({ key }) => key)]),
        }),
        { title: '列的对应', maxItems: 100 },
      ),
    ),
    takesHidden: Type.Optional(Type.Boolean({ title: '导入隐藏的行' })),
    method: Type.Optional(Choice('方式', importMethodLabels)),
  })
  const Version = Type.Integer({ title: '版本', minimum: 1 })
  const Row = Type.Integer({ title: '行', minimum: 0, maximum: rowsMax })
  const Fix = Fields({
    row: Row,
    key: OneOf(
      '列',
      columns.map(({ key }) => key),
    ),
    value: Text('内容', CELL_MAX),
  })
  return {
    kind,
    noun,
    columns,
    /** What is uploaded, where that is not the filled template. */
    intro,
    update,
    /** Several files at once. */
    takesFiles,
    asks,
    /** Most rows; beyond IMPORT_ROWS they are kept in chunks, and the first FAILED_ROWS faults come back as a workbook. */
    rowsMax,
    template: call('template', '模板', 'read', Fields({}), SheetFile),
    /** Columns whose cells are chosen from a list, like the template's drop-downs. */
    options: call('options', '可选值', 'read', Fields({}), ImportOptions),
    /** How the uploaded file (purpose `import`) would be read. Nothing is stored. */
    outline: call('outline', '工作表与列', 'read', Source, ImportOutline),
    /** The file is read and checked. 400 says what is wrong with the file as a whole. */
    open: call('open', '读取并检查', 'write', Source, ImportView),
    rows: call(
      'rows',
      '行与错误',
      'read',
      Fields({
        id: Id('导入'),
        onlyWrong: Type.Boolean({ title: '只看错误' }),
        /** Rows that are new or change one which is there. */
        onlyChanged: Type.Optional(Type.Boolean({ title: '只看变化' })),
        partsPage: Type.Optional(Type.Integer({ title: '替换部分的页码', minimum: 1, maximum: rowsMax })),
        current: Type.Integer({ title: '页码', minimum: 1, maximum: rowsMax }),
      }),
      ImportView,
    ),
    /** Corrects cells, drops rows, and checks everything again. 409 if somebody else did so meanwhile. */
    fix: call(
      'fix',
      '更正并重新检查',
      'write',
      Fields({
        id: Id('导入'),
        version: Version,
        fixes: Type.Array(Fix, { title: '更正', maxItems: FIXES_MAX }),
        drop: Type.Array(Row, { title: '移除的行', maxItems: FIXES_MAX }),
        /** What was asked for, put into every row of its kind that has none. */
        answers: Type.Optional(
          Type.Array(Fields({ of: Text('归属', CELL_MAX), value: Text('内容', CELL_MAX) }), {
            title: '统一填写',
            maxItems: ASKED_MAX,
          }),
        ),
      }),
      ImportView,
    ),
    failed: call('failed', '错误行', 'read', Fields({ id: Id('导入') }), SheetFile),
    /** `all`: refused with 409 while a row is wrong. `correct`: saves the others. */
    save: call(
      'save',
      '保存',
      'write',
      Fields({ id: Id('导入'), version: Version, mode: OneOf('方式', importModes) }),
      Type.Object({ jobId: Type.String() }),
    ),
  }
}

export type ImportCalls = ReturnType<typeof importCalls>

/**
 * The result file of the caller's own import, by its job, such as initial passwords: once, 409 afterwards. 20404
 * without a result.
 */
export const takeImportResult = writeCall('下载导入结果（只能下载一次）', `${root}/result`, signedIn, {
  secret: true,
  body: Fields({ jobId: Id('任务') }),
  data: Type.Object({ name: Type.String(), url: Type.String({ description: 'for the person who asks, 12 h' }) }),
})

const ImportJob = Fields({ jobId: Id('任务') })

/** For the caller's own import, younger than a week, by its job. */
export const getImportState = readCall('我的导入：能否撤销，有无结果文件', `${root}/state`, signedIn, {
  body: ImportJob,
  data: Type.Object({ hasResult: Type.Boolean(), mayUndo: Type.Boolean() }),
})

/**
 * Deletes the rows that the caller's own import made; still needs the right to import. 600 first. 409 names rows edited
 * or used meanwhile; then nothing is deleted.
 */
export const undoImport = writeCall('撤销我的一次导入', `${root}/undo`, signedIn, {
  body: ImportJob,
  data: Type.Object({ rows: Type.Integer() }),
})

/** Jobs that save an import are named so: `users.import`. */
export const isImportJob = (name: string) => name.endsWith('.import')
