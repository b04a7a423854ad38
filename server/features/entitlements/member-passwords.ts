// Whether a member's name and password are right, for every way in: tries are limited as those of staff (docs/decisions/004, 104).

import { type VerifyOutcome, verifyOutcomeLabels } from '#contract/entitlements/entitlements.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { textKey } from '#contract/text.ts'
import { mobileOf } from '#contract/typed-text.ts'
import { hashPassword, isWeakHash, verifyNothing, verifyPassword } from '#server/core/access/passwords.ts'
import { databaseToday } from '#server/core/clock.ts'
import type { Core } from '#server/core/core.ts'
import { Refusal, refuse } from '#server/core/http/refusal.ts'
import { forgetFailure, setFailureReason, type Visitor } from '#server/features/identity/sign-in.queries.ts'
import { MEMBER_PREFIX } from '#server/features/identity/sign-in.rules.ts'
import { bookTry, failedTry, type Try, tryInTurn } from '#server/features/identity/tries.queries.ts'
import { liveGrants } from '#server/features/members/grants/grants.queries.ts'
import { answerBy } from './entitlements.rules.ts'
import { findMemberByName, noteSignIn, renewMemberHash } from './member-passwords.queries.ts'

/** `msg`: the outcome in Chinese, with the time of the next try where a pause ends. */
export type MemberVerdict = { outcome: VerifyOutcome; msg: string; memberId: string | null; accountId: string | null }

/** Who tries: `address` is the member's own; `device` as of `deviceOf` for the prefixed name, or empty. */
export const memberVisitor = (
  name: string,
  { address, userAgent = '', device = '' }: { address: string; userAgent?: string; device?: string },
): Visitor => ({ userName: `${MEMBER_PREFIX}${textKey(mobileOf(name))}`, address, userAgent, device })

const verdict = (outcome: VerifyOutcome, more: Partial<MemberVerdict> = {}): MemberVerdict => ({
  outcome,
  msg: verifyOutcomeLabels[outcome],
  memberId: null,
  accountId: null,
  ...more,
})

/** A pause of the pair as an outcome; other refusals are thrown on. */
function asPause(error: unknown): MemberVerdict {
  if (error instanceof Refusal && error.key === 'locked') return verdict('locked', { msg: error.message })
  throw error
}

async function isRight(stored: string | undefined, password: string): Promise<boolean> {
  // a member without a password yet takes as long as one with another
  return stored ? verifyPassword(stored, password) : verifyNothing(password)
}

/**
 * Judges a try of a member to enter a sub-product. Each costs the time of one verification, whatever the outcome. A right password of a
 * member without an account there is a failure like any other, unless `admitsOthers`: then it is `ok`, with `accountId` null.
 * Throws 429 where the address floods.
 */
export const judgeMemberPassword = (
  core: Core,
  visitor: Visitor,
  password: string,
  subProduct: SubProductKey,
  { admitsOthers = false } = {},
): Promise<MemberVerdict> => tryInTurn(visitor, () => judgeTry(core, visitor, password, { subProduct, admitsOthers }))

async function judgeTry(
  core: Core,
  visitor: Visitor,
  password: string,
  { subProduct, admitsOthers }: { subProduct: SubProductKey; admitsOthers: boolean },
): Promise<MemberVerdict> {
  let tried: Try
  try {
    tried = await bookTry(core, visitor)
  } catch (error) {
    const paused = asPause(error)
    await verifyNothing(password)
    return paused
  }
  const { db } = core
  const found = await findMemberByName(db, visitor.userName.slice(MEMBER_PREFIX.length), subProduct)
  const passes = await isRight(found?.passwordHash, password)
  if (!found || !passes || (found.accountId === null && !admitsOthers)) {
    const refusal = await failedTry(core, visitor, tried, refuse('wrongPassword'))
    return refusal.key === 'locked' ? asPause(refusal) : verdict('wrong')
  }
  const { memberId, accountId, status, locked, passwordHash } = found
  const held = accountId === null ? [] : await liveGrants(db, [accountId])
  const answer = answerBy({ status: status ?? 'enabled', locked }, held, await databaseToday(db))
  if (answer.why === 'locked' || answer.why === 'disabled') {
    await setFailureReason(db, tried.failureId, answer.why)
    return verdict('locked', { msg: answer.why === 'locked' ? '会员已锁定' : '账号已禁用', memberId })
  }
  if (isWeakHash(passwordHash)) await renewMemberHash(db, memberId, await hashPassword(password))
  await forgetFailure(db, tried.failureId)
  await noteSignIn(db, visitor)
  const isOver = accountId !== null && (answer.why === 'expired' || answer.why === 'noGrant')
  const outcome = isOver ? 'expired' : 'ok'
  return verdict(outcome, { memberId, accountId })
}
