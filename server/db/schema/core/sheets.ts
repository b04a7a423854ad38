// Imports between the upload and the save.
import { sql } from 'drizzle-orm'
import { customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
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
    /** The rows with their problems, compressed: they are read and written as a whole. */
    content: bytes('content').notNull(),
    rows: integer('rows').notNull(),
    wrongRows: integer('wrong_rows').notNull(),
    /** The job that saves it, or did. */
    jobId: id64('job_id'),
    savedAt: moment('saved_at'),
    /** The result file, such as initial passwords, and when it was downloaded: possible only once. */
    resultFileId: id64('result_file_id').references(() => files.id, { onDelete: 'set null' }),
    takenAt: moment('taken_at'),
    createdAt: moment('created_at').notNull().default(sql`now()`),
  },
  (t) => [index('imports_job').on(t.jobId), index('imports_created').on(t.createdAt)],
)
