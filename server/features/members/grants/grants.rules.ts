// The new state of a grant: decided here, without the database. Days are `YYYY-MM-DD` and compare as texts.
import { addDays } from '#contract/days.ts'
import { lessens } from '#contract/members/grants.ts'
import type { AccountState, GrantAction, GrantKind, GrantState } from '#contract/members/members.ts'

const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one > other ? one : other)

/**
 * product.md "granting again extends, never doubles": both periods together, with the kind of the one that ends last.
 * An expired grant is replaced by the requested one.
 */
export function grantedAgain(before: GrantState | null, requested: GrantState, today: string): GrantState {
  if (!before || before.endsOn < today) return requested
  return {
    kind: requested.endsOn >= before.endsOn ? requested.kind : before.kind,
    startsOn: earlier(before.startsOn, requested.startsOn),
    endsOn: later(before.endsOn, requested.endsOn),
    quota: requested.quota,
  }
}

/** Extends by so many days: from its end, or from today where it has expired. `trialKind`: new kind of a trial. */
export const extendedBy = (
  before: GrantState,
  days: number,
  today: string,
  trialKind: GrantKind = 'trial',
): GrantState => ({
  ...before,
  kind: before.kind === 'trial' ? trialKind : before.kind,
  endsOn: addDays(later(before.endsOn, addDays(today, -1)), days),
})

export const isSameGrant = (one: GrantState | null, other: GrantState | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.kind === other.kind &&
    one.startsOn === other.startsOn &&
    one.endsOn === other.endsOn &&
    one.quota === other.quota)

export type Terms = { current: GrantState; next: GrantState | null }

/** The live grants in force and next, computed like `accountTerms` in the database. Null: there is none. */
export function termsOf(grants: readonly GrantState[], today: string): Terms | null {
  const rank = ({ startsOn, endsOn }: GrantState) => (startsOn > today ? 1 : endsOn < today ? 2 : 0)
  const by = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
  const [current] = grants.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      (rank(one) === 1 ? by(one.startsOn, other.startsOn) : 0) ||
      by(other.endsOn, one.endsOn) ||
      by(one.startsOn, other.startsOn),
  )
  if (!current) return null
  const [next = null] = grants
    .filter(({ startsOn, endsOn }) => startsOn > later(today, current.startsOn) && endsOn > current.endsOn)
    .toSorted((one, other) => by(one.startsOn, other.startsOn) || by(other.endsOn, one.endsOn))
  return { current, next }
}

export function actionOf(before: GrantState | null, after: GrantState | null): GrantAction {
  if (before === null) return 'grant'
  if (after === null) return 'revoke'
  return after.endsOn > before.endsOn ? 'extend' : 'change'
}

/** Why nothing can be granted to an account; empty where it can. Its grants can be revoked all the same. */
export function refusalOf({ status, locked }: { status: AccountState; locked: boolean }): string {
  if (status === 'disabled') return '账号已禁用，不能授权'
  return locked ? '会员已锁定，不能授权' : ''
}

/** Shortening a formal grant that has not expired needs confirmation: the customer has paid for it. */
export const needsConfirmation = (before: GrantState | null, after: GrantState | null, today: string): boolean =>
  before !== null && before.kind === 'formal' && before.endsOn >= today && lessens(before, after)
