// Saves an import: checks its rows once more and writes those that are right, in the transaction that ends the job.
import { PassThrough } from 'node:stream'
import { isAllowed } from '#contract/access.ts'
import { Fields, Id, OneOf } from '#contract/fields.ts'
import { type ImportCalls, type ImportMethod, importModes } from '#contract/sheets.ts'
import type { Person } from '../access/actors.ts'
import { auditAll, difference } from '../audit/audit.ts'
import { type Core, transact } from '../core.ts'
import { storeFile } from '../files/files.ts'
import { refuse } from '../http/refusal.ts'
import { type Job, job, type Outcome } from '../jobs/jobs.ts'
import { updateRows, type VersionedTable } from '../rows/store.ts'
import { lockImport, markSaved, type StoredImport } from './imports.queries.ts'
import { type Checked, checkRows, type RowsCheck, type Updating } from './imports-check.ts'
import { type ImportContent, inParts, isLarge, type Matched, type Replaced, unpack } from './imports-content.ts'
import type { Made, ResultRows, SaveContext } from './imports-context.ts'
import { type LargeActs, saveRows } from './imports-large.ts'
import { type SheetColumn, writeSheet } from './sheets.ts'

type UpdateContext<Ready> = Pick<SaveContext<Ready>, 'tx' | 'announce' | 'actor' | 'by' | 'step'>

/** How rows that are there are found, and what an update writes: columns of a table, or by acts of the import's own. */
export type UpdateActs<Key extends string, Ready> = Pick<Updating<Key>, 'find'> &
  (
    | {
        table: VersionedTable
        /** As `Standing.fields`. */
        fieldsOf: (value: Ready) => Readonly<Record<string, unknown>>
      }
    | {
        /** Audits too. Throws where a row has changed since the check. */
        write: (context: UpdateContext<Ready>, rows: readonly { number: number; value: Ready }[]) => Promise<void>
      }
  )

export type SaveActs<Key extends string, Ready> = {
  update?: UpdateActs<Key, Ready>
  /** `user`: the audit log's action is `user.import`. */
  target: string
  check: RowsCheck<Key, Ready>
  /** Of an import with `rowsMax`: the same for more rows than `check` and `save` hold. */
  large?: LargeActs<Key, Ready>
  /** Writes the rows that are right. Runs in the transaction that also ends the job. */
  save: (context: SaveContext<Ready>) => Promise<readonly Made[]>
  /** A file that its owner can download once. */
  result?: { columns: readonly SheetColumn[]; message: string }
}

export type ImportInput = { importId: string; mode: (typeof importModes)[number] }

/** Names that one audit row holds. */
const AUDITED = 1_000

const batchesOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))

/** Rows that are written at once. */
const SET = 1_000

/** The rows in sets, each of which a few statements write; `step` is called before each set with how many are written. */
export function* inSets<T>(rows: readonly T[], step: (done: number) => void, size = SET): Generator<readonly T[]> {
  let done = 0
  for (const some of batchesOf(rows, size)) {
    step(done)
    yield some
    done += some.length
  }
}

/** Writes the rows that `work` yields to a workbook, concurrently. */
export async function storingResult<T>(
  store: (rows: AsyncIterable<ResultRows>) => Promise<{ id: string }>,
  work: (give: (rows: ResultRows) => void) => Promise<T>,
): Promise<{ value: T; fileId: string }> {
  const results = new PassThrough({ objectMode: true })
  // the reader of the rows gets the error too
  results.on('error', () => undefined)
  const stored = store(results)
  // reported below, when the work has ended
  stored.catch(() => undefined)
  try {
    const value = await work((rows) => results.write(rows))
    results.end()
    return { value, fileId: (await stored).id }
  } catch (error) {
    results.destroy(error as Error)
    // it writes in the same transaction, which is not undone before it has stopped
    await stored.catch(() => undefined)
    throw error
  }
}

