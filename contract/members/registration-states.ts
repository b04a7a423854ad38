// States of a registration, shared by server and browser: which acts each allows, and where they lead.
import type { RegistrationState } from './members.ts'

type Move = { from: readonly RegistrationState[]; to: RegistrationState }

const open: readonly RegistrationState[] = ['new', 'contacted']

/**
 * new → contacted → granted or invalid; invalid → new. `contacted` may be skipped: spam needs no call, and
 * granting a trial implies that somebody has spoken with the customer.
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

/** Neither granted nor invalid: somebody still has to handle it. */
export const isOpenRegistration = (state: RegistrationState): boolean => open.includes(state)
