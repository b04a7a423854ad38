// What files are used for: a person's picture (`users.avatar`, empty where there is none), the result of a job.
import { eq } from 'drizzle-orm'
import type { Executor } from '#server/db/connection.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { users } from '#server/db/schema/organisation.ts'

export async function avatarOf(db: Executor, userId: string): Promise<string> {
  const [row] = await db.select({ avatar: users.avatar }).from(users).where(eq(users.id, userId)).for('update')
  return row?.avatar ?? ''
}

/** Not an edit of the account: its version stays, so that open forms do not become stale. */
export async function setAvatar(db: Executor, userId: string, fileId: string): Promise<void> {
  await db.update(users).set({ avatar: fileId }).where(eq(users.id, userId))
}

/** The job that produced it. */
export async function jobOfFile(db: Executor, fileId: string): Promise<{ name: string; input: unknown } | undefined> {
  const [made] = await db
    .select({ name: jobRuns.name, input: jobRuns.input })
    .from(jobRuns)
    .where(eq(jobRuns.fileId, fileId))
  return made
}