/** How the import finds what is there, for the way that the person has chosen. */
export function updatingOf<Key extends string, Ready>(
  { noun, update }: ImportCalls,
  acts: SaveActs<Key, Ready>,
  actor: Person,
  method: ImportMethod = 'add',
): Updating<Key> | undefined {
  if (method === 'add') return undefined
  const find = acts.update?.find
  if (!update || !find) throw refuse('invalid', { msg: `${noun}只能新增` })
  if (!isAllowed(update.access, actor)) throw refuse('forbidden')
  return { noun, method, key: update.keys[0]?.at(-1) as Key, columns: update.columns as readonly Key[], find }
}

type Updated<Ready> = { number: number; value: Ready; before: Readonly<Record<string, unknown>> } & Omit<Matched, 'was'>

/** Rows that are added, and those that change one. Throws 409 where one was changed since the person saw the check. */
function splitRows<Ready>({ ready, matched, fields }: Checked<Ready>, content: ImportContent) {
  const seen = new Map(content.matched?.map(({ at, id, version }) => [at, `${id} ${version}`]))
  const known = new Map(matched.map((each) => [each.at, each]))
  const updated: Updated<Ready>[] = []
  for (const { at, number, value } of ready) {
    const row = known.get(at)
    if (!row || row.was.length === 0) continue
    const { id, name, version } = row
    if (seen.get(at) !== `${id} ${version}`)
      throw refuse('conflict', { msg: `第 ${number} 行的“${name}”在检查后已被修改，没有导入任何行，请重新检查` })
    updated.push({ at, number, value, id, name, version, before: fields.get(at) ?? {} })
  }
  return { added: ready.filter(({ at }) => !known.has(at)), updated }
}

/** Throws 409 where what would be replaced is no longer what the person has seen. */
function checkParts(parts: readonly Replaced[], content: ImportContent): void {
  const seen = new Map(content.parts?.map(({ key, version }) => [key, version]))
  const other = parts.find(({ key, version }) => seen.get(key) !== version)
  if (other) throw refuse('conflict', { msg: `“${other.name}”在检查后已有变化，没有导入任何行，请重新检查` })
}

async function saveUpdates<Key extends string, Ready>(
  context: UpdateContext<Ready>,
  { update, target }: SaveActs<Key, Ready>,
  rows: readonly Updated<Ready>[],
): Promise<void> {
  if (!update || rows.length === 0) return
  if ('write' in update) return update.write(context, rows)
  const { tx, by, step } = context
  for (const some of inSets(rows, step)) {
    const next = some.map(({ id, version, value }) => ({ id, version, values: update.fieldsOf(value) }))
    const written = await updateRows(tx, update.table, next)
    if (written < some.length) throw refuse('conflict', { msg: '有的行刚被别人修改，没有导入任何行，请重新检查' })
    const acts = some.map(({ id, before }, at) => ({
      action: `${target}.edit`,
      targetType: target,
      targetId: id,
      ...difference<Record<string, unknown>>(before, next[at]?.values ?? {}),
    }))
    await auditAll(tx, by, acts)
  }
}

