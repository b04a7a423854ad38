// A registration's way, the same on both sides: which act is possible in which state, and where it leads.
import type { RegistrationState } from './members.ts'

type Move = { from: readonly RegistrationState[]; to: RegistrationState }

const open: readonly RegistrationState[] = ['new', 'contacted']

/**
 * new → contacted → granted or invalid; invalid → new. What was never rung up may be settled at once: spam needs no call, and
 * whoever grants a trial has spoken with the customer.
 */
export const registrationMoves = {
  contact: { from: open, to: 'contacted' },
  grant: { from: open, to: 'granted' },
  invalid: { from: open, to: 'invalid' },
  reopen: { from: ['invalid'], to: 'new' },
} as const satisfies Record<string, Move>
export type RegistrationMove = keyof typeof registrationMoves

export const mayMove = (state: RegistrationState, move: RegistrationMove): boolean => {
  const { from }: Move = registrationMoves[move]
  return from.includes(state)
}

/** Not handled yet. */
export const isOpenRegistration = (state: RegistrationState): boolean => open.includes(state)
