import { describe, expect, it } from 'vitest'
import { checkGivenPassword } from '../../../../contract/validation.ts'
import { generatePassword } from './password-generator.ts'

describe('§5 a generated password', () => {
  it('§5 is what an administrator may set, each time', () => {
    const made = Array.from({ length: 500 }, () => generatePassword())
    expect(made.map((password) => checkGivenPassword(password, 'admin')).filter(Boolean)).toEqual([])
    expect(new Set(made).size).toBe(500)
  })

  it('has a letter, a digit and a sign whatever is drawn', () => {
    for (const draw of [() => 0, (limit: number) => limit - 1]) {
      expect(checkGivenPassword(generatePassword(draw), 'admin')).toBeNull()
    }
  })
})