export function saveJobOf<Key extends string, Ready>(calls: ImportCalls, acts: SaveActs<Key, Ready>): Job<ImportInput> {
  const { kind, noun, columns } = calls

  async function save(context: Omit<SaveContext<Ready>, 'give'>, core: Core) {
    const { result } = acts
    if (!result) return { made: await acts.save({ ...context, give: () => undefined }), fileId: null }
    const { tx, actor } = context
    const { value: made, fileId } = await storingResult(
      (rows) => {
        const source = writeSheet('xlsx', { name: '导入结果', columns: result.columns, rows })
        const name = `${noun}导入结果.xlsx`
        return storeFile(tx, { core, name, source, purpose: 'export', ownerId: actor.id })
      },
      (give) => acts.save({ ...context, give }),
    )
    return { made, fileId }
  }

  type Saved = { rows: number; made: readonly Made[]; fileId: string | null; added: number; updated: number }
  type Saving = Omit<SaveContext<Ready>, 'rows' | 'give' | 'step'> & { step: (done: number, of?: number) => void }

  async function saveAll(
    { step, ...context }: Saving & { core: Core },
    stored: StoredImport,
    content: ImportContent,
    mode: ImportInput['mode'],
  ): Promise<Saved> {
    const { tx, announce, actor, by, core } = context
    const updating = updatingOf(calls, acts, actor, content.method)
    const checked = await checkRows(inParts(content), columns, acts.check, { db: tx, actor }, updating)
    const { ready, problems, parts } = checked
    if (mode === 'all' && problems.length > 0) {
      const failed = stored.rows - ready.length
      throw refuse('conflict', { msg: `检查后数据有变化，${failed} 行有错误，没有导入任何行，请重新检查` })
    }
    checkParts(parts, content)
    const { added, updated } = splitRows(checked, content)
    const of = ready.length
    const { made, fileId } =
      added.length > 0
        ? await save({ ...context, rows: added, step: (done) => step(done, of) }, core)
        : { made: [], fileId: null }
    const stepUpdate = (done: number) => step(added.length + done, of)
    await saveUpdates({ tx, announce, actor, by, step: stepUpdate }, acts, updated)
    return { rows: of, made, fileId, added: added.length, updated: updated.length }
  }

  async function saveLarge(context: Saving, content: ImportContent, large: LargeActs<Key, Ready>): Promise<Saved> {
    const check = await large({ db: context.tx, actor: context.actor })
    const { rows, made } = await saveRows(context, columns, check, (parts) => checkParts(parts, content))
    return { rows, made, fileId: null, added: rows, updated: 0 }
  }

  return job({
    name: `${kind}.import`,
    input: Fields({ importId: Id('导入'), mode: OneOf('方式', importModes) }),
    title: () => `导入${noun}`,
    run: async ({ id, input: { importId, mode }, by, core, signal, progress, finish }): Promise<Outcome> => {
      const actor = by.id === null ? null : await core.actors.person(by.id)
      if (!actor || !isAllowed(calls.save.access, actor)) throw refuse('forbidden')
      return transact(core, async (tx, announce) => {
        const stored = await lockImport(tx, kind, actor.id, importId)
        if (!stored || stored.jobId !== id || stored.savedAt !== null)
          throw refuse('conflict', { msg: '这次导入已失效' })
        progress(0, stored.rows, '正在检查')
        const content = await unpack(stored.content)
        const notes: string[] = []
        const context = {
          tx,
          announce,
          importId,
          actor,
          by,
          addNote: (text: string) => void notes.push(text),
          step: (done: number, of = stored.rows - stored.wrongRows) => {
            signal.throwIfAborted()
            progress(done, of, '正在导入')
          },
        }
        // the tables may have changed since the check that the person saw
        const { rows, made, fileId, added, updated } =
          acts.large && isLarge(content)
            ? await saveLarge(context, content, acts.large)
            : await saveAll({ ...context, core }, stored, content, mode)
        const failed = stored.rows - rows
        const isUpdate = (content.method ?? 'add') !== 'add'
        await markSaved(tx, importId, fileId, updated)
        const act = { action: `${acts.target}.import`, targetType: 'import', targetId: importId }
        const summary = {
          file: stored.fileName,
          mode,
          rows,
          ...(isUpdate && { added, updated }),
        }
        const audited = batchesOf(made, AUDITED).map((some) => some.map((each) => [each.id, each.name]))
        await auditAll(
          tx,
          by,
          audited.map((some) => ({ ...act, after: { ...summary, made: Object.fromEntries(some) } })),
        )
        signal.throwIfAborted()
        const message = [
          isUpdate ? `新增 ${added} 行，更新 ${updated} 行，${rows - added - updated} 行没有变化` : `导入 ${rows} 行`,
          ...notes,
          ...(failed > 0 ? [`${failed} 行有错误，没有导入`] : []),
        ].join('，')
        return finish(tx, {
          done: rows,
          ...(failed > 0 && { failed }),
          // not the outcome's file, which can be fetched again and again
          message: acts.result ? `${message}。${acts.result.message}` : message,
        })
      })
    },
  })
}
