// Sets a password: not one of the last five; stores only hashes, including those of earlier ones.
import { eq, sql } from 'drizzle-orm'
import { hashPassword, verifyPassword } from '#server/core/access/passwords.ts'
import { checkFields } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { users } from '#server/db/schema/organisation.ts'

/** The current password counts as one of them. */
const REMEMBERED = 5

type Account = { id: string; passwordHash: string; passwordHistory: string[] }

/** Throws a 400 on `field` where the new password is one of the last five. */
export async function setPassword(
  tx: Tx,
  { id, passwordHash, passwordHistory }: Account,
  password: string,
  { mustChange, field }: { mustChange: boolean; field: string },
): Promise<void> {
  const last = [passwordHash, ...passwordHistory].slice(0, REMEMBERED)
  for (const each of last) {
    if (await verifyPassword(each, password)) checkFields({ [field]: `不能使用最近${REMEMBERED}次用过的密码` })
  }
  await tx
    .update(users)
    .set({
      passwordHash: await hashPassword(password),
      passwordHistory: last.slice(0, REMEMBERED - 1),
      mustChangePassword: mustChange,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, id))
}
