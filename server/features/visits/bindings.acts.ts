// The phone that a person has bound: a token there, its hash here. The code for it is sealed, so that none is stored.
import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { open, seal } from '#server/core/access/sealed-text.ts'
import type { Act } from '#server/core/act.ts'
import { audit } from '#server/core/audit/audit.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { visitingAssistants } from '#server/db/schema/authorisation.ts'

const CODE_MS = 2 * 60_000
const TOKEN_BYTES = 24

const subjectOf = (userId: string) => `visitBinding:${userId}`
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** For the same person's phone, within two minutes. */
export function makeCode(secretKey: string, userId: string, now = Date.now()): { code: string; until: string } {
  const until = new Date(now + CODE_MS).toISOString()
  return { code: seal(secretKey, subjectOf(userId), until), until }
}

function isGoodCode(secretKey: string, userId: string, code: string): boolean {
  try {
    return Date.parse(open(secretKey, subjectOf(userId), code)) >= Date.now()
  } catch {
    return false
  }
}

export async function findBinding(db: Executor, userId: string) {
  const [found] = await db.select().from(visitingAssistants).where(eq(visitingAssistants.userId, userId))
  return found
}

/** @returns the token for the phone to keep */
export async function bindDevice(
  { tx, actor, by }: Act,
  { secretKey, code, device }: { secretKey: string; code: string; device: string },
): Promise<{ deviceToken: string }> {
  if (!isGoodCode(secretKey, actor.id, code)) throw refuse('conflict', { msg: '绑定码已失效，请在电脑上重新打开' })
  const deviceToken = randomBytes(TOKEN_BYTES).toString('base64url')
  const name = device.trim()
  const bound = await tx
    .insert(visitingAssistants)
    .values({ userId: actor.id, deviceHash: hashOf(deviceToken), device: name })
    .onConflictDoNothing({ target: visitingAssistants.userId })
    .returning({ userId: visitingAssistants.userId })
  if (bound.length === 0) throw refuse('conflict', { msg: '已绑定其他手机，请先由管理员解除绑定' })
  await audit(tx, by, {
    action: 'visit.bindDevice',
    targetType: 'user',
    targetId: actor.id,
    after: { device: name },
  })
  return { deviceToken }
}

/** Whether an act comes from another device than the bound one; false where none is bound. */
export async function isFromOther(tx: Tx, userId: string, deviceToken: string | undefined): Promise<boolean> {
  const bound = await findBinding(tx, userId)
  return bound !== undefined && hashOf(deviceToken ?? '') !== bound.deviceHash
}
