// A registration's way through its states.
import { describe, expect, it } from 'vitest'
import { registrationStates } from './members.ts'
import { isOpenRegistration, mayMove, type RegistrationMove, registrationMoves } from './registration-states.ts'

const moves = Object.keys(registrationMoves) as RegistrationMove[]

describe('a registration', () => {
  it.each([
    ['new', ['contact', 'grant', 'invalid']],
    ['contacted', ['contact', 'grant', 'invalid']],
    ['granted', []],
    ['invalid', ['reopen']],
  ] as const)('that is %s allows %j', (state, allowed) => {
    expect(moves.filter((move) => mayMove(state, move))).toEqual(allowed)
  })

  it('is open until it is granted or invalid, and can always be reached from new', () => {
    expect(registrationStates.filter(isOpenRegistration)).toEqual(['new', 'contacted'])
    const reached = new Set<string>(['new'])
    for (let n = 0; n < registrationStates.length; n++) {
      for (const { from, to } of Object.values(registrationMoves)) {
        if ((from as readonly string[]).some((state) => reached.has(state))) reached.add(to)
      }
    }
    expect([...reached].toSorted()).toEqual([...registrationStates].toSorted())
  })
})
