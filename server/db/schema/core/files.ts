// Files: a row for each upload, its content once for all rows that have the same, and what refers to a row.
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id64, moment, randomId, reference } from '../columns.ts'
import { users } from '../organisation.ts'

/** Contents in the storage, named by their SHA-256 (hex). */
export const fileContents = pgTable('file_contents', {
  sha256: text('sha256').primaryKey(),
  /** Bytes. */
  size: bigint('size', { mode: 'number' }).notNull(),
  /** The last upload of this content: recent content is not cleaned up, even if no row refers to it yet. */
  broughtAt: moment('brought_at').notNull().default(sql`now()`),
})

export const files = pgTable(
  'files',
  {
    id: randomId('id'),
    sha256: text('sha256')
      .notNull()
      .references(() => fileContents.sha256),
    name: text('name').notNull(),
    /** The media type found in the content, never the one that the browser named. */
    type: text('type').notNull(),
    purpose: text('purpose', { enum: ['avatar', 'image', 'attachment', 'import', 'export'] }).notNull(),
    /** Pixels, of images. */
    width: integer('width'),
    height: integer('height'),
    ownerId: id64('owner_id').references(() => users.id),
    createdAt: moment('created_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('files_sha256').on(t.sha256),
    index('files_created').on(t.createdAt),
    index('files_owner').on(t.ownerId),
  ],
)

/** Which row of the product shows or keeps a file: `article` and its id. A file without any is cleaned up. */
export const fileUses = pgTable(
  'file_uses',
  {
    fileId: reference('file_id', () => files.id),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.fileId, t.targetType, t.targetId] }),
    index('file_uses_target').on(t.targetType, t.targetId),
  ],
)
