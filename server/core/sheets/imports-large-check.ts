// Checks an import of more rows than are held at once, in a job: its files are read row by row and kept in chunks.
import { type TSchema, Type } from 'typebox'
import { isAllowed } from '#contract/access.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { Fields, Id } from '#contract/fields.ts'
import type { ImportCalls } from '#contract/sheets.ts'
import type { Tx } from '#server/db/connection.ts'
import type { Person } from '../access/actors.ts'
import { type Core, transact } from '../core.ts'
import { fileFields, filesNamed } from '../files/file-gate.ts'
import { refuse } from '../http/refusal.ts'
import { type Job, job, type Outcome } from '../jobs/jobs.ts'
import { lockImport, rememberHeadings, updateImport } from './imports.queries.ts'
import { type NumberedRow, pack, type Room, tooManyRows, unpack } from './imports-content.ts'
import { amendedRows, keepRows, type LargeActs } from './imports-large.ts'
import { type LayoutActs, layoutOf } from './imports-layout.ts'
import { largeLimits, reader, readInTurn, readUpload, type Upload } from './imports-reading.ts'

type Source = BodyOf<ImportCalls['open']>
type Changes = BodyOf<ImportCalls['fix']>

/** `source`: the files of a new import. `changes`: to one that was checked before. */
export type CheckInput = { importId: string; source?: Source; changes?: Changes }

type Rows = {
  rows: AsyncIterable<readonly NumberedRow[]>
  /** How many; 0 where nobody knows yet. */
  of: number
  /** When all were read. */
  end: () => Promise<string[]>
}

export function checkJobOf<Key extends string, Ready>(
  calls: ImportCalls,
  acts: LayoutActs,
  large: LargeActs<Key, Ready>,
): Job<CheckInput> {
  const { kind, noun, columns, rowsMax } = calls
  const room: Room = { rows: rowsMax, tooMany: () => tooManyRows(rowsMax), keeps: false }

  async function uploadsOf(core: Core, actor: Person, source: Source): Promise<Upload[]> {
    const named = { actor, input: source, fields: fileFields(calls.open.body) }
    const files = await filesNamed(core.db, named, async () => [])
    return Promise.all(files.map((file) => readUpload(core, file)))
  }

  async function readSource(tx: Tx, uploads: readonly Upload[], actor: Person, source: Source): Promise<Rows> {
    const layout = await layoutOf(calls, acts, { db: tx, actor, body: source })
    const { read, chosen } = reader(columns, source, layout, largeLimits(rowsMax))
    const notes: string[] = []
    return {
      rows: readInTurn(uploads, (upload) => read(upload, room), { room, notes }),
      of: 0,
      end: async () => {
        await rememberHeadings(tx, kind, actor.id, chosen)
        return notes
      },
    }
  }

  return job({
    name: `${kind}.check`,
    input: Fields({
      importId: Id('导入'),
      source: Type.Optional(Type.Unsafe<Source>(calls.open.body as TSchema)),
      changes: Type.Optional(Type.Unsafe<Changes>(calls.fix.body as TSchema)),
    }),
    title: () => `检查要导入的${noun}`,
    run: async ({ id, input: { importId, source, changes }, by, core, signal, progress, finish }): Promise<Outcome> => {
      const actor = by.id === null ? null : await core.actors.person(by.id)
      if (!actor || !isAllowed(calls.open.access, actor)) throw refuse('forbidden')
      const uploads = source ? await uploadsOf(core, actor, source) : []
      return transact(core, async (tx) => {
        const stored = await lockImport(tx, kind, actor.id, importId)
        if (!stored || stored.jobId !== id || stored.savedAt !== null)
          throw refuse('conflict', { msg: '这次导入已失效' })
        const { rows, of, end } = source
          ? await readSource(tx, uploads, actor, source)
          : {
              rows: amendedRows(tx, importId, columns, { fixes: [], drop: [], ...changes, asks: calls.asks }),
              of: stored.rows,
              end: async () => (await unpack(stored.content)).notes ?? [],
            }
        const check = await large({ db: tx, actor })
        const step = (done: number) => {
          signal.throwIfAborted()
          progress(done, of, `正在检查，已检查 ${done} 行`)
        }
        step(0)
        const { content, ...counts } = await keepRows(tx, importId, rows, { calls, check, step })
        await updateImport(tx, importId, { ...counts, content: await pack({ ...content, notes: await end() }) })
        signal.throwIfAborted()
        const wrong = counts.wrongRows > 0 ? `，${counts.wrongRows} 行有错误` : ''
        return finish(tx, { done: counts.rows, message: `检查了 ${counts.rows} 行${wrong}` })
      })
    },
  })
}
