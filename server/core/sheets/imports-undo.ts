// Undoes a finished import while its rows are untouched: unchanged since they were saved, and not referred to. Which rows it
// made is read from the audit log, which the application cannot alter.

import { and, eq, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { isAllowed } from '#contract/access.ts'
import type { Preview } from '#contract/envelope.ts'
import { getImportState, type ImportCalls, undoImport } from '#contract/sheets.ts'
import type { Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { audit } from '../audit/audit.ts'
import { transact } from '../core.ts'
import { confirmed } from '../http/confirmations.ts'
import { refuse } from '../http/refusal.ts'
import { serve } from '../http/serve.ts'
import { findImportOfJob, forgetImport, lockImportOfJob } from './imports.queries.ts'
import type { Made } from './imports-context.ts'

/** Of the rows that are made; an edit changes their version. */
export type MadeTable = PgTable & { id: PgColumn; version: PgColumn }

/** Of rows that are written beside them; the import that wrote one stands in it. */
export type BesideTable = PgTable & { importId: PgColumn }

export type UndoActs = {
  table: MadeTable
  /** Tables in which the import writes rows beside, that go with them. */
  beside?: readonly BesideTable[]
  /** When they are gone. */
  afterwards?: (tx: Tx) => Promise<void>
}

/** `undo`: none where what was made cannot be taken back. */
export type Undoable = { calls: ImportCalls; target: string; undo: UndoActs | undefined }

/** Names that a preview and a refusal show. */
const NAMES_MAX = 20

const listed = (names: readonly string[]) =>
  `${names.slice(0, NAMES_MAX).join('、')}${names.length > NAMES_MAX ? ` 等 ${names.length} 行` : ''}`

async function madeBy(tx: Tx, importId: string, target: string): Promise<Made[]> {
  const found = await tx
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(
      and(eq(auditLog.targetType, 'import'), eq(auditLog.targetId, importId), eq(auditLog.action, `${target}.import`)),
    )
  return found.flatMap(({ after }) =>
    Object.entries((after?.made ?? {}) as Record<string, string>).map(([id, name]) => ({ id, name })),
  )
}

const anyOf = (ids: readonly string[]) => sql`any(${idArray(ids)})`

/** `written`: a row `r` was written by the import and not edited since; null where an import writes no such rows. */
type Reference = { from: SQL; column: SQL; isOwn: boolean; written: SQL | null }

/** Columns of whatever table that refer to rows of this one. */
async function referencesTo(tx: Tx, { table, beside = [] }: UndoActs, importId: string): Promise<Reference[]> {
  const own = getTableConfig(table).name
  const written = new Map(
    beside.map((each) => {
      const { name, columns } = getTableConfig(each)
      const isUnedited = columns.some((column) => column.name === 'version') ? sql`r.version = 1` : sql`true`
      return [name, sql`r.import_id is not distinct from ${importId}::bigint and ${isUnedited}`]
    }),
  )
  const { rows } = await tx.execute<{ name: string; key: string }>(sql`
    select c.conrelid::regclass::text as name, quote_ident(a.attname) as key
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${own}::regclass`)
  return rows.map(({ name, key }) => ({
    from: sql.raw(name),
    column: sql.raw(key),
    isOwn: name === own,
    written: written.get(name) ?? null,
  }))
}

/** Locks the rows. @returns those of them that were edited, deleted, or are referred to */
async function touched(tx: Tx, table: MadeTable, references: readonly Reference[], ids: readonly string[]) {
  const untouched = await tx
    .select({ id: sql<string>`${table.id}::text` })
    .from(table)
    .where(and(sql`${table.id} = ${anyOf(ids)}`, eq(table.version, 1)))
    .for('update')
  const left = new Set(untouched.map(({ id }) => id))
  const found = new Set(ids.filter((id) => !left.has(id)))
  for (const { from, column, isOwn, written } of references) {
    // rows of the same import may stand below each other
    const isOther = isOwn ? sql`r.id <> all(${idArray(ids)})` : sql`true`
    const isForeign = written ? sql`not (${written})` : isOther
    const { rows } = await tx.execute<{ id: string }>(sql`select distinct made.id::text as id
      from ${table} made join ${from} r on r.${column} = made.id where made.id = ${anyOf(ids)} and ${isForeign}`)
    for (const { id } of rows) found.add(id)
  }
  return found
}

async function removeRows(tx: Tx, table: MadeTable, references: readonly Reference[], ids: readonly string[]) {
  for (const { from, column, written } of references) {
    if (written) await tx.execute(sql`delete from ${from} r where r.${column} = ${anyOf(ids)} and ${written}`)
  }
  await tx.delete(table).where(sql`${table.id} = ${anyOf(ids)}`)
}

function previewOf(noun: string, fileName: string, made: readonly Made[]): Preview {
  const names = made.slice(0, NAMES_MAX).map(({ name }) => name)
  return {
    text: `“${fileName}”导入的 ${made.length} 行${noun}将被删除，不能恢复。`,
    groups: [{ title: '将删除', count: made.length, names }],
  }
}

export function importUndoRoutes(imports: readonly Undoable[]) {
  const byKind = new Map(imports.map((each) => [each.calls.kind, each]))
  return [
    serve(getImportState, async ({ body: { jobId }, actor, db }) => {
      const stored = await findImportOfJob(db, jobId, actor.id)
      const declared = byKind.get(stored?.kind ?? '')
      const isSaved = stored !== undefined && stored.savedAt !== null
      const mayUndo =
        isSaved &&
        stored.updatedRows === 0 &&
        declared?.undo !== undefined &&
        isAllowed(declared.calls.save.access, actor)
      return { hasResult: isSaved && stored.resultFileId !== null, mayUndo }
    }),

    serve(undoImport, (context) =>
      transact(context.core, async (tx) => {
        const { body, actor, by } = context
        const stored = await lockImportOfJob(tx, body.jobId, actor.id)
        const declared = byKind.get(stored?.kind ?? '')
        if (!stored || stored.savedAt === null || !declared) throw refuse('notFound', { msg: '导入记录不存在或已过期' })
        const { calls, target, undo } = declared
        if (!isAllowed(calls.save.access, actor)) throw refuse('forbidden')
        if (!undo) throw refuse('conflict', { msg: '这种导入不能撤销' })
        if (stored.updatedRows > 0)
          throw refuse('conflict', { msg: `这次导入更新了 ${stored.updatedRows} 行，不能撤销；原来的值见审计日志` })
        const made = await madeBy(tx, stored.id, target)
        const ids = made.map(({ id }) => id)
        const references = await referencesTo(tx, undo, stored.id)
        const inUse = await touched(tx, undo.table, references, ids)
        if (inUse.size > 0) {
          const names = made.filter(({ id }) => inUse.has(id)).map(({ name }) => name)
          throw refuse('conflict', { msg: `${names.length} 行已被修改或使用，不能撤销：${listed(names)}` })
        }
        await confirmed(tx, context, { preview: previewOf(calls.noun, stored.fileName, made), versions: ids })
        await removeRows(tx, undo.table, references, ids)
        await undo.afterwards?.(tx)
        await forgetImport(tx, stored)
        await audit(tx, by, {
          action: `${target}.undoImport`,
          targetType: 'import',
          targetId: stored.id,
          before: { file: stored.fileName, rows: made.length, made: made.map(({ name }) => name) },
        })
        return { rows: made.length }
      }),
    ),
  ]
}
