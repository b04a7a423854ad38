// A sign-in from name and password to a session, a ticket, or a refusal (contract "Sign-in, as states").
import { providerLabels } from '#contract/identity/oauth.ts'
import type { Ticket } from '#contract/identity/sign-in.ts'
import { hashPassword, isWeakHash, verifyNothing, verifyPassword } from '#server/core/access/passwords.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { consumeBindTicket, findOwner, type Identity, storeIdentity } from './oauth.queries.ts'
import { hasSecondFactor } from './second-factors.queries.ts'
import { beginSession, type Granted } from './sessions.queries.ts'
import {
  findAccountByName,
  forgetFailure,
  issueTicket,
  markSignedIn,
  renewHash,
  setFailureReason,
  type Visitor,
} from './sign-in.queries.ts'
import { whyUnusable } from './sign-in.rules.ts'
import { bookTry, failedTry, tryInTurn } from './tries.queries.ts'

/** An identity of a provider has one account, and an account one identity of each provider. */
async function bindIdentity(tx: Tx, userId: string, identity: Identity): Promise<void> {
  if (await storeIdentity(tx, userId, identity)) return
  const owner = await findOwner(tx, identity)
  if (owner === userId) return
  const name = providerLabels[identity.provider]
  const msg = owner
    ? `这个${name}已绑定其他账号`
    : `该账号已绑定其他${name}，请先用账号密码登录，在“账号安全”中解除绑定`
  throw refuse('conflict', { msg })
}

type Account = { id: string; userName: string; mustChangePassword: boolean }

/** One sign-in in progress: its visitor, its author in the audit log, and the identity to bind, if any. */
export type Entry = { visitor: Visitor; by: Author; bindTicket?: string | undefined }

/** The account of a name with its right password; throws otherwise. */
export const provePassword = (core: Core, visitor: Visitor, password: string) =>
  tryInTurn(visitor, () => tryPassword(core, visitor, password))

async function tryPassword(core: Core, visitor: Visitor, password: string) {
  const { db } = core
  const tried = await bookTry(core, visitor)
  const account = await findAccountByName(db, visitor.userName)
  const isRight = account ? await verifyPassword(account.passwordHash, password) : await verifyNothing(password)
  if (!account || !isRight) throw await failedTry(core, visitor, tried, refuse('wrongPassword'))

  const unusable = whyUnusable(account)
  if (unusable) {
    await setFailureReason(db, tried.failureId, unusable.reason)
    throw refuse('wrongPassword', { msg: unusable.msg })
  }
  if (isWeakHash(account.passwordHash)) await renewHash(db, account.id, await hashPassword(password))
  await forgetFailure(db, tried.failureId)
  return account
}

/** The last step of every sign-in: binds the identity, if any, and begins the session. */
export async function enter(tx: Tx, { id, userName }: Account, entry: Entry): Promise<Granted> {
  const { visitor, by, bindTicket } = entry
  if (bindTicket !== undefined) {
    const identity = await consumeBindTicket(tx, bindTicket, visitor.address)
    if (!identity) throw refuse('wrongPassword', { msg: '绑定已超时，请重新扫码登录' })
    await bindIdentity(tx, id, identity)
    const act = { action: 'user.bindIdentity', targetType: 'user', targetId: id, after: identity }
    await audit(tx, { ...by, id, name: userName }, act)
  }
  await markSignedIn(tx, id)
  return beginSession(tx, { userId: id, address: visitor.address, userAgent: visitor.userAgent })
}

/**
 * Steps after the identity is proven: second factor (10017), then a new password where required (10010), so that nobody
 * changes a password without the factor; then the session. The ticket of one step cannot skip the other.
 */
export async function goOn(
  core: Core,
  account: Account,
  entry: Entry,
  { hasPassedFactor = false } = {},
): Promise<Granted> {
  const { db } = core
  const { address } = entry.visitor
  if (!hasPassedFactor && (await hasSecondFactor(db, account.id))) {
    const ticket = await issueTicket(db, 'factor', account.id, address)
    throw refuse('needsSecondFactor', { data: { ticket } satisfies Ticket })
  }
  if (account.mustChangePassword) {
    const ticket = await issueTicket(db, 'password', account.id, address)
    throw refuse('mustChangePassword', { data: { ticket } satisfies Ticket })
  }
  return transact(core, (tx) => enter(tx, account, entry))
}
