import { describe, expect, it } from 'vitest'
import { checkGivenPassword } from '#contract/validation.ts'
import { generatePassword } from './password-generator.ts'

describe('§5 a generated password', () => {
  it('§5 is always accepted from an administrator, and never repeats', () => {
    const made = Array.from({ length: 500 }, () => generatePassword())
    expect(made.map((password) => checkGivenPassword(password, 'admin')).filter(Boolean)).toEqual([])
    expect(new Set(made).size).toBe(500)
  })

  it('has a letter, a digit and a special character for any random numbers', () => {
    for (const draw of [() => 0, (limit: number) => limit - 1]) {
      expect(checkGivenPassword(generatePassword(draw), 'admin')).toBeNull()
    }
  })
})
