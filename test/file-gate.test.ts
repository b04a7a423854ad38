// Files named by their ids, in every call: asks each field with a file that the caller may not use there.
import { beforeAll, describe, expect, it } from 'vitest'
import type { FilePurpose } from '#contract/files.ts'
import { editDocument } from '#contract/members/documents.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import { routes } from '#server/app.ts'
import { fileFields } from '#server/core/files/file-gate.ts'
import { fileContents, files } from '#server/db/schema/core/files.ts'
import { insertDocuments } from '#server/features/members/documents/documents.queries.ts'
import { type Person, testServer } from './http.ts'

const server = testServer()
const db = () => server().database.db

type Schema = {
  title?: string
  type?: string | string[]
  enum?: unknown[]
  pattern?: string
  minimum?: number
  minItems?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  format?: string
  'x-files'?: string
}

const texts = ['', 'x', '1', '2026-01-05', '2026-01-05T08:00:00+08:00', '13800000000']
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const fitsFormat: Record<string, (text: string) => boolean> = {
  date: isDate,
  'date-time': (text) => text.includes('T'),
}

/** The least value that a schema takes. */
function sample(schema: Schema): unknown {
  const types = [schema.type].flat()
  if (types.includes('null')) return null
  if (schema.enum) return schema.enum[0]
  if (types.includes('boolean')) return false
  if (types.includes('integer') || types.includes('number')) return schema.minimum ?? 1
  if (types.includes('array')) return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}))
  if (types.includes('object')) {
    const { required = [], properties = {} } = schema
    return Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {})]))
  }
  const { pattern = '', format = '' } = schema
  return texts.find((text) => new RegExp(pattern).test(text) && (fitsFormat[format]?.(text) ?? true))
}

/** As the field carries it. */
function carrying(schema: Schema, id: string): unknown {
  const types = [schema.type].flat()
  if (types.includes('array')) return [id]
  if (!types.includes('object')) return id
  return { type: 'doc', content: [{ type: 'blockquote', content: [{ type: 'picture', attrs: { fileId: id } }] }] }
}

const named = routes.flatMap(({ endpoint }) => {
  const schema = (endpoint.body ?? endpoint.query) as Schema | undefined
  return fileFields(schema as never).map(({ path: [field = ''], purpose }) => {
    const place = schema?.properties?.[field] ?? {}
    return { name: `${endpoint.path} ${field}`, endpoint, schema: schema ?? {}, field, place, purpose }
  })
})

/** Title or name speaks of files. */
const speaks = (name: string, { title = '' }: Schema) =>
  /file|attachment|image|picture|photo|cover|avatar/i.test(name) || /附件|文件|图片|照片|封面|头像/.test(title)

/** Ids of rows that a title calls pictures. */
const rowsOfPictures = /^\/api\/backend\/meeting\/(?:carousel|picture)\/\w+\.ids?$/

const isId = ({ type, pattern = '' }: Schema) => [type].flat().includes('string') && /^\^\[1-9\]/.test(pattern)

describe('files in the input of a call', () => {
  let caller: Person
  let foreign: Person
  let documentId: string

  async function fileOf(ownerId: string, purpose: FilePurpose): Promise<string> {
    const sha256 = 'of the file gate'
    await db().insert(fileContents).values({ sha256, size: 1 }).onConflictDoNothing()
    const [file] = await db()
      .insert(files)
      .values({ sha256, name: '全部员工.xlsx', type: 'image/png', purpose, ownerId })
      .returning()
    return file?.id ?? ''
  }

  beforeAll(async () => {
    caller = await server().as('administrator')
    foreign = await server().as('administrator')
    const stored = {
      subProduct: subProductsWith('documents')[0],
      title: '文档',
      kind: '',
      summary: '',
      day: '2026-01-05',
      fileId: null,
    }
    const rows = await db().transaction((tx) => insertDocuments(tx, [{ ...stored, authorId: caller.id } as never]))
    documentId = rows[0] ?? ''
  })

  it('§9 are in fields that the gate knows', () => {
    const missing: string[] = []
    const visit = (schema: Schema | undefined, path: string, name: string) => {
      if (!schema || schema['x-files'] || schema.items?.['x-files']) return
      const ids = isId(schema) || (schema.items !== undefined && isId(schema.items))
      if (ids && speaks(name, schema) && !rowsOfPictures.test(path)) missing.push(path)
      for (const [own, each] of Object.entries(schema.properties ?? {})) visit(each, `${path}.${own}`, own)
      if (schema.items?.properties) visit(schema.items, `${path}[]`, name)
    }
    for (const { endpoint } of routes) {
      visit(endpoint.body as Schema | undefined, endpoint.path, '')
      visit(endpoint.query as Schema | undefined, endpoint.path, '')
    }
    expect(missing).toEqual([])
    expect(named.length).toBeGreaterThan(30)
  })

  it.each(named)('$name: 400 for a file that is not the caller’s own, not for this, or not there', async (given) => {
    const { endpoint, schema, field, place, purpose } = given
    const rest = {
      ...(sample(schema) as object),
      ...(endpoint.path === editDocument.path && { id: documentId }),
    }
    // other files that the call needs are the caller's own
    for (const other of named)
      if (other.endpoint === endpoint && other.field !== field && schema.required?.includes(other.field))
        Object.assign(rest, { [other.field]: carrying(other.place, await fileOf(caller.id, other.purpose)) })
    const wrong = [
      await fileOf(foreign.id, purpose),
      await fileOf(caller.id, 'export'),
      '999999999',
      '9999999999999999999',
    ]
    for (const id of wrong) {
      const body = { ...rest, [field]: carrying(place, id) }
      const reply = await server().send(endpoint.method, endpoint.path, body, { token: caller.token })
      expect(reply).toMatchObject({ status: 400, data: { fields: [{ field }] } })
      expect(reply.msg).toContain('不存在或已过期')
      expect(JSON.stringify(reply)).not.toContain('全部员工')
    }
  })
})
