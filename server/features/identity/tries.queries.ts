// Limits guessing of passwords and second factors: each try is booked before anything is checked (docs/decisions/004).
import type { Core } from '#server/core/core.ts'
import { type Refusal, refuse } from '#server/core/http/refusal.ts'
import { inTurn } from '#server/core/in-turn.ts'
import { countTries, lockPair, lockTries, recordFailure, type Visitor } from './sign-in.queries.ts'
import { judge, PAIR_FAILURES } from './sign-in.rules.ts'

/** A booked failure, removed on success; `isLast`: if it stays, the pair is locked. */
export type Try = { failureId: string; isLast: boolean }

const lockedOut = (until: string | null) =>
  refuse('locked', { msg: until ? `失败次数过多，请于 ${until} 后再试` : '失败次数过多，请稍后再试' })

const turns = inTurn()

/**
 * Runs the tries of a name and place one after the other: tries that are still being verified are booked as failures, and
 * right ones in parallel would lock each other out.
 */
export const tryInTurn = <T>({ userName, address, device }: Visitor, attempt: () => Promise<T>): Promise<T> =>
  turns(JSON.stringify([userName, address, device]), attempt)

/** Books a failure in advance, so that parallel guesses all count. Throws where no try is left. */
export async function bookTry({ db }: Core, visitor: Visitor): Promise<Try> {
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

/** Refusal of a failed try: its own, or that the pair of name and address is locked now. */
export const failedTry = async ({ db }: Core, visitor: Visitor, { isLast }: Try, refusal: Refusal): Promise<Refusal> =>
  isLast ? lockedOut(await lockPair(db, visitor)) : refusal
