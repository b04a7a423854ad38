// A sign-in from name and password to a session, a ticket, or a refusal (contract "Sign-in, as states").
import type { Ticket } from '../../../contract/identity.ts'
import { type Core, transact } from '../../core/core.ts'
import { hashPassword, isWeakHash, verifyNothing, verifyPassword } from '../../core/passwords.ts'
import { refuse } from '../../core/refusal.ts'
import { beginSession, type Granted } from './sessions.queries.ts'
import {
  countTries,
  findAccountByName,
  forgetFailure,
  issueTicket,
  lockPair,
  lockTries,
  markSignedIn,
  recordFailure,
  renewHash,
  setFailureReason,
  type Visitor,
} from './sign-in.queries.ts'
import { judge, PAIR_FAILURES, whyUnusable } from './sign-in.rules.ts'

const lockedOut = (until: string | null) =>
  refuse('locked', { msg: until ? `失败次数过多，请于 ${until} 后再试` : '失败次数过多，请稍后再试' })

/**
 * Books a failure before the password is looked at, and takes it back on success: so parallel guesses are all counted.
 * @returns the booked failure, and whether one more would lock the pair
 */
async function bookTry({ db }: Core, visitor: Visitor): Promise<{ failureId: string; isLast: boolean }> {
  const { verdict, booked } = await db.transaction(async (tx) => {
    await lockTries(tx, visitor)
    const tries = await countTries(tx, visitor)
    const verdict = judge(tries)
    const reason = verdict.kind === 'go' ? 'wrongPassword' : 'lockedOut'
    return {
      verdict,
      booked: { failureId: await recordFailure(tx, visitor, reason), isLast: tries.pair + 1 >= PAIR_FAILURES },
    }
  })
  if (verdict.kind === 'flood') throw refuse('tooMany', { retryAfterS: verdict.retryAfterS })
  if (verdict.kind === 'locked') throw lockedOut(verdict.until)
  return booked
}

export async function signIn(core: Core, visitor: Visitor, password: string): Promise<Granted> {
  const { db } = core
  const { failureId, isLast } = await bookTry(core, visitor)
  const account = await findAccountByName(db, visitor.userName)
  const isRight = account ? await verifyPassword(account.passwordHash, password) : await verifyNothing(password)
  if (!account || !isRight) throw isLast ? lockedOut(await lockPair(db, visitor)) : refuse('wrongPassword')

  const unusable = whyUnusable(account)
  if (unusable) {
    await setFailureReason(db, failureId, unusable.reason)
    throw refuse('wrongPassword', { msg: unusable.msg })
  }
  if (isWeakHash(account.passwordHash)) await renewHash(db, account.id, await hashPassword(password))
  if (account.mustChangePassword) {
    await forgetFailure(db, failureId)
    const ticket = await issueTicket(db, account.id, visitor.address)
    throw refuse('mustChangePassword', { data: { ticket } satisfies Ticket })
  }
  return transact(core, async (tx) => {
    await forgetFailure(tx, failureId)
    await markSignedIn(tx, account.id)
    return beginSession(tx, { userId: account.id, address: visitor.address, userAgent: visitor.userAgent })
  })
}
