// The one gate for file ids of requests: before the handler runs, they become files that the actor may use there.
import type { TSchema } from 'typebox'
import { PICTURES_MISSING, type UploadPurpose } from '#contract/files.ts'
import type { Executor } from '#server/db/connection.ts'
import { checkFields } from '../http/refusal.ts'
import { type FileTarget, type UsableFile, usableFiles } from './files.ts'

/** A field of the input that names files: `naming` in contract/files.ts marks it. */
export type FileField = { path: readonly string[]; purpose: UploadPurpose; missing: string }

type Marked = {
  title?: string
  properties?: Record<string, Marked>
  items?: Marked
  anyOf?: Marked[]
  'x-files'?: UploadPurpose
  'x-missing'?: string
}

/** Step of a path: each item of a list. */
const EACH = '*'

export function fileFields(schema: TSchema | undefined, path: readonly string[] = []): FileField[] {
  const { title = '', properties = {}, items, anyOf = [], ...marks } = (schema ?? {}) as Marked
  const { 'x-files': purpose, 'x-missing': missing = `${title}不存在或已过期，请重新上传` } = marks
  if (purpose) return [{ path, purpose, missing }]
  return [
    ...Object.entries(properties).flatMap(([name, each]) => fileFields(each as TSchema, [...path, name])),
    ...(items ? fileFields(items as TSchema, [...path, EACH]) : []),
    ...anyOf.flatMap((each) => fileFields(each as TSchema, path)),
  ]
}

function valuesAt(value: unknown, [step, ...rest]: readonly string[]): unknown[] {
  if (step === undefined) return value === undefined || value === null ? [] : [value]
  if (step === EACH) return Array.isArray(value) ? value.flatMap((each) => valuesAt(each, rest)) : []
  return typeof value === 'object' && value !== null ? valuesAt((value as Record<string, unknown>)[step], rest) : []
}

const fileId = /^[1-9][0-9]{0,18}$/

/** Without recursion: nobody has checked yet how deep the body is. */
function picturesOf(body: object): string[] {
  const found: string[] = []
  const left: unknown[] = [body]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (typeof node !== 'object' || node === null) continue
    const { type, attrs, content } = node as { type?: unknown; attrs?: { fileId?: unknown } | null; content?: unknown }
    const id = type === 'picture' ? attrs?.fileId : undefined
    if (typeof id === 'string' && fileId.test(id)) found.push(id)
    if (Array.isArray(content)) for (const child of content) left.push(child)
  }
  return found
}

const idsIn = (value: unknown): string[] => (typeof value === 'object' ? picturesOf(value as object) : [String(value)])

type Naming = { actor: { id: string } | null; input: unknown; fields: readonly FileField[] }

/**
 * All files that the input names, each once, in its order. 400 for one that is not the actor's own, nor tied to the row
 * that they edit or fill from, or was uploaded for something else.
 */
export async function filesNamed(
  db: Executor,
  { actor, input, fields }: Naming,
  targetsOf: () => Promise<readonly FileTarget[]>,
): Promise<readonly UsableFile[]> {
  const named = fields.map((field) => ({ ...field, ids: valuesAt(input, field.path).flatMap(idsIn) }))
  const ids = [...new Set(named.flatMap((field) => field.ids))]
  if (ids.length === 0) return []
  const found = actor ? await usableFiles(db, ids, actor, await targetsOf()) : []
  const files = new Map(found.map((file) => [file.id, file]))
  checkFields(
    Object.fromEntries(
      named.map(({ path, purpose, missing, ids: own }) => [
        path.filter((step) => step !== EACH).join('.'),
        own.every((id) => files.get(id)?.purpose === purpose) ? null : missing,
      ]),
    ),
  )
  return ids.flatMap((id) => files.get(id) ?? [])
}

/** Pictures of a stored body that becomes another row's. */
export const picturesNamed = (db: Executor, body: object, actor: { id: string }, target: FileTarget) =>
  filesNamed(
    db,
    { actor, input: body, fields: [{ path: [], purpose: 'image', missing: PICTURES_MISSING }] },
    async () => [target],
  )
