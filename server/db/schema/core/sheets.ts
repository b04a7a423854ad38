// Imports between the upload and the save.
import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id64, identity, moment, reference, version } from '../columns.ts'
import { users } from '../organisation.ts'
import { files } from './files.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const imports = pgTable(
  'imports',
  {
    id: identity('id'),
    version: version(),
    /** Which import of the program. */
    kind: text('kind').notNull(),
    ownerId: reference('owner_id', () => users.id),
    fileName: text('file_name').notNull(),
    /** The rows with their problems, compressed: they are read and written as a whole. Those of a large import are chunks. */
    content: bytes('content').notNull(),
    rows: integer('rows').notNull(),
    wrongRows: integer('wrong_rows').notNull(),
    /** The job that saves it, or did. */
    jobId: id64('job_id'),
    savedAt: moment('saved_at'),
    /** The result file, such as initial passwords, and when it was downloaded: possible only once. */
    resultFileId: id64('result_file_id').references(() => files.id, { onDelete: 'set null' }),
    takenAt: moment('taken_at'),
    /** Rows that were there and were changed: what they were stands in the audit log, and no undo deletes them. */
    updatedRows: integer('updated_rows').notNull().default(0),
    createdAt: moment('created_at').notNull().default(sql`now()`),
  },
  (t) => [index('imports_job').on(t.jobId), index('imports_created').on(t.createdAt)],
)

/** Rows of an import that has too many to be one value, a few thousand each, in their order; read one after another. */
export const importChunks = pgTable(
  'import_chunks',
  {
    importId: id64('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    rows: integer('rows').notNull(),
    wrongRows: integer('wrong_rows').notNull(),
    /** As `imports.content`. */
    content: bytes('content').notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.number] })],
)

/** What people have chosen for the headings of their files: the column's key, '' for one that is not wanted. */
export const importChoices = pgTable(
  'import_choices',
  {
    ownerId: id64('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** As headings are compared. */
    heading: text('heading').notNull(),
    key: text('key').notNull(),
    chosenAt: moment('chosen_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.ownerId, t.kind, t.heading] }),
    index('import_choices_heading').on(t.kind, t.heading),
  ],
)
