// Documents as they are stored.
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { DocumentQuery, DocumentRow } from '#contract/members/documents.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { textKey } from '#contract/text.ts'
import { equals, list, nameHas } from '#server/core/lists/paging.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { subProductOfRow } from '#server/core/rows/store.ts'
import type { Db, Executor, Tx } from '#server/db/connection.ts'
import { fileContents, files } from '#server/db/schema/core/files.ts'
import { documents } from '#server/db/schema/members/orders.ts'
import { users } from '#server/db/schema/organisation.ts'

const row = {
  id: documents.id,
  version: documents.version,
  title: documents.title,
  kind: documents.kind,
  day: documents.day,
  state: documents.state,
  fileName: sql<string | null>`${files.name}`,
  authorName: sql<string | null>`${users.realName}`,
  updatedAt: documents.updatedAt,
}

export const listDocuments = list<DocumentRow, DocumentQuery>({
  name: 'documents',
  always: sql`true`,
  filters: {
    subProduct: equals(documents.subProduct, 'subProduct'),
    title: nameHas(documents.title, 'title'),
    kind: nameHas(documents.kind, 'kind'),
    state: equals(documents.state, 'state'),
    from: { where: sql`${documents.day} >= ${sql.placeholder('from')}::date` },
    to: { where: sql`${documents.day} <= ${sql.placeholder('to')}::date` },
  },
  sorts: {
    day: documents.day,
    title: sql`${documents.title} collate "zh-x-icu"`,
    updatedAt: documents.updatedAt,
  },
  usual: sql`${documents.day} desc`,
  tie: documents.id,
  fields: row,
  rows: (db) =>
    db
      .select(row)
      .from(documents)
      .leftJoin(files, eq(files.id, documents.fileId))
      .leftJoin(users, eq(users.id, documents.authorId)),
  matches: (db, where) => db.select({ n: sql`1` }).from(documents).where(where),
})

const stored = {
  id: documents.id,
  version: documents.version,
  subProduct: documents.subProduct,
  title: documents.title,
  kind: documents.kind,
  summary: documents.summary,
  day: documents.day,
  state: documents.state,
  fileId: documents.fileId,
}

export async function findDocument(db: Executor, id: string) {
  const [found] = await db
    .select({
      ...stored,
      file: { id: files.id, name: files.name, size: fileContents.size, type: files.type },
      authorName: sql<string | null>`${users.realName}`,
      updatedAt: documents.updatedAt,
    })
    .from(documents)
    .leftJoin(files, eq(files.id, documents.fileId))
    .leftJoin(fileContents, eq(fileContents.sha256, files.sha256))
    .leftJoin(users, eq(users.id, documents.authorId))
    .where(eq(documents.id, id))
  return found
}

/** Locked for a change. */
export async function lockDocument(tx: Tx, id: string) {
  const [found] = await tx.select(stored).from(documents).where(eq(documents.id, id)).for('update')
  return found
}

export const subProductOfDocument = (db: Db, id: string) => subProductOfRow(db, documents, id)

type Values = typeof documents.$inferInsert

/** @returns the ids, in the order of the rows */
export const insertDocuments = (tx: Tx, rows: readonly Values[]): Promise<string[]> => insertRows(tx, documents, rows)

/** @returns the new version */
export async function updateDocument(tx: Tx, id: string, values: Partial<Values>): Promise<number> {
  const [changed] = await tx
    .update(documents)
    .set({ ...values, version: sql`${documents.version} + 1`, updatedAt: sql`now()` })
    .where(eq(documents.id, id))
    .returning({ version: documents.version })
  if (!changed) throw new Error('the document is gone')
  return changed.version
}

export async function deleteDocument(tx: Tx, id: string): Promise<void> {
  await tx.delete(documents).where(eq(documents.id, id))
}

type Titled = { id?: string; title: string; day: string }

export const isTitleTaken = async (tx: Tx, subProduct: SubProductKey, { id = '0', title, day }: Titled) =>
  (await tx.$count(
    documents,
    and(
      eq(documents.subProduct, subProduct),
      eq(documents.day, day),
      sql`text_key(${documents.title}) = ${textKey(title)}`,
      ne(documents.id, id),
    ),
  )) > 0

/** `day key` of the titles of those days. */
export async function titlesOn(db: Executor, subProduct: SubProductKey, days: readonly string[]): Promise<Set<string>> {
  const found = await db
    .select({ key: sql<string>`${documents.day}::text || ' ' || text_key(${documents.title})` })
    .from(documents)
    .where(and(eq(documents.subProduct, subProduct), inArray(documents.day, [...new Set(days)])))
  return new Set(found.map(({ key }) => key))
}
